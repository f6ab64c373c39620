import type { FilePurpose } from '@gerbang/contracts/files';
import type { Role } from '@gerbang/domain/roles';
import { type Problem, unprocessable } from '@gerbang/service-kit/http/problems';
import { filetypename } from 'magic-bytes.js';
import { extensionOf } from './file-names.ts';

/** Every type that is ever stored. */
export const FILE_TYPES = {
  jpeg: {
    media: 'image/jpeg',
    also: ['image/jpg', 'image/pjpeg'],
    // Windows saves JPEG as .jfif, and so do some browsers.
    extensions: ['jpg', 'jpeg', 'jfif', 'jpe', 'pjpeg', 'pjp'],
    magic: 'jpg',
  },
  png: { media: 'image/png', also: [], extensions: ['png'], magic: 'png' },
  gif: { media: 'image/gif', also: [], extensions: ['gif'], magic: 'gif' },
  webp: { media: 'image/webp', also: [], extensions: ['webp'], magic: 'webp' },
  pdf: { media: 'application/pdf', also: [], extensions: ['pdf'], magic: 'pdf' },
  doc: { media: 'application/msword', also: [], extensions: ['doc'], magic: 'doc' },
  docx: {
    media: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    also: [],
    extensions: ['docx'],
    magic: 'docx',
  },
} as const satisfies Record<
  string,
  { media: string; also: readonly string[]; extensions: readonly string[]; magic: string }
>;
export type FileType = keyof typeof FILE_TYPES;
export type ImageType = 'jpeg' | 'png' | 'gif' | 'webp';

const NAMES = Object.keys(FILE_TYPES) as FileType[];
/** What each purpose takes; that a parent's registration proof is an image is decided when it is attached. */
const ALLOWED: Readonly<Record<FilePurpose, readonly FileType[]>> = {
  payment_evidence: ['jpeg', 'png', 'gif', 'webp', 'pdf'],
  stage_attachment: ['pdf', 'doc', 'docx', 'jpeg', 'png'],
  // No SVG: it can carry programs.
  school_logo: ['jpeg', 'png'],
  child_document: ['jpeg', 'png', 'webp', 'pdf'],
};
/** Sent by programs that do not know a file's type. */
const UNDECLARED = new Set(['', 'application/octet-stream']);
/** Enough for every signature that counts. */
export const HEAD_BYTES = 1024;
const SIGNATURE_BYTES = 64;

export const isImage = (type: FileType): type is ImageType =>
  type === 'jpeg' || type === 'png' || type === 'gif' || type === 'webp';

const declaredAs = (media: string): FileType | undefined =>
  NAMES.find(
    (name) =>
      FILE_TYPES[name].media === media || (FILE_TYPES[name].also as readonly string[]).includes(media),
  );

/** Brands of HEIF, as telephones write it (ISO/IEC 23008-12, 10.2 and B.4). */
const HEIF_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

const HEIF_NAMES = new Set(['heic', 'heif']);
const HEIF_MEDIA = new Set(['image/heic', 'image/heif']);

const isHeif = (head: Buffer): boolean =>
  head.toString('latin1', 4, 8) === 'ftyp' && HEIF_BRANDS.has(head.toString('latin1', 8, 12));

function refusal(purpose: FilePurpose, role: Role): Problem {
  if (purpose === 'stage_attachment') {
    return unprocessable(
      'file_type',
      'File tidak valid: Hanya file PDF, DOC, DOCX, JPG, JPEG, atau PNG yang diperbolehkan',
    );
  }
  if (purpose === 'school_logo') {
    return unprocessable('file_type', 'File tidak valid: Logo harus berupa gambar PNG atau JPEG');
  }
  if (purpose === 'child_document') {
    return unprocessable('file_type', 'File tidak valid: Dokumen harus berupa foto JPG atau PNG, atau PDF');
  }
  return unprocessable(
    'file_type',
    role === 'wali_murid'
      ? 'File tidak valid: Hanya file gambar yang diperbolehkan'
      : 'File tidak valid: Hanya file gambar atau PDF yang diperbolehkan',
  );
}

const mismatch = (): Problem =>
  unprocessable('file_type', 'File tidak valid: Isi file tidak sesuai dengan nama atau jenisnya');

/**
 * Where a PDF begins: some programs print a mark or line breaks before its header, and readers look for it in the first
 * 1,024 bytes. −1 where there is none, or where markup stands before it.
 */
export function pdfStart(bytes: Buffer): number {
  const head = bytes.toString('latin1', 0, HEAD_BYTES);
  const start = head.indexOf('%PDF-');
  return head.slice(0, Math.max(start, 0)).includes('<') ? -1 : start;
}

/** The type by the first bytes; undefined for every other one. */
function typeOfContent(head: Buffer): FileType | undefined {
  const found = filetypename(head.subarray(0, SIGNATURE_BYTES));
  const type = NAMES.find((name) => found.includes(FILE_TYPES[name].magic));
  return type ?? (found.length === 0 && pdfStart(head) > 0 ? 'pdf' : undefined);
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
  if (isHeif(head)) {
    throw unprocessable('format', 'Format HEIC belum didukung. Ubah ke JPEG di pengaturan kamera.');
  }
  const extension = extensionOf(file.name);
  const type = typeOfContent(head);
  const said: (FileType | undefined)[] = [];
  if (!UNDECLARED.has(declared) && !HEIF_MEDIA.has(declared)) said.push(declaredAs(declared));
  // Telephones turn HEIC into JPEG and keep the name.
  if (extension !== '' && !HEIF_NAMES.has(extension))
    said.push(NAMES.find((name) => (FILE_TYPES[name].extensions as readonly string[]).includes(extension)));

  const isTaken = (one: FileType | undefined) => one !== undefined && ALLOWED[purpose].includes(one);
  if (!isTaken(type) || !said.every(isTaken)) throw refusal(purpose, role);
  if (type === undefined || said.some((one) => one !== type)) throw mismatch();
  return type;
}
