import { rolesWith } from '@gerbang/domain/abilities';
import { z } from 'zod';
import { calendarDay, withSpan } from './days.ts';
import { CSV, endpoint, type ServiceName, XLSX } from './endpoint.ts';
import { fileFormat, listQuery } from './lists.ts';
import { uuidText } from './text.ts';

const DAY = 'Tanggal tidak valid';

/** An entry of a trail: person, action, record, time and change. */
export const auditEntrySchema = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  action: z.string(),
  /** Null where the system or a program of the operator did it. */
  actor: z.object({ id: z.uuid(), name: z.string().nullable(), role: z.string() }).nullable(),
  subject_id: z.uuid().nullable(),
  /** The record as people know it; null where it is none of these any more. Its name only for roles that read families. */
  subject: z
    .object({
      name: z.string().nullable(),
      number: z.string().nullable(),
      /** Account or registration that leads to the page of the family. */
      family_id: z.uuid().nullable(),
    })
    .nullable(),
  details: z.record(z.string(), z.unknown()),
  request_id: z.string().nullable(),
  address: z.string().nullable(),
});
export type AuditEntry = z.output<typeof auditEntrySchema>;

/** The total is counted up to this; behind it only the pages go on. */
export const AUDIT_TOTAL_MAX = 10_000;

const SORTS = ['-at', 'at'] as const;
const filters = {
  actor_id: uuidText().optional(),
  subject_id: uuidText().optional(),
  /** One action, or all of a kind: `registration` finds `registration.read` too. */
  action: z
    .string()
    .regex(/^[a-z_]+(?:\.[a-z_]+)?$/u, 'Tindakan tidak dikenal')
    .max(60, 'Tindakan tidak dikenal')
    .optional(),
  /** Days of Jakarta, both included. */
  from: calendarDay(DAY).optional(),
  to: calendarDay(DAY).optional(),
};
const query = withSpan(listQuery(SORTS).extend(filters), 'from', 'to');
const fileQuery = withSpan(
  listQuery(SORTS)
    .pick({ search: true, sort: true })
    .extend({ ...filters, ...fileFormat }),
  'from',
  'to',
);

/**
 * Searches the trail of one service. Each service has a path for its own trail, so that no read crosses services; the
 * screen calls the one that was chosen.
 */
function auditLookup<const I extends string, const P extends string, const S extends ServiceName>(
  id: I,
  path: P,
  service: S,
  area: string,
) {
  return endpoint({
    id,
    method: 'GET',
    path,
    service,
    access: { kind: 'roles', roles: rolesWith('audit.read') },
    summary: `Jejak audit ${area}: siapa melakukan apa; search mencari nama pelaku, dan nama atau nomor catatannya`,
    tags: ['audit'],
    query,
    response: { 200: z.array(auditEntrySchema) },
  });
}

export const listAudit = auditLookup('C23', '/api/admin/audit', 'admission', 'penerimaan');
export const listAccountAudit = auditLookup('A13', '/api/admin/audit/accounts', 'auth', 'akun');
export const listAnnouncementAudit = auditLookup(
  'N11',
  '/api/admin/audit/announcements',
  'announcement',
  'pengumuman',
);
export const listBillingAudit = auditLookup(
  'E22',
  '/api/admin/audit/billing',
  'billing',
  'daftar ulang dan tagihan',
);
export const listMessageAudit = auditLookup('W06', '/api/admin/audit/messages', 'notification', 'pesan');

/** The rows of a trail as a file; it is noted in the same trail. */
const auditFile = <const I extends string, P extends string, S extends ServiceName>(
  id: I,
  { path, service }: { readonly path: P; readonly service: S },
  area: string,
) =>
  endpoint({
    id,
    method: 'GET',
    path: `${path}/export` as const,
    service,
    access: { kind: 'roles', roles: rolesWith('audit.read') },
    summary: `Jejak audit ${area} sebagai XLSX atau CSV, dengan pencarian dan penyaring yang sama`,
    tags: ['audit'],
    query: fileQuery,
    media: [XLSX, CSV],
    response: { 200: z.any() },
  });

export const exportAudit = auditFile('F02', listAudit, 'penerimaan');
export const exportAccountAudit = auditFile('F03', listAccountAudit, 'akun');
export const exportAnnouncementAudit = auditFile('F04', listAnnouncementAudit, 'pengumuman');
export const exportBillingAudit = auditFile('F05', listBillingAudit, 'daftar ulang dan tagihan');
export const exportMessageAudit = auditFile('F06', listMessageAudit, 'pesan');

export const auditFileCalls = [
  exportAudit,
  exportAccountAudit,
  exportAnnouncementAudit,
  exportBillingAudit,
  exportMessageAudit,
] as const;
export type AuditFileCall = (typeof auditFileCalls)[number];

/** Every trail that can be searched, in the order of the screen. */
export const auditCalls = [
  listAudit,
  listAccountAudit,
  listAnnouncementAudit,
  listBillingAudit,
  listMessageAudit,
] as const;
export type AuditCall = (typeof auditCalls)[number];
