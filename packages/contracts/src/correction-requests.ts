import { rolesWith } from '@gerbang/domain/abilities';
import { CORRECTION_REQUEST_STATUSES } from '@gerbang/domain/corrections';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { fileAnswer, fileFormat, levelFilters, listQuery } from './lists.ts';
import { personSchema } from './registrations.ts';
import { idParams, paragraphOfText } from './text.ts';
import { seenVersion } from './seen-version.ts';

const requests = { service: 'admission', tags: ['koreksi'] } as const;
const moment = z.iso.datetime();
const CHOICE = 'Pilihan tidak dikenal';

/** What a family asks to correct, with the school's answer; with `correction_id` it objects to that correction. */
export const correctionRequestSchema = z.object({
  id: z.uuid(),
  correction_id: z.uuid().nullable(),
  text: z.string(),
  status: z.enum(CORRECTION_REQUEST_STATUSES),
  answer: z.string().nullable(),
  created_at: moment,
  answered_at: moment.nullable(),
});

/** The same as a task of the staff. */
export const staffCorrectionRequestSchema = correctionRequestSchema.extend({
  version: z.int(),
  registration_id: z.uuid(),
  registration_number: z.string(),
  child_name: z.string(),
  answered_by: personSchema.nullable(),
});
export type StaffCorrectionRequest = z.output<typeof staffCorrectionRequestSchema>;

export const requestCorrection = endpoint({
  ...requests,
  access: { kind: 'roles', roles: rolesWith('registrations.own') },
  id: 'L05',
  method: 'POST',
  path: '/api/registrations/{id}/correction-requests',
  summary: 'Minta sekolah mengoreksi data yang tidak dapat diubah sendiri lagi',
  params: idParams,
  body: z.strictObject({ text: paragraphOfText(500, 'Tulis apa yang salah') }),
  response: { 201: correctionRequestSchema },
});

const reading = {
  ...requests,
  access: { kind: 'roles', roles: rolesWith('correction_requests.read') },
} as const;
const listed = listQuery(['created_at', '-created_at']).extend({
  status: z.enum(CORRECTION_REQUEST_STATUSES, CHOICE).optional(),
  academic_year: levelFilters.academic_year,
});

export const listCorrectionRequests = endpoint({
  ...reading,
  id: 'L06',
  method: 'GET',
  path: '/api/admin/correction-requests',
  summary: 'Permintaan koreksi dan keberatan keluarga, yang terlama lebih dahulu',
  query: listed,
  response: { 200: z.array(staffCorrectionRequestSchema) },
});

export const exportCorrectionRequests = endpoint({
  ...fileAnswer,
  ...reading,
  id: 'F16',
  path: '/api/admin/correction-requests/export',
  summary:
    'Permintaan koreksi dan keberatan keluarga sebagai XLSX atau CSV, dengan pencarian dan penyaring yang sama',
  query: listed.omit({ limit: true, cursor: true }).extend(fileFormat),
});

export const answerCorrectionRequest = endpoint({
  ...requests,
  access: { kind: 'roles', roles: rolesWith('correction_requests.answer') },
  id: 'L07',
  method: 'PUT',
  path: '/api/admin/correction-requests/{id}',
  summary: 'Jawab permintaan koreksi; keluarga membaca jawabannya',
  params: idParams,
  body: z.strictObject({
    status: z.enum(['done', 'refused'], CHOICE),
    answer: paragraphOfText(300, 'Jawaban harus diisi').refine(
      (text) => text.length >= 5,
      'Jawaban paling sedikit 5 karakter',
    ),
    version: seenVersion,
  }),
  response: { 200: staffCorrectionRequestSchema },
});

export const correctionRequestCalls = [
  requestCorrection,
  listCorrectionRequests,
  exportCorrectionRequests,
  answerCorrectionRequest,
] as const;
