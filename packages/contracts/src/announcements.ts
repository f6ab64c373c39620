import { rolesWith } from '@gerbang/domain/abilities';
import { ANNOUNCEMENT_STATUSES, NOTE_MAX, RESULTS } from '@gerbang/domain/announcements';
import { JENJANG } from '@gerbang/domain/levels';
import { z } from 'zod';
import {
  announcementRowSchema,
  announcementSchema,
  ownResultSchema,
  waitingStudentSchema,
} from './announcement-shapes.ts';
import { endpoint } from './endpoint.ts';
import { fileAnswer, fileFormat, levelFilters, listQuery } from './lists.ts';
import { idParams, lineOfText, optionalParagraph, paragraphOfText, uuidText } from './text.ts';

const announcement = { service: 'announcement', tags: ['pengumuman'] } as const;
const reading = {
  ...announcement,
  access: { kind: 'roles', roles: rolesWith('announcements.read') },
} as const;
const writing = {
  ...announcement,
  access: { kind: 'roles', roles: rolesWith('announcements.write') },
} as const;
const CHOICE = 'Pilihan tidak dikenal';
/** Enough for 2,500 results with their notes. */
const BODY_LIMIT = 4 * 1024 * 1024;

/** An object and five values each, and the announcement's own. */
const BODY_VALUES = 18_000;

/** The most results that one announcement may have. */
export const RESULTS_MAX = 2500;
export const TITLE_MAX = 200;
export const CONTENT_MAX = 5000;
export const PERIOD_MAX = 100;
export const REVIEW_NOTES_MAX = 2000;

const results = z
  .array(
    z.strictObject({
      child_id: uuidText('Id anak tidak valid'),
      registration_id: uuidText('Id pendaftaran tidak valid'),
      result: z.enum(RESULTS, 'Hasil harus passed, failed, atau waitlisted'),
      individual_note: optionalParagraph(NOTE_MAX).optional(),
      /** Whether it was examined; without it, what was changed by hand counts as examined and the rest stays. */
      checked: z.boolean('Tanda periksa tidak valid').optional(),
    }),
    'Daftar hasil tidak valid',
  )
  .max(RESULTS_MAX, `Paling banyak ${RESULTS_MAX} siswa dalam satu pengumuman`)
  .superRefine((entries, context) => {
    const seen = new Set<string>();
    for (const [at, { registration_id }] of entries.entries()) {
      if (seen.has(registration_id)) {
        context.addIssue({
          code: 'custom',
          path: [at, 'registration_id'],
          message: 'Pendaftaran ini ada dua kali dalam daftar',
        });
      }
      seen.add(registration_id);
    }
  });

/** The fields that staff write; status, people and times are the server's. */
const fields = {
  title: lineOfText(TITLE_MAX, 'Judul harus diisi'),
  content: paragraphOfText(CONTENT_MAX, 'Isi pengumuman harus diisi'),
  observation_period: lineOfText(PERIOD_MAX, 'Periode observasi harus diisi'),
  jenjang: z.enum(JENJANG, 'Jenjang harus dipilih'),
  results,
};

const listed = listQuery(['-created_at', 'created_at', 'title', '-title', '-updated_at', 'updated_at']);
const filters = {
  jenjang: z.enum(JENJANG, CHOICE).optional(),
  status: z.enum(ANNOUNCEMENT_STATUSES, CHOICE).optional(),
  academic_year: levelFilters.academic_year,
};

export const listAnnouncements = endpoint({
  ...reading,
  id: 'N01',
  method: 'GET',
  path: '/api/admin/announcements',
  summary:
    'Semua pengumuman; search mencari judul dan periode observasi, academic_year yang memuat siswanya atau belum memuat siswa',
  query: listed.extend(filters),
  response: { 200: z.array(announcementRowSchema) },
});

export const exportAnnouncements = endpoint({
  ...fileAnswer,
  ...reading,
  id: 'F13',
  path: '/api/admin/announcements/export',
  summary: 'Pengumuman sebagai XLSX atau CSV, dengan pencarian dan penyaring yang sama',
  query: listed.pick({ search: true, sort: true }).extend({ ...filters, ...fileFormat }),
});

export const getAnnouncement = endpoint({
  ...reading,
  id: 'N02',
  method: 'GET',
  path: '/api/admin/announcements/{id}',
  summary: 'Sebuah pengumuman dengan hasil setiap siswa',
  params: idParams,
  response: { 200: announcementSchema },
});

