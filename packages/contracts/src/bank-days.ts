import { rolesWith } from '@gerbang/domain/abilities';
import { z } from 'zod';
import { calendarDay, calendarMonth } from './days.ts';
import { endpoint } from './endpoint.ts';
import { personSchema } from './registrations.ts';

const bank = { service: 'billing', tags: ['mutasi bank'] } as const;

/** A day of an account in rupiah. Closed once nothing of it is unknown, no receipt is open and the difference is 0. */
export const bankDaySchema = z.object({
  account_key: z.string(),
  day: z.iso.date(),
  in_total: z.int(),
  booked: z.int(),
  surplus: z.int(),
  settlement: z.int(),
  ignored: z.int(),
  /** Money that stands or stood unapplied, whatever became of it. */
  unapplied: z.int(),
  /** Lines that are not decided yet, and their sum: they keep the day open. */
  unknown_lines: z.int(),
  unknown: z.int(),
  open_receipts: z.int(),
  /** What outgoing lines gave back to families; missing on a day without. */
  returned: z.int().optional(),
  /** in_total − booked − surplus − settlement − ignored − unapplied. */
  difference: z.int(),
  closed: z.object({ by: personSchema, at: z.iso.datetime() }).nullable(),
});

export const listBankDays = endpoint({
  id: 'R13',
  method: 'GET',
  path: '/api/admin/bank-days',
  ...bank,
  access: { kind: 'roles', roles: rolesWith('bank.read') },
  summary: 'Hari-hari sebuah bulan menurut mutasi bank: masuk, dibukukan, selisih, dan siapa yang menutup',
  query: z.strictObject({
    month: calendarMonth(),
  }),
  response: { 200: z.array(bankDaySchema) },
});

export const closeBankDay = endpoint({
  id: 'R14',
  method: 'PUT',
  path: '/api/admin/bank-days/{account}/{day}/close',
  ...bank,
  access: { kind: 'roles', roles: rolesWith('bank.book') },
  summary: 'Tutup sebuah hari yang selisihnya nol',
  params: z.strictObject({
    account: z.string().regex(/^[a-z0-9-]{2,20}$/u, 'Rekening tidak dikenal'),
    day: calendarDay('Tanggal tidak valid'),
  }),
  response: { 200: bankDaySchema },
});

export const bankDayCalls = [listBankDays, closeBankDay] as const;
