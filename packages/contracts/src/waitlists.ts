import { rolesWith } from '@gerbang/domain/abilities';
import { DECLINE_REASONS, OFFER_STATUSES, RELEASE_CAUSES } from '@gerbang/domain/offers';
import { CRITERIA, OWED_PARTS, PRIORITY_KINDS, WAITLIST_CAUSES } from '@gerbang/domain/waitlist';
import { z } from 'zod';
import { CSV, endpoint, XLSX } from './endpoint.ts';
import { fileFormat } from './lists.ts';
import { personSchema } from './registrations.ts';
import { reasonText, seatPoolSchema } from './seat-pools.ts';
import { idParams, optionalLine } from './text.ts';
import { seenVersion } from './seen-version.ts';

const lists = { service: 'admission', tags: ['daftar tunggu'] } as const;
const own = { ...lists, access: { kind: 'roles', roles: rolesWith('registrations.own') } } as const;
const reading = { ...lists, access: { kind: 'roles', roles: rolesWith('waitlist.read') } } as const;
const text = z.string().nullable();
const moment = z.iso.datetime();
const CHOICE = 'Pilihan tidak dikenal';

const criterionSchema = z.object({ criterion: z.enum(CRITERIA), label: z.string(), value: z.string() });
/** A change of a number, in words without other families. */
const moveSchema = z.object({
  at: moment,
  from: z.int().nullable(),
  position: z.int(),
  of: z.int(),
  text: z.string(),
});
export const prioritySchema = z.object({
  kind: z.enum(PRIORITY_KINDS),
  /** Only a confirmed one counts; the portal proposes siblings. */
  confirmed: z.boolean(),
  note: text,
  /** Null = proposed by the portal. */
  by: personSchema.nullable(),
  at: moment,
});
export type Priority = z.output<typeof prioritySchema>;

/** A child on the list, without NIK and income. */
export const waitlistEntrySchema = z.object({
  id: z.uuid(),
  version: z.int(),
  registration_id: z.uuid(),
  registration_number: z.string(),
  child_name: z.string(),
  position: z.int(),
  of: z.int(),
  criteria: z.array(criterionSchema),
  joined_at: moment,
  confirmed_at: moment,
  /** Since when the family is asked whether it still waits; null = it is not asked. */
  asked_at: moment.nullable(),
  last_move: moveSchema.nullable(),
  /** What staff may say on the phone. */
  sentence: z.string(),
  priorities: z.array(prioritySchema),
  /** The fee was taken back after the result: no seat is offered before it is verified again. */
  fee_owed: z.literal(true).optional(),
});
export type WaitlistEntry = z.output<typeof waitlistEntrySchema>;

export const readWaitlist = endpoint({
  ...reading,
  id: 'K09',
  method: 'GET',
  path: '/api/admin/seat-pools/{id}/waitlist',
  summary: 'Daftar tunggu sebuah kelas menurut urutannya',
  params: idParams,
  audited: true,
  response: { 200: z.object({ pool: seatPoolSchema, entries: z.array(waitlistEntrySchema) }) },
});

export const exportWaitlist = endpoint({
  ...reading,
  id: 'F10',
  method: 'GET',
  path: '/api/admin/seat-pools/{id}/waitlist/export',
  summary: 'Daftar tunggu sebuah kelas sebagai XLSX atau CSV',
  params: idParams,
  query: z.strictObject(fileFormat),
  media: [XLSX, CSV],
  response: { 200: z.any() },
});

export const listWaitlistEvents = endpoint({
  ...reading,
  id: 'K10',
  method: 'GET',
  path: '/api/admin/seat-pools/{id}/events',
  summary: 'Apa yang mengubah daftar tunggu sebuah kelas, terbaru dahulu',
  params: idParams,
  response: {
    200: z.array(
      z.object({
        id: z.int(),
        cause: z.enum(WAITLIST_CAUSES),
        count: z.int(),
        text: z.string(),
        note: text,
        /** Why the seats of a promotion were free, where all of them were for the same. */
        release_cause: z.enum(RELEASE_CAUSES).nullable(),
        /** Of the one entry that it is about. */
        child_name: text,
        /** Null = the portal itself. */
        actor: personSchema.nullable(),
        at: moment,
      }),
    ),
  },
});

