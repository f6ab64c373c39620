import { rolesWith } from '@gerbang/domain/abilities';
import {
  REFUND_CAUSES,
  REFUND_KINDS,
  REFUND_LINES_MAX,
  REFUND_STATUSES,
  type RefundCause,
  type RefundKind,
} from '@gerbang/domain/refunds';
import { z } from 'zod';
import { calendarDay } from './days.ts';
import { endpoint, PDF } from './endpoint.ts';
import { countable, familyFilter, fileAnswer, fileFormat, levelFilters, listQuery } from './lists.ts';
import { paidRupiah, rupiah } from './money.ts';
import { moneyReason } from './money-requests.ts';
import { accountToRefund, keysOf, refundLineSchema, refundSchema } from './refund-shapes.ts';
import { idParams, uuidText } from './text.ts';
import { seenVersion } from './seen-version.ts';

const refunds = { service: 'billing', tags: ['pengembalian dana'] } as const;
const reading = { ...refunds, access: { kind: 'roles', roles: rolesWith('refunds.read') } } as const;
const writing = { ...refunds, access: { kind: 'roles', roles: rolesWith('refunds.write') } } as const;
const handling = { ...refunds, access: { kind: 'roles', roles: rolesWith('refunds.handle') } } as const;
const approving = { ...refunds, access: { kind: 'roles', roles: rolesWith('refunds.approve') } } as const;
const UNKNOWN = 'Pilihan tidak dikenal';

const listed = listQuery(['-created_at', 'created_at', '-total', 'total'] as const).extend({
  status: z.enum(REFUND_STATUSES, UNKNOWN).optional(),
  id: uuidText().optional(),
  registration_id: uuidText().optional(),
  academic_year: levelFilters.academic_year,
});

export const listRefunds = endpoint({
  ...reading,
  id: 'U07',
  method: 'GET',
  path: '/api/admin/refunds',
  summary:
    'Pengembalian dana, yang terbaru lebih dahulu; search mencari nomor pengembalian dan nama anak, id memilih satu, family satu keluarga',
  audited: true,
  query: countable(listed.extend({ family: familyFilter })),
  response: { 200: z.array(refundSchema) },
});

export const exportRefunds = endpoint({
  ...fileAnswer,
  ...reading,
  id: 'F20',
  path: '/api/admin/refunds/export',
  summary: 'Pengembalian dana sebagai XLSX atau CSV, dengan pencarian dan penyaring yang sama',
  query: listed.omit({ id: true, limit: true, cursor: true }).extend(fileFormat),
});

/** What can be given back of a registration, and which invoices of its family could have it instead. */
export const listGivable = endpoint({
  ...writing,
  id: 'U24',
  method: 'GET',
  path: '/api/admin/refunds/givable',
  summary:
    'Dana sebuah pendaftaran yang masih dapat dikembalikan, dan tagihan keluarganya yang masih terutang',
  audited: true,
  query: z.object({
    registration_id: uuidText().optional(),
    /** Enough where it is known whose money it is; beside a registration it is one more line. */
    unapplied_id: uuidText().optional(),
  }),
  response: {
    200: z.object({
      /** Null where nothing says whose money it is. */
      registration: refundSchema.shape.registration.nullable(),
      /** `left` = what is paid and has not gone back, nor is promised to. */
      lines: z.array(
        refundLineSchema
          .pick({ kind: true, target: true, number: true, paid: true })
          .extend({ left: z.int() }),
      ),
      invoices: z.array(
        z.object({ id: z.uuid(), number: z.string(), child_name: z.string(), remaining: z.int() }),
      ),
    }),
  },
});
export type GivableMoney = z.output<(typeof listGivable)['response'][200]>;

export const readRefund = endpoint({
  ...handling,
  id: 'U23',
  method: 'GET',
  path: '/api/admin/refunds/{id}',
  summary: 'Satu pengembalian dana dengan nomor rekening yang utuh; pembacaannya dicatat',
  audited: true,
  params: idParams,
  response: { 200: refundSchema },
});

const lines = z
  .array(
    z.strictObject({
      kind: z.enum(keysOf<RefundKind>(REFUND_KINDS), UNKNOWN),
      target: uuidText(),
      back: paidRupiah('Jumlah harus lebih dari 0'),
    }),
    'Isi paling sedikit satu baris',
  )
  .min(1, 'Isi paling sedikit satu baris')
  .max(REFUND_LINES_MAX, `Paling banyak ${REFUND_LINES_MAX} baris`)
  .refine(
    (all) => new Set(all.map(({ kind, target }) => `${kind} ${target}`)).size === all.length,
    'Setiap baris hanya dapat diisi sekali',
  );
const version = seenVersion;

