import { DOCUMENT_MAX_BYTES } from './child-documents.ts';
import { PDF_BEGIN } from './file-heads.ts';

const MEBIBYTE = 1_048_576;

/** Every type that is ever stored: its media type, what else senders call it, and its first bytes as Latin-1. */
export const FILE_TYPES = {
  jpeg: {
    media: 'image/jpeg',
    also: ['image/jpg', 'image/pjpeg'],
    // Windows saves JPEG as .jfif, and so do some browsers.
    extensions: ['jpg', 'jpeg', 'jfif', 'jpe', 'pjpeg', 'pjp'],
    begin: /^\u00FF\u00D8\u00FF/u,
  },
  png: { media: 'image/png', also: [], extensions: ['png'], begin: /^\u0089PNG\r\n\u001A\n/u },
  gif: { media: 'image/gif', also: [], extensions: ['gif'], begin: /^GIF8[79]a/u },
  webp: { media: 'image/webp', also: [], extensions: ['webp'], begin: /^RIFF.{4}WEBP/su },
  pdf: { media: 'application/pdf', also: [], extensions: ['pdf'], begin: PDF_BEGIN },
  doc: {
    media: 'application/msword',
    also: [],
    extensions: ['doc'],
    begin: /^\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1/u,
  },
  docx: {
    media: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    also: [],
    extensions: ['docx'],
    begin: /^PK\u0003\u0004/u,
  },
} as const satisfies Record<
  string,
  {
    readonly media: string;
    readonly also: readonly string[];
    /** The first is the usual one. */
    readonly extensions: readonly [string, ...string[]];
    readonly begin: RegExp;
  }
>;
export type FileType = keyof typeof FILE_TYPES;
export type ImageType = 'jpeg' | 'png' | 'gif' | 'webp';

const TYPES = Object.keys(FILE_TYPES) as FileType[];
export const IMAGE_TYPES = ['jpeg', 'png', 'gif', 'webp'] as const satisfies readonly FileType[];

/** What each purpose takes, and how many bytes at most. */
export const UPLOADS = {
  // That a family's proof of a registration is an image is decided when it is attached.
  payment_evidence: { types: [...IMAGE_TYPES, 'pdf'], maxBytes: 5 * MEBIBYTE },
  stage_attachment: { types: ['pdf', 'doc', 'docx', 'jpeg', 'png'], maxBytes: 10 * MEBIBYTE },
  // No SVG: it can carry programs.
  school_logo: { types: ['jpeg', 'png'], maxBytes: MEBIBYTE },
  child_document: { types: [...IMAGE_TYPES, 'pdf'], maxBytes: DOCUMENT_MAX_BYTES },
} as const satisfies Record<string, { readonly types: readonly FileType[]; readonly maxBytes: number }>;
/** The purpose of a file decides its types, its size and its readers. */
export type FilePurpose = keyof typeof UPLOADS;

export const isImage = (type: FileType): type is ImageType => IMAGE_TYPES.some((one) => one === type);

/** The type by the first bytes; undefined for every other one. */
export const typeOfHead = (head: string): FileType | undefined =>
  TYPES.find((type) => FILE_TYPES[type].begin.test(head));

export const typeOfMedia = (media: string): FileType | undefined =>
  TYPES.find((type) => [FILE_TYPES[type].media, ...FILE_TYPES[type].also].some((one) => one === media));

/** The extension of a name in small letters; empty where it has none. */
export function extensionOf(name: string): string {
  const at = name.lastIndexOf('.');
  return at > 0 ? name.slice(at + 1).toLowerCase() : '';
}

export const typeOfExtension = (extension: string): FileType | undefined =>
  TYPES.find((type) => FILE_TYPES[type].extensions.some((one) => one === extension));

/**
 * The `accept` of a picker. Naming picture types makes phones hand over JPEG instead of HEIC and open their photos;
 * computers without an office program know office files by their extension alone.
 */
export const acceptOf = (types: readonly FileType[]): string =>
  types.map((type) => (type === 'doc' || type === 'docx' ? `.${type}` : FILE_TYPES[type].media)).join(',');
