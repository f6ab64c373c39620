import { type Problem, unprocessable } from '@gerbang/service-kit/problems';

const PDF_END_WITHIN = 2048;
/** What makes a PDF act (reliability U-G5). */
const PDF_ACTIONS = ['JavaScript', 'Launch', 'EmbeddedFile'].map((name) => Buffer.from(name));
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

/** Whether the action's name starts here, as a reader of PDFs understands it: `#61` is `a`. */
function startsName(bytes: Buffer, start: number, action: Buffer): boolean {
  let at = start;
  for (const wanted of action) {
    let byte = bytes[at];
    if (byte === HASH) {
      byte = Number.parseInt(bytes.toString('latin1', at + 1, at + 3), 16);
      at += 2;
    }
    if (byte !== wanted) return false;
    at += 1;
  }
  return true;
}

/** In one pass, whatever the bytes are: a name that differs is left at its first letter. */
function hasAction(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === SLASH && PDF_ACTIONS.some((action) => startsName(bytes, at + 1, action))) return true;
  }
  return false;
}

/** Refuses a PDF that is cut off, begins with something else, or acts when it is opened (reliability U-G5). */
export function checkPdf(bytes: Buffer): void {
  if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw brokenDocument();
  if (!bytes.subarray(-PDF_END_WITHIN).includes('%%EOF')) throw brokenDocument();
  if (hasAction(bytes)) throw activeDocument();
}

/** Refuses a DOC without the header of its format, or with macros (reliability U-G5). */
export function checkDoc(bytes: Buffer): void {
  if (!bytes.subarray(0, OLE.length).equals(OLE)) throw brokenDocument();
  if (OLE_MACROS.some((name) => bytes.includes(name))) throw activeDocument();
}
