import { rolesWith } from '@gerbang/domain/abilities';
import { NOTE_MAX, RESULTS } from '@gerbang/domain/announcements';
import { JENJANG } from '@gerbang/domain/levels';
import { RESULT_CORRECTION_STATUSES } from '@gerbang/domain/result-corrections';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listQuery } from './lists.ts';
import { personSchema } from './registrations.ts';
import { idParams, lineOfText, optionalParagraph, uuidText } from './text.ts';

const corrections = { service: 'announcement', tags: ['pengumuman'] } as const;
const asking = {
  ...corrections,
  access: { kind: 'roles', roles: rolesWith('result_corrections.ask') },
} as const;
const moment = z.iso.datetime();
const reason = lineOfText(300, 'Alasan harus diisi').pipe(
  z.string().min(10, 'Alasan paling sedikit 10 karakter'),
);

/** A correction of one published result, as staff see it. */
export const resultCorrectionSchema = z.object({
  id: z.uuid(),
  version: z.int(),
  status: z.enum(RESULT_CORRECTION_STATUSES),
  /** The announcement that is corrected; the one that corrects it has the id of the correction. */
  announcement_id: z.uuid(),
  announcement_title: z.string(),
  registration_id: z.uuid(),
  registration_number: z.string(),
  child_name: z.string(),
  jenjang: z.enum(JENJANG),
  kelas: z.string().nullable(),
  from_result: z.enum(RESULTS),
  result: z.enum(RESULTS),
  /** What the family reads beside the result. */
  notes: z.string().nullable(),
  /** Why, for the person who approves it. */
  reason: z.string(),
  asked_by: personSchema,
  asked_at: moment,
  /** What the caller may do now. */
  may: z.array(z.enum(['approve', 'withdraw'])),
  decided_by: personSchema.nullable(),
  decided_at: moment.nullable(),
  /** Why it was approved although no seat was free. */
  over_reason: z.string().nullable(),
});
export type ResultCorrection = z.output<typeof resultCorrectionSchema>;

export const askResultCorrection = endpoint({
  id: 'L08',
  method: 'POST',
  path: '/api/admin/announcements/{id}/corrections',
  ...asking,
  summary: 'Ajukan koreksi satu hasil yang sudah diterbitkan; orang lain menyetujui dan menerbitkannya',
  params: idParams,
  body: z.strictObject({
    registration_id: uuidText('Id pendaftaran tidak valid'),
    result: z.enum(RESULTS, 'Hasil harus passed, failed, atau waitlisted'),
    notes: optionalParagraph(NOTE_MAX).optional(),
    reason,
  }),
  response: { 201: resultCorrectionSchema },
});

export const approveResultCorrection = endpoint({
  id: 'L09',
  method: 'POST',
  path: '/api/admin/result-corrections/{id}/approve',
  ...corrections,
  access: { kind: 'roles', roles: rolesWith('announcements.publish') },
  summary: 'Setujui dan terbitkan koreksi hasil; bukan oleh pengajunya',
  params: idParams,
  body: z.strictObject({
    over_capacity: z.literal(true, 'Hanya true').optional(),
    /** Required with it. */
    reason: reason.optional(),
  }),
  idempotent: 'required',
  response: { 200: resultCorrectionSchema },
});

export const withdrawResultCorrection = endpoint({
  id: 'L10',
  method: 'DELETE',
  path: '/api/admin/result-corrections/{id}',
  ...asking,
  summary: 'Batalkan koreksi hasil yang masih menunggu persetujuan',
  params: idParams,
  response: { 204: z.void() },
});

export const listResultCorrections = endpoint({
  id: 'L11',
  method: 'GET',
  path: '/api/admin/result-corrections',
  ...corrections,
  access: { kind: 'roles', roles: rolesWith('announcements.read') },
  summary: 'Koreksi hasil yang menunggu persetujuan, atau sudah diputuskan',
  query: listQuery(['-asked_at', 'asked_at'] as const)
    .omit({ search: true })
    .extend({ status: z.enum(RESULT_CORRECTION_STATUSES, 'Pilihan tidak dikenal').optional() }),
  response: { 200: z.array(resultCorrectionSchema) },
});

export const resultCorrectionCalls = [
  askResultCorrection,
  approveResultCorrection,
  withdrawResultCorrection,
  listResultCorrections,
] as const;
