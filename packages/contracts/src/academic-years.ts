import { rolesWith } from '@gerbang/domain/abilities';
import { isSchoolYear, YEAR_STATES, yearOfAddress } from '@gerbang/domain/academic-years';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { seenVersion } from './seen-version.ts';

const years = { service: 'admission', tags: ['tahun ajaran'] } as const;
const write = { ...years, access: { kind: 'roles', roles: rolesWith('years.write') } } as const;
const INVALID = 'Tahun ajaran tidak valid';

/** A step of a year; `by` null = it came with the set-up. */
const stepSchema = z.object({
  at: z.iso.datetime(),
  by: z.object({ name: z.string().nullable() }).nullable(),
});

export const academicYearSchema = z.object({
  label: z.string(),
  state: z.enum(YEAR_STATES),
  starts_on: z.iso.date(),
  /** Null while it was never opened. */
  opened: stepSchema.nullable(),
  closed: stepSchema.nullable(),
  /** Registrations of the year that were not deleted. */
  registrations: z.int(),
  version: z.int(),
});
export type AcademicYear = z.output<typeof academicYearSchema>;

export const listYears = endpoint({
  ...years,
  access: { kind: 'roles', roles: rolesWith('years.read') },
  id: 'Y01',
  method: 'GET',
  path: '/api/admin/years',
  summary: 'Tahun ajaran, yang terbaru lebih dahulu, dengan keadaan dan jumlah pendaftarannya',
  response: { 200: z.array(academicYearSchema) },
});

export const planYear = endpoint({
  ...write,
  id: 'Y02',
  method: 'POST',
  path: '/api/admin/years',
  summary: 'Rencanakan tahun ajaran; keluarga baru dapat memilihnya setelah dibuka',
  body: z.strictObject({
    label: z
      .string('Tahun ajaran harus diisi')
      .regex(/^20\d\d\/20\d\d$/u, 'Tulis tahun ajaran seperti 2026/2027'),
  }),
  response: { 201: academicYearSchema },
});

export const changeYear = endpoint({
  ...write,
  id: 'Y03',
  method: 'PUT',
  path: '/api/admin/years/{label}',
  summary: 'Buka tahun ajaran yang direncanakan; label di alamat ditulis 2026-2027',
  params: z.strictObject({
    label: z
      .string()
      .regex(/^20\d\d-20\d\d$/u, INVALID)
      .transform(yearOfAddress)
      .refine(isSchoolYear, INVALID),
  }),
  body: z.strictObject({
    state: z.literal('open', 'Pilihan tidak dikenal'),
    version: seenVersion.optional(),
  }),
  response: { 200: academicYearSchema },
});

/** The calls about school years. */
export const yearCalls = [listYears, planYear, changeYear] as const;
