import { type FileType, typeOfExtension, extensionOf } from '@gerbang/domain/file-types';

/** How files of each type begin, as Latin-1. */
export const BEGINS: Readonly<Record<FileType | 'heic', string>> = {
  jpeg: '\u00FF\u00D8\u00FF\u00E0',
  png: '\u0089PNG\r\n\u001A\n',
  gif: 'GIF89a',
  webp: 'RIFF\u0000\u0000\u0000\u0000WEBP',
  pdf: '%PDF-1.7\n',
  doc: '\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1',
  docx: 'PK\u0003\u0004',
  heic: '\u0000\u0000\u0000\u0018ftypheic',
};

export interface Sample {
  /** What it is; else what its name says. */
  readonly kind?: FileType | 'heic';
  readonly size?: number;
  readonly type?: string;
}

/** A file that begins like one of its kind. */
export function sampleFile(name: string, { kind, size = 900, type = '' }: Sample = {}): File {
  const is = kind ?? typeOfExtension(extensionOf(name));
  const bytes = new Uint8Array(size);
  bytes.set(Uint8Array.from((is ? BEGINS[is] : '').slice(0, size), (sign) => sign.charCodeAt(0)));
  return new File([bytes], name, { type });
}
