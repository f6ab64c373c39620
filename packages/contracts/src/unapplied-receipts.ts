import { rolesWith } from '@gerbang/domain/abilities';
import { UNAPPLIED_CAUSES, UNAPPLIED_STATUSES } from '@gerbang/domain/bank-matches';
import { PAY_CHANNELS } from '@gerbang/domain/pay-requests';
import { BANK_TARGETS } from '@gerbang/domain/payment-expectations';
import { z } from 'zod';
import { calendarDay } from './days.ts';
import { endpoint } from './endpoint.ts';
import { countable, familyFilter, fileAnswer, fileFormat, listQuery } from './lists.ts';
import { paidRupiah } from './money.ts';
import { personSchema } from './registrations.ts';
import { idParams, lineOfText, uuidText } from './text.ts';

const bank = { service: 'billing', tags: ['mutasi bank'] } as const;
const reading = { ...bank, access: { kind: 'roles', roles: rolesWith('bank.read') } } as const;
const booking = { ...bank, access: { kind: 'roles', roles: rolesWith('bank.book') } } as const;
const moment = z.iso.datetime();

/** Money from the bank that pays nothing yet, or did before it was assigned or returned. Amount in rupiah. */
export const unappliedReceiptSchema = z.object({
  id: z.uuid(),
  version: z.int(),
  /** Null where the money came through a provider, or is of a reversed payment that no line proves. */
  line: z
    .object({
      id: z.uuid(),
      account_key: z.string(),
      booked_on: z.iso.date(),
      amount: z.int(),
      /** The bank's text; without the payer for roles that only read sums. */
      description: z.string().nullable(),
    })
    .nullable(),
  /** That payment: its invoice's number, and the day on which it was made. */
  reversed_payment: z.object({ id: z.uuid(), number: z.string(), payment_date: z.iso.date() }).optional(),
  /** The request to the provider of payments that its money came by. */
  pay_request: z.object({ id: z.uuid(), request_no: z.string(), channel: z.enum(PAY_CHANNELS) }).optional(),
  /** The fee or the invoice that this request was for, and whose; its child has no name once the family is erased. */
  asked_for: z.object({ number: z.string(), child_name: z.string() }).optional(),
  amount: z.int(),
  cause: z.enum(UNAPPLIED_CAUSES),
  status: z.enum(UNAPPLIED_STATUSES),
  /** Numbers of what else the line paid: where to look first. */
  paid_numbers: z.array(z.string()),
  /** Number of the invoice or registration that got it. */
  assigned_number: z.string().nullable(),
  note: z.string().nullable(),
  returned_on: z.iso.date().nullable(),
  decided_by: personSchema.nullable(),
  decided_at: moment.nullable(),
  created_at: moment,
});

const listed = listQuery(['-created_at', 'created_at', '-amount', 'amount'] as const)
  .omit({ search: true })
  .extend({ status: z.enum(UNAPPLIED_STATUSES, 'Pilihan tidak dikenal').optional() });

export const listUnapplied = endpoint({
  ...reading,
  id: 'R10',
  method: 'GET',
  path: '/api/admin/unapplied-receipts',
  summary: 'Dana masuk yang belum dibukukan; family memilih yang diketahui milik satu keluarga',
  audited: true,
  query: countable(listed.extend({ family: familyFilter })),
  response: { 200: z.array(unappliedReceiptSchema) },
});

export const exportUnapplied = endpoint({
  ...fileAnswer,
  ...reading,
  id: 'F21',
  path: '/api/admin/unapplied-receipts/export',
  summary: 'Dana masuk yang belum dibukukan sebagai XLSX atau CSV, dengan penyaring yang sama',
  query: listed.omit({ limit: true, cursor: true }).extend(fileFormat),
});

const sums = z.object({ receipts: z.int(), amount: z.int() });

export const summarizeUnapplied = endpoint({
  ...reading,
  id: 'R18',
  method: 'GET',
  path: '/api/admin/unapplied-receipts/summary',
  summary: 'Banyak dan jumlah dana menurut keadaannya',
  response: { 200: z.object({ status: z.record(z.enum(UNAPPLIED_STATUSES), sums) }) },
});

export const assignUnapplied = endpoint({
  id: 'R11',
  method: 'POST',
  path: '/api/admin/unapplied-receipts/{id}/assign',
  ...booking,
  summary: 'Bukukan dana untuk sebuah tagihan atau biaya pendaftaran',
  params: idParams,
  body: z.strictObject({
    kind: z.enum(BANK_TARGETS, 'Pilihan tidak dikenal'),
    id: uuidText(),
    amount: paidRupiah('Jumlah harus lebih dari 0'),
  }),
  idempotent: 'required',
  response: { 200: unappliedReceiptSchema },
});

export const returnUnapplied = endpoint({
  id: 'R12',
  method: 'POST',
  path: '/api/admin/unapplied-receipts/{id}/return',
  ...booking,
  summary: 'Catat dana yang dikembalikan kepada pengirimnya',
  params: idParams,
  body: z.strictObject({
    note: lineOfText(300, 'Catatan harus diisi').refine(
      (value) => value.length >= 5,
      'Catatan paling sedikit 5 karakter',
    ),
    returned_on: calendarDay('Tanggal pengembalian harus diisi'),
  }),
  idempotent: 'required',
  response: { 200: unappliedReceiptSchema },
});

export const unappliedCalls = [
  listUnapplied,
  exportUnapplied,
  summarizeUnapplied,
  assignUnapplied,
  returnUnapplied,
] as const;
