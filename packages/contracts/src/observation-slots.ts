import { rolesWith } from '@gerbang/domain/abilities';
import { dayText } from '@gerbang/domain/date-text';
import { DEADLINE_TOO_FAR } from '@gerbang/domain/day-limits';
import { daysBetween } from '@gerbang/domain/jakarta-time';
import { JENJANG } from '@gerbang/domain/levels';
import { BOOKING_STATUSES } from '@gerbang/domain/observation-bookings';
import {
  ATTENDEES,
  type Attendees,
  CALENDAR_DAYS,
  SLOT_CAPACITY_MAX,
  SLOT_INSTRUCTIONS_MAX,
  SLOT_MINUTES,
  SLOT_PLACE_MAX,
  SLOT_REASON_MAX,
  SLOTS_AT_ONCE,
} from '@gerbang/domain/observation-slots';
import { PLAN_PLACES_MAX } from '@gerbang/domain/slot-planner';
import { z } from 'zod';
import { calendarDay, deadlineDay, isNearMoment } from './days.ts';
import { endpoint } from './endpoint.ts';
import { levelFilters } from './lists.ts';
import { reasonText } from './seat-pools.ts';
import { staffRegistrationSchema } from './staff-registrations.ts';
import { idParams, lineOfText, optionalParagraph, uuidText } from './text.ts';
import { seenVersion } from './seen-version.ts';

const slots = { service: 'admission', tags: ['jadwal observasi'] } as const;
const write = { ...slots, access: { kind: 'roles', roles: rolesWith('slots.write') } } as const;
const moment = z.iso.datetime();
const CHOICE = 'Pilihan tidak dikenal';
const MOST_ASSESSORS = 10;

export const attendees = Object.keys(ATTENDEES) as [Attendees, ...Attendees[]];

const personSchema = z.object({ id: z.uuid(), name: z.string().nullable() });

/** A slot of the observation as staff read it. */
export const slotSchema = z.object({
  id: z.uuid(),
  academic_year: z.string(),
  jenjang: z.enum(JENJANG),
  starts_at: moment,
  ends_at: moment,
  place: z.string(),
  capacity: z.int(),
  /** Places that are booked; children who came or did not come hold none any more. */
  booked: z.int(),
  opens_at: moment,
  closes_at: moment,
  instructions: z.string().nullable(),
  published: z.boolean(),
  assessors: z.array(personSchema),
  bookings: z.array(
    z.object({
      registration_id: z.uuid(),
      registration_number: z.string(),
      child_name: z.string(),
      status: z.enum(BOOKING_STATUSES),
      /** The people who come along, and what the child needs, as the family said. */
      attendees: z.enum(attendees).nullable(),
      needs: z.string().nullable(),
    }),
  ),
  version: z.int(),
});
export type Slot = z.output<typeof slotSchema>;

/** A registration whose observation was typed by hand. */
const withoutSlotSchema = z.object({
  registration_id: z.uuid(),
  registration_number: z.string(),
  child_name: z.string(),
  academic_year: z.string(),
  jenjang: z.enum(JENJANG),
  day: z.iso.date(),
  time: z.string().nullable(),
  place: z.string().nullable(),
});
export type WithoutSlot = z.output<typeof withoutSlotSchema>;

export const listSlots = endpoint({
  ...slots,
  access: { kind: 'roles', roles: rolesWith('slots.read') },
  id: 'J05',
  method: 'GET',
  path: '/api/admin/slots',
  summary: `Kalender jadwal observasi dari satu hari sampai hari lain, paling banyak ${CALENDAR_DAYS} hari`,
  query: z
    .strictObject({
      from: calendarDay('Pilih tanggal awal'),
      to: calendarDay('Pilih tanggal akhir'),
      jenjang: z.enum(JENJANG, CHOICE).optional(),
      assessor: uuidText(CHOICE).optional(),
      academic_year: levelFilters.academic_year,
    })
    .superRefine(({ from, to }, context) => {
      const days = daysBetween(from, to);
      if (days >= 0 && days < CALENDAR_DAYS) return;
      const message =
        days < 0 ? `Pilih ${dayText(from)} atau sesudahnya` : `Paling banyak ${CALENDAR_DAYS} hari sekaligus`;
      context.addIssue({ code: 'custom', path: ['to'], message });
    }),
  response: {
    200: z.object({
      slots: z.array(slotSchema),
      /** The people who may be named as assessors. */
      assessors: z.array(personSchema),
      /** Registrations whose observation has a typed day in this time and no slot; missing where there is none. */
      without_slot: z.array(withoutSlotSchema).optional(),
      /** Since when the caller has a calendar address; missing where there is none. */
      feed_since: moment.optional(),
    }),
  },
});
export type SlotCalendar = z.output<(typeof listSlots)['response'][200]>;

const at = (message: string) =>
  z.iso.datetime({ offset: true, error: message, abort: true }).refine(isNearMoment, DEADLINE_TOO_FAR);
const required = {
  starts_at: at('Waktu mulai harus diisi'),
  ends_at: at('Waktu selesai harus diisi'),
  place: lineOfText(SLOT_PLACE_MAX, 'Tempat harus diisi'),
  capacity: z
    .int('Isi dengan angka')
    .min(1, 'Paling sedikit 1')
    .max(SLOT_CAPACITY_MAX, `Paling banyak ${SLOT_CAPACITY_MAX}`),
};
const academicYear = z.string('Pilih tahun ajaran').regex(/^20\d\d\/20\d\d$/u, 'Tahun ajaran tidak valid');
const assessors = z
  .array(uuidText(CHOICE))
  .max(MOST_ASSESSORS, `Paling banyak ${MOST_ASSESSORS} penilai`)
  .transform((ids) => [...new Set(ids)]);
