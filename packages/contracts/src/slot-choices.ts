import { rolesWith } from '@gerbang/domain/abilities';
import { NEEDS_MAX, SLOT_REASON_MAX } from '@gerbang/domain/observation-slots';
import { z } from 'zod';
import { calendarDay, isNearMoment } from './days.ts';
import { CALENDAR, endpoint } from './endpoint.ts';
import { attendees, slotSchema } from './observation-slots.ts';
import { seenVersion } from './seen-version.ts';
import { idParams, optionalLine, optionalParagraph, uuidText } from './text.ts';

const slots = { service: 'admission', tags: ['jadwal observasi'] } as const;
const CHOICE = 'Pilihan tidak dikenal';
const own = { ...slots, access: { kind: 'roles', roles: rolesWith('registrations.own') } } as const;
const times = slotSchema.pick({ id: true, starts_at: true, ends_at: true, place: true });

/** The slot that a registration has, as its family reads it. */
export const ownBookingSchema = times.extend({
  instructions: z.string().nullable(),
  attendees: z.enum(attendees).nullable(),
  needs: z.string().nullable(),
  /** Opens Google's calendar with the appointment. */
  google_url: z.string(),
  version: z.int(),
});

export const readSlotChoices = endpoint({
  ...own,
  id: 'J01',
  method: 'GET',
  path: '/api/registrations/{id}/slots',
  summary: 'Jadwal observasi yang dapat dipilih keluarga, menurut hari, dan jadwal yang dimilikinya',
  params: idParams,
  query: z.strictObject({
    from: calendarDay('Pilih tanggal awal').optional(),
    /** Behind this start: the rest of a long day. */
    after: z.iso.datetime({ error: CHOICE, abort: true }).refine(isNearMoment, CHOICE).optional(),
  }),
  response: {
    200: z.object({
      can_choose: z.boolean(),
      /** Why nothing can be chosen, or the slot not be moved; missing where it can. */
      reason: z.string().optional(),
      cutoff_hours: z.int(),
      moves_left: z.int(),
      days: z.array(
        z.object({
          day: z.iso.date(),
          /** The name of a day off on which the school observes all the same. */
          name_hint: z.string().optional(),
          /** All of the day, or those behind `after`. */
          count: z.int(),
          /**
           * Empty on a later day where all days together would be long: `from` that day reads them; `after` the last one those
           * that a long day has besides. `left` = places left where few are; null where many are.
           */
          slots: z.array(times.extend({ left: z.int().nullable(), mine: z.boolean() })),
        }),
      ),
      booking: ownBookingSchema.nullable(),
      /** The documents that the family has neither sent nor shown, to be brought by then; missing where none is. */
      documents: z.array(z.string()).optional(),
    }),
  },
});
export type SlotChoices = z.output<(typeof readSlotChoices)['response'][200]>;

export const chooseSlot = endpoint({
  ...own,
  id: 'J02',
  method: 'PUT',
  path: '/api/registrations/{id}/slot',
  summary: 'Pilih atau pindahkan jadwal observasi anak sendiri',
  params: idParams,
  idempotent: 'required',
  body: z.strictObject({
    slot_id: uuidText('Pilih jadwal'),
    attendees: z.enum(attendees, CHOICE).nullable().optional(),
    needs: optionalParagraph(NEEDS_MAX).optional(),
    /** Of the booking that the family saw. */
    version: seenVersion.optional(),
  }),
  response: { 200: z.object({ booking: ownBookingSchema, ics_url: z.string(), google_url: z.string() }) },
});
export type SlotChoice = z.input<(typeof chooseSlot)['body']>;

export const giveUpSlot = endpoint({
  ...own,
  id: 'J03',
  method: 'DELETE',
  path: '/api/registrations/{id}/slot',
  summary: 'Lepas jadwal observasi anak sendiri; dihitung sebagai satu kali pindah',
  params: idParams,
  body: z.strictObject({ reason: optionalLine(SLOT_REASON_MAX).optional() }),
  response: { 200: z.object({ moves_left: z.int() }) },
});

export const slotFile = endpoint({
  ...own,
  id: 'J04',
  method: 'GET',
  path: '/api/registrations/{id}/slot.ics',
  summary: 'Jadwal observasi yang dipilih sebagai berkas kalender, tanpa nama anak',
  params: idParams,
  media: [CALENDAR],
  response: { 200: z.any() },
});

export const sharedSlotFile = endpoint({
  ...slots,
  access: { kind: 'public' },
  id: 'X81',
  method: 'GET',
  path: '/api/observasi/{token}.ics',
  perMinute: 20,
  summary: 'Berkas kalender yang sama lewat alamat rahasia, sampai dua hari setelah jadwalnya',
  params: z.strictObject({ token: z.string().max(100, CHOICE) }),
  media: [CALENDAR],
  response: { 200: z.any() },
});

/** The calls by which a family chooses its slot. */
export const slotChoiceCalls = [readSlotChoices, chooseSlot, giveUpSlot, slotFile, sharedSlotFile] as const;
