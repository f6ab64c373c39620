import { setImmediate } from 'node:timers/promises';
import { type Problem, unprocessable } from '@gerbang/service-kit/http/problems';

const PDF_END_WITHIN = 2048;
/** The names by which a PDF runs something when it is opened. */
const PDF_ACTIONS = ['JavaScript', 'Launch', 'EmbeddedFile'].map((name) => Buffer.from(name));
const PIECE = 512 * 1024;
const HASH = 0x23;
const SLASH = 0x2f;
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const OLE_MACROS = ['_VBA_PROJECT', 'Macros'].map((name) => Buffer.from(name, 'utf16le'));

export const brokenDocument = (): Problem =>
  unprocessable('file_broken', 'Dokumen rusak atau tidak dapat dibaca.');
export const activeDocument = (): Problem =>
  unprocessable(
    'file_active',
    'Dokumen berisi makro, skrip, atau lampiran tersembunyi. Simpan ulang tanpa itu lalu coba lagi.',
  );

/** The value of a hexadecimal digit; far out of every byte where it is none. */
function digit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const small = byte | 0x20;
  return small >= 0x61 && small <= 0x66 ? small - 0x57 : 0x1_00;
}

/** Whether the action's name starts here, as a reader of PDFs understands it: `#61` is `a`. */
function startsName(bytes: Buffer, start: number, action: Buffer): boolean {
  let at = start;
  for (let letter = 0; letter < action.length; letter += 1) {
    let byte = bytes[at];
    if (byte === HASH) {
      byte = digit(bytes[at + 1]) * 16 + digit(bytes[at + 2]);
      at += 2;
    }
    if (byte !== action[letter]) return false;
    at += 1;
  }
  return true;
}

/** Whether one of the actions is named between these places. */
function hasAction(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    if (bytes[at] !== SLASH) continue;
    for (const action of PDF_ACTIONS) {
      // Nearly every name differs at its first letter already.
      if ((bytes[at + 1] === action[0] || bytes[at + 1] === HASH) && startsName(bytes, at + 1, action))
        return true;
    }
  }
  return false;
}

/**
 * Refuses a PDF that is cut off, begins with something else, or runs something when it is opened. It is searched piece
 * by piece, so that other requests run in between.
 */
export async function checkPdf(bytes: Buffer): Promise<void> {
  if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw brokenDocument();
  if (!bytes.subarray(-PDF_END_WITHIN).includes('%%EOF')) throw brokenDocument();
  for (let from = 0; from < bytes.length; from += PIECE) {
    if (hasAction(bytes, from, Math.min(from + PIECE, bytes.length))) throw activeDocument();
    await setImmediate();
  }
}

/** Refuses a DOC without the header of its format, or with macros. */
export function checkDoc(bytes: Buffer): void {
  if (!bytes.subarray(0, OLE.length).equals(OLE)) throw brokenDocument();
  if (OLE_MACROS.some((name) => bytes.includes(name))) throw activeDocument();
}
