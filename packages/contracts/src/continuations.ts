import { rolesWith } from '@gerbang/domain/abilities';
import { CONTINUATION_ANSWERS } from '@gerbang/domain/continuations';
import { JENJANG } from '@gerbang/domain/levels';
import { z } from 'zod';
import { changeYear } from './academic-years.ts';
import { deadlineDay } from './days.ts';
import { endpoint } from './endpoint.ts';
import { idParams, optionalLine } from './text.ts';

const years = { service: 'admission', tags: ['lanjut jenjang'] } as const;
const family = { ...years, access: { kind: 'roles', roles: rolesWith('registrations.own') } } as const;
const { params } = changeYear;

const PERCENT = 'Tulis persen biaya antara 0 dan 100';
const answersSchema = z.object({ yes: z.int(), no: z.int(), none: z.int() });

export const askContinuations = endpoint({
  ...years,
  access: { kind: 'roles', roles: rolesWith('years.write') },
  id: 'Y08',
  method: 'POST',
  path: '/api/admin/years/{label}/continue',
  summary:
    'Tanyakan keluarga dari anak yang diterima apakah melanjutkan; label adalah tahun yang ditinggalkan, preview hanya menghitung',
  params,
  body: z.strictObject({
    /** The class that they are in, and the one that they would go to. */
    jenjang: z.enum(JENJANG, 'Jenjang harus dipilih'),
    kelas: optionalLine(20).optional(),
    to_kelas: optionalLine(20).optional(),
    deadline: deadlineDay('Batas jawaban harus diisi'),
    fee_percent: z.int(PERCENT).min(0, PERCENT).max(100, PERCENT),
    observation: z.boolean('Pilih apakah anak diobservasi'),
    preview: z.boolean('Pilihan tidak dikenal').optional(),
  }),
  response: {
    200: z.object({
      academic_year: z.string(),
      jenjang: z.enum(JENJANG),
      kelas: z.string().nullable(),
      /** In rupiah. */
      fee: z.int(),
      /** Children whose families are asked now, and those that were asked or are registered already. */
      asked: z.int(),
      already: z.int(),
    }),
  },
});
export type AskContinuations = z.input<(typeof askContinuations)['body']>;

/** A class of the year and what its families answered. */
const groupSchema = z.object({
  jenjang: z.enum(JENJANG),
  kelas: z.string().nullable(),
  to_jenjang: z.enum(JENJANG),
  to_kelas: z.string().nullable(),
  /** Children of the class that were accepted. */
  accepted: z.int(),
  /** Of those that were asked; null until then. */
  deadline: z.iso.date().nullable(),
  answers: answersSchema,
});
export type ContinuationGroup = z.output<typeof groupSchema>;

export const readContinuations = endpoint({
  ...years,
  access: { kind: 'roles', roles: rolesWith('years.read') },
  id: 'Y09',
  method: 'GET',
  path: '/api/admin/years/{label}/continue',
  summary: 'Jawaban keluarga tentang lanjut jenjang, semuanya dan menurut kelas',
  params,
  response: { 200: z.object({ answers: answersSchema, groups: z.array(groupSchema) }) },
});

/** A question to a family about one child. */
export const continuationSchema = z.object({
  id: z.uuid(),
  child: z.object({ id: z.uuid(), full_name: z.string() }),
  academic_year: z.string(),
  jenjang: z.enum(JENJANG),
  kelas: z.string().nullable(),
  deadline: z.iso.date(),
  /** In rupiah. */
  fee: z.int(),
  answer: z.enum(CONTINUATION_ANSWERS).nullable(),
  may_answer: z.boolean(),
  /** The registration that a yes made. */
  registration_id: z.uuid().nullable(),
});
export type Continuation = z.output<typeof continuationSchema>;

export const listContinuations = endpoint({
  ...family,
  id: 'Y10',
  method: 'GET',
  path: '/api/continuations',
  summary: 'Pertanyaan apakah anak melanjutkan di sekolah ini, dengan jawaban keluarga',
  response: { 200: z.array(continuationSchema) },
});

export const answerContinuation = endpoint({
  ...family,
  id: 'Y11',
  method: 'PUT',
  path: '/api/continuations/{id}',
  summary: 'Jawab ya atau tidak sampai batasnya; ya membuat satu pendaftaran',
  params: idParams,
  body: z.strictObject({ answer: z.enum(CONTINUATION_ANSWERS, 'Jawab ya atau tidak') }),
  response: { 200: continuationSchema },
});

/** The calls about children who go on to the next class or level. */
export const continuationCalls = [
  askContinuations,
  readContinuations,
  listContinuations,
  answerContinuation,
] as const;
