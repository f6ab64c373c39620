import { rolesWith } from '@gerbang/domain/abilities';
import { PAY_CHANNELS } from '@gerbang/domain/pay-requests';
import { PAY_SETTLEMENT_STATUSES } from '@gerbang/domain/pay-settlements';
import { z } from 'zod';
import { calendarDay, calendarMonth } from './days.ts';
import { endpoint } from './endpoint.ts';
import { paidRupiah, rupiah } from './money.ts';
import { idParams, uuidText } from './text.ts';

const pay = { service: 'billing', tags: ['pembayaran otomatis'] } as const;

/** What the provider handed over of one channel's payments of one day. Amounts in rupiah. */
export const paySettlementSchema = z.object({
  id: z.uuid(),
  /** The day on which it handed over, and the day on which families paid. */
  settled_on: z.iso.date(),
  paid_on: z.iso.date(),
  channel: z.enum(PAY_CHANNELS),
  /** fee + net. */
  gross: z.int(),
  fee: z.int(),
  net: z.int(),
  /** Requests paid on that day, and what they brought by the portal's own count. */
  requests: z.int(),
  paid: z.int(),
  source: z.enum(['report', 'typed']),
  status: z.enum(PAY_SETTLEMENT_STATUSES),
  bank_line_id: z.uuid().nullable(),
  /** The statement's line that it is matched to, and the line − net. */
  line: z.object({ id: z.uuid(), booked_on: z.iso.date(), amount: z.int() }).nullable(),
  difference: z.int().nullable(),
  note: z.string().nullable(),
});
export type PaySettlement = z.output<typeof paySettlementSchema>;

export const listPaySettlements = endpoint({
  id: 'V07',
  method: 'GET',
  path: '/api/admin/pay-settlements',
  ...pay,
  access: { kind: 'roles', roles: rolesWith('bank.read') },
  summary: 'Pencairan dari penyedia pada sebuah bulan: kotor, biaya, bersih, dan baris mutasinya',
  query: z.strictObject({
    /** Of `settled_on`. */
    month: calendarMonth(),
  }),
  response: { 200: z.array(paySettlementSchema) },
});

export const createPaySettlement = endpoint({
  id: 'V08',
  method: 'POST',
  path: '/api/admin/pay-settlements',
  ...pay,
  access: { kind: 'roles', roles: rolesWith('bank.book') },
  summary: 'Catat pencairan dari laporan penyedia; yang berbeda dari mutasi dapat dicatat ulang',
  body: z.strictObject({
    settled_on: calendarDay('Tanggal cair tidak valid'),
    /** The day of the payments; the day of the settlement where it is left out. */
    paid_on: calendarDay('Tanggal pembayaran tidak valid').optional(),
    channel: z.enum(PAY_CHANNELS, 'Pilihan tidak dikenal'),
    fee: rupiah('Biaya harus diisi'),
    net: paidRupiah('Jumlah bersih harus lebih dari 0'),
  }),
  response: { 201: paySettlementSchema },
});

export const matchPaySettlement = endpoint({
  id: 'V09',
  method: 'PUT',
  path: '/api/admin/pay-settlements/{id}/match',
  ...pay,
  access: { kind: 'roles', roles: rolesWith('bank.book') },
  summary: 'Cocokkan pencairan dengan baris mutasi penyelesaian yang jumlahnya sama',
  params: idParams,
  body: z.strictObject({ bank_line_id: uuidText() }),
  response: { 200: paySettlementSchema },
});

export const paySettlementCalls = [listPaySettlements, createPaySettlement, matchPaySettlement] as const;
