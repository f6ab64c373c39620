import { rolesWith } from '@gerbang/domain/abilities';
import { PRESENCES } from '@gerbang/domain/check-ins';
import { BOOKING_STATUSES } from '@gerbang/domain/observation-bookings';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { fileFormat } from './lists.ts';
import { slotSchema } from './observation-slots.ts';
import { seenVersion } from './seen-version.ts';
import { idParams } from './text.ts';

const checkIns = { service: 'admission', tags: ['jadwal observasi'] } as const;
const write = { ...checkIns, access: { kind: 'roles', roles: rolesWith('slots.write') } } as const;
const moment = z.iso.datetime();
const { attendees, needs } = slotSchema.shape.bookings.unwrap().shape;

/** A child in a slot as the people at the door read it; without the number of any identity paper. */
export const checkInSchema = z.object({
  /** Of the booking. */
  id: z.uuid(),
  registration_id: z.uuid(),
  registration_number: z.string(),
  child_name: z.string(),
  father_name: z.string().nullable(),
  mother_name: z.string().nullable(),
  attendees,
  needs,
  /** The required documents that are complete, of all that are asked; null where none is. */
  documents: z.object({ done: z.int(), of: z.int() }).nullable(),
  /** A list has those that are booked or marked; a conflict shows what else became of a place. */
  status: z.enum(BOOKING_STATUSES),
  checked_in_at: moment.nullable(),
  version: z.int(),
});
export type CheckIn = z.output<typeof checkInSchema>;

export const listCheckIns = endpoint({
  ...checkIns,
  access: { kind: 'roles', roles: rolesWith('slots.read') },
  id: 'J11',
  method: 'GET',
  path: '/api/admin/slots/{id}/list',
  summary: 'Daftar hadir satu jadwal observasi, juga sebagai XLSX atau CSV (format)',
  audited: true,
  ownPages: true,
  params: idParams,
  query: z.strictObject(fileFormat),
  response: {
    200: z.object({
      slot: slotSchema.omit({ bookings: true }),
      /** From when until when presence is marked. */
      from: moment,
      until: moment,
      children: z.array(checkInSchema),
    }),
  },
});
export type CheckInList = z.output<(typeof listCheckIns)['response'][200]>;

export const markPresence = endpoint({
  ...write,
  id: 'J12',
  method: 'PUT',
  path: '/api/admin/bookings/{id}/presence',
  summary: 'Tandai seorang anak hadir atau tidak hadir; dikoreksi pada hari yang sama saja',
  params: idParams,
  idempotent: true,
  body: z.strictObject({ status: z.enum(PRESENCES, 'Pilih hadir atau tidak hadir'), version: seenVersion }),
  response: { 200: checkInSchema },
});

export const closeSlot = endpoint({
  ...write,
  id: 'J13',
  method: 'POST',
  path: '/api/admin/slots/{id}/close',
  idempotent: 'required',
  summary: 'Tutup daftar hadir: setiap anak yang belum ditandai menjadi tidak hadir',
  params: idParams,
  response: { 200: z.object({ absent: z.int() }) },
});

/** The calls about who came to the observation. */
export const checkInCalls = [listCheckIns, markPresence, closeSlot] as const;
