import { rolesWith } from '@gerbang/domain/abilities';
import {
  DENOMINATIONS,
  DIFFERENCE_REASON,
  DRAWER_MOST,
  DRAWER_STATES,
  PIECES_MOST,
} from '@gerbang/domain/drawers';
import { CASH_SOURCES } from '@gerbang/domain/reports';
import { z } from 'zod';
import { calendarDay } from './days.ts';
import { endpoint } from './endpoint.ts';
import { personSchema } from './registrations.ts';
import { optionalLine, uuidText } from './text.ts';

const drawerSum = (text: string) => z.int(text).min(0, text).max(DRAWER_MOST, 'Jumlahnya terlalu besar');

/** A drawer in rupiah; `expected` = the float and what fell in. What was counted is null until it is closed. */
export const drawerSchema = z.object({
  id: z.uuid(),
  person: z.object({ id: z.uuid(), name: z.string().nullable() }),
  /** The Jakarta day on which it was opened. */
  day: z.iso.date(),
  /** Opened by the portal for money that came while the school has no drawers. */
  automatic: z.boolean(),
  float: z.int(),
  /** What fell in less what was given back. */
  booked: z.int(),
  bookings: z.int(),
  expected: z.int(),
  counted: z.int().nullable(),
  difference: z.int().nullable(),
  reason: z.string().nullable(),
  state: z.enum(DRAWER_STATES),
  opened_at: z.iso.datetime(),
  closed_at: z.iso.datetime().nullable(),
  signed: z.object({ by: personSchema, at: z.iso.datetime() }).nullable(),
});
export type Drawer = z.output<typeof drawerSchema>;

/** A drawer with what fell in, the oldest first, and what was counted by note and coin. */
export const drawerSheetSchema = drawerSchema.extend({
  /** Pieces by their value; null where a sum was counted. */
  pieces: z.record(z.string(), z.int()).nullable(),
  lines: z.array(
    z.object({
      id: z.uuid(),
      at: z.iso.datetime(),
      source: z.enum(CASH_SOURCES),
      /** Of the receipt, or of the registration; never a name. */
      number: z.string().nullable(),
      amount: z.int(),
    }),
  ),
});
export type DrawerSheet = z.output<typeof drawerSheetSchema>;

const shared = { service: 'billing', tags: ['kas loket'] } as const;
const readers = { kind: 'roles', roles: rolesWith('drawers.read') } as const;
const holders = { kind: 'roles', roles: rolesWith('drawers.hold') } as const;
const params = z.strictObject({ id: uuidText('Kas tidak dikenal') });

export const listDrawers = endpoint({
  ...shared,
  id: 'H10',
  method: 'GET',
  path: '/api/admin/drawers',
  access: readers,
  summary: 'Kas loket sebuah hari; tanpa hari: hari ini dan semua yang belum selesai',
  query: z.strictObject({ day: calendarDay('Tanggal tidak valid').optional() }),
  response: { 200: z.array(drawerSchema) },
});

export const openDrawer = endpoint({
  ...shared,
  id: 'H11',
  method: 'POST',
  path: '/api/admin/drawers',
  access: holders,
  summary: 'Buka kas loket sendiri dengan uang kembalian',
  body: z.strictObject({ float: drawerSum('Isi uang kembalian, 0 bila tidak ada') }),
  response: { 201: drawerSchema },
});

const pieces = z
  .int('Isi jumlah lembar atau keping')
  .min(0, 'Isi jumlah lembar atau keping')
  .max(PIECES_MOST, 'Terlalu banyak');
const COUNTED = 'Isi jumlah yang dihitung, atau jumlah lembar dan keping';

export const closeDrawer = endpoint({
  ...shared,
  id: 'H12',
  method: 'POST',
  path: '/api/admin/drawers/{id}/close',
  access: holders,
  summary: 'Tutup kas loket sendiri: hasil hitungan dengan uang kembaliannya, dan alasan bila berselisih',
  params,
  body: z.strictObject({
    counted: z.union(
      [
        drawerSum(COUNTED),
        z.strictObject(Object.fromEntries(DENOMINATIONS.map((value) => [String(value), pieces.optional()]))),
      ],
      COUNTED,
    ),
    reason: optionalLine(DIFFERENCE_REASON.max).optional(),
  }),
  response: { 200: drawerSheetSchema },
});

export const signDrawer = endpoint({
  ...shared,
  id: 'H13',
  method: 'POST',
  path: '/api/admin/drawers/{id}/sign',
  access: { kind: 'roles', roles: rolesWith('drawers.sign') },
  summary: 'Tanda tangani kas loket orang lain yang sudah ditutup',
  params,
  body: z.strictObject({}),
  response: { 200: drawerSheetSchema },
});

export const getDrawer = endpoint({
  ...shared,
  id: 'H17',
  method: 'GET',
  path: '/api/admin/drawers/{id}',
  access: readers,
  summary: 'Sebuah kas loket dengan semua yang masuk ke dalamnya, untuk lembar penutupan',
  params,
  response: { 200: drawerSheetSchema },
});

export const drawerCalls = [listDrawers, openDrawer, closeDrawer, signDrawer, getDrawer] as const;
