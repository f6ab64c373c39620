import { rolesWith } from '@gerbang/domain/abilities';
import {
  DOCUMENT_FACTS,
  DOCUMENT_GATES,
  DOCUMENT_MOMENTS,
  DOCUMENT_STATUSES,
  QUEUE_STATUSES,
  RETURN_REASONS,
} from '@gerbang/domain/child-documents';
import { JENJANG } from '@gerbang/domain/levels';
import { z } from 'zod';
import { checklistSchema } from './checklists.ts';
import { childAndType, childDocumentSchema, pageSchema } from './child-documents.ts';
import { calendarDay } from './days.ts';
import { CSV, endpoint, XLSX } from './endpoint.ts';
import { fileFormat, levelFilters, listQuery, partsYear } from './lists.ts';
import { personSchema } from './registrations.ts';
import { idParams, lineOfText, optionalLine, uuidText } from './text.ts';

const documents = { service: 'admission', tags: ['dokumen anak'] } as const;
const reading = { ...documents, access: { kind: 'roles', roles: rolesWith('documents.read') } } as const;
const reviewing = { ...documents, access: { kind: 'roles', roles: rolesWith('documents.review') } } as const;
const CHOICE = 'Pilihan tidak dikenal';
const REASON = 'Alasan paling sedikit 5 karakter';
const text = z.string().nullable();
const moment = z.iso.datetime();

/** A fact as it is typed now, beside the paper. */
const factSchema = z.object({
  fact: z.enum(DOCUMENT_FACTS),
  label: z.string(),
  /** As shown: a NIK in groups of four, a day written out, the names of both parents; none = not typed. */
  values: z.array(z.string()),
  /** What to look at twice. */
  hint: text,
  /** Who found it the same as on the paper, as it is typed now; null = to be checked, or to be checked again. */
  checked: z.object({ by: personSchema, at: moment }).nullable(),
});

/** The documents of a registration as staff see them. */
export const staffDocumentsSchema = z.object({
  registration: z.object({
    id: z.uuid(),
    registration_number: z.string(),
    jenjang: z.enum(JENJANG),
    kelas: text,
    academic_year: z.string(),
    child_id: z.uuid(),
    child_name: z.string(),
  }),
  complete: z.object({ registration: z.boolean(), observation: z.boolean(), re_enrolment: z.boolean() }),
  /** Required documents that are complete, of all required ones. */
  done: z.int(),
  of: z.int(),
  documents: z.array(childDocumentSchema),
  /** The facts of these documents, each once. */
  facts: z.array(factSchema),
  /** Stands for the values of all facts as they are now; a review with ticks sends it back. */
  facts_print: z.string(),
  /** Whether the caller is of this family and may decide nothing. */
  own_family: z.boolean(),
  /** Everything that the family does for the registration, as it reads it. */
  checklist: checklistSchema,
});
export type StaffDocuments = z.output<typeof staffDocumentsSchema>;
export type StaffDocument = StaffDocuments['documents'][number];
export type ReviewedVersion = StaffDocument['versions'][number];
export type StaffFact = StaffDocuments['facts'][number];

export const readStaffDocuments = endpoint({
  ...reading,
  id: 'D05',
  method: 'GET',
  path: '/api/admin/registrations/{id}/documents',
  summary: 'Dokumen sebuah pendaftaran dengan riwayat dan isian di sampingnya; setiap pembacaan tercatat',
  audited: true,
  params: idParams,
  response: { 200: staffDocumentsSchema },
});

/** A document of the queue. */
export const documentRowSchema = z.object({
  id: z.uuid(),
  version: z.int(),
  /** The newest sending; 0 where nothing was sent. */
  number: z.int(),
  status: z.enum(DOCUMENT_STATUSES),
  sent_at: moment.nullable(),
  type: z.object({
    key: z.string(),
    label: z.string(),
    facts: z.array(z.enum(DOCUMENT_FACTS)),
    needed_by: z.enum(DOCUMENT_MOMENTS),
    gate: z.enum(DOCUMENT_GATES),
  }),
  child_id: z.uuid(),
  child_name: z.string(),
  /** The newest live registration of the child that asks for the document, of the level and year in the query. */
  registration_id: z.uuid(),
  registration_number: z.string(),
  jenjang: z.enum(JENJANG),
  kelas: text,
  /** Links of the newest sending's pages. */
  pages: z.array(pageSchema),
  /** What was typed anew since it was compared with this document; empty while the document waits. */
  changed: z.array(z.enum(DOCUMENT_FACTS)),
});
export type DocumentRow = z.output<typeof documentRowSchema>;

const filters = {
  /** Left out = those that wait for a review; `changed` = accepted ones whose data are to be compared again. */
  status: z.enum(QUEUE_STATUSES, CHOICE).optional(),
  type: z
    .string()
    .regex(/^[a-z_]{2,30}$/u, 'Jenis dokumen tidak dikenal')
    .optional(),
  jenjang: z.enum(JENJANG, CHOICE).optional(),
  needed_by: z.enum(DOCUMENT_MOMENTS, CHOICE).optional(),
  /** Of children who are registered for this year. */
  academic_year: levelFilters.academic_year,
};
const SORTS = ['sent_at', '-sent_at'] as const;

