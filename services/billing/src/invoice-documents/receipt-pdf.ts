import { PAYMENT_METHOD_LABELS } from '@gerbang/domain/invoice-payments';
import { amountBand, childFacts, facts, head, QUIET } from './pdf-parts.ts';
import { dayText, rupiahText } from '../texts.ts';
import type { ReceiptDocument } from './invoice-documents.view.ts';

/** The page of a receipt; nothing on it changes once the payment is verified. */
export function receiptPage(document: ReceiptDocument): object {
  const { remaining_after: left } = document;
  return {
    pageSize: 'A5',
    pageOrientation: 'landscape',
    pageMargins: [36, 30, 36, 30],
    info: { title: `Kuitansi ${document.receipt_number}` },
    content: [
      ...head(document.school, 'Kuitansi', document.receipt_number),
      {
        columns: [
          facts(
            [
              ['Telah diterima dari', { text: document.payer, bold: true }],
              ['Untuk', `Tagihan ${document.invoice_number}, ${document.installment_name}`],
              ['Tanggal bayar', dayText(document.payment_date)],
              ['Metode', PAYMENT_METHOD_LABELS[document.payment_method]],
            ],
            96,
          ),
          facts(childFacts(document.child), 96),
        ],
        columnGap: 16,
      },
      amountBand('Jumlah diterima', document.amount_paid),
      {
        columns: [
          facts(
            [
              ['Total tagihan', rupiahText(document.total_amount)],
              ['Sisa tagihan', { text: left === 0 ? 'Rp 0 (lunas)' : rupiahText(left), bold: true }],
            ],
            96,
          ),
          {
            stack: [
              { text: `Diterima dan diverifikasi ${dayText(document.verified_on)}`, color: QUIET },
              { text: document.receiver, bold: true, margin: [0, 4, 0, 0] },
              { text: `${document.receiver_role}, ${document.school.name}`, color: QUIET },
            ],
          },
        ],
        columnGap: 16,
      },
      {
        text: 'Kuitansi ini dibuat oleh sistem dan sah tanpa tanda tangan.',
        color: QUIET,
        fontSize: 8,
        margin: [0, 14, 0, 0],
      },
    ],
  };
}