export const beginRefund = endpoint({
  ...writing,
  id: 'U08',
  method: 'POST',
  path: '/api/admin/refunds',
  summary: 'Mulai pengembalian dana sebuah pendaftaran, atau dana yang belum dibukukan',
  body: z
    .strictObject({
      registration_id: uuidText().optional(),
      /** Enough where it is known whose money it is. */
      unapplied_id: uuidText().optional(),
      cause: z.enum(keysOf<RefundCause>(REFUND_CAUSES), 'Sebab harus dipilih'),
      lines,
      reason: moneyReason,
    })
    .refine(({ registration_id, unapplied_id }) => (registration_id ?? unapplied_id) !== undefined, {
      message: 'Pilih pendaftaran atau dananya',
      path: ['registration_id'],
    }),
  idempotent: 'required',
  response: { 201: refundSchema },
});

export const changeRefund = endpoint({
  ...writing,
  id: 'U09',
  method: 'PUT',
  path: '/api/admin/refunds/{id}',
  summary: 'Ubah angka atau rekening pengembalian yang masih draf atau diminta',
  params: idParams,
  body: z
    .strictObject({
      lines: lines.optional(),
      deduct: rupiah('Potongan tidak valid').optional(),
      account: accountToRefund.optional(),
      reason: moneyReason.optional(),
      version,
    })
    .refine((body) => body.reason !== undefined || (body.lines ?? body.deduct) === undefined, {
      message: 'Tulis alasan angka ini berbeda',
      path: ['reason'],
    }),
  response: { 200: refundSchema },
});

const moving = { params: idParams, response: { 200: refundSchema } } as const;
const noted = z.strictObject({ reason: moneyReason, version });

export const requestRefund = endpoint({
  ...writing,
  ...moving,
  id: 'U10',
  method: 'POST',
  path: '/api/admin/refunds/{id}/request',
  summary: 'Minta persetujuan orang kedua',
  body: z.strictObject({ version }),
});

export const approveRefund = endpoint({
  ...approving,
  ...moving,
  id: 'U11',
  method: 'POST',
  path: '/api/admin/refunds/{id}/approve',
  summary: 'Setujui pengembalian dana sebagai orang kedua',
  body: z.strictObject({ version }),
  idempotent: 'required',
});

export const declineRefund = endpoint({
  ...approving,
  ...moving,
  id: 'U12',
  method: 'POST',
  path: '/api/admin/refunds/{id}/decline',
  summary: 'Tolak permintaan pengembalian dana dengan alasan',
  body: noted,
});

export const cancelRefund = endpoint({
  ...handling,
  ...moving,
  id: 'U13',
  method: 'POST',
  path: '/api/admin/refunds/{id}/cancel',
  summary: 'Batalkan pengembalian dana; yang sudah disetujui hanya oleh orang kedua',
  body: noted,
});

export const payRefund = endpoint({
  ...writing,
  ...moving,
  id: 'U14',
  method: 'POST',
  path: '/api/admin/refunds/{id}/paid',
  summary:
    'Catat transfer pengembalian dana dengan baris keluar mutasi bank, atau tanggal dan buktinya; dana langsung dibukukan keluar',
  body: z
    .strictObject({
      bank_line_id: uuidText().optional(),
      day: calendarDay('Tanggal transfer harus diisi').optional(),
      /** The link of an upload, `/api/files/{uuid}`. */
      proof: z.string('Unggah bukti transfernya').max(300, 'Unggah bukti transfernya').optional(),
      version,
    })
    .refine(({ bank_line_id, day }) => (bank_line_id === undefined) === (day !== undefined), {
      message: 'Tanggal transfer harus diisi',
      path: ['day'],
    })
    .refine(({ bank_line_id, proof }) => (bank_line_id === undefined) === (proof !== undefined), {
      message: 'Unggah bukti transfernya, atau pilih baris mutasi bank',
      path: ['proof'],
    }),
  idempotent: 'required',
});

export const moveRefund = endpoint({
  ...writing,
  ...moving,
  id: 'U15',
  method: 'POST',
  path: '/api/admin/refunds/{id}/move',
  summary: 'Pindahkan dana yang belum dibukukan ke tagihan anak lain dari keluarga yang sama',
  body: z.strictObject({ invoice_id: uuidText(), version }),
  idempotent: 'required',
});

export const getRefundPaper = endpoint({
  ...handling,
  id: 'U20',
  method: 'GET',
  path: '/api/admin/refunds/{id}/paper',
  summary: 'Bukti pengembalian dana (PDF)',
  params: idParams,
  media: [PDF],
  response: { 200: z.any() },
});

export const refundCalls = [
  listRefunds,
  exportRefunds,
  listGivable,
  readRefund,
  beginRefund,
  changeRefund,
  requestRefund,
  approveRefund,
  declineRefund,
  cancelRefund,
  payRefund,
  moveRefund,
  getRefundPaper,
] as const;
