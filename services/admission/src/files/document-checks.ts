import { type Problem, unprocessable } from '@gerbang/service-kit/http/problems';

const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const OLE_MACROS = ['_VBA_PROJECT', 'Macros'].map((name) => Buffer.from(name, 'utf16le'));

export const brokenDocument = (): Problem =>
  unprocessable('file_broken', 'Dokumen rusak atau tidak dapat dibaca.');
export const activeDocument = (): Problem =>
  unprocessable(
    'file_active',
    'Dokumen berisi makro, skrip, formulir aktif, atau lampiran tersembunyi. Simpan ulang tanpa itu lalu coba lagi.',
  );

/** Refuses a DOC without the header of its format, or with macros. */
export function checkDoc(bytes: Buffer): void {
  if (!bytes.subarray(0, OLE.length).equals(OLE)) throw brokenDocument();
  if (OLE_MACROS.some((name) => bytes.includes(name))) throw activeDocument();
}
