import { Problem, unprocessable } from '@gerbang/service-kit/http/problems';
import type { Readable } from 'node:stream';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';

const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const OLE_MACROS = ['_VBA_PROJECT', 'Macros'].map((name) => Buffer.from(name, 'utf16le'));

export const brokenDocument = (): Problem =>
  unprocessable(
    'file_broken',
    'Dokumen rusak atau tidak dapat dibaca. Buka filenya, simpan ulang sebagai PDF, lalu unggah lagi.',
  );
/** 422 for a PDF whose check would cost more than its page is worth. */
export const heavyPdf = (): Problem =>
  unprocessable(
    'file_broken',
    'PDF ini terlalu rumit untuk diperiksa. Buka filenya, pilih Cetak lalu Simpan sebagai PDF, dan unggah hasilnya.',
  );
export const activeDocument = (): Problem =>
  unprocessable(
    'file_active',
    'Dokumen berisi makro, skrip, formulir aktif, atau lampiran tersembunyi. Simpan ulang tanpa itu lalu coba lagi.',
  );

/** Pages that a person has to read in one file. */
export const longDocument = (pages: number, most: number): Problem =>
  unprocessable(
    'too_many_pages',
    `PDF ini berisi ${pages} halaman, paling banyak ${most}. Kirim halaman yang diminta saja.`,
  );

/** Refuses a DOC without the header of its format, or with macros. */
export function checkDoc(bytes: Buffer): void {
  if (!bytes.subarray(0, OLE.length).equals(OLE)) throw brokenDocument();
  if (OLE_MACROS.some((name) => bytes.includes(name))) throw activeDocument();
}

const MAX_ENTRIES = 1000;
const MAX_UNPACKED = 50 * 1024 * 1024;
const MAX_TYPES = 1024 * 1024;
const CONTENT_TYPES = '[Content_Types].xml';
const UNIX_KIND = 0o170_000;
const UNIX_LINK = 0o120_000;

/** Refuses what would leave its folder, point elsewhere, be locked, or run. */
function checkEntry(entry: Entry): void {
  const kind = (entry.externalFileAttributes >>> 16) & UNIX_KIND;
  if (kind === UNIX_LINK || !entry.canDecodeFileData()) throw brokenDocument();
  if (/(?:^|\/)vbaProject\.bin$/iu.test(entry.fileName)) throw activeDocument();
}

/** Unpacks an entry to count it, without keeping more of it than `keep` bytes. */
async function unpack(stream: Readable, left: number, keep: number): Promise<{ size: number; text: string }> {
  const kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    // The declared size of an entry may be wrong; the unpacked bytes are counted.
    if (size > left) throw brokenDocument();
    if (size <= keep) kept.push(bytes);
  }
  return { size, text: Buffer.concat(kept).toString('utf8') };
}

async function checkEntries(zip: ZipFile): Promise<void> {
  if (zip.entryCount > MAX_ENTRIES) throw brokenDocument();
  let left = MAX_UNPACKED;
  let entries = 0;
  let types = '';
  let hasBody = false;
  for await (const entry of zip.eachEntry()) {
    entries += 1;
    if (entries > MAX_ENTRIES || entry.uncompressedSize > left) throw brokenDocument();
    checkEntry(entry);
    hasBody ||= entry.fileName.startsWith('word/');
    if (entry.fileName.endsWith('/')) continue;
    const isTypes = entry.fileName === CONTENT_TYPES;
    const content = await unpack(await zip.openReadStreamPromise(entry), left, isTypes ? MAX_TYPES : 0);
    left -= content.size;
    if (isTypes) types = content.text;
  }
  if (types === '' || !hasBody) throw brokenDocument();
  // A macro under another name is still declared here.
  if (/vbaProject|macroEnabled/iu.test(types)) throw activeDocument();
}

/**
 * Refuses a DOCX that is none, that unpacks to more than 50 MB or 1,000 entries, leads out of its folder, or carries
 * macros. Every entry is really unpacked, in the zip library's threads, and thrown away.
 */
export async function checkDocx(bytes: Buffer): Promise<void> {
  try {
    // Lazily: the next entry is read when this one is done.
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true });
    await checkEntries(zip);
  } catch (error) {
    if (error instanceof Problem) throw error;
    const problem = brokenDocument();
    problem.cause = error;
    throw problem;
  }
}
