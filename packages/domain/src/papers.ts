/** The papers that a school gives out with a code by which whoever holds one can check it. */
export const PAPER_KINDS = ['fee_receipt', 'invoice_receipt', 'acceptance_letter', 'refund'] as const;
export type PaperKind = (typeof PAPER_KINDS)[number];

export const PAPER_LABELS: Readonly<Record<PaperKind, string>> = {
  fee_receipt: 'Kuitansi biaya pendaftaran',
  invoice_receipt: 'Kuitansi daftar ulang',
  acceptance_letter: 'Surat Keterangan Diterima',
  refund: 'Bukti pengembalian dana',
};

/** What a receipt is printed on: a sheet of A5, or the roll of a receipt printer, 80 mm wide. */
export const RECEIPT_SIZES = ['a5', '80mm'] as const;
export type ReceiptSize = (typeof RECEIPT_SIZES)[number];

/** Random bytes in a code. */
export const PAPER_CODE_BYTES = 16;
const PAPER_CODE_LENGTH = 26;
/** Crockford's base 32: no I, L, O and U, so that a code can be read aloud and typed. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The code of 16 bytes: 26 signs, the first of them below 8. */
export function paperCode(bytes: Uint8Array): string {
  if (bytes.length !== PAPER_CODE_BYTES) throw new RangeError('A code is made of 16 bytes');
  let left = bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n);
  let code = '';
  for (let at = 0; at < PAPER_CODE_LENGTH; at += 1) {
    code = SIGNS.charAt(Number(left % 32n)) + code;
    left /= 32n;
  }
  return code;
}

const CODE = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/u;

/** A code as a person typed it, in either case, with blanks and hyphens, O for 0, I and L for 1; null = no code. */
export function readPaperCode(typed: string): string | null {
  const code = typed.replace(/[\s-]/gu, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/gu, '1');
  return CODE.test(code) ? code : null;
}

/** A code in groups of four. */
export const groupedPaperCode = (code: string): string => code.replaceAll(/.{4}(?=.)/gu, '$& ');

/**
 * A name to compare, not to read: the first letter of each word and a dot for each further one, 'A••••• P••••'. A word of one
 * letter gets a dot as well, so that no name stands there whole.
 */
export function nameInitials(name: string): string {
  return name
    .normalize('NFC')
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean)
    .map((word) => {
      const [first = '', ...rest] = word.match(/\p{L}\p{M}*/gu) ?? [];
      return first.toLocaleUpperCase('id-ID') + '•'.repeat(Math.max(1, rest.length));
    })
    .join(' ');
}

/**
 * Whole rupiah above which a receipt on paper needs a duty stamp (meterai): Rp5.000.000 (UU 10/2020, article 3 (2) g;
 * PMK 78/2024).
 */
export const STAMP_ABOVE = 5_000_000;
