import { exportInvoices, getInvoicePdf } from '@gerbang/contracts/invoices';
import { getReceipt } from '@gerbang/contracts/invoice-payments';
import { getFeeReceipt, getLetter } from '@gerbang/contracts/papers';
import { unzip } from '../../admission/test/unzip.ts';
import { drawable } from '../src/invoice-documents/font-letters.ts';
import { type Door, openDoor } from './door.ts';
import { billed, finance, payInBooks } from './enrollments.ts';
import { ALPHABET_NAMES, FONTS } from './name-alphabet.ts';
import { verifiedFee } from './papers.ts';
import { pdfText } from './pdf-text.ts';

/** Without blanks, because the page decides where lines break. */
const bare = (text: string) => text.replace(/\s+/gu, '');
const shown = (name: string) => bare(drawable(name, FONTS[0] ?? new Set()));

describe('the alphabet of names on what is printed and exported', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  /** The words of each paper of a child with this name. */
  async function papersOf(child_name: string): Promise<Record<string, string>> {
    const { family, copy, confirmation, invoices } = await billed(door);
    await door
      .db('registrations')
      .where({ id: copy.id })
      .update({ child_name, father_name: child_name, mother_name: child_name });
    const payment = await payInBooks(door, invoices[0]!, 1_000_000);
    const fee = await verifiedFee(door, family, { child_name, father_name: child_name });
    const printed = {
      invoice: await door.call(getInvoicePdf, family, { params: { id: invoices[0]!.id } }),
      receipt: await door.call(getReceipt, family, { params: { id: payment } }),
      letter: await door.call(getLetter, family, { params: { id: confirmation.id } }),
      'fee receipt': await door.call(getFeeReceipt, family, { params: { id: fee.id } }),
    };
    return Object.fromEntries(
      Object.entries(printed).map(([paper, answer]) => {
        expect([paper, answer.statusCode]).toEqual([paper, 200]);
        return [paper, bare(pdfText(answer.rawPayload))];
      }),
    );
  }

  test.each(ALPHABET_NAMES.map((name, at) => [at + 1, name] as const))(
    'when a child is called by part %i of the alphabet, then each letter is on each paper',
    async (_part, name) => {
      for (const [paper, words] of Object.entries(await papersOf(name))) {
        expect([paper, words.includes(shown(name))]).toEqual([paper, true]);
        expect([paper, /[?\uFFFD]/u.test(words)]).toEqual([paper, false]);
      }
    },
  );

  test('when a child of before has letters that no paper draws, then the papers are printed with question marks', async () => {
    for (const words of Object.values(await papersOf('王小明 Tan'))) expect(words).toContain('???Tan');
  });

  test('when invoices are exported, then every letter is in the cells as it is stored', async () => {
    const answer = await door.call(exportInvoices, await finance(door));
    const sheet = (await unzip(answer.rawPayload)).get('xl/worksheets/sheet1.xml') ?? '';
    for (const name of ALPHABET_NAMES) expect(sheet.split(`>${name}<`).length).toBeGreaterThan(3);
  });
});
