import { dayText } from '@gerbang/domain/date-text';
import { rupiahText } from '../texts.ts';
import type { RefundDocument } from './invoice-documents.view.ts';
import { childFacts, facts, head, RECEIPT_SHEET, receiptBand, receiptFoot, signedBy } from './pdf-parts.ts';

/** The page of money that went back to a family: where it went, what it was of, and how the paper is checked. */
export function refundPage(document: RefundDocument, logo: boolean): object {
  const { school, child, amount, paid_on: day, lines, deduct, signatory } = document;
  return {
    ...RECEIPT_SHEET,
    footer: receiptFoot(false, 'Bukti'),
    info: { title: `Bukti pengembalian dana ${document.number}` },
    content: [
      ...head(school, logo, 'Bukti pengembalian dana', document.number),
      {
        columns: [
          facts(
            [
              ['Dikembalikan kepada', { text: document.to, bold: true }],
              ['Tanggal transfer', dayText(day)],
              ...lines.map(({ label, back }) => [label, rupiahText(back)] as const),
              ...(deduct > 0 ? [['Potongan', `- ${rupiahText(deduct)}`] as const] : []),
            ],
            112,
          ),
          facts(childFacts(child), 96),
        ],
        columnGap: 16,
      },
      receiptBand('Jumlah dikembalikan', amount, document.check),
      {
        columns: [
          '',
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
