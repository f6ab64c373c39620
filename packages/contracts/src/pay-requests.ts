import { rolesWith } from '@gerbang/domain/abilities';
import { PAY_CHANNELS, PAY_REQUEST_STATUSES } from '@gerbang/domain/pay-requests';
import { BANK_TARGETS } from '@gerbang/domain/payment-expectations';
import { z } from 'zod';
import { calendarDay, withSpan } from './days.ts';
import { endpoint } from './endpoint.ts';
import { fileAnswer, fileFormat, levelFilters, listQuery } from './lists.ts';
import { paidRupiah } from './money.ts';
import { seenVersion } from './seen-version.ts';
import { idParams, lineOfText, uuidText } from './text.ts';

const pay = { service: 'billing', tags: ['pembayaran otomatis'] } as const;
const UNKNOWN = 'Pilihan tidak dikenal';
const moment = z.iso.datetime();
const status = z.enum(PAY_REQUEST_STATUSES, UNKNOWN);
const channel = z.enum(PAY_CHANNELS, UNKNOWN);

/** A family's request as its dialog shows it: the number or the picture to pay with. Amount in rupiah. */
export const payRequestSchema = z.object({
  id: z.uuid(),
  channel: z.enum(PAY_CHANNELS),
  /** `display` is the number in groups of four. */
  va: z.object({ bank: z.string(), number: z.string(), display: z.string() }).optional(),
  qr: z.object({ content: z.string() }).optional(),
  amount: z.int(),
  expires_at: moment,
  steps: z.array(z.object({ app: z.string(), lines: z.array(z.string()) })),
});
export type PayRequest = z.output<typeof payRequestSchema>;

export const createPayRequest = endpoint({
  id: 'V01',
  method: 'POST',
  path: '/api/pay-requests',
  ...pay,
  access: { kind: 'roles', roles: rolesWith('enrollment.own') },
  summary:
    'Minta nomor Virtual Account atau kode QRIS; yang masih berlaku untuk jumlah yang sama diberikan lagi',
  body: z.strictObject({
    kind: z.enum(BANK_TARGETS, UNKNOWN),
    /** Of the registration or of the invoice. */
    id: uuidText(),
    channel,
    /** Of a virtual account; the first of the school's banks where it is left out. */
    bank_code: z
      .string()
      .regex(/^\d{3}$/u, UNKNOWN)
      .optional(),
    /** Part of an invoice; all that is owed where it is left out. */
    amount: paidRupiah('Jumlah pembayaran harus lebih dari 0').optional(),
  }),
  idempotent: 'required',
  response: { 200: payRequestSchema, 201: payRequestSchema },
});

/** Where a request stands, as the dialog asks again and again. */
export const payRequestStateSchema = z.object({
  status: z.enum(PAY_REQUEST_STATUSES),
  expires_at: moment,
  paid_at: moment.nullable(),
  /** Of the invoice; its receipt is issued. Null for a fee. */
  payment_id: z.uuid().nullable(),
  /** In how many seconds to ask again. */
  next_poll_s: z.int(),
});

export const getPayRequest = endpoint({
  id: 'V02',
  method: 'GET',
  path: '/api/pay-requests/{id}',
  ...pay,
  access: { kind: 'roles', roles: ['wali_murid', ...rolesWith('pay_requests.read')] },
  summary: 'Keadaan sebuah permintaan pembayaran',
  params: idParams,
  response: { 200: payRequestStateSchema },
});

export const cancelPayRequest = endpoint({
  id: 'V03',
  method: 'DELETE',
  path: '/api/pay-requests/{id}',
  ...pay,
  access: { kind: 'roles', roles: ['wali_murid', ...rolesWith('bank.book')] },
  summary: 'Batalkan permintaan pembayaran yang terbuka; kata penyedia yang menentukan',
  params: idParams,
  response: { 200: z.object({ status: z.enum(PAY_REQUEST_STATUSES) }) },
});

