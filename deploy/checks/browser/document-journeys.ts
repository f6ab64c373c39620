import { sendDocument } from '../kit/documents.ts';
import { paidFamily } from '../kit/families.ts';
import { uniqueWord } from '../kit/people.ts';
import { photographAndSend, SIX_PAGES, slowDown } from './document-sending.ts';
import type { Journey } from './journey.ts';
import { type Paper, photographPaper } from './paper.ts';
import * as portal from './portal.ts';

/** The ways of documents: a family on a slow phone, a clerk at a desk. */
export const DOCUMENT_JOURNEYS: readonly Journey[] = [
  {
    name: 'four documents of six pages, slow phone and line',
    most: [16, 0],
    within: 300,
    async prepare({ client, phone }) {
      const { parent, made } = await paidFamily(client, ['Aisyah Putri']);
      const page = await phone(parent);
      const papers: readonly Paper[] = [await photographPaper(page, 1), await photographPaper(page, 2)];
      return {
        page,
        path: `/children/${made[0]?.childId}/dokumen`,
        ready: () => slowDown(page),
        async go() {
          for (const [label, count] of SIX_PAGES)
            await photographAndSend(page, label, papers.slice(0, count));
        },
      };
    },
  },
  {
    name: 'clerk: 20 documents',
    most: [0, 41],
    async prepare({ client, desk }) {
      const word = uniqueWord();
      const children = [...'ABCDEFGHIJKLMNOPQRST'].map((letter) => `Anak ${letter} ${word}`);
      // A family may add only so many children a day.
      for (const some of [children.slice(0, 10), children.slice(10)]) {
        const { parent, made } = await paidFamily(client, some);
        for (const { childId } of made) await sendDocument(client, parent, childId, 'akta');
      }
      const page = await desk('cs');
      const panel = page.getByRole('region', { name: 'Periksa dokumen' });
      return {
        page,
        path: '/admin/documents',
        async ready() {
          await page.getByRole('searchbox').fill(word);
          await portal.see(page, '20 dokumen');
          await page.getByRole('heading', { name: 'Periksa dokumen', level: 1 }).focus();
        },
        async go() {
          await page.keyboard.press('ArrowRight');
          for (const child of children) {
            await panel.getByRole('heading', { name: `Akta kelahiran: ${child}` }).waitFor();
            await panel.getByRole('button', { name: /^Terima/u }).waitFor();
            await page.keyboard.press('s');
            await page.keyboard.press('a');
          }
          await portal.see(page, /Selesai\. 0 menunggu\.$/u);
        },
      };
    },
  },
];
