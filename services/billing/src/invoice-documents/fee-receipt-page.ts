import type { FeeReceiptDocument } from './invoice-documents.view.ts';
import { childFacts, facts, head, RECEIPT_SHEET, receiptBand, receiptFoot, signedBy } from './pdf-parts.ts';
import { dayText } from '@gerbang/domain/date-text';

/** The page of the receipt of a registration fee. */
export function feeReceiptPage(document: FeeReceiptDocument, logo: boolean): object {
  const { school, child, payer, amount, issued_on: day, signatory } = document;
  return {
    ...RECEIPT_SHEET,
    footer: receiptFoot(document.stamped),
    info: { title: `Kuitansi ${document.receipt_number}` },
    content: [
      ...head(school, logo, 'Kuitansi', document.receipt_number),
      {
        columns: [
          facts(
            [
              ['Sudah terima dari', { text: payer, bold: true }],
              ['Untuk', `Biaya pendaftaran ${child.child_name}`],
              ['Diverifikasi', dayText(day)],
            ],
            96,
          ),
          facts(childFacts(child), 96),
        ],
        columnGap: 16,
      },
      receiptBand('Sejumlah', amount, document.check),
      {
        columns: [
          { text: 'Bukan bukti penerimaan siswa', bold: true },
          {
            width: 170,
            stack: signedBy(signatory, day, school),
          },
        ],
        columnGap: 16,
      },
    ],
  };
}
