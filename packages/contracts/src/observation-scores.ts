import { rolesWith } from '@gerbang/domain/abilities';
import { JENJANG } from '@gerbang/domain/levels';
import { RECOMMENDATIONS, SHEET_NOTES_MAX, SHEET_STATUSES } from '@gerbang/domain/observation-scores';
import { ITEMS_MAX, SCALE } from '@gerbang/domain/rubrics';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sheetSummarySchema } from './observation-summaries.ts';
import { rubricSchema } from './rubrics.ts';
import { seenVersion } from './seen-version.ts';
import { idParams, optionalParagraph, paragraphOfText, uuidText } from './text.ts';

const scores = { service: 'admission', tags: ['jadwal observasi'] } as const;
const own = { ...scores, access: { kind: 'roles', roles: rolesWith('scores.own') } } as const;
const moment = z.iso.datetime();
const CHOICE = 'Pilihan tidak dikenal';
const usedRubricSchema = rubricSchema.pick({ id: true, title: true, items: true });

const contentSchema = z.object({
  /** The step (1–4) of each item by its key; an item that was not seen is null or missing. */
  scores: z.record(z.string(), z.int().nullable()),
  average: z.number().nullable(),
  recommendation: z.enum(RECOMMENDATIONS).nullable(),
  notes: z.string().nullable(),
});

const sheetSchema = z.object({
  id: z.uuid(),
  status: z.enum(SHEET_STATUSES),
  submitted_at: moment.nullable(),
  /** That the head opened it again, the last time. */
  reopened: z.object({ at: moment, by: z.string().nullable(), reason: z.string() }).nullable(),
});

/** The caller's own sheet about a child. */
export const ownSheetSchema = z.object({
  registration: z.object({
    id: z.uuid(),
    registration_number: z.string(),
    jenjang: z.enum(JENJANG),
    child_name: z.string(),
  }),
  /** What is looked at; null where the level has no rubric in force. */
  rubric: usedRubricSchema.nullable(),
  /** Null before the first save. */
  sheet: sheetSchema.extend({ ...contentSchema.shape, version: z.int() }).nullable(),
  /** Why the caller cannot write it now; missing where it can. */
  closed: z.string().optional(),
  /** Whether the caller may read all sheets of this child now. */
  reads_all: z.boolean(),
});
export type OwnSheet = z.output<typeof ownSheetSchema>;

export const readScore = endpoint({
  ...own,
  id: 'J16',
  method: 'GET',
  path: '/api/admin/registrations/{id}/score',
  summary: 'Lembar penilaian sendiri tentang seorang anak, dengan rubriknya',
  params: idParams,
  response: { 200: ownSheetSchema },
});

const wrongStep = `Pilih 1 sampai ${SCALE.length}`;
export const writeScore = endpoint({
  ...own,
  id: 'J21',
  method: 'PUT',
  path: '/api/admin/registrations/{id}/score',
  summary: 'Simpan atau kirim lembar penilaian sendiri; rata-ratanya dihitung server',
  params: idParams,
  body: z.strictObject({
    scores: z
      .record(
        z.string().max(30, 'Butir tidak dikenal'),
        z.int(wrongStep).min(1, wrongStep).max(SCALE.length, wrongStep).nullable(),
      )
      .refine((given) => Object.keys(given).length <= ITEMS_MAX, `Paling banyak ${ITEMS_MAX} butir`),
    recommendation: z.enum(RECOMMENDATIONS, CHOICE).nullable().default(null),
    notes: optionalParagraph(SHEET_NOTES_MAX).default(null),
    status: z.enum(SHEET_STATUSES, CHOICE),
    /** Of the sheet that was seen; missing before the first save. */
    version: seenVersion.optional(),
  }),
  response: { 200: ownSheetSchema },
});
export type SheetChange = z.input<(typeof writeScore)['body']>;

/** All sheets about a child. */
export const scoreBoardSchema = z.object({
  ...sheetSummarySchema.shape,
  all: z.array(
    sheetSchema.extend({
      assessor: z.object({ id: z.uuid(), name: z.string().nullable() }),
      rubric: usedRubricSchema,
      /** Null of a sheet that was not sent yet. */
      content: contentSchema.nullable(),
    }),
  ),
});
export type ScoreBoard = z.output<typeof scoreBoardSchema>;

export const listScores = endpoint({
  ...own,
  id: 'J18',
  method: 'GET',
  path: '/api/admin/registrations/{id}/scores',
  summary: 'Semua lembar penilaian tentang seorang anak; penilai lain sesudah mengirim lembarnya sendiri',
  params: idParams,
  audited: true,
  response: { 200: scoreBoardSchema },
});

export const reopenScore = endpoint({
  ...scores,
  access: { kind: 'roles', roles: rolesWith('scores.reopen') },
  id: 'J17',
  method: 'POST',
  path: '/api/admin/registrations/{id}/score/{scoreId}/reopen',
  summary: 'Buka lagi lembar penilaian yang sudah dikirim, dengan alasan',
  params: idParams.extend({ scoreId: uuidText() }),
  body: z.strictObject({ reason: paragraphOfText(200, 'Alasan harus diisi') }),
  response: { 200: scoreBoardSchema },
});

/** The calls about sheets of assessors. */
export const scoreCalls = [readScore, writeScore, listScores, reopenScore] as const;
