import { dayText } from '@gerbang/domain/date-text';
import type { LetterDocument } from './invoice-documents.view.ts';
import { type Piece, QUIET } from './pdf-face.ts';
import { childFacts, facts, head, signature } from './pdf-parts.ts';

const paragraph = (text: string, more: object = {}): Piece => ({ text, margin: [0, 0, 0, 12], ...more });

const SIDE = 34;

/** The page of a letter of acceptance: formal and short, since what the team wrote about the child stays in the portal. */
export function letterPage(document: LetterDocument, logo: boolean): object {
  const { school, child, printed_on: day, signatory } = document;
  return {
    pageSize: 'A5',
    pageMargins: [SIDE, 30, SIDE, 40],
    info: { title: `Surat Penerimaan ${child.registration_number}` },
    footer: {
      text: 'Surat ini dibuat oleh sistem dan sah tanpa tanda tangan.',
      color: QUIET,
      fontSize: 7.5,
      margin: [SIDE, 14, SIDE, 0],
    },
    content: [
      ...head(school, logo, 'Surat Penerimaan', child.registration_number),
      paragraph(`Yth. ${child.guardian ?? 'Bapak/Ibu orang tua atau wali'}`, { margin: [0, 8, 0, 12] }),
      paragraph(
        `Alhamdulillah, berdasarkan hasil observasi, ${school.name} menyatakan bahwa ananda di bawah ini diterima sebagai murid baru.`,
      ),
      facts(childFacts(child), 110),
      paragraph(
        'Untuk mengambil tempatnya, mohon Bapak/Ibu mengonfirmasi daftar ulang di portal. Tagihan menyusul setelah konfirmasi kami terima.',
        { margin: [0, 14, 0, 12] },
      ),
      paragraph(`Bila ada pertanyaan, hubungi kami lewat WhatsApp ${school.contact}.`),
      {
        columns: [
          '',
          {
            width: 160,
            stack:
              signatory === null
                ? [
                    { text: dayText(day), color: QUIET },
                    { text: school.name, bold: true },
                  ]
                : signature(signatory, day),
          },
        ],
        margin: [0, 24, 0, 0],
      },
    ],
  };
}
