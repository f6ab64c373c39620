import { rolesWith } from '@gerbang/domain/abilities';
import { CALENDAR_YEARS, DAYS_OFF } from '@gerbang/domain/day-limits';
import { DAY_OFF_KINDS, DAY_OFF_SOURCES } from '@gerbang/domain/school-days';
import { z } from 'zod';
import { dayWithin } from './days.ts';
import { endpoint } from './endpoint.ts';
import { idParams, lineOfText } from './text.ts';

/** How many days off one call adds. */
export const DAYS_TOGETHER = 60;

const NO_DAY = 'Tanggal tidak valid';
const REPEATED = 'Tanggal ini sudah disebut di atas';
const moment = z.iso.datetime();

/** A day without school; years outside those of the calendar are typing errors. */
export const newDayOffSchema = z.strictObject({
  day: dayWithin(NO_DAY, DAYS_OFF),
  name: lineOfText(100, 'Nama hari libur harus diisi'),
  kind: z.enum(DAY_OFF_KINDS, 'Pilih jenis hari libur'),
});

export const dayOffSchema = z.object({
  id: z.uuid(),
  day: z.iso.date(),
  name: z.string(),
  kind: z.enum(DAY_OFF_KINDS),
  source: z.enum(DAY_OFF_SOURCES),
  created_by_name: z.string().nullable(),
  created_at: moment,
});

/** A day that the calendar or an import suggests: no day off until a person confirms it. */
export const suggestedDaySchema = z.object({
  day: z.iso.date(),
  name: z.string(),
  kind: z.enum(DAY_OFF_KINDS),
});

const days = { service: 'admission', tags: ['hari libur'] } as const;

export const listDaysOff = endpoint({
  ...days,
  id: 'S08',
  method: 'GET',
  path: '/api/admin/school/days-off',
  access: { kind: 'roles', roles: rolesWith('school.read') },
  summary: 'Hari libur satu tahun (tanpa year: tahun ini), dan usulan yang belum dipastikan',
  query: z.strictObject({
    year: z.coerce
      .number('Tahun tidak valid')
      .int()
      .min(CALENDAR_YEARS.min)
      .max(CALENDAR_YEARS.max)
      .optional(),
  }),
  response: { 200: z.object({ days: z.array(dayOffSchema), suggestions: z.array(suggestedDaySchema) }) },
});

export const addDaysOff = endpoint({
  ...days,
  id: 'S09',
  method: 'POST',
  path: '/api/admin/school/days-off',
  access: { kind: 'roles', roles: rolesWith('days_off.write') },
  summary: 'Tambah hari libur: semua, atau tidak satu pun bila satu tanggal sudah ada',
  body: z.strictObject({
    days: z
      .array(newDayOffSchema, 'Pilih hari libur')
      .min(1, 'Pilih hari libur')
      .max(DAYS_TOGETHER, `Paling banyak ${DAYS_TOGETHER} hari sekaligus`)
      .superRefine((list, context) => {
        const seen = new Set<string>();
        for (const [index, { day }] of list.entries()) {
          if (seen.has(day)) context.addIssue({ code: 'custom', path: [index, 'day'], message: REPEATED });
          seen.add(day);
        }
      }),
  }),
  response: {
    201: z.object({
      days: z.array(dayOffSchema),
      /** Added days with slots of the observation, and how many; the slots stay as they are. */
      warnings: z.array(z.object({ day: z.iso.date(), count: z.int() })),
    }),
  },
});

export const deleteDayOff = endpoint({
  ...days,
  id: 'S10',
  method: 'DELETE',
  path: '/api/admin/school/days-off/{id}',
  access: { kind: 'roles', roles: rolesWith('days_off.write') },
  summary: 'Hapus satu hari libur',
  params: idParams,
  response: { 204: z.void() },
});

/** The calls about days off. */
export const dayOffCalls = [listDaysOff, addDaysOff, deleteDayOff] as const;
