import { rolesWith } from '@gerbang/domain/abilities';
import { CHECKLIST_KINDS, CHECKLIST_STATUSES } from '@gerbang/domain/checklist';
import { DOCUMENT_GATES, DOCUMENT_MOMENTS, DOCUMENT_STATUSES } from '@gerbang/domain/child-documents';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, uuidText } from './text.ts';

const text = z.string().nullable();

/** One thing that a family does for a registration; `null` where it is no document. */
const checklistItemSchema = z.object({
  kind: z.enum(CHECKLIST_KINDS),
  /** Unique in the list. */
  key: z.string(),
  label: z.string(),
  /** What to do, or what it waits for; the label where it is done. */
  text: z.string(),
  help: text,
  purpose: text,
  status: z.enum(CHECKLIST_STATUSES),
  /** Whether it can be done now. */
  open: z.boolean(),
  document_status: z.enum(DOCUMENT_STATUSES).nullable(),
  required: z.boolean(),
  needed_by: z.enum(DOCUMENT_MOMENTS).nullable(),
  gate: z.enum(DOCUMENT_GATES).nullable(),
  reason: text,
  sent_at: z.iso.datetime().nullable(),
  can_upload: z.boolean(),
  /** Path of the page on which it is done. */
  link: z.string(),
});

/** Everything that a family does for a registration. */
export const checklistSchema = z.object({
  /** Whether every required document is there by this moment. */
  complete: z.object({ registration: z.boolean(), observation: z.boolean(), re_enrolment: z.boolean() }),
  /** Of what is required, 0–100. */
  percent: z.int().min(0).max(100),
  next: z.object({ key: z.string(), text: z.string(), link: z.string() }).nullable(),
  items: z.array(checklistItemSchema),
});
export type Checklist = z.output<typeof checklistSchema>;

export const getChecklist = endpoint({
  id: 'D01',
  method: 'GET',
  path: '/api/registrations/{id}/checklist',
  service: 'admission',
  tags: ['dokumen anak'],
  access: { kind: 'roles', roles: rolesWith('registrations.own') },
  summary: 'Semua yang masih harus dilakukan keluarga untuk sebuah pendaftaran',
  params: idParams,
  response: { 200: checklistSchema },
});

export const remindDocuments = endpoint({
  id: 'D11',
  method: 'POST',
  path: '/api/admin/documents/remind',
  service: 'admission',
  tags: ['dokumen anak'],
  access: { kind: 'roles', roles: rolesWith('documents.review') },
  summary: 'Ingatkan keluarga akan dokumen yang belum ada; sekali dalam tiga hari tiap pendaftaran',
  idempotent: 'required',
  body: z.strictObject({
    registration_ids: z
      .array(uuidText('Pendaftaran tidak dikenal'), 'Pilih pendaftarannya')
      .min(1, 'Pilih paling sedikit satu pendaftaran')
      .max(200, 'Paling banyak 200 pendaftaran'),
  }),
  response: { 202: z.object({ sent: z.int(), skipped: z.int() }) },
});

export const checklistCalls = [getChecklist, remindDocuments];
