import { EXACT_WORDS } from '@gerbang/domain/payment-expectations';
import { PAYMENT_METHOD_LABELS } from '@gerbang/domain/invoice-payments';
import { INVOICE_LABELS } from '@gerbang/domain/invoices';
import type { InvoiceDocument, ReceiptDocument } from './invoice-documents.view.ts';
import { type Piece, QUIET } from './pdf-face.ts';
import {
  amountBand,
  childFacts,
  facts,
  head,
  RECEIPT_SHEET,
  receiptBand,
  receiptFoot,
  signature,
  TABLE_LINES,
} from './pdf-parts.ts';
import { dayText } from '@gerbang/domain/date-text';
import { rupiahText } from '../texts.ts';

const right = (text: string, more: object = {}): Piece => ({
  text,
  alignment: 'right',
  noWrap: true,
  fontFeatures: ['tnum'],
  ...more,
});
const titled = (text: string): Piece => ({ text, bold: true, margin: [0, 10, 0, 3] });

function items({
  installment_name,
  payment_period,
  total_amount,
  payments,
  remaining,
}: InvoiceDocument): Piece {
  const paid = payments.map((one) => [
    `Pembayaran ${dayText(one.payment_date)} (${PAYMENT_METHOD_LABELS[one.payment_method]}), kuitansi ${one.receipt_number}`,
    right(`- ${rupiahText(one.amount_paid)}`),
  ]);
  return {
    table: {
      headerRows: 1,
      widths: ['*', 'auto'],
      body: [
        [{ text: 'Keterangan', bold: true }, right('Jumlah', { bold: true })],
        [`Biaya pendidikan, ${installment_name} (${payment_period})`, right(rupiahText(total_amount))],
        ...paid,
        [{ text: 'Sisa tagihan', bold: true }, right(rupiahText(remaining), { bold: true })],
      ],
    },
    layout: TABLE_LINES,
    margin: [0, 8, 0, 0],
  };
}

function howToPay({ account, exactly, invoice_number, remaining }: InvoiceDocument): Piece[] {
  if (remaining === 0) return [];
  if (account === null) {
    const text = 'Hubungi sekolah untuk menanyakan rekening tujuan.';
    return [titled('Cara membayar'), { text, margin: [0, 6, 0, 0] }];
  }
  return [
    titled('Cara membayar'),
    facts(
      [
        ['Bank', `${account.bank_name}, cabang ${account.branch} (kode ${account.bank_code})`],
        ['Nomor rekening', { text: account.account_number, bold: true }],
        ['Atas nama', account.owner],
        ['Berita transfer', invoice_number],
        // A paper is read for weeks; the exact amount is kept for days.
        ...(exactly
          ? [['Jumlah transfer', `${EXACT_WORDS}, lihat halaman pembayaran di portal`] as const]
          : []),
      ],
      110,
    ),
    {
      text: 'Setelah mentransfer, unggah bukti pembayaran di menu Tagihan pada portal.',
      color: QUIET,
      margin: [0, 6, 0, 0],
    },
  ];
}

const SIDE = 34;

/** The pages of invoices as they stand today, one each, as large as a phone shows them whole; `invoices` is not empty. */
export function invoicePages(
  invoices: readonly [InvoiceDocument, ...InvoiceDocument[]],
  logo: boolean,
): object {
  const [first] = invoices;
  const all = invoices.length > 1;
  return {
    pageSize: 'A5',
    pageMargins: [SIDE, 30, SIDE, 40],
    info: { title: all ? `Tagihan ${first.child.child_name}` : `Tagihan ${first.invoice_number}` },
    footer: {
      text: `Dicetak ${dayText(first.printed_on)}. Status dapat berubah; lihat portal untuk keadaan terkini.`,
      color: QUIET,
      fontSize: 7.5,
      margin: [SIDE, 14, SIDE, 0],
    },
    content: invoices.map((invoice, at) => ({
      stack: invoicePieces(invoice, logo),
      ...(at > 0 && { pageBreak: 'before' }),
    })),
  };
}

function invoicePieces(document: InvoiceDocument, logo: boolean): Piece[] {
  return [
    ...head(document.school, logo, 'Tagihan', document.invoice_number),
    amountBand(document.remaining === 0 ? 'Lunas' : 'Yang harus dibayar', document.remaining, {
      beside: [
        { text: 'Jatuh tempo', color: QUIET, alignment: 'right' },
        right(dayText(document.due_date), { bold: true }),
        right(INVOICE_LABELS[document.status], { bold: true, margin: [0, 4, 0, 0] }),
      ],
    }),
    facts(
      [
        ...childFacts(document.child),
        ['Orang tua/wali', document.child.guardian ?? '-'],
        ['Tanggal terbit', dayText(document.issued_on)],
      ],
      110,
    ),
    items(document),
    ...howToPay(document),
    ...(document.footer === '' ? [] : [{ text: document.footer, color: QUIET, margin: [0, 12, 0, 0] }]),
  ];
}

export const methodText = ({ payment_method, from_bank }: ReceiptDocument) =>
  PAYMENT_METHOD_LABELS[payment_method] + (from_bank ? ', dikenali dari mutasi bank' : '');

/** The page of a receipt; nothing on it changes once the payment is verified. */
export function receiptPage(document: ReceiptDocument, logo: boolean): object {
  const { remaining_after: left } = document;
  return {
    ...RECEIPT_SHEET,
    footer: receiptFoot(document.stamped),
    info: { title: `Kuitansi ${document.receipt_number}` },
    content: [
      ...head(document.school, logo, 'Kuitansi', document.receipt_number),
      {
        columns: [
          facts(
            [
              ['Telah diterima dari', { text: document.payer, bold: true }],
              ['Untuk', `Tagihan ${document.invoice_number}, ${document.installment_name}`],
              ['Tanggal bayar', dayText(document.payment_date)],
              ['Metode', methodText(document)],
            ],
            96,
          ),
          facts(childFacts(document.child), 96),
        ],
        columnGap: 16,
      },
      receiptBand('Jumlah diterima', document.amount_paid, document.check),
      ...(document.surplus === null
        ? []
        : [
            {
              text: `Kelebihan ${rupiahText(document.surplus.amount)} dicatat sebagai ${document.surplus.note}.`,
              color: QUIET,
            },
          ]),
      {
        columns: [
          facts(
            [
              ['Total tagihan', { text: rupiahText(document.total_amount), noWrap: true }],
              [
                'Sisa tagihan',
                { text: left === 0 ? 'Rp 0 (lunas)' : rupiahText(left), bold: true, noWrap: true },
              ],
            ],
            74,
          ),
          {
            stack: [
              { text: `Diterima dan diverifikasi ${dayText(document.verified_on)}`, color: QUIET },
              { text: document.receiver, bold: true, margin: [0, 4, 0, 0] },
              { text: `${document.receiver_role}, ${document.school.name}`, color: QUIET },
            ],
          },
          ...(document.signatory === null
            ? []
            : [{ stack: signature(document.signatory, document.verified_on) }]),
        ],
        columnGap: 16,
      },
    ],
  };
}
