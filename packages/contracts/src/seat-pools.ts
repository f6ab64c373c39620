import { rolesWith } from '@gerbang/domain/abilities';
import { JENJANG } from '@gerbang/domain/levels';
import { areCriteria, CRITERIA } from '@gerbang/domain/waitlist';
import { z } from 'zod';
import { deadlineDay } from './days.ts';
import { endpoint } from './endpoint.ts';
import { personSchema } from './registrations.ts';
import { idParams, lineOfText } from './text.ts';
import { seenVersion } from './seen-version.ts';

const pools = { service: 'admission', tags: ['kursi'] } as const;
const deciding = { ...pools, access: { kind: 'roles', roles: rolesWith('seats.decide') } } as const;
const moment = z.iso.datetime();
const CHOICE = 'Pilihan tidak dikenal';
const ORDER = 'Setiap kriteria satu kali, dan yang terakhir waktu terdaftar';
const REASON = 'Alasan paling sedikit 5 karakter';

const whole = (from: number, to: number, message: string) =>
  z.int(message).min(from, message).max(to, message);
const academicYear = z.string('Pilih tahun ajaran').regex(/^20\d\d\/20\d\d$/u, 'Tahun ajaran tidak valid');

/** A reason that staff give, kept with what they decided. */
export const reasonText = lineOfText(300, REASON).refine((reason) => reason.length >= 5, REASON);

/** The seats of a class, and how they stand. */
export const seatPoolSchema = z.object({
  id: z.uuid(),
  version: z.int(),
  academic_year: z.string(),
  jenjang: z.enum(JENJANG),
  /** Null = the classes of the level together. */
  kelas: z.string().nullable(),
  /** As a sentence names it: `SD kelas 1`. */
  label: z.string(),
  seats: z.int(),
  /** How many places may be offered at a time. */
  offer_limit: z.int(),
  answer_days: z.int(),
  auto_offer: z.boolean(),
  offers_until: z.iso.date().nullable(),
  criteria: z.array(z.enum(CRITERIA)),
  list_max: z.int().nullable(),
  /** Open, accepted and releasing together. */
  taken: z.int(),
  /** `offer_limit − taken`. */
  free: z.int(),
  open: z.int(),
  accepted: z.int(),
  releasing: z.int(),
  /** Accepted ones whose re-enrolment is completed. */
  paid: z.int(),
  waiting: z.int(),
  /** Open ones whose deadline is within 48 hours. */
  due_soon: z.int(),
  next_deadline: moment.nullable(),
  /** Who changed the order of the list last; null = as it was made. */
  rule_set: z.object({ by: personSchema, at: moment }).nullable(),
  warnings: z.array(z.object({ code: z.enum(['above_class_size']), text: z.string() })),
});
export type SeatPool = z.output<typeof seatPoolSchema>;

export const readSeats = endpoint({
  ...pools,
  id: 'K05',
  method: 'GET',
  path: '/api/admin/seats',
  access: { kind: 'roles', roles: rolesWith('seats.read') },
  summary: 'Kursi per kelas: berapa, ditawarkan, diambil, bebas, dan yang menunggu',
  query: z.strictObject({
    academic_year: academicYear.optional(),
    jenjang: z.enum(JENJANG, CHOICE).optional(),
  }),
  response: {
    200: z.object({
      /** What an order may go by here. */
      criteria_offered: z.array(z.enum(CRITERIA)),
      pools: z.array(seatPoolSchema),
    }),
  },
});

const poolFields = {
  seats: whole(0, 2000, 'Jumlah kursi antara 0 dan 2.000'),
  offer_limit: whole(0, 2600, 'Batas tawaran tidak valid'),
  answer_days: whole(1, 60, 'Waktu jawab antara 1 dan 60 hari'),
  auto_offer: z.boolean('Pilih apakah kursi ditawarkan sendiri'),
  offers_until: deadlineDay('Tanggal tidak valid').nullable(),
  criteria: z
    .array(z.enum(CRITERIA, CHOICE), 'Pilih kriteria urutan')
    .min(1, ORDER)
    .max(CRITERIA.length, ORDER)
    .refine(areCriteria, ORDER),
  list_max: whole(1, 10_000, 'Batas daftar tunggu antara 1 dan 10.000').nullable(),
};

export const createSeatPool = endpoint({
  ...deciding,
  id: 'K06',
  method: 'POST',
  path: '/api/admin/seat-pools',
  summary: 'Batasi kursi sebuah kelas atau seluruh jenjang',
  body: z.strictObject({
    academic_year: academicYear,
    jenjang: z.enum(JENJANG, CHOICE),
    kelas: lineOfText(20, 'Kelas tidak valid').nullable().default(null),
    ...poolFields,
    answer_days: poolFields.answer_days.default(7),
    auto_offer: poolFields.auto_offer.default(false),
    offers_until: poolFields.offers_until.default(null),
    list_max: poolFields.list_max.default(null),
  }),
  response: { 201: seatPoolSchema },
});

export const updateSeatPool = endpoint({
  ...deciding,
  id: 'K07',
  method: 'PUT',
  path: '/api/admin/seat-pools/{id}',
  summary: 'Ubah kursi, batas, dan aturan urutan; aturan hanya dengan alasan',
  params: idParams,
  body: z.strictObject({ ...poolFields, reason: reasonText.optional(), version: seenVersion }),
  response: { 200: seatPoolSchema },
});

export const deleteSeatPool = endpoint({
  ...deciding,
  id: 'K08',
  method: 'DELETE',
  path: '/api/admin/seat-pools/{id}',
  summary: 'Hapus batas kursi tanpa tawaran dan tanpa daftar tunggu',
  params: idParams,
  response: { 204: z.void() },
});

export const seatPoolCalls = [readSeats, createSeatPool, updateSeatPool, deleteSeatPool] as const;
