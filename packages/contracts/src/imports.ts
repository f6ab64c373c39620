import { rolesWith } from '@gerbang/domain/abilities';
import { IMPORT_FIELD_NAMES, IMPORT_MAX_BYTES, ROW_STATUSES } from '@gerbang/domain/imports';
import { z } from 'zod';
import { endpoint, XLSX } from './endpoint.ts';
import { importRowSchema, importSchema, shownImportSchema } from './import-shapes.ts';
import { listQuery } from './lists.ts';
import { seenVersion } from './seen-version.ts';
import { idParams, lineOfText, NO_TAG, noTag } from './text.ts';

const imports = { service: 'admission', tags: ['impor daftar'] } as const;
const clerk = { ...imports, access: { kind: 'roles', roles: rolesWith('imports.write') } } as const;
const CHOICE = 'Pilihan tidak dikenal';

/** A value of a row as a person types it. */
const typedValue = z
  .union([z.string().max(2000, 'Paling banyak 2000 karakter').refine(noTag, NO_TAG), z.boolean()], CHOICE)
  .nullable();

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
  response: { 200: shownImportSchema },
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
