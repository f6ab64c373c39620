import { rolesWith } from '@gerbang/domain/abilities';
import {
  DOCUMENT_ACCEPTS,
  DOCUMENT_FACTS,
  DOCUMENT_GATES,
  DOCUMENT_MAX_PAGES,
  DOCUMENT_MOMENTS,
  DOCUMENT_STATUSES,
  RETURN_REASONS,
} from '@gerbang/domain/child-documents';
import { JENJANG } from '@gerbang/domain/levels';
import { PAGE_WARNINGS } from '@gerbang/domain/page-warnings';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { uploadBody } from './files.ts';
import { personSchema } from './registrations.ts';
import { idParams, lineOfText, optionalLine, uuidText } from './text.ts';
import { seenVersion } from './seen-version.ts';

const documents = { service: 'admission', tags: ['dokumen anak'] } as const;
const own = { ...documents, access: { kind: 'roles', roles: rolesWith('family.own') } } as const;
const types = { ...documents, access: { kind: 'roles', roles: rolesWith('document_types.write') } } as const;
const CHOICE = 'Pilihan tidak dikenal';
const text = z.string().nullable();
const moment = z.iso.datetime();
const typeKey = z
  .string('Kunci harus diisi')
  .regex(/^[a-z_]{2,30}$/u, 'Kunci: 2–30 huruf kecil atau garis bawah');
/** The path of a child's document. */
export const childAndType = z.strictObject({ childId: uuidText(), typeKey });

/** A document that the school asks, and why. */
export const documentTypeSchema = z.object({
  id: z.uuid(),
  version: z.int(),
  key: z.string(),
  label: z.string(),
  /** What must be readable. */
  help: z.string(),
  purpose: z.string(),
  jenjang: z.array(z.enum(JENJANG)),
  /** The classes of these levels; null = all. */
  classes: z.array(z.string()).nullable(),
  required: z.boolean(),
  needed_by: z.enum(DOCUMENT_MOMENTS),
  gate: z.enum(DOCUMENT_GATES),
  max_files: z.int(),
  accepts: z.enum(DOCUMENT_ACCEPTS),
  facts: z.array(z.enum(DOCUMENT_FACTS)),
  expires_months: z.int().nullable(),
  position: z.int(),
  retired_at: moment.nullable(),
});

/** A page of a document. */
export const pageSchema = z.object({ url: z.string(), media_type: z.string() });

/** One sending of a document; people by name and role, and only for staff. */
export const documentVersionSchema = z.object({
  number: z.int(),
  /** Links of the pages in order, with their media types. */
  pages: z.array(pageSchema),
  note: text,
  sent_at: moment,
  sent_by: personSchema.optional(),
  decision: z.enum(['approved', 'returned']).nullable(),
  /** In words, as the family reads it. */
  reason: text,
  reason_code: z.enum(RETURN_REASONS).nullable(),
  reviewed_at: moment.nullable(),
  reviewed_by: personSchema.nullable().optional(),
});
export type DocumentVersion = z.output<typeof documentVersionSchema>;

/** A document of a child with its history, the newest version first. */
export const childDocumentSchema = z.object({
  /** Null while nothing was sent or decided. */
  id: z.uuid().nullable(),
  /** 0 while nothing was sent or decided. */
  version: z.int(),
  type: documentTypeSchema.omit({ version: true, position: true }),
  status: z.enum(DOCUMENT_STATUSES),
  complete: z.boolean(),
  can_upload: z.boolean(),
  expires_on: z.iso.date().nullable(),
  waived_reason: text,
  versions: z.array(documentVersionSchema),
});
export type ChildDocument = z.output<typeof childDocumentSchema>;

export const uploadChildDocument = endpoint({
  ...documents,
  id: 'D02',
  method: 'POST',
  path: '/api/upload/child-document',
  access: { kind: 'roles', roles: rolesWith('documents.upload') },
  summary: 'Unggah halaman dokumen anak: foto atau PDF (JSON base64, atau file mentah)',
  body: uploadBody,
  uploads: true,
  bodyLimit: 7_200_000,
  response: {
    201: z.object({ fileUrl: z.string(), file_id: z.uuid(), warnings: z.array(z.enum(PAGE_WARNINGS)) }),
  },
});
export type UploadedPage = z.output<(typeof uploadChildDocument)['response'][201]>;

