import { rolesWith } from '@gerbang/domain/abilities';
import { IMPORT_FIELD_NAMES, IMPORT_MAX_BYTES, IMPORT_STATES, ROW_STATUSES } from '@gerbang/domain/imports';
import { z } from 'zod';
import { endpoint, XLSX } from './endpoint.ts';
import { listQuery } from './lists.ts';
import { personSchema } from './registrations.ts';
import { seenVersion } from './seen-version.ts';
import { idParams, lineOfText, NO_TAG, noTag } from './text.ts';

const imports = { service: 'admission', tags: ['impor daftar'] } as const;
const clerk = { ...imports, access: { kind: 'roles', roles: rolesWith('imports.write') } } as const;
const CHOICE = 'Pilihan tidak dikenal';
const moment = z.iso.datetime();

/** A value of a row: a text as its cell has it, whether the fee is paid, or nothing. */
const valueSchema = z.union([z.string(), z.boolean()]).nullable();
/** The same as a person types it. */
const typedValue = z
  .union([z.string().max(2000, 'Paling banyak 2000 karakter').refine(noTag, NO_TAG), z.boolean()], CHOICE)
  .nullable();

/** A row of the list. `n` is its line in the file, a reason's `cell` the place in it, `B7`. */
export const importRowSchema = z.object({
  n: z.int(),
  status: z.enum(ROW_STATUSES),
  values: z.partialRecord(z.enum(IMPORT_FIELD_NAMES), valueSchema),
  reasons: z.array(z.object({ cell: z.string(), text: z.string() })),
  /** What is unusual and does not hold the row back. */
  warnings: z.array(z.object({ text: z.string() })),
  hidden: z.boolean(),
  left_out: z.boolean(),
  /** Whether a person has said that a row that looks like another child is a child of its own. */
  decided: z.boolean(),
  /** What the import made of it; null while it has not come to it, `skipped` where nothing was to be done. */
  outcome: z.enum(['imported', 'skipped', 'failed', 'undone', 'kept']).nullable(),
  /** Why it failed, or why it stays after the import was taken back. */
  outcome_text: z.string().nullable(),
  registration_id: z.uuid().nullable(),
  version: z.int(),
});
export type ImportRow = z.output<typeof importRowSchema>;

/** An import. */
export const importSchema = z.object({
  id: z.uuid(),
  file_name: z.string(),
  state: z.enum(IMPORT_STATES),
  /** The headings of the file with the field that each is read as; null = left out. */
  mapping: z.record(z.string(), z.enum(IMPORT_FIELD_NAMES).nullable()),
  /** Of the mapping alone: rows that are mended meanwhile leave it as it is. */
  mapping_version: z.int(),
  headings: z.array(z.string()),
  counts: z.object({
    total: z.int(),
    ...(Object.fromEntries(ROW_STATUSES.map((status) => [status, z.int()])) as Record<
      (typeof ROW_STATUSES)[number],
      z.ZodInt
    >),
    left_out: z.int(),
    hidden: z.int(),
    /** Rows that the start will write. */
    ready: z.int(),
  }),
  /** The rows that would be registered beside the places that are left; null = the school counts none there. */
  seats: z.array(z.object({ text: z.string(), rows: z.int(), free: z.int().nullable() })),
  /** What the whole list should be known to have: hidden rows, a sheet that was not read. */
  notes: z.array(z.object({ text: z.string() })),
  /** Rows done of all that the start took; `minutes_left` null while none was done. */
  progress: z
    .object({
      done: z.int(),
      of: z.int(),
      minutes_left: z.int().nullable(),
      imported: z.int(),
      /** Families that the import made: those that an invitation reaches. */
      families: z.int(),
      failed: z.int(),
    })
    .nullable(),
  created_by: personSchema,
  created_at: moment,
  started_at: moment.nullable(),
  ended_at: moment.nullable(),
  /** Until when it can be taken back. */
  undo_until: moment.nullable(),
  version: z.int(),
});
export type Import = z.output<typeof importSchema>;

const shownSchema = importSchema.extend({
  rows: z.array(importRowSchema),
  /** The cursor of the next rows; null at the end. */
  next_cursor: z.string().nullable(),
});
export type ShownImport = z.output<typeof shownSchema>;

const rowParams = idParams.extend({
  n: z
    .string()
    .regex(/^[1-9]\d{0,5}$/u, 'Baris tidak dikenal')
    .transform(Number),
});

export const importSample = endpoint({
  ...clerk,
  id: 'I20',
  method: 'GET',
  path: '/api/admin/imports/sample.xlsx',
  summary: 'Contoh daftar dengan jenjang, kelas, dan tahun ajaran sekolah sebagai pilihan',
  response: { 200: z.string() },
  media: [XLSX],
});

export const uploadImport = endpoint({
  ...clerk,
  id: 'I21',
  method: 'POST',
  path: '/api/admin/imports',
  summary: 'Unggah daftar (berkas mentah, XLSX atau CSV, paling banyak 2.000 baris); belum ada yang ditulis',
  query: z.strictObject({ file_name: lineOfText(150, 'Nama berkas harus diisi') }),
  body: z.never('Kirim berkasnya sebagai application/octet-stream'),
  uploads: true,
  bodyLimit: IMPORT_MAX_BYTES,
  response: { 202: z.object({ id: z.uuid() }) },
});

export const listImports = endpoint({
  ...clerk,
  id: 'I31',
  method: 'GET',
  path: '/api/admin/imports',
  summary: 'Daftar yang pernah diunggah dan belum dihapus, yang terbaru lebih dahulu; paling banyak 50',
  response: {
    200: z.array(
      importSchema.pick({ id: true, file_name: true, state: true, created_by: true, created_at: true }),
    ),
  },
});

