import { ToWords } from 'to-words/id-ID';
import { dayText } from '@gerbang/domain/date-text';
import { rupiahText } from '../texts.ts';
import type { DocumentCheck, DocumentChild, DocumentSchool } from './invoice-documents.view.ts';
import { BAND, BRAND, guardStrip, INK, LINE, type Piece, QUIET } from './pdf-face.ts';

const words = new ToWords();

/** 'Satu juta lima ratus ribu rupiah': only the first letter is a capital. */
export function amountInWords(amount: number): string {
  const text = amount === 0 ? 'nol' : words.convert(amount).toLowerCase();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} rupiah`;
}

const NO_LINES = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => 0,
  paddingTop: () => 0,
  paddingBottom: () => 0,
};
const LOGO = 38;

/**
 * Logo and name of the school at the left, title and number of the document at the right, a line below. `logo` = the file
 * has a picture of this name.
 */
export function head(school: DocumentSchool, logo: boolean, title: string, number: string): Piece[] {
  return [
    {
      columns: [
        ...(logo ? [{ image: 'logo', fit: [LOGO, LOGO], width: LOGO + 8 }] : []),
        {
          stack: [
            { text: school.name, bold: true, fontSize: 12, color: BRAND },
            { text: school.unit, color: QUIET },
            { text: `WhatsApp ${school.contact}`, color: QUIET },
          ],
        },
        {
          width: 'auto',
          stack: [
            { text: title, bold: true, fontSize: 16, alignment: 'right' },
            { text: number, alignment: 'right', color: QUIET, fontFeatures: ['tnum'] },
          ],
        },
      ],
    },
    // A thin line over the whole width.
    {
      table: { widths: ['*'], body: [[{ text: '', lineHeight: 0.1 }]] },
      layout: {
        ...NO_LINES,
        hLineWidth: (index: number) => (index === 1 ? 0.75 : 0),
        hLineColor: () => LINE,
      },
      margin: [0, 4, 0, 8],
    },
  ];
}

/** Labels with their values, one a row. */
export function facts(rows: readonly (readonly [string, Piece])[], labelWidth: number): Piece {
  return {
    table: {
      widths: [labelWidth, '*'],
      body: rows.map(([label, value]) => [{ text: label, color: QUIET }, value]),
    },
    layout: { ...NO_LINES, paddingRight: () => 6, paddingTop: () => 1.5, paddingBottom: () => 1.5 },
  };
}

/** The child that the document is for. */
export function childFacts(child: DocumentChild): (readonly [string, Piece])[] {
  return [
    ['Nama siswa', { text: child.child_name, bold: true }],
    ['Nomor pendaftaran', child.registration_number],
    ['Jenjang', child.level],
    ['Tahun ajaran', child.academic_year],
  ];
}

interface Signatory {
  readonly name: string;
  readonly title: string;
  readonly city: string;
}

/** City, day, name and title of who signs for the school. */
export function signature({ name, title, city }: Signatory, signedOn: string): Piece[] {
  const day = dayText(signedOn);
  return [
    { text: city === '' ? day : `${city}, ${day}`, color: QUIET },
    { text: name, bold: true, margin: [0, 4, 0, 0] },
    ...(title === '' ? [] : [{ text: title, color: QUIET }]),
  ];
}

/** Who signs for the school; day and name of the school where no one does. */
export const signedBy = (
  signatory: Signatory | null,
  day: string,
  school: { readonly name: string },
): Piece[] =>
  signatory === null
    ? [
        { text: dayText(day), color: QUIET },
        { text: school.name, bold: true },
      ]
    : signature(signatory, day);

/** The amount of the document, in figures and in words, what stands beside and below it, and `air` points above it. */
export function amountBand(
  label: string,
  amount: number,
  { beside, below = [], air = 4 }: { beside: readonly Piece[]; below?: readonly Piece[]; air?: number },
): Piece {
  return {
    table: {
      widths: ['*', 'auto'],
      body: [
        [
          {
            stack: [
              { text: label, color: QUIET },
              { text: rupiahText(amount), bold: true, fontSize: 20, color: BRAND },
              { text: amountInWords(amount) },
              ...below,
            ],
            margin: [10, 8, 0, 8],
          },
          { stack: beside, margin: [0, 8, 10, 8] },
        ],
      ],
    },
    layout: { defaultBorder: false, fillColor: () => BAND },
    margin: [0, air, 0, air + 6],
  };
}

/** Width of the guard pattern in points. */
const GUARD = 34;
const LEFT = GUARD + 26;
const RIGHT = 30;

/** The sheet of a receipt, with the guard pattern at its left edge. */
export const RECEIPT_SHEET = {
  pageSize: 'A5',
  pageOrientation: 'landscape',
  pageMargins: [LEFT, 26, RIGHT, 34],
  background: (_page: number, { height }: { height: number }) => ({ canvas: guardStrip(GUARD, height) }),
};

/** Points within which 28 to 41 modules are 2 points each: an address whose host has up to 95 signs. */
const QR_FIT = 82;

/** The QR code by which a paper is checked, with the white edge of four modules that readers need. */
export const qrPart = ({ url }: DocumentCheck): Piece => ({ qr: url, fit: QR_FIT, padding: 4 });

/**
 * How to check a paper with and without a camera. The code is one piece in the text's own weight: each further piece, and each
 * sign in another weight, is work for the whole document.
 */
export const checkLines = ({ url, code, host }: DocumentCheck): Piece => ({
  stack: [
    `Periksa keaslian: pindai kode QR, atau buka ${host}/cek/`,
    { text: code.replaceAll(' ', '\u00A0'), link: url, color: INK },
  ],
  color: QUIET,
  fontSize: 8,
  margin: [0, 6, 0, 0],
});

/** The amount of a receipt, with the way to check the receipt. */
export const receiptBand = (label: string, amount: number, check: DocumentCheck): Piece =>
  amountBand(label, amount, {
    beside: [qrPart(check)],
    below: [checkLines(check)],
    air: 10,
  });

const NO_SIGNATURE = 'dibuat oleh sistem dan sah tanpa tanda tangan.';
// UU 10/2020, article 3; PMK 78/2024.
const STAMP = 'Kuitansi asli bermeterai diberikan sekolah atas permintaan.';

/** What stands at the foot of a receipt. */
export const footText = (stamped: boolean, paper = 'Kuitansi'): string =>
  `${paper} ini ${NO_SIGNATURE}${stamped ? ` ${STAMP}` : ''}`;

/** The foot of a receipt; one above the amount of a duty stamp says how to get one that has it. */
export const receiptFoot = (stamped: boolean, paper = 'Kuitansi'): Piece => ({
  text: footText(stamped, paper),
  color: QUIET,
  fontSize: 8,
  margin: [LEFT, 8, RIGHT, 0],
});

/** Lines between the rows of a table, a stronger one below its head. */
export const TABLE_LINES = {
  hLineWidth: (index: number) => (index <= 1 ? 0.75 : 0.4),
  vLineWidth: () => 0,
  hLineColor: () => LINE,
  paddingTop: () => 4,
  paddingBottom: () => 4,
};
