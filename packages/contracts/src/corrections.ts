import { rolesWith } from '@gerbang/domain/abilities';
import { CORRECTION_BASES, CORRECTION_TARGETS, type CorrectionBasis } from '@gerbang/domain/corrections';
import { z } from 'zod';
import { childFields } from './children.ts';
import { correctionRequestSchema } from './correction-requests.ts';
import { endpoint } from './endpoint.ts';
import { moneyReason } from './money-requests.ts';
import { profileFields } from './parents.ts';
import { personSchema, registrationFields } from './registrations.ts';
import { idParams, paragraphOfText, uuidText } from './text.ts';

const corrections = { service: 'admission', tags: ['koreksi'] } as const;
const own = { ...corrections, access: { kind: 'roles', roles: rolesWith('registrations.own') } } as const;
const moment = z.iso.datetime();
const value = z.union([z.string(), z.int()]).nullable();

const { child_id: _child, ...answers } = registrationFields;

/** The fields that are corrected, by the record that holds them; a family chooses or types each of them. */
export const CORRECTED_FIELDS = {
  child: z.strictObject(childFields).partial(),
  parents: z.strictObject(profileFields).partial(),
  registration: z.strictObject(answers).partial(),
} as const;

/** A correction as its family reads it; numbers of a person are masked there. */
export const correctionSchema = z.object({
  id: z.uuid(),
  target: z.enum(CORRECTION_TARGETS),
  changes: z.array(z.object({ field: z.string(), before: value, after: value })),
  reason: z.string(),
  created_at: moment,
  objected_at: moment.nullable(),
  /** What the family wrote against it. */
  objection: z.string().nullable(),
});
export type Correction = z.output<typeof correctionSchema>;

const bases = Object.keys(CORRECTION_BASES) as [CorrectionBasis, ...CorrectionBasis[]];

/** The same for staff. */
export const staffCorrectionSchema = correctionSchema.extend({
  basis: z.enum(bases),
  document_id: z.uuid().nullable(),
  by: personSchema,
});
export type StaffCorrection = z.output<typeof staffCorrectionSchema>;

const fieldNames = z.array(z.string());

export const listCorrections = endpoint({
  ...corrections,
  access: { kind: 'roles', roles: rolesWith('corrections.read') },
  id: 'L01',
  method: 'GET',
  path: '/api/admin/registrations/{id}/corrections',
  summary: 'Isian yang boleh dikoreksi pemanggil dengan nilainya sekarang, dan semua koreksi pendaftaran',
  params: idParams,
  response: {
    200: z.object({
      /** One number for child, parents and registration together. */
      version: z.int(),
      may: z.object({
        child: fieldNames,
        parents: fieldNames,
        registration: fieldNames,
        result: z.boolean(),
        scheme: z.boolean(),
      }),
      /** Why the caller may not correct a field, by its name: it says which roles may. */
      why_not: z.record(z.string(), z.string()),
      present: z.object({
        child: z.record(z.string(), value),
        parents: z.record(z.string(), value),
        registration: z.record(z.string(), value),
      }),
      /** Accepted documents of the child, on which a correction may rest; left out where there are none. */
      documents: z.array(z.object({ id: z.uuid(), label: z.string() })).optional(),
      corrections: z.array(staffCorrectionSchema),
    }),
  },
});
export type Corrections = z.output<(typeof listCorrections)['response'][200]>;

const correcting = {
  reason: moneyReason,
  basis: z.enum(bases, 'Dasar koreksi harus dipilih'),
  document_id: uuidText().nullable().optional(),
  version: z.int('Versi tidak valid').min(0, 'Versi tidak valid').max(999_999_999, 'Versi tidak valid'),
  /** Only says what would follow. */
  preview: z.boolean('Pilihan tidak dikenal').optional(),
};

export const correctRegistration = endpoint({
  ...corrections,
  access: { kind: 'roles', roles: rolesWith('corrections.write') },
  id: 'L02',
  method: 'POST',
  path: '/api/admin/registrations/{id}/corrections',
  summary: 'Koreksi data anak, orang tua, atau pendaftaran; preview hanya menyebut apa yang ikut berubah',
  params: idParams,
  idempotent: 'required',
  body: z.discriminatedUnion(
    'target',
    [
      z.strictObject({ target: z.literal('child'), changes: CORRECTED_FIELDS.child, ...correcting }),
      z.strictObject({ target: z.literal('parents'), changes: CORRECTED_FIELDS.parents, ...correcting }),
      z.strictObject({
        target: z.literal('registration'),
        changes: CORRECTED_FIELDS.registration,
        /** A full class or wave takes it all the same: the administrator says so. */
        over_capacity: z.literal(true, 'Hanya true').optional(),
        ...correcting,
      }),
    ],
    'Pilihan tidak dikenal',
  ),
  response: {
    200: z.object({
      /** Null for a preview. */
      correction: staffCorrectionSchema.nullable(),
      follows: z.array(z.object({ kind: z.string(), text: z.string() })),
    }),
  },
});
export type CorrectionBody = z.output<(typeof correctRegistration)['body']>;
export type CorrectionResult = z.output<(typeof correctRegistration)['response'][200]>;

export const listOwnCorrections = endpoint({
  ...own,
  id: 'L03',
  method: 'GET',
  path: '/api/registrations/{id}/corrections',
  summary: 'Koreksi sekolah atas pendaftaran sendiri, dan permintaan koreksi dengan jawabannya',
  params: idParams,
  response: {
    200: z.object({
      corrections: z.array(correctionSchema),
      requests: z.array(correctionRequestSchema),
      /** Whether the family has no way of its own to change its data, so that it may ask the school. */
      may_request: z.boolean(),
    }),
  },
});
export type OwnCorrections = z.output<(typeof listOwnCorrections)['response'][200]>;

export const objectCorrection = endpoint({
  ...own,
  id: 'L04',
  method: 'POST',
  path: '/api/registrations/{id}/corrections/{correctionId}/object',
  summary: 'Nyatakan sebuah koreksi tidak benar, satu kali; sekolah menjawabnya',
  params: z.strictObject({ ...idParams.shape, correctionId: uuidText() }),
  body: z.strictObject({ text: paragraphOfText(500, 'Tulis apa yang tidak benar') }),
  response: { 201: correctionSchema },
});

export const correctionCalls = [
  listCorrections,
  correctRegistration,
  listOwnCorrections,
  objectCorrection,
] as const;