export const listDocumentQueue = endpoint({
  ...reading,
  id: 'D06',
  method: 'GET',
  path: '/api/admin/documents',
  summary:
    'Dokumen yang menunggu diperiksa, yang terlama dulu; search mencari nama, nomor telepon, dan nomor',
  query: listQuery(SORTS).extend({
    ...filters,
    /** This document alone, whatever its state. */
    id: uuidText().optional(),
  }),
  response: { 200: z.array(documentRowSchema) },
});

export const exportDocumentQueue = endpoint({
  ...reading,
  id: 'F09',
  method: 'GET',
  path: '/api/admin/documents/export',
  summary: 'Dokumen sebagai XLSX atau CSV, dengan pencarian dan penyaring yang sama; tanpa isi berkas',
  query: listQuery(SORTS)
    .pick({ search: true, sort: true })
    .extend({ ...filters, ...fileFormat }),
  media: [XLSX, CSV],
  response: { 200: z.any() },
});

export const summarizeDocuments = endpoint({
  ...reading,
  id: 'D07',
  method: 'GET',
  path: '/api/admin/documents/summary',
  summary: 'Jumlah dokumen dengan penyaring yang sama',
  query: listQuery(SORTS)
    .pick({ search: true })
    .extend({ ...filters, ...partsYear }),
  response: {
    200: z.object({
      /**
       * Each as the list would count it with this status chosen instead of the one in the query, those that wait in every
       * year, as the menu does.
       */
      waiting: z.int(),
      returned: z.int(),
      approved: z.int(),
      changed: z.int(),
      /** The same for the types, and for the levels; those without a document are left out. */
      by_type: z.array(z.object({ key: z.string(), label: z.string(), count: z.int() })),
      by_jenjang: z.array(z.object({ jenjang: z.enum(JENJANG), count: z.int() })),
    }),
  },
});
export type DocumentCounts = z.output<(typeof summarizeDocuments)['response'][200]>;

const reviewed = z.object({ status: z.enum(DOCUMENT_STATUSES), version: z.int() });

export const reviewDocument = endpoint({
  ...reviewing,
  id: 'D08',
  method: 'PUT',
  path: '/api/admin/documents/{documentId}/review',
  summary: 'Terima atau kembalikan kiriman terbaru sebuah dokumen, bukan dari keluarga sendiri',
  params: z.strictObject({ documentId: uuidText() }),
  body: z
    .strictObject({
      /** The sending that was looked at; 409 `newer_version` where the family has sent another one. */
      number: z.int('Nomor kiriman tidak valid').min(1, 'Nomor kiriman tidak valid').max(1_000_000),
      decision: z.enum(['approved', 'returned'], CHOICE),
      reason_code: z.enum(RETURN_REASONS, CHOICE).nullable().optional(),
      /** In the reviewer's own words; for `beda_data` the facts that differ, by default those not in `facts`. */
      reason_text: optionalLine(300).optional(),
      /** The facts that are the same on the paper; kept with an approval. */
      facts: z.array(z.enum(DOCUMENT_FACTS, CHOICE)).max(DOCUMENT_FACTS.length).optional(),
      /** `facts_print` of the reading that the facts were compared in. */
      facts_print: z.string().max(100).optional(),
      /** Until when it is valid; left out = as many months from today as the type says. */
      expires_on: calendarDay('Tanggal berlaku tidak valid').nullable().optional(),
    })
    .refine((body) => body.decision === 'approved' || Boolean(body.reason_code), {
      path: ['reason_code'],
      error: 'Pilih alasan pengembalian',
    })
    .refine((body) => body.decision === 'returned' || !body.reason_code, {
      path: ['reason_code'],
      error: 'Alasan hanya untuk pengembalian',
    })
    .refine((body) => body.reason_code !== 'lain' || Boolean(body.reason_text), {
      path: ['reason_text'],
      error: 'Tulis alasannya',
    })
    .refine((body) => !body.facts?.length || Boolean(body.facts_print), {
      path: ['facts_print'],
      error: 'Isian yang dibandingkan harus disebut',
    }),
  response: { 200: reviewed },
});

export const settleDocument = endpoint({
  ...reviewing,
  id: 'D09',
  method: 'PUT',
  path: '/api/admin/children/{childId}/documents/{typeKey}',
  summary: 'Catat bahwa sebuah dokumen tidak diperlukan, atau aslinya sudah ditunjukkan',
  params: childAndType,
  body: z.strictObject({
    status: z.enum(['waived', 'seen'], CHOICE),
    reason: lineOfText(200, REASON).refine((reason) => reason.length >= 5, REASON),
  }),
  response: { 200: reviewed },
});

export const downloadDocuments = endpoint({
  ...documents,
  access: { kind: 'roles', roles: rolesWith('documents.download') },
  id: 'D14',
  method: 'GET',
  path: '/api/admin/registrations/{id}/documents.zip',
  summary: 'Dokumen yang sudah diterima sebagai ZIP; lima kali semenit, setiap unduhan tercatat',
  audited: true,
  params: idParams,
  media: ['application/zip'],
  // The bytes of the archive, streamed.
  response: { 200: z.any() },
});

export const documentReviewCalls = [
  readStaffDocuments,
  listDocumentQueue,
  exportDocumentQueue,
  summarizeDocuments,
  reviewDocument,
  settleDocument,
  downloadDocuments,
];