export const closeWaitlist = endpoint({
  ...lists,
  access: { kind: 'roles', roles: rolesWith('seats.decide') },
  id: 'K21',
  method: 'POST',
  path: '/api/admin/seat-pools/{id}/close',
  summary: 'Tutup daftar tunggu: semua yang menunggu diberi tahu satu kali',
  params: idParams,
  idempotent: 'required',
  body: z.strictObject({ reason: reasonText, version: seenVersion }),
  response: { 200: z.object({ closed: z.int() }) },
});

export const confirmPriority = endpoint({
  ...lists,
  access: { kind: 'roles', roles: rolesWith('priorities.confirm') },
  id: 'K18',
  method: 'PUT',
  path: '/api/admin/registrations/{id}/priorities',
  summary: 'Pastikan atau tarik sebuah prioritas; bukan untuk keluarga sendiri',
  params: idParams,
  body: z.strictObject({
    kind: z.enum(PRIORITY_KINDS, CHOICE),
    confirmed: z.boolean('Pilih apakah prioritasnya dipastikan'),
    note: optionalLine(300).default(null),
  }),
  response: { 200: z.array(prioritySchema) },
});

/** The seat of a registration, or its place on the list, as its family sees it: its own numbers only. */
export const seatSchema = z.object({
  kind: z.enum(['none', 'offer', 'waitlist']),
  offer: z
    .object({
      id: z.uuid(),
      status: z.enum(OFFER_STATUSES),
      answer_until: moment.nullable(),
      /** Days until the deadline's day; 0 = today. Null without a deadline, and after it. */
      days_left: z.int().nullable(),
    })
    .nullable(),
  waitlist: z
    .object({
      position: z.int(),
      of: z.int(),
      /** `SD kelas 1` */
      class_label: z.string(),
      joined_at: moment,
      /** How many days a seat would be held. */
      answer_days: z.int(),
      criteria: z.array(criterionSchema),
      /** The newest first. */
      history: z.array(moveSchema),
      /** When the family is asked next whether it still waits. */
      next_review: moment.nullable(),
      /** The day before which it must answer; null = it is not asked. */
      answer_by: z.iso.date().nullable(),
      /** Absent = nothing is to be paid now. */
      owes: z.enum(OWED_PARTS).optional(),
    })
    .nullable(),
  /** Offers and places on lists that ended, the newest first. */
  history: z.array(z.object({ at: moment, text: z.string() })),
});
export type Seat = z.output<typeof seatSchema>;

export const readSeat = endpoint({
  ...own,
  id: 'K14',
  method: 'GET',
  path: '/api/registrations/{id}/seat',
  summary: 'Kursi atau urutan daftar tunggu sebuah pendaftaran, dan mengapa urutannya begitu',
  params: idParams,
  response: { 200: seatSchema },
});

export const declineSeat = endpoint({
  ...own,
  id: 'K15',
  method: 'POST',
  path: '/api/registrations/{id}/seat/decline',
  summary: 'Lepaskan kursi yang disediakan; tidak dapat dibatalkan',
  params: idParams,
  idempotent: 'required',
  body: z.strictObject({
    reason_code: z.enum(DECLINE_REASONS, CHOICE).optional(),
    reason_text: optionalLine(300).optional(),
  }),
  response: { 202: seatSchema },
});

export const leaveWaitlist = endpoint({
  ...own,
  id: 'K16',
  method: 'POST',
  path: '/api/registrations/{id}/waitlist/leave',
  summary: 'Keluar dari daftar tunggu; tidak dapat dibatalkan',
  params: idParams,
  response: { 200: seatSchema },
});

export const stayOnWaitlist = endpoint({
  ...own,
  id: 'K17',
  method: 'POST',
  path: '/api/registrations/{id}/waitlist/stay',
  summary: 'Tetap menunggu di daftar tunggu',
  params: idParams,
  response: { 200: seatSchema },
});

export const waitlistCalls = [
  readWaitlist,
  exportWaitlist,
  listWaitlistEvents,
  closeWaitlist,
  confirmPriority,
  readSeat,
  declineSeat,
  leaveWaitlist,
  stayOnWaitlist,
] as const;