const optional = {
  opens_at: at('Waktu tidak valid').optional(),
  closes_at: at('Waktu tidak valid').optional(),
  instructions: optionalParagraph(SLOT_INSTRUCTIONS_MAX).optional(),
  published: z.boolean(CHOICE).optional(),
};
/** At a time that the school keeps free a slot is made with a reason only. */
const override = { override: z.boolean(CHOICE).optional(), reason: reasonText.optional() };

export const makeSlots = endpoint({
  ...write,
  id: 'J06',
  method: 'POST',
  path: '/api/admin/slots',
  summary: 'Buat jadwal observasi, semua atau tidak satu pun',
  idempotent: 'required',
  body: z.strictObject({
    slots: z
      .array(
        z.strictObject({
          academic_year: academicYear,
          jenjang: z.enum(JENJANG, 'Pilih jenjang'),
          ...required,
          ...optional,
          assessors,
        }),
      )
      .min(1, 'Isi paling sedikit satu jadwal')
      .max(SLOTS_AT_ONCE, `Paling banyak ${SLOTS_AT_ONCE} jadwal sekaligus`),
    ...override,
  }),
  response: { 201: z.array(slotSchema) },
});
export type SlotsMade = z.input<(typeof makeSlots)['body']>;

const clock = z.string('Jam tidak valid').regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u, 'Jam tidak valid');
const minutes = (least: number, most: number) =>
  z
    .int('Isi dengan angka')
    .min(least, `Paling sedikit ${least} menit`)
    .max(most, `Paling banyak ${most} menit`);

export const planSlots = endpoint({
  ...write,
  id: 'J07',
  method: 'POST',
  path: '/api/admin/slots/plan',
  summary: 'Rencana jadwal observasi di luar hari libur dan waktu salat; tidak ada yang disimpan',
  body: z.strictObject({
    academic_year: academicYear,
    jenjang: z.enum(JENJANG, 'Pilih jenjang'),
    days: z
      .array(deadlineDay('Tanggal tidak valid'), 'Pilih harinya')
      .min(1, 'Pilih harinya')
      .max(CALENDAR_DAYS, `Paling banyak ${CALENDAR_DAYS} hari sekaligus`)
      .transform((days) => [...new Set(days)]),
    from: clock,
    to: clock,
    minutes: minutes(SLOT_MINUTES.least, SLOT_MINUTES.most),
    /** Between two slots. */
    gap: minutes(0, SLOT_MINUTES.most),
    places: z
      .array(required.place, 'Tempat harus diisi')
      .min(1, 'Tempat harus diisi')
      .max(PLAN_PLACES_MAX, `Paling banyak ${PLAN_PLACES_MAX} tempat`),
    assessors,
    capacity: required.capacity,
    /** Whether Saturdays and Sundays are planned too. */
    weekends: z.boolean(CHOICE).optional(),
  }),
  response: {
    200: z.object({
      slots: z.array(
        z.object({
          starts_at: moment,
          ends_at: moment,
          place: z.string(),
          assessors: z.array(z.uuid()),
          capacity: z.int(),
        }),
      ),
      skipped: z.array(
        z.object({ day: z.iso.date(), starts_at: moment, place: z.string(), reason: z.string() }),
      ),
      /** How many children of this level wait for a slot. */
      waiting: z.int(),
    }),
  },
});
export type SlotWish = z.input<(typeof planSlots)['body']>;
export type PlannedSlots = z.output<(typeof planSlots)['response'][200]>;

export const changeSlot = endpoint({
  ...write,
  id: 'J08',
  method: 'PUT',
  path: '/api/admin/slots/{id}',
  summary: 'Ubah jadwal; waktu dan tempat ikut berubah di setiap pendaftaran di dalamnya',
  params: idParams,
  body: z.strictObject({
    ...z.object(required).partial().shape,
    ...optional,
    assessors: assessors.optional(),
    ...override,
    /** Whether the families in it are told of another time or place. */
    notify: z.boolean(CHOICE),
    version: seenVersion,
  }),
  response: { 200: slotSchema },
});
export type SlotChange = z.input<(typeof changeSlot)['body']>;

export const cancelSlot = endpoint({
  ...write,
  id: 'J09',
  method: 'POST',
  path: '/api/admin/slots/{id}/cancel',
  summary: 'Batalkan jadwal; keluarga di dalamnya diberi tahu dan kembali ke tahap Terdaftar',
  params: idParams,
  idempotent: 'required',
  body: z.strictObject({ reason: lineOfText(SLOT_REASON_MAX, 'Alasan harus diisi') }),
  response: { 200: z.object({ told: z.int() }) },
});

export const bookSlot = endpoint({
  ...write,
  id: 'J10',
  method: 'PUT',
  path: '/api/admin/registrations/{id}/slot',
  summary: 'Beri atau pindahkan jadwal observasi sebuah pendaftaran; tidak pernah melebihi tempatnya',
  params: idParams,
  body: z.strictObject({ slot_id: uuidText('Pilih jadwal') }),
  response: { 200: staffRegistrationSchema },
});

/** The calls about slots of the observation. */
export const slotCalls = [listSlots, makeSlots, planSlots, changeSlot, cancelSlot, bookSlot] as const;
