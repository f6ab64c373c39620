import { PAYMENT_METHOD_LABELS } from '@gerbang/domain/invoice-payments';
import { amountBand, childFacts, facts, head, QUIET } from './pdf-parts.ts';
import { dayText, rupiahText } from '../family-messages.ts';
import type { ReceiptPaper } from './invoice-documents.view.ts';

/** The page of a receipt; nothing on it changes once the payment is verified. */
export function receiptPage(paper: ReceiptPaper): object {
  const { remaining_after: left } = paper;
  return {
    pageSize: 'A5',
    pageOrientation: 'landscape',
    pageMargins: [36, 30, 36, 30],
    info: { title: `Kuitansi ${paper.receipt_number}` },
    content: [
      ...head(paper.school, 'Kuitansi', paper.receipt_number),
      {
        columns: [
          facts(
            [
              ['Telah diterima dari', { text: paper.payer, bold: true }],
              ['Untuk', `Tagihan ${paper.invoice_number}, ${paper.installment_name}`],
              ['Tanggal bayar', dayText(paper.payment_date)],
              ['Metode', PAYMENT_METHOD_LABELS[paper.payment_method]],
            ],
            96,
          ),
          facts(childFacts(paper.child), 96),
        ],
        columnGap: 16,
      },
      amountBand('Jumlah diterima', paper.amount_paid),
      {
        columns: [
          facts(
            [
              ['Total tagihan', rupiahText(paper.total_amount)],
              ['Sisa tagihan', { text: left === 0 ? 'Rp 0 (lunas)' : rupiahText(left), bold: true }],
            ],
            96,
          ),
          {
            stack: [
              { text: `Diterima dan diverifikasi ${dayText(paper.verified_on)}`, color: QUIET },
              { text: paper.receiver, bold: true, margin: [0, 4, 0, 0] },
              { text: `${paper.receiver_role}, ${paper.school.name}`, color: QUIET },
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
