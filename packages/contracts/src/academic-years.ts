import { rolesWith } from '@gerbang/domain/abilities';
import {
  ACCEPTED_CHOICES,
  CLOSING_KINDS,
  CLOSING_STATUSES,
  isSchoolYear,
  UNPAID_CHOICES,
  YEAR_STATES,
  yearOfAddress,
} from '@gerbang/domain/academic-years';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { seenVersion } from './seen-version.ts';

const years = { service: 'admission', tags: ['tahun ajaran'] } as const;
const write = { ...years, access: { kind: 'roles', roles: rolesWith('years.write') } } as const;
const INVALID = 'Tahun ajaran tidak valid';

const yearParams = z.strictObject({
  label: z
    .string()
    .regex(/^20\d\d-20\d\d$/u, INVALID)
    .transform(yearOfAddress)
    .refine(isSchoolYear, INVALID),
});

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
  params: yearParams,
  body: z.strictObject({
    state: z.literal('open', 'Pilihan tidak dikenal'),
    version: seenVersion.optional(),
  }),
  response: { 200: academicYearSchema },
});

const choicesSchema = z.strictObject({
  unpaid: z.enum(UNPAID_CHOICES, 'Pilih dihapus atau dipindahkan'),
  accepted: z.enum(ACCEPTED_CHOICES, 'Pilih diakhiri atau ditunggu'),
});
export type YearChoices = z.output<typeof choicesSchema>;

/** What is left of a year, by kind; `choices` are what can become of it when the year is closed. */
const leftSchema = z.object({
  kind: z.enum(CLOSING_KINDS),
  count: z.int(),
  choices: z.array(z.enum([...UNPAID_CHOICES, ...ACCEPTED_CHOICES])),
});
export type YearLeft = z.output<typeof leftSchema>;

const wordSchema = z.object({
  at: z.iso.datetime(),
  by: z.object({ id: z.uuid(), name: z.string().nullable() }),
});

/** The closing of a year: asked by one person, agreed by another, then done piece by piece. */
export const yearClosingSchema = z.object({
  status: z.enum(CLOSING_STATUSES),
  choices: choicesSchema,
  asked: wordSchema,
  agreed: wordSchema.nullable(),
  /** Registrations to go through, and those that were. */
  total: z.int(),
  done: z.int(),
  /** What became of them. */
  deleted: z.int(),
  /** Families that were asked to move to the next year. */
  invited: z.int(),
  ended: z.int(),
  withdrawn: z.int(),
  /** Accepted children whose family confirmed meanwhile. */
  kept: z.int(),
  finished_at: z.iso.datetime().nullable(),
});
export type YearClosing = z.output<typeof yearClosingSchema>;

/** The archiving of a year: asked by one person, agreed by another, then done family by family. */
export const yearArchiveSchema = z.object({
  status: z.enum(CLOSING_STATUSES),
  asked: wordSchema,
  agreed: wordSchema.nullable(),
  /** Families to go through, and those that were. */
  total: z.int(),
  done: z.int(),
  /** Families whose data ended, and those that came back meanwhile. */
  deleted: z.int(),
  kept: z.int(),
  finished_at: z.iso.datetime().nullable(),
});
export type YearArchive = z.output<typeof yearArchiveSchema>;

const closingResponse = z.object({ version: z.int(), closing: yearClosingSchema });

export const readClosing = endpoint({
  ...write,
  id: 'Y04',
  method: 'GET',
  path: '/api/admin/years/{label}/closing',
  summary: 'Yang masih tersisa di tahun ajaran sebelum ditutup, dengan pilihannya, dan jalannya penutupan',
  params: yearParams,
  response: {
    200: z.object({
      version: z.int(),
      left: z.array(leftSchema),
      /** The year to which families can move; null where none is open. */
      next_year: z.string().nullable(),
      closing: yearClosingSchema.nullable(),
      /** The last day on which a closed year can be reopened. */
      reopen_until: z.iso.date().nullable(),
      /** The first day on which a closed year can be archived. */
      archive_from: z.iso.date().nullable(),
      archive: yearArchiveSchema.nullable(),
    }),
  },
});

export const closeYear = endpoint({
  ...write,
  id: 'Y05',
  method: 'POST',
  path: '/api/admin/years/{label}/close',
  summary:
    'Tutup tahun ajaran: kata pertama meminta, orang kedua memulai; `preview` hanya menunjukkan yang akan terjadi',
  params: yearParams,
  body: z.strictObject({
    choices: choicesSchema,
    version: seenVersion,
    preview: z.boolean('Pilihan tidak dikenal').optional(),
  }),
  response: {
    200: z.object({
      version: z.int(),
      /** What becomes of what is left, sentence by sentence; `blocks` = it has to be finished first. */
      follows: z.array(
        z.object({ kind: z.enum(CLOSING_KINDS), count: z.int(), text: z.string(), blocks: z.boolean() }),
      ),
    }),
    202: closingResponse,
  },
});

export const stopClosing = endpoint({
  ...write,
  id: 'Y17',
  method: 'POST',
  path: '/api/admin/years/{label}/stop',
  summary:
    'Hentikan penutupan atau pengarsipan yang berjalan; tahun tetap ditutup atau diarsipkan dan yang berhenti dapat dilanjutkan',
  params: yearParams,
  body: z.strictObject({}),
  response: { 200: closingResponse },
});

export const archiveYear = endpoint({
  ...write,
  id: 'Y07',
  method: 'POST',
  path: '/api/admin/years/{label}/archive',
  summary:
    'Arsipkan tahun ajaran yang ditutup dua tahun lalu: kata pertama meminta, orang kedua memulai; `preview` hanya menghitung',
  params: yearParams,
  body: z.strictObject({ version: seenVersion, preview: z.boolean('Pilihan tidak dikenal').optional() }),
  response: {
    200: z.object({
      version: z.int(),
      /** Families whose data end, with their children and registrations of all years. */
      families: z.int(),
      children: z.int(),
      registrations: z.int(),
      /** Families that have a child in a year that is not archived, or a new one: they stay. */
      kept: z.int(),
      /** Invoices of the year that families still owe; they stay in the books. */
      invoices: z.int(),
    }),
    202: z.object({ version: z.int(), archive: yearArchiveSchema }),
  },
});

export const reopenYear = endpoint({
  ...write,
  id: 'Y06',
  method: 'POST',
  path: '/api/admin/years/{label}/reopen',
  summary: 'Buka kembali tahun ajaran dalam 30 hari; yang sudah berakhir tidak kembali',
  params: yearParams,
  body: z.strictObject({ version: seenVersion.optional() }),
  response: { 200: academicYearSchema },
});

/** The calls about school years. */
export const yearCalls = [
  listYears,
  planYear,
  changeYear,
  readClosing,
  closeYear,
  stopClosing,
  reopenYear,
  archiveYear,
] as const;