export const createAnnouncement = endpoint({
  ...writing,
  id: 'N03',
  method: 'POST',
  path: '/api/admin/announcements',
  summary: 'Buat draf pengumuman untuk siswa yang menunggu; boleh sebagian',
  idempotent: true,
  bodyLimit: BODY_LIMIT,
  bodyValues: BODY_VALUES,
  body: z.strictObject({ ...fields, results: results.default([]) }),
  response: { 201: announcementSchema },
});
export type AnnouncementCreation = z.input<(typeof createAnnouncement)['body']>;

export const updateAnnouncement = endpoint({
  ...writing,
  id: 'N04',
  method: 'PUT',
  path: '/api/admin/announcements/{id}',
  summary: 'Ubah draf; hanya isian yang dikirim berubah, results mengganti seluruh daftar',
  params: idParams,
  bodyLimit: BODY_LIMIT,
  bodyValues: BODY_VALUES,
  body: z.strictObject(fields).partial(),
  response: { 200: announcementSchema },
});

export const submitAnnouncement = endpoint({
  ...announcement,
  id: 'N05',
  method: 'PUT',
  path: '/api/admin/announcements/{id}/submit',
  access: { kind: 'roles', roles: rolesWith('announcements.submit') },
  summary:
    'Ajukan draf untuk ditinjau; hasil yang belum diperiksa ditolak tanpa pernyataan bahwa semuanya sudah diperiksa',
  params: idParams,
  /** A former front end sends no body. */
  body: z.strictObject({ examined_outside: z.boolean('Pernyataan tidak valid').optional() }).nullish(),
  response: { 200: announcementSchema },
});

export const reviewAnnouncement = endpoint({
  ...announcement,
  id: 'N06',
  method: 'PUT',
  path: '/api/admin/announcements/{id}/review',
  access: { kind: 'roles', roles: rolesWith('announcements.review') },
  summary: 'Setujui atau kembalikan pengumuman; bukan oleh penyusunnya',
  params: idParams,
  body: z.strictObject({
    status: z.enum(['approved', 'rejected'], 'Hasil tinjauan harus dipilih'),
    review_notes: optionalParagraph(REVIEW_NOTES_MAX).optional(),
  }),
  response: { 200: announcementSchema },
});

export const publishAnnouncement = endpoint({
  ...announcement,
  id: 'N07',
  method: 'POST',
  path: '/api/admin/announcements/{id}/publish',
  access: { kind: 'roles', roles: rolesWith('announcements.publish') },
  summary: 'Terbitkan pengumuman yang disetujui; setiap keluarga diberi tahu',
  params: idParams,
  response: { 200: announcementSchema },
});

export const listWaitingStudents = endpoint({
  ...writing,
  id: 'N08',
  method: 'GET',
  path: '/api/admin/announcements/students-waiting/{jenjang}',
  summary: 'Siswa yang menunggu pengumuman di sebuah jenjang',
  params: z.strictObject({ jenjang: z.enum(JENJANG, 'Jenjang tidak dikenal') }),
  query: z.strictObject({ academic_year: levelFilters.academic_year }),
  response: { 200: z.array(waitingStudentSchema) },
});

export const listOwnResults = endpoint({
  ...announcement,
  id: 'N09',
  method: 'GET',
  path: '/api/announcements',
  access: { kind: 'roles', roles: rolesWith('results.own') },
  summary: 'Hasil observasi anak sendiri yang sudah diterbitkan, terbaru dahulu',
  query: listQuery(['-published_at', 'published_at']).omit({ search: true }),
  response: { 200: z.array(ownResultSchema) },
});

export const reviseAnnouncement = endpoint({
  ...writing,
  id: 'N10',
  method: 'PUT',
  path: '/api/admin/announcements/{id}/revise',
  summary: 'Ambil kembali pengumuman yang ditolak menjadi draf; catatan tinjauan tetap ada',
  params: idParams,
  response: { 200: announcementSchema },
});

export const discardAnnouncement = endpoint({
  ...writing,
  id: 'N14',
  method: 'DELETE',
  path: '/api/admin/announcements/{id}',
  summary: 'Buang draf; siswanya menunggu pengumuman lagi',
  params: idParams,
  response: { 204: z.void() },
});

/** Every call of this file. */
export const announcementCalls = [
  listAnnouncements,
  exportAnnouncements,
  getAnnouncement,
  createAnnouncement,
  updateAnnouncement,
  submitAnnouncement,
  reviewAnnouncement,
  publishAnnouncement,
  listWaitingStudents,
  listOwnResults,
  reviseAnnouncement,
  discardAnnouncement,
] as const;
