import { rolesWith } from '@gerbang/domain/abilities';
import { JENJANG } from '@gerbang/domain/levels';
import {
  ITEM_HELP_MAX,
  ITEM_LABEL_MAX,
  ITEMS_MAX,
  RUBRIC_GROUPS,
  RUBRIC_STATUSES,
  RUBRIC_TITLE_MAX,
  type RubricGroup,
  WEIGHT_MAX,
} from '@gerbang/domain/rubrics';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { seenVersion } from './seen-version.ts';
import { idParams, lineOfText, optionalParagraph, uuidText } from './text.ts';

const rubrics = { service: 'admission', tags: ['jadwal observasi'] } as const;
const write = { ...rubrics, access: { kind: 'roles', roles: rolesWith('rubrics.write') } } as const;
const groups = Object.keys(RUBRIC_GROUPS) as [RubricGroup, ...RubricGroup[]];
const person = z.object({ name: z.string().nullable() });

export const rubricItemSchema = z.object({
  key: z.string(),
  label: z.string(),
  help: z.string().nullable(),
  group: z.enum(groups),
  weight: z.int(),
});

/** What assessors of a level look at; one a level is active. */
export const rubricSchema = z.object({
  id: z.uuid(),
  jenjang: z.enum(JENJANG),
  version_no: z.int(),
  title: z.string(),
  items: z.array(rubricItemSchema),
  status: z.enum(RUBRIC_STATUSES),
  /** Words that point to a test that is forbidden for SD, and who confirmed that none is meant. */
  flagged_words: z.array(z.string()),
  confirmed_by: person.nullable(),
  /** Null where it came with the portal. */
  created_by: person.nullable(),
  created_at: z.iso.datetime(),
  activated_at: z.iso.datetime().nullable(),
  version: z.int(),
});
export type Rubric = z.output<typeof rubricSchema>;

export const listRubrics = endpoint({
  ...write,
  id: 'J14',
  method: 'GET',
  path: '/api/admin/rubrics',
  summary: 'Rubrik observasi setiap jenjang: draf, yang berlaku, dan yang dahulu',
  response: { 200: z.array(rubricSchema) },
});

export const writeRubric = endpoint({
  ...write,
  id: 'J20',
  method: 'POST',
  path: '/api/admin/rubrics',
  summary: 'Simpan draf rubrik: yang baru, atau sebagai pengganti isi sebuah draf',
  body: z.strictObject({
    jenjang: z.enum(JENJANG, 'Pilih jenjang'),
    title: lineOfText(RUBRIC_TITLE_MAX, 'Judul harus diisi'),
    items: z
      .array(
        z.strictObject({
          key: z
            .string('Kunci tidak valid')
            .regex(/^[a-z][a-z0-9_]{0,29}$/u, 'Kunci berisi huruf kecil, angka, dan garis bawah'),
          label: lineOfText(ITEM_LABEL_MAX, 'Butir harus diisi'),
          help: optionalParagraph(ITEM_HELP_MAX).default(null),
          group: z.enum(groups, 'Pilih kelompok'),
          weight: z
            .int('Isi dengan angka')
            .min(1, 'Paling sedikit 1')
            .max(WEIGHT_MAX, `Paling banyak ${WEIGHT_MAX}`),
        }),
      )
      .min(1, 'Isi paling sedikit satu butir')
      .max(ITEMS_MAX, `Paling banyak ${ITEMS_MAX} butir`)
      .refine((items) => new Set(items.map(({ key }) => key)).size === items.length, 'Kunci butir berulang'),
    /** The draft whose content this one takes the place of. */
    draft: z.strictObject({ id: uuidText('Draf tidak dikenal'), version: seenVersion }).optional(),
  }),
  response: { 201: rubricSchema },
});
export type RubricDraft = z.input<(typeof writeRubric)['body']>;

export const activateRubric = endpoint({
  ...rubrics,
  access: { kind: 'roles', roles: rolesWith('rubrics.activate') },
  id: 'J15',
  method: 'PUT',
  path: '/api/admin/rubrics/{id}/activate',
  summary: 'Berlakukan draf rubrik; yang berlaku sebelumnya tidak dipakai lagi',
  params: idParams,
  body: z.strictObject({
    /** Of the draft that was seen. */
    version: seenVersion.optional(),
    /** That no forbidden test is meant by the flagged words; counts from the head only. */
    confirm_words: z.literal(true, 'Pilihan tidak dikenal').optional(),
  }),
  response: { 200: rubricSchema },
});

/** The calls about rubrics of the observation. */
export const rubricCalls = [listRubrics, writeRubric, activateRubric] as const;
