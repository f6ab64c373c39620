/** Bytes from the beginning that are enough to tell a type. */
export const HEAD_BYTES = 1024;
/** Brands of HEIC and its kin, as telephones write it (ISO/IEC 23008-12, 10.2 and B.4). */
const HEIF = /^.{4}ftyp(?:hei[cxms]|hev[cx]|mif1|msf1)/su;
/** Some programs print a mark or line breaks before the header, and readers look for it in the first 1,024 bytes. */
export const PDF_BEGIN = /^[^<]*?%PDF-/u;

/** The first bytes of a file, one character for each. */
export const headOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, HEAD_BYTES));

export const isHeif = (head: string): boolean => HEIF.test(head);

/** Where a PDF begins; −1 where there is none, or where markup stands before it. */
export const pdfStart = (head: string): number => {
  const [before] = PDF_BEGIN.exec(head) ?? [];
  return before === undefined ? -1 : before.length - '%PDF-'.length;
};