/** A request as finance sees it. Amounts in rupiah. */
export const payRequestRowSchema = z.object({
  id: z.uuid(),
  version: z.int(),
  request_no: z.string(),
  kind: z.enum(BANK_TARGETS),
  /** Id and number of the registration or the invoice. */
  target_id: z.uuid(),
  number: z.string(),
  child_name: z.string(),
  channel: z.enum(PAY_CHANNELS),
  bank_code: z.string().nullable(),
  bank_name: z.string().nullable(),
  amount: z.int(),
  status: z.enum(PAY_REQUEST_STATUSES),
  va_number: z.string().nullable(),
  provider_id: z.string().nullable(),
  rrn: z.string().nullable(),
  paid_amount: z.int().nullable(),
  payment_id: z.uuid().nullable(),
  last_error: z.string().nullable(),
  /** Whether money of it stands unapplied: its review ends with that money, and is not closed without. */
  keeps_money: z.boolean(),
  /** Why finance closed its review; missing where it did not. */
  closed_reason: z.string().optional(),
  /** The days of its way; null = not yet. */
  created_at: moment,
  expires_at: moment,
  paid_at: moment.nullable(),
  booked_at: moment.nullable(),
  /** The day on which its money reached the school's account. */
  settled_on: z.iso.date().nullable(),
});
export type PayRequestRow = z.output<typeof payRequestRowSchema>;

const filters = z.strictObject({
  status: status.optional(),
  channel: channel.optional(),
  /** Of the registration that it is for. */
  academic_year: levelFilters.academic_year,
  /** Days in Jakarta on which it was made. */
  from: calendarDay('Tanggal tidak valid').optional(),
  to: calendarDay('Tanggal tidak valid').optional(),
});

const SORTS = ['-created_at', 'created_at', '-amount', 'amount'] as const;

export const listPayRequests = endpoint({
  id: 'V04',
  method: 'GET',
  path: '/api/admin/pay-requests',
  ...pay,
  access: { kind: 'roles', roles: rolesWith('pay_requests.read') },
  summary: 'Permintaan pembayaran lewat Virtual Account dan QRIS; dicari menurut nomornya',
  query: withSpan(listQuery(SORTS).extend(filters.shape), 'from', 'to'),
  response: { 200: z.array(payRequestRowSchema) },
});

export const exportPayRequests = endpoint({
  ...fileAnswer,
  ...pay,
  access: { kind: 'roles', roles: rolesWith('pay_requests.read') },
  id: 'F18',
  path: '/api/admin/pay-requests/export',
  summary:
    'Permintaan pembayaran lewat Virtual Account dan QRIS sebagai XLSX atau CSV, dengan pencarian dan penyaring yang sama',
  query: withSpan(
    listQuery(SORTS)
      .pick({ search: true, sort: true })
      .extend({ ...filters.shape, ...fileFormat }),
    'from',
    'to',
  ),
});

export const summarizePayRequests = endpoint({
  id: 'V05',
  method: 'GET',
  path: '/api/admin/pay-requests/summary',
  ...pay,
  access: { kind: 'roles', roles: rolesWith('pay_requests.read') },
  summary: 'Banyak permintaan pembayaran menurut keadaannya, dan yang lunas hari ini',
  query: withSpan(
    filters.omit({ status: true }).extend({ search: listQuery(['-created_at']).shape.search }),
    'from',
    'to',
  ),
  response: {
    200: z.object({
      status: z.record(z.enum(PAY_REQUEST_STATUSES), z.int()),
      paid_today: z.int(),
      /** Days whose payments, in rupiah, the provider has not handed over by a settlement yet; of the last two months. */
      unsettled: z.array(
        z.object({
          paid_on: z.iso.date(),
          channel: z.enum(PAY_CHANNELS),
          gross: z.int(),
          requests: z.int(),
        }),
      ),
    }),
  },
});

export const refreshPayRequest = endpoint({
  id: 'V06',
  method: 'POST',
  path: '/api/admin/pay-requests/{id}/refresh',
  ...pay,
  access: { kind: 'roles', roles: rolesWith('pay_requests.ask') },
  summary: 'Tanya penyedia tentang sebuah permintaan; uang dibukukan hanya menurut aturan pemberitahuan',
  params: idParams,
  response: { 200: payRequestRowSchema },
});

export const closePayRequest = endpoint({
  id: 'V10',
  method: 'POST',
  path: '/api/admin/pay-requests/{id}/close',
  ...pay,
  access: { kind: 'roles', roles: rolesWith('bank.book') },
  summary: 'Tutup peninjauan sebuah permintaan yang uangnya tidak disimpan sekolah',
  params: idParams,
  body: z.strictObject({
    version: seenVersion,
    reason: lineOfText(300, 'Alasan harus diisi').refine(
      (value) => value.length >= 5,
      'Alasan paling sedikit 5 karakter',
    ),
  }),
  response: { 200: payRequestRowSchema },
});

export const payRequestCalls = [
  createPayRequest,
  getPayRequest,
  cancelPayRequest,
  listPayRequests,
  exportPayRequests,
  summarizePayRequests,
  refreshPayRequest,
  closePayRequest,
] as const;
