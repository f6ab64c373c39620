import { dayText } from '@gerbang/domain/date-text';
import { rupiahText } from '../texts.ts';
import type {
  DocumentCheck,
  DocumentSchool,
  FeeReceiptDocument,
  ReceiptDocument,
} from './invoice-documents.view.ts';
import { INK, type Piece } from './pdf-face.ts';
import { methodText } from './pdf-pages.ts';
import { amountInWords, checkLines, childFacts, footText, qrPart } from './pdf-parts.ts';

/** Points of 80 mm, and of the edge that a receipt printer leaves free. */
const ROLL = { width: (80 / 25.4) * 72, edge: (4 / 25.4) * 72 } as const;

/** What a slip holds; a receipt printer knows black alone, so nothing on it is told by colour. */
interface Slip {
  readonly school: DocumentSchool;
  readonly number: string;
  readonly amount: number;
  readonly facts: readonly (readonly [string, Piece])[];
  readonly foot: readonly string[];
  readonly check: DocumentCheck;
}

const RULE = {
  canvas: [
    { type: 'line', x1: 0, y1: 0, x2: ROLL.width - 2 * ROLL.edge, y2: 0, lineWidth: 0.75, lineColor: INK },
  ],
  margin: [0, 6, 0, 6],
};

/** A receipt on a roll of 80 mm, as long as it needs to be. */
export const slipPage = ({ school, number, amount, facts, foot, check }: Slip): object => ({
  pageSize: { width: ROLL.width, height: 'auto' },
  pageMargins: ROLL.edge,
  info: { title: `Kuitansi ${number}` },
  content: [
    { text: school.name, bold: true, fontSize: 11, alignment: 'center' },
    { text: [school.unit, `WhatsApp ${school.contact}`].join('\n'), alignment: 'center' },
    RULE,
    { text: 'KUITANSI', bold: true, fontSize: 11, alignment: 'center' },
    { text: number, alignment: 'center', fontFeatures: ['tnum'] },
    RULE,
    ...facts.map(([label, value]) => ({
      columns: [
        { text: label, width: 84 },
        { stack: [value], width: '*' },
      ],
    })),
    RULE,
    { text: rupiahText(amount), bold: true, fontSize: 16, alignment: 'center' },
    { text: amountInWords(amount), alignment: 'center' },
    RULE,
    { stack: [qrPart(check)], alignment: 'center' },
    { stack: [checkLines(check)], alignment: 'center' },
    ...foot.map((text) => ({ text, fontSize: 8, alignment: 'center', margin: [0, 6, 0, 0] })),
  ],
});

/** The slip of a registration fee's receipt. */
export const feeSlip = ({
  school,
  child,
  payer,
  amount,
  issued_on,
  receipt_number,
  stamped,
  check,
}: FeeReceiptDocument): Slip => ({
  school,
  number: receipt_number,
  amount,
  check,
  facts: [
    ['Sudah terima dari', payer],
    ['Untuk', 'Biaya pendaftaran'],
    ['Diverifikasi', dayText(issued_on)],
    ...childFacts(child),
  ],
  foot: ['Bukan bukti penerimaan siswa.', footText(stamped)],
});

/** The slip of the receipt of an invoice's payment. */
export const receiptSlip = (document: ReceiptDocument): Slip => ({
  school: document.school,
  number: document.receipt_number,
  amount: document.amount_paid,
  check: document.check,
  facts: [
    ['Telah diterima dari', document.payer],
    ['Untuk', `Tagihan ${document.invoice_number}, ${document.installment_name}`],
    ['Tanggal bayar', dayText(document.payment_date)],
    ['Metode', methodText(document)],
    ['Sisa tagihan', rupiahText(document.remaining_after)],
    ...childFacts(document.child),
  ],
  foot: [
    ...(document.surplus === null
      ? []
      : [`Kelebihan ${rupiahText(document.surplus.amount)} dicatat sebagai ${document.surplus.note}.`]),
    `Diterima dan diverifikasi ${dayText(document.verified_on)} oleh ${document.receiver}.`,
    footText(document.stamped),
  ],
});
