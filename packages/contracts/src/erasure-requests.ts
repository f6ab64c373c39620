import { rolesWith } from '@gerbang/domain/abilities';
import { ERASING_SERVICES, ERASURE_STATUSES } from '@gerbang/domain/erasure-requests';
import { PAYMENT_STATUSES } from '@gerbang/domain/registration-payments';
import { STAGES } from '@gerbang/domain/registration-stages';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listQuery } from './lists.ts';
import { personSchema } from './registrations.ts';
import { idParams, optionalParagraph } from './text.ts';

const moment = z.iso.datetime();
const CHOICE = 'Pilihan tidak dikenal';
const REASON_MAX = 1000;

/** A request to erase, with its clock. */
export const erasureRequestSchema = z.object({
  id: z.uuid(),
  version: z.int(),
  status: z.enum(ERASURE_STATUSES),
  /** The family's note. */
  note: z.string().nullable(),
  received_at: moment,
  /** By when it must be over: 3 × 24 hours after it came. */
  due_at: moment,
  overdue: z.boolean(),
  decided_at: moment.nullable(),
  decision_reason: z.string().nullable(),
  done_at: moment.nullable(),
});
export type ErasureRequest = z.output<typeof erasureRequestSchema>;

/** A case as the administrator sees it, with the family and what would be erased. */
export const staffErasureRequestSchema = erasureRequestSchema.extend({
  decided_by_user: personSchema.nullable(),
  /** Null once the data are gone. */
  family: z
    .object({
      name: z.string().nullable(),
      children: z.int(),
      registrations: z.array(
        z.object({
          registration_number: z.string(),
          child_name: z.string(),
          current_stage: z.enum(STAGES),
          payment_status: z.enum(PAYMENT_STATUSES),
          /** Whether a re-enrolment belongs to it: its invoices are kept. */
          locked: z.boolean(),
        }),
      ),
    })
    .nullable(),
  /** The services that have not erased the family's data yet. */
  waiting_for: z.array(z.enum(ERASING_SERVICES)),
});
export type StaffErasureRequest = z.output<typeof staffErasureRequestSchema>;

const erasure = { service: 'admission', tags: ['hak atas data'] } as const;
const own = { ...erasure, access: { kind: 'roles', roles: rolesWith('family.own') } } as const;
const staff = { ...erasure, access: { kind: 'roles', roles: rolesWith('erasure.decide') } } as const;

export const requestErasure = endpoint({
  ...own,
  id: 'B11',
  method: 'POST',
  path: '/api/parent/erasure-requests',
  summary: 'Minta penghapusan data dan akun sendiri; dijawab dalam 3 × 24 jam',
  body: z.strictObject({ note: optionalParagraph(REASON_MAX).optional() }),
  response: { 201: erasureRequestSchema },
});

export const listOwnErasures = endpoint({
  ...own,
  id: 'B12',
  method: 'GET',
  path: '/api/parent/erasure-requests',
  summary: 'Permintaan penghapusan sendiri, yang terbaru lebih dahulu',
  response: { 200: z.array(erasureRequestSchema) },
});

export const listErasures = endpoint({
  ...staff,
  id: 'B13',
  method: 'GET',
  path: '/api/admin/erasure-requests',
  summary: 'Permintaan penghapusan data, yang paling dekat batas waktunya lebih dahulu',
  query: listQuery(['due_at', '-received_at', 'received_at']).extend({
    status: z.enum(ERASURE_STATUSES, CHOICE).optional(),
  }),
  response: { 200: z.array(staffErasureRequestSchema) },
});

export const decideErasure = endpoint({
  ...staff,
  id: 'B14',
  method: 'PUT',
  path: '/api/admin/erasure-requests/{id}',
  summary: 'Setujui (data langsung dihapus) atau tolak dengan alasan',
  params: idParams,
  body: z
    .strictObject({
      status: z.enum(['approved', 'refused'], CHOICE),
      reason: optionalParagraph(REASON_MAX).optional(),
    })
    .refine(({ status, reason }) => status === 'approved' || Boolean(reason), {
      path: ['reason'],
      message: 'Alasan penolakan harus diisi',
    }),
  response: { 200: staffErasureRequestSchema },
});

/** The calls about requests to erase. */
export const erasureCalls = [requestErasure, listOwnErasures, listErasures, decideErasure] as const;
