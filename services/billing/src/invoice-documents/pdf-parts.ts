import { ToWords } from 'to-words/id-ID';
import { rupiahText } from '../texts.ts';
import type { DocumentChild, DocumentSchool } from './invoice-documents.view.ts';

/** A content node of pdfmake. */
export type Piece = Readonly<Record<string, unknown>> | string;

export const INK = '#1c2430';
export const QUIET = '#5b6675';
const LINE = '#d6dbe2';
const BRAND = '#0f5c4a';
const BAND = '#eef4f1';

const words = new ToWords();

/** 'Satu juta lima ratus ribu rupiah': only the first letter is a capital. */
export function amountInWords(amount: number): string {
  const text = amount === 0 ? 'nol' : words.convert(amount).toLowerCase();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} rupiah`;
}

/** Name of the school at the left, title and number of the document at the right, a line below. */
export function head(school: DocumentSchool, title: string, number: string): Piece[] {
  return [
    {
      columns: [
        {
          stack: [
            { text: school.name, bold: true, fontSize: 13, color: BRAND },
            { text: school.unit, color: QUIET },
            { text: `WhatsApp ${school.contact}`, color: QUIET },
          ],
        },
        {
          width: 'auto',
          stack: [
            { text: title, bold: true, fontSize: 16, alignment: 'right' },
            { text: number, alignment: 'right', color: QUIET },
          ],
        },
      ],
    },
    rule(),
  ];
}

/** A thin line over the whole width. */
export function rule(): Piece {
  return {
    table: { widths: ['*'], body: [['']] },
    layout: {
      hLineWidth: (index: number) => (index === 1 ? 0.75 : 0),
      vLineWidth: () => 0,
      hLineColor: () => LINE,
      paddingTop: () => 0,
      paddingBottom: () => 0,
    },
    margin: [0, 6, 0, 10],
  };
}

/** Labels with their values, one a row. */
export function facts(rows: readonly (readonly [string, Piece])[], labelWidth: number): Piece {
  return {
    table: {
      widths: [labelWidth, '*'],
      body: rows.map(([label, value]) => [{ text: label, color: QUIET }, value]),
    },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: () => 0,
      paddingLeft: () => 0,
      paddingRight: () => 6,
      paddingTop: () => 2,
      paddingBottom: () => 2,
    },
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

/** The amount of the document, in figures and in words. */
export function amountBand(label: string, amount: number): Piece {
  return {
    table: {
      widths: ['*'],
      body: [
        [
          {
            stack: [
              { text: label, color: QUIET },
              { text: rupiahText(amount), bold: true, fontSize: 18, color: BRAND },
              { text: amountInWords(amount), italics: true, margin: [0, 2, 0, 0] },
            ],
            fillColor: BAND,
            margin: [8, 6, 8, 6],
          },
        ],
      ],
    },
    layout: 'noBorders',
    margin: [0, 10, 0, 10],
  };
}

/** Lines between the rows of a table, a stronger one below its head. */
export const TABLE_LINES = {
  hLineWidth: (index: number) => (index <= 1 ? 0.75 : 0.4),
  vLineWidth: () => 0,
  hLineColor: () => LINE,
  paddingTop: () => 4,
  paddingBottom: () => 4,
};
