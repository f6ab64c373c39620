import { rolesWith } from '@gerbang/domain/abilities';
import { ANY_DAY, DEADLINE_TOO_FAR, waveDays } from '@gerbang/domain/day-limits';
import { isWithin } from '@gerbang/domain/day-range';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { JENJANG } from '@gerbang/domain/levels';
import { ROLES } from '@gerbang/domain/roles';
import { APPLICANTS_MOST, WAVE_ROOMS, WAVE_STATES } from '@gerbang/domain/waves';
import { z } from 'zod';
import { isNearMoment } from './days.ts';
import { endpoint } from './endpoint.ts';
import { rupiah } from './money.ts';
import { idParams, lineOfText, optionalLine, optionalParagraph } from './text.ts';

const waves = { service: 'admission', tags: ['gelombang'] } as const;
const write = { kind: 'roles', roles: rolesWith('waves.write') } as const;
const moment = z.iso.datetime();
const academicYear = z
  .string('Tahun ajaran harus dipilih')
  .regex(/^20\d\d\/20\d\d$/u, 'Tahun ajaran tidak valid');
const version = z.int('Versi tidak valid').min(1, 'Versi tidak valid').max(1_000_000, 'Versi tidak valid');

/** A moment within the years that a school plans for; others are typing errors. */
const DAYS = waveDays(new Date());
const planned = (message: string) =>
  z.iso
    .datetime({ offset: true, error: message, abort: true })
    .refine((text) => isWithin({ first: DAYS.first, last: ANY_DAY.last }, jakartaDay(new Date(text))), {
      error: DAYS.early,
      abort: true,
    });

const personSchema = z.object({ name: z.string().nullable(), role: z.enum(ROLES) });

/** What everybody with a session reads of a wave: no count of people. */
const shown = {
  name: z.string(),
  state: z.enum(WAVE_STATES),
  opens_at: moment,
  closes_at: moment,
  /** The registration fee that is owed in it. */
  fee: z.int(),
  /** Null while the wave takes no registrations. */
  left: z.enum(WAVE_ROOMS).nullable(),
};

/** What staff read beside it. */
const ofStaff = {
  id: z.uuid(),
  version: z.int(),
  applicants_max: z.int().nullable(),
  /** The wave's own fee; the level's is owed until it is confirmed. */
  fee_override: z.int().nullable(),
  fee_typed_by: personSchema.nullable(),
  fee_confirmed_by: personSchema.nullable(),
  /** Whether this caller may confirm the wave's own fee now. */
  may_confirm: z.boolean(),
  payment_period: z.string().nullable(),
  note: z.string().nullable(),
  cancelled: z.boolean(),
};

export const staffWaveSchema = z.object({
  academic_year: z.string(),
  jenjang: z.enum(JENJANG),
  ...shown,
  ...ofStaff,
});
export type StaffWave = z.output<typeof staffWaveSchema>;

export const listWaves = endpoint({
  ...waves,
  id: 'K01',
  method: 'GET',
  path: '/api/waves',
  access: { kind: 'session' },
  summary:
    'Gelombang pendaftaran satu tahun ajaran per jenjang; tanpa academic_year: tahun pertama yang dibuka',
  query: z.strictObject({ academic_year: academicYear.optional() }),
  response: {
    200: z.object({
      academic_year: z.string(),
      /** Levels without a wave are left out; waves by their opening. Families read no cancelled ones. */
      levels: z.array(
        z.object({
          jenjang: z.enum(JENJANG),
          waves: z.array(z.object({ ...shown, ...z.object(ofStaff).partial().shape })),
        }),
      ),
    }),
  },
});
export type WaveList = z.output<(typeof listWaves)['response'][200]>;
export type WaveOfLevel = WaveList['levels'][number]['waves'][number];

/** What a person decides about a wave beside name and times; left out = none, or as it is. */
const optional = {
  applicants_max: z
    .int('Isi dengan angka')
    .min(1, 'Paling sedikit 1')
    .max(APPLICANTS_MOST, `Paling banyak ${APPLICANTS_MOST}`)
    .nullable()
    .optional(),
  fee_override: rupiah('Isi dengan angka rupiah').nullable().optional(),
  payment_period: optionalLine(200).optional(),
  note: optionalParagraph(300).optional(),
};
const required = {
  name: lineOfText(60, 'Nama gelombang harus diisi'),
  opens_at: planned('Waktu buka harus diisi'),
  closes_at: planned('Waktu tutup harus diisi').refine(isNearMoment, DEADLINE_TOO_FAR),
};

export const createWave = endpoint({
  ...waves,
  id: 'K02',
  method: 'POST',
  path: '/api/admin/waves',
  access: write,
  summary: 'Tambah gelombang; biaya sendiri berlaku setelah dipastikan orang lain (K20)',
  body: z.strictObject({
    academic_year: academicYear,
    jenjang: z.enum(JENJANG, 'Jenjang harus dipilih'),
    ...required,
    ...optional,
  }),
  response: { 201: staffWaveSchema },
});
export type WaveCreation = z.input<(typeof createWave)['body']>;

export const updateWave = endpoint({
  ...waves,
  id: 'K03',
  method: 'PUT',
  path: '/api/admin/waves/{id}',
  access: write,
  summary: 'Ubah atau batalkan gelombang; biaya yang berubah harus dipastikan lagi',
  params: idParams,
  body: z.strictObject({
    ...z.object(required).partial().shape,
    ...optional,
    cancelled: z.boolean().optional(),
    version,
  }),
  response: { 200: staffWaveSchema },
});
export type WaveChange = z.input<(typeof updateWave)['body']>;

export const deleteWave = endpoint({
  ...waves,
  id: 'K04',
  method: 'DELETE',
  path: '/api/admin/waves/{id}',
  access: { kind: 'roles', roles: rolesWith('waves.delete') },
  summary: 'Hapus gelombang tanpa pendaftaran',
  params: idParams,
  response: { 204: z.void() },
});

export const confirmWaveFee = endpoint({
  ...waves,
  id: 'K20',
  method: 'PUT',
  path: '/api/admin/waves/{id}/fee',
  access: { kind: 'roles', roles: rolesWith('waves.confirm_fee') },
  summary: 'Pastikan biaya gelombang yang diisi orang lain, atau tarik kepastiannya',
  params: idParams,
  body: z.strictObject({ confirm: z.boolean('Pilih pastikan atau tarik'), version }),
  response: { 200: staffWaveSchema },
});

/** The calls about waves of registration. */
export const waveCalls = [listWaves, createWave, updateWave, deleteWave, confirmWaveFee] as const;
