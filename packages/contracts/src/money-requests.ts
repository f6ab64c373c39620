import { rolesWith } from '@gerbang/domain/abilities';
import {
  LISTED_REQUEST_KINDS,
  MONEY_FIGURES,
  MONEY_REQUEST_KINDS,
  MONEY_REQUEST_STATUSES,
  type MoneyFigure,
} from '@gerbang/domain/money-requests';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { fileAnswer, fileFormat, listQuery } from './lists.ts';
import { personSchema } from './registrations.ts';
import { idParams, lineOfText, noTag } from './text.ts';

const requests = { service: 'billing', tags: ['persetujuan'] } as const;
const deciding = {
  ...requests,
  access: { kind: 'roles', roles: rolesWith('money_requests.decide') },
} as const;
const moment = z.iso.datetime();

/** Why money that was booked is changed; families read it beside what changed. */
export const moneyReason = lineOfText(300, 'Alasan harus diisi').refine(
  // Of a tag its own sentence is enough.
  (value) => value.length >= 10 || !noTag(value),
  'Alasan paling sedikit 10 karakter',
);

/** A figure before and after what is asked, in rupiah. */
export const moneyFigureSchema = z.object({
  figure: z.enum(Object.keys(MONEY_FIGURES) as [MoneyFigure, ...MoneyFigure[]]),
  /** Number of the document that it is of; null = of the whole. */
  of: z.string().nullable(),
  before: z.int().nullable(),
  after: z.int().nullable(),
  /** The due day of an invoice on each side, where that is part of the change. */
  due_before: z.iso.date().nullable().optional(),
  due_after: z.iso.date().nullable().optional(),
});
export type MoneyFigureRow = z.output<typeof moneyFigureSchema>;

/** A change of money that a second person is asked to agree to. */
export const moneyRequestSchema = z.object({
  id: z.uuid(),
  version: z.int(),
  kind: z.enum(LISTED_REQUEST_KINDS),
  status: z.enum(MONEY_REQUEST_STATUSES),
  /** The payment, registration, scheme, bank line or refund. */
  subject_id: z.uuid(),
  /** Of a refund. */
  number: z.string().optional(),
  /** The money in question, in rupiah. */
  amount: z.int(),
  reason: z.string(),
  figures: z.array(moneyFigureSchema),
  registrations: z.array(z.object({ id: z.uuid(), number: z.string(), child_name: z.string() })),
  asked_by: personSchema,
  asked_at: moment,
  /** Whether the caller asked: another person has to agree. */
  own: z.boolean(),
  decided_by: personSchema.nullable(),
  decided_at: moment.nullable(),
});
export type MoneyRequest = z.output<typeof moneyRequestSchema>;

/** A request as a family's export holds it: who asked and decided stands in the trail. */
export const heldRequestSchema = moneyRequestSchema
  .pick({
    id: true,
    status: true,
    subject_id: true,
    amount: true,
    reason: true,
    asked_at: true,
    decided_at: true,
  })
  .extend({ kind: z.enum(MONEY_REQUEST_KINDS) });

/** The response of a call whose change waits for a second person. */
export const waitsForApproval = z.object({ request_id: z.uuid() });

export const approveMoneyRequest = endpoint({
  id: 'L14',
  method: 'POST',
  path: '/api/admin/money-requests/{id}/approve',
  ...deciding,
  summary: 'Setujui perubahan uang sebagai orang kedua; perubahannya langsung dijalankan',
  params: idParams,
  body: z.strictObject({}),
  idempotent: 'required',
  response: { 200: moneyRequestSchema },
});

export const withdrawMoneyRequest = endpoint({
  id: 'L15',
  method: 'DELETE',
  path: '/api/admin/money-requests/{id}',
  ...deciding,
  summary: 'Batalkan permintaan yang masih menunggu persetujuan',
  params: idParams,
  response: { 204: z.void() },
});

const reading = {
  ...requests,
  access: { kind: 'roles', roles: rolesWith('money_requests.read') },
} as const;
const listed = listQuery(['-asked_at', 'asked_at', '-amount', 'amount'] as const)
  .omit({ search: true })
  .extend({ status: z.enum(MONEY_REQUEST_STATUSES, 'Pilihan tidak dikenal').optional() });

export const listMoneyRequests = endpoint({
  ...reading,
  id: 'L16',
  method: 'GET',
  path: '/api/admin/money-requests',
  summary:
    'Perubahan uang dan pengembalian dana yang menunggu persetujuan, atau perubahan yang sudah diputuskan',
  query: listed,
  response: { 200: z.array(moneyRequestSchema) },
});

export const exportMoneyRequests = endpoint({
  ...fileAnswer,
  ...reading,
  id: 'F17',
  path: '/api/admin/money-requests/export',
  summary:
    'Perubahan uang yang menunggu persetujuan atau sudah diputuskan sebagai XLSX atau CSV, dengan penyaring yang sama',
  query: listed.omit({ limit: true, cursor: true }).extend(fileFormat),
});

export const moneyRequestCalls = [
  approveMoneyRequest,
  withdrawMoneyRequest,
  listMoneyRequests,
  exportMoneyRequests,
] as const;
