import { rolesWith } from '@gerbang/domain/abilities';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listQuery } from './lists.ts';
import { calendarDay } from './text.ts';

const DAY = 'Tanggal tidak valid';

/** A row of the trail: who did what to which record, when, and what changed (decisions, Everywhere). */
export const auditEntrySchema = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  action: z.string(),
  /** Null where the system or a program of the operator did it. */
  actor: z.object({ id: z.uuid(), name: z.string().nullable(), role: z.string() }).nullable(),
  subject_id: z.uuid().nullable(),
  details: z.record(z.string(), z.unknown()),
  request_id: z.string().nullable(),
  address: z.string().nullable(),
});

/** The total is counted up to this; behind it only the pages go on. */
export const AUDIT_TOTAL_MAX = 10_000;

export const listAudit = endpoint({
  id: 'C23',
  method: 'GET',
  path: '/api/admin/audit',
  service: 'admission',
  access: { kind: 'roles', roles: rolesWith('audit.read') },
  summary: 'Jejak audit penerimaan: siapa melakukan apa; search mencari nama pelaku',
  tags: ['audit'],
  query: listQuery(['-at', 'at']).extend({
    actor_id: z.uuid('Id tidak valid').optional(),
    subject_id: z.uuid('Id tidak valid').optional(),
    /** One action, or all of a kind: `registration` finds `registration.read` too. */
    action: z
      .string()
      .regex(/^[a-z_]+(?:\.[a-z_]+)?$/u, 'Tindakan tidak dikenal')
      .max(60, 'Tindakan tidak dikenal')
      .optional(),
    /** Days of Jakarta, both included. */
    from: calendarDay(DAY).optional(),
    to: calendarDay(DAY).optional(),
  }),
  response: { 200: z.array(auditEntrySchema) },
});
