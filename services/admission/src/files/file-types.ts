import { headOf, isHeif } from '@gerbang/domain/file-heads';
import {
  extensionOf,
  FILE_TYPES,
  type FilePurpose,
  type FileType,
  typeOfExtension,
  typeOfHead,
  typeOfMedia,
  UPLOADS,
} from '@gerbang/domain/file-types';
import type { Role } from '@gerbang/domain/roles';
import { type Problem, unprocessable } from '@gerbang/service-kit/http/problems';
import { filetypename } from 'magic-bytes.js';

/** Sent by programs that do not know a file's type. */
const UNDECLARED = new Set(['', 'application/octet-stream']);
const SIGNATURE_BYTES = 64;

const HEIF_NAMES = new Set(['heic', 'heif']);
const HEIF_MEDIA = new Set(['image/heic', 'image/heif']);

const refusals = {
  stage_attachment: () =>
    'File tidak valid: Hanya file PDF, DOC, DOCX, JPG, JPEG, atau PNG yang diperbolehkan',
  school_logo: () => 'File tidak valid: Logo harus berupa gambar PNG atau JPEG',
  child_document: () => 'File tidak valid: Dokumen harus berupa foto JPG atau PNG, atau PDF',
  payment_evidence: (role: Role) =>
    role === 'wali_murid'
      ? 'File tidak valid: Hanya file gambar yang diperbolehkan'
      : 'File tidak valid: Hanya file gambar atau PDF yang diperbolehkan',
} satisfies Record<FilePurpose, (role: Role) => string>;

const mismatch = (): Problem =>
  unprocessable(
    'file_type',
    'File tidak valid: Isi file tidak sesuai dengan nama atau jenisnya. Buka filenya, simpan ulang sebagai JPG atau PDF, lalu unggah.',
  );

/** The type by the first bytes, unless they look like something else as well; undefined for every other one. */
function typeOfContent(bytes: Buffer): FileType | undefined {
  const type = typeOfHead(headOf(bytes));
  const found = filetypename(bytes.subarray(0, SIGNATURE_BYTES));
  return type && (found.length === 0 || found.includes(FILE_TYPES[type].extensions[0])) ? type : undefined;
}

export interface Named {
  readonly name: string;
  /** The type that the sender declares; null where it declares none. */
  readonly declared: string | null;
}

/**
 * The type of an upload: the declared type, the extension and its first `HEAD_BYTES` must agree, on one that
 * the purpose takes, otherwise 422. A name without extension, a missing type and HEIC as either are ignored.
 */
export function judgeType(file: Named, head: Buffer, purpose: FilePurpose, role: Role): FileType {
  const declared = file.declared?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (isHeif(headOf(head))) {
    throw unprocessable('format', 'Format HEIC belum didukung. Ubah ke JPEG di pengaturan kamera.');
  }
  const extension = extensionOf(file.name);
  const type = typeOfContent(head);
  const said: (FileType | undefined)[] = [];
  if (!UNDECLARED.has(declared) && !HEIF_MEDIA.has(declared)) said.push(typeOfMedia(declared));
  // Telephones turn HEIC into JPEG and keep the name.
  if (extension !== '' && !HEIF_NAMES.has(extension)) said.push(typeOfExtension(extension));

  const taken: readonly FileType[] = UPLOADS[purpose].types;
  const isTaken = (one: FileType | undefined) => one !== undefined && taken.includes(one);
  if (!isTaken(type) || !said.every(isTaken)) throw unprocessable('file_type', refusals[purpose](role));
  if (type === undefined || said.some((one) => one !== type)) throw mismatch();
  return type;
}
