import { isUtf8 } from 'node:buffer';

const UNPACKED_MAX_BYTES = 50 * 1_048_576;
const SHEETS_MAX = 100;
const DAY_MS = 86_400_000;
const OLD_WORKBOOK = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** The stream of an old workbook in which a password keeps a new one. */
const LOCKED = 'EncryptedPackage';
const OPEN_DOCUMENT = /^PK.{28}mimetypeapplication\/vnd\.oasis\.opendocument\.spreadsheet/su;
const SHEET = /^xl\/worksheets\/[^/]+\.xml$/u;

/** What to do with a file that is a table to people, but not to us. */
export const SAVE_AS = {
  old_workbook:
    'Berkas ini Excel lama (.xls). Buka di Excel, pilih Simpan Sebagai, lalu jenis "Buku Kerja Excel (.xlsx)", dan unggah yang baru.',
  locked_workbook:
    'Berkas ini terkunci dengan kata sandi. Buka di Excel, hapus kata sandinya (File, Info, Proteksi Buku Kerja), simpan, lalu unggah lagi.',
  open_document:
    'Berkas ini dari LibreOffice (.ods). Buka di LibreOffice, pilih Simpan Sebagai, lalu jenis "Excel 2007–365 (.xlsx)", dan unggah yang baru.',
  web_page:
    'Berkas ini halaman web yang dinamai .xls. Buka di Excel, pilih Simpan Sebagai, lalu jenis "Buku Kerja Excel (.xlsx)", dan unggah yang baru.',
} as const;
export type OtherKind = keyof typeof SAVE_AS;

/** What programs save that is a table to people: the workbook of before 2007, a locked one, LibreOffice's own, a page of the web. */
export function otherKind(bytes: Uint8Array): OtherKind | undefined {
  if (OLD_WORKBOOK.every((byte, at) => bytes[at] === byte))
    return Buffer.from(bytes).includes(LOCKED, 0, 'utf16le') ? 'locked_workbook' : 'old_workbook';
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (OPEN_DOCUMENT.test(start)) return 'open_document';
  return /<(?:!doctype html|html|table|\?mso-application|workbook)\b/iu.test(start) ? 'web_page' : undefined;
}

export const isWorkbook = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/**
 * The sheets of a workbook by their paths, as the XML that they are; null where it would unpack to more than a table can be,
 * which is known before anything is unpacked.
 */
export async function sheetsOf(bytes: Uint8Array): Promise<ReadonlyMap<string, string> | null> {
  const { unzipSync } = await import('fflate');
  let unpacked = 0;
  let sheets = 0;
  unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      unpacked += originalSize;
      if (SHEET.test(name)) sheets += 1;
      return false;
    },
  });
  if (unpacked > UNPACKED_MAX_BYTES || sheets > SHEETS_MAX || sheets === 0) return null;
  const contents = unzipSync(bytes, { filter: ({ name }) => SHEET.test(name) });
  return new Map(
    Object.entries(contents).map(([name, packed]) => [name, Buffer.from(packed).toString('latin1')]),
  );
}

/**
 * The days by which `read-excel-file` reads every day of this workbook too early: it knows days from 1904 by `date1904="1"`, as Excel
 * writes it, and LibreOffice writes `true`.
 */
export async function lostDays(bytes: Uint8Array): Promise<number> {
  const { unzipSync } = await import('fflate');
  const files = unzipSync(bytes, { filter: ({ name }) => name === 'xl/workbook.xml' });
  const [xml = new Uint8Array()] = Object.values(files);
  const from1904 = /<(?:\w+:)?workbookPr\b[^<>]*\sdate1904\s*=\s*["']true["']/u;
  return from1904.test(Buffer.from(xml).toString('latin1')) ? 1462 : 0;
}

/** A day of a workbook, ISO; `lost` as `lostDays` tells. */
export const dayOfCell = (value: Date, lost: number): string =>
  new Date(value.getTime() + lost * DAY_MS).toISOString().slice(0, 10);

/** UTF-16 by its byte order mark, or by a NUL beside each of the first letters; null for any other text. */
function utf16(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if ((a === 0xff && b === 0xfe) || (a !== 0 && b === 0 && c !== 0 && d === 0)) return 'utf-16le';
  return (a === 0xfe && b === 0xff) || (a === 0 && b !== 0 && c === 0 && d !== 0) ? 'utf-16be' : null;
}

/** Text as UTF-16 where it is that, as UTF-8, else as Windows-1252, in which every byte is a letter. */
export function decodeText(bytes: Uint8Array, written?: string): string {
  const guessed = written ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');
  return new TextDecoder(utf16(bytes) ?? guessed).decode(bytes);
}
