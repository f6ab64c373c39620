import type { LetterDocument } from './invoice-documents.view.ts';
import { type Piece, QUIET } from './pdf-face.ts';
import { checkLines, childFacts, facts, head, qrPart, signedBy } from './pdf-parts.ts';

const paragraph = (text: string, more: object = {}): Piece => ({ text, margin: [0, 0, 0, 12], ...more });

const SIDE = 34;

/** The page of a letter of acceptance: formal and short, since what the team wrote about the child stays in the portal. */
export function letterPage(document: LetterDocument, logo: boolean): object {
  const { school, child, number, issued_on: day, signatory } = document;
  return {
    pageSize: 'A5',
    pageMargins: [SIDE, 30, SIDE, 40],
    info: { title: `Surat Keterangan Diterima ${number}` },
    content: [
      ...head(school, logo, 'Surat Keterangan Diterima', number),
      paragraph(
        `Dengan ini ${school.name} menerangkan bahwa ananda di bawah ini diterima sebagai murid baru.`,
        { margin: [0, 8, 0, 12] },
      ),
      facts([...childFacts(child), ['Orang tua/wali', child.guardian ?? '-']], 110),
      paragraph(
        'Konfirmasi daftar ulangnya sudah kami proses. Surat ini dapat digunakan sebagaimana mestinya.',
        { margin: [0, 14, 0, 12] },
      ),
      paragraph(`Bila ada pertanyaan, hubungi kami lewat WhatsApp ${school.contact}.`),
      {
        columns: [
          '',
          {
            width: 160,
            stack: signedBy(signatory, day, school),
          },
        ],
        margin: [0, 16, 0, 24],
      },
      {
        columns: [
          { width: 'auto', stack: [qrPart(document.check)] },
          {
            stack: [
              checkLines(document.check),
              {
                text: 'Surat ini dibuat oleh sistem dan sah tanpa tanda tangan.',
                color: QUIET,
                fontSize: 8,
                margin: [0, 6, 0, 0],
              },
            ],
          },
        ],
        columnGap: 12,
      },
    ],
  };
}