export const getImport = endpoint({
  ...clerk,
  id: 'I22',
  method: 'GET',
  path: '/api/admin/imports/{id}',
  summary: 'Satu impor: keadaan, pemetaan kolom, jumlah, dan barisnya',
  audited: true,
  params: idParams,
  query: listQuery(['n'])
    .pick({ limit: true, cursor: true })
    .extend({
      status: z.enum(ROW_STATUSES, CHOICE).optional(),
      /** `none`: only how it stands, without rows. */
      rows: z.literal('none', CHOICE).optional(),
    }),
  response: { 200: shownSchema },
});

export const mapImport = endpoint({
  ...clerk,
  id: 'I23',
  method: 'PUT',
  path: '/api/admin/imports/{id}/mapping',
  summary: 'Ubah pemetaan kolom ke isian sebelum impor dimulai',
  params: idParams,
  body: z.strictObject({
    mapping: z.record(
      z.string('Judul kolom tidak valid').max(200, 'Judul kolom tidak valid'),
      z.enum(IMPORT_FIELD_NAMES, 'Isian tidak dikenal').nullable(),
    ),
    version: seenVersion,
  }),
  response: { 200: importSchema },
});

export const changeImportRow = endpoint({
  ...clerk,
  id: 'I24',
  method: 'PUT',
  path: '/api/admin/imports/{id}/rows/{n}',
  summary: 'Perbaiki isi satu baris, atau tinggalkan barisnya, sebelum impor dimulai',
  params: rowParams,
  body: z
    .strictObject({
      values: z.partialRecord(z.enum(IMPORT_FIELD_NAMES, 'Isian tidak dikenal'), typedValue).optional(),
      left_out: z.boolean(CHOICE).optional(),
      version: seenVersion,
    })
    .refine(({ values, left_out }) => values !== undefined || left_out !== undefined, {
      message: 'Isi yang diubah',
      path: ['values'],
    }),
  response: { 200: importRowSchema },
});

export const startImport = endpoint({
  ...clerk,
  id: 'I25',
  method: 'POST',
  path: '/api/admin/imports/{id}/start',
  summary: 'Mulai impor di latar belakang, atau lanjutkan yang dihentikan; minta bukti segar',
  long: true,
  params: idParams,
  response: { 202: importSchema },
});

export const stopImport = endpoint({
  ...clerk,
  id: 'I26',
  method: 'POST',
  path: '/api/admin/imports/{id}/stop',
  summary: 'Hentikan impor setelah baris yang sedang ditulis; dapat dilanjutkan',
  params: idParams,
  response: { 200: importSchema },
});

export const undoImport = endpoint({
  ...imports,
  access: { kind: 'roles', roles: rolesWith('imports.undo') },
  id: 'I27',
  method: 'POST',
  path: '/api/admin/imports/{id}/undo',
  summary: 'Batalkan impor dalam 24 jam: yang belum disentuh dihapus bersama akunnya, sisanya disebutkan',
  long: true,
  params: idParams,
  response: {
    200: z.object({
      removed: z.object({ families: z.int(), children: z.int(), registrations: z.int() }),
      /** Rows whose data stay, and why. */
      stays: z.array(z.object({ n: z.int(), text: z.string() })),
    }),
  },
});

export const inviteImport = endpoint({
  ...clerk,
  id: 'I28',
  method: 'POST',
  path: '/api/admin/imports/{id}/invite',
  summary:
    'Undang keluarga yang dibuat impor ini, masing-masing sekali; {test: true} mengirim pesan uji ke diri sendiri dulu',
  long: true,
  idempotent: 'required',
  params: idParams,
  body: z.strictObject({ test: z.boolean(CHOICE).optional() }),
  response: {
    200: z.object({
      /** Messages that were asked for, of the families that the import made. */
      invited: z.int(),
      families: z.int(),
      test: z.boolean(),
    }),
  },
});

export const settleImportFees = endpoint({
  ...imports,
  access: { kind: 'roles', roles: rolesWith('imports.settle') },
  id: 'I29',
  method: 'POST',
  path: '/api/admin/imports/{id}/settle-fees',
  summary:
    'Tandai lunas biaya yang menurut daftar sudah dibayar; di atas Rp10 juta orang kedua mengulang panggilan ini; preview hanya menghitung',
  long: true,
  idempotent: 'required',
  params: idParams,
  query: z.strictObject({ preview: z.literal('true', CHOICE).optional() }),
  response: {
    /** Of a preview: the fees that would be marked. */
    200: z.object({ settled: z.int(), sum: z.int() }),
    /** The first person's word; another one's settles. */
    202: z.object({ waiting: z.object({ count: z.int(), sum: z.int() }) }),
  },
});

export const importResult = endpoint({
  ...clerk,
  id: 'I30',
  method: 'GET',
  path: '/api/admin/imports/{id}/result.xlsx',
  summary: 'Daftar sebagai Excel dengan keterangan setiap baris; tercatat di jejak audit',
  audited: true,
  params: idParams,
  response: { 200: z.string() },
  media: [XLSX],
});

/** The calls about lists that come from elsewhere. */
export const importCalls = [
  importSample,
  listImports,
  uploadImport,
  getImport,
  mapImport,
  changeImportRow,
  startImport,
  stopImport,
  undoImport,
  inviteImport,
  settleImportFees,
  importResult,
] as const;