const files = z
  .array(uuidText('Halaman tidak dikenal'), 'Pilih halaman dokumennya')
  .min(1, 'Pilih paling sedikit satu halaman')
  .max(DOCUMENT_MAX_PAGES, `Paling banyak ${DOCUMENT_MAX_PAGES} halaman`);
const sent = z.object({ status: z.enum(DOCUMENT_STATUSES), number: z.int() });

export const sendChildDocument = endpoint({
  ...own,
  id: 'D03',
  method: 'POST',
  path: '/api/children/{childId}/documents/{typeKey}',
  summary: 'Kirim dokumen anak: halaman yang sudah diunggah, berurutan',
  params: childAndType,
  idempotent: 'required',
  body: z.strictObject({ files, note: optionalLine(300).optional() }),
  response: { 201: sent },
});

export const listChildDocuments = endpoint({
  ...own,
  id: 'D04',
  method: 'GET',
  path: '/api/children/{childId}/documents',
  summary: 'Dokumen yang diminta dari seorang anak, beserta riwayatnya',
  params: z.strictObject({ childId: uuidText() }),
  response: { 200: z.array(childDocumentSchema) },
});

export const sendDocumentOnBehalf = endpoint({
  ...documents,
  id: 'D10',
  method: 'POST',
  path: '/api/admin/children/{childId}/documents/{typeKey}',
  access: { kind: 'roles', roles: rolesWith('documents.review') },
  summary: 'Kirim dokumen atas nama keluarga (pindaian di loket)',
  params: childAndType,
  idempotent: 'required',
  body: z.strictObject({ files }),
  response: { 201: sent },
});

export const listDocumentTypes = endpoint({
  ...documents,
  id: 'D12',
  method: 'GET',
  path: '/api/admin/document-types',
  access: { kind: 'roles', roles: rolesWith('documents.read') },
  summary: 'Jenis dokumen yang diminta sekolah, yang sudah ditutup juga',
  response: { 200: z.array(documentTypeSchema) },
});

const whole = (from: number, to: number, message: string) =>
  z.int(message).min(from, message).max(to, message);

const typeFields = {
  label: lineOfText(60, 'Nama dokumen harus diisi'),
  help: z.preprocess(
    (value) => (value === null ? '' : value),
    z.union([z.literal(''), lineOfText(200, 'Petunjuk tidak valid')]),
  ),
  /** Why it is asked; without one 422 `no_purpose`. */
  purpose: optionalLine(200),
  jenjang: z.array(z.enum(JENJANG, CHOICE)).min(1, 'Pilih paling sedikit satu jenjang').max(JENJANG.length),
  classes: z.array(lineOfText(20, 'Kelas tidak valid')).min(1).max(20).nullable().default(null),
  required: z.boolean('Wajib atau tidak harus dipilih'),
  needed_by: z.enum(DOCUMENT_MOMENTS, CHOICE),
  gate: z.enum(DOCUMENT_GATES, CHOICE),
  max_files: whole(1, DOCUMENT_MAX_PAGES, `Halaman antara 1 dan ${DOCUMENT_MAX_PAGES}`),
  accepts: z.enum(DOCUMENT_ACCEPTS, CHOICE),
  facts: z.array(z.enum(DOCUMENT_FACTS, CHOICE)).max(DOCUMENT_FACTS.length),
  expires_months: whole(1, 120, 'Masa berlaku antara 1 dan 120 bulan').nullable(),
  position: whole(0, 1000, 'Urutan tidak valid'),
};

export const createDocumentType = endpoint({
  ...types,
  id: 'D15',
  method: 'POST',
  path: '/api/admin/document-types',
  summary: 'Minta dokumen baru, dengan tujuannya',
  body: z.strictObject({ key: typeKey, ...typeFields }),
  response: { 201: documentTypeSchema },
});

export const updateDocumentType = endpoint({
  ...types,
  id: 'D13',
  method: 'PUT',
  path: '/api/admin/document-types/{id}',
  summary: 'Ubah atau tutup jenis dokumen; kuncinya tetap',
  params: idParams,
  body: z.strictObject({
    key: typeKey,
    ...typeFields,
    /** Whether it is asked no more. */
    retired: z.boolean('Ditutup atau tidak harus dipilih'),
    version: seenVersion,
  }),
  response: { 200: documentTypeSchema },
});

export const documentCalls = [
  uploadChildDocument,
  sendChildDocument,
  listChildDocuments,
  sendDocumentOnBehalf,
  listDocumentTypes,
  createDocumentType,
  updateDocumentType,
];
