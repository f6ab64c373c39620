import { rolesWith } from '@gerbang/domain/abilities';
import { z } from 'zod';
import { uuidText } from './text.ts';
import { endpoint, PDF } from './endpoint.ts';

/** Name of the file beside a raw body, percent-encoded. */
export const FILE_NAME_HEADER = 'x-file-name';
/** Its type, where the name has no extension. */
export const FILE_TYPE_HEADER = 'x-file-type';

/** The JSON form of an upload. */
export const uploadBody = z.strictObject({
  // No pattern here: a pattern over millions of characters costs as much as decoding them. The decoder is strict.
  fileData: z.string('Isi file tidak terbaca').min(1, 'File kosong').meta({ contentEncoding: 'base64' }),
  fileName: z
    .string('Nama file harus diisi')
    .min(1, 'Nama file harus diisi')
    .max(10_000, 'Nama file terlalu panjang'),
  contentType: z
    .string('Jenis file harus diisi')
    .min(1, 'Jenis file harus diisi')
    .max(100, 'Jenis file tidak dikenal'),
});
const uploaded = z.object({ success: z.literal(true), fileUrl: z.string(), fileName: z.string() });

const files = { service: 'admission', tags: ['file'] } as const;

export const uploadPaymentEvidence = endpoint({
  ...files,
  id: 'C14',
  method: 'POST',
  path: '/api/payment-evidence/upload',
  access: { kind: 'roles', roles: rolesWith('proofs.upload') },
  summary: 'Unggah bukti pembayaran (JSON base64, atau file mentah)',
  body: uploadBody,
  uploads: true,
  bodyLimit: 7_200_000,
  response: { 201: uploaded },
});
export type UploadedFile = z.output<(typeof uploadPaymentEvidence)['response'][201]>;

export const uploadStageAttachment = endpoint({
  ...files,
  id: 'C20',
  method: 'POST',
  path: '/api/upload/stage-attachment',
  access: { kind: 'roles', roles: rolesWith('registrations.move_stage') },
  summary: 'Unggah lampiran tahapan (JSON base64, atau file mentah)',
  body: uploadBody,
  uploads: true,
  bodyLimit: 14_200_000,
  response: { 201: uploaded },
});

export const uploadSchoolLogo = endpoint({
  ...files,
  id: 'S11',
  method: 'POST',
  path: '/api/upload/school-logo',
  access: { kind: 'roles', roles: rolesWith('school.logo') },
  summary: 'Unggah logo sekolah: PNG atau JPEG (JSON base64, atau file mentah)',
  body: uploadBody,
  uploads: true,
  bodyLimit: 1_450_000,
  response: { 201: z.object({ file_id: z.uuid(), fileUrl: z.string() }) },
});

export const readFile = endpoint({
  ...files,
  id: 'X01',
  method: 'GET',
  path: '/api/files/{fileId}',
  access: { kind: 'session' },
  summary: 'Isi sebuah file',
  params: z.strictObject({ fileId: uuidText() }),
  // The bytes themselves, with the type that the server found in them.
  media: [
    'image/jpeg',
    'image/png',
    'image/gif',
    PDF,
    'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
  response: { 200: z.any() },
});

/** `/api/files/{uuid}` → the uuid in lower case; null for anything that is not a link of ours. */
export function fileIdOf(link: string): string | null {
  const match = /^\/api\/files\/([\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12})$/u.exec(link);
  return match?.[1]?.toLowerCase() ?? null;
}

/** The link of a file. */
export function fileLink(id: string): string {
  return `/api/files/${id}`;
}
