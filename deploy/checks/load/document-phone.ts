import { launch } from '../browser/browser.ts';
import { notePages, photographAndSend, SIX_PAGES, slowDown } from '../browser/document-sending.ts';
import { photographPaper } from '../browser/paper.ts';
import { settled } from '../browser/portal.ts';
import { openVisitor, PHONE } from '../browser/visitor.ts';
import { paidFamily } from '../kit/families.ts';
import { KB } from './figures.ts';
import type { Row } from './report.ts';
import type { Bench } from './runner.ts';
import { sizeOf } from './settings.ts';

const DOCUMENTS = { usual: 4, quick: 4, tiny: 1 };

/** A family on a slow phone and line: how long its documents take, and each page on the way. */
export async function measureDocumentPhone(bench: Bench): Promise<Row[]> {
  const { parent, made } = await paidFamily(bench.client(), ['Aisyah Putri']);
  const browser = await launch();
  const { url } = bench.stack();
  const { cookie } = parent;
  const visitor = await openVisitor(browser, { url, screen: PHONE, cookie, patience: 60_000 });
  try {
    const { page } = visitor;
    await page.goto(`/children/${made[0]?.childId}/dokumen`);
    await settled(page);
    const papers = [await photographPaper(page, 1), await photographPaper(page, 2)];
    const documents = SIX_PAGES.slice(0, sizeOf(bench, DOCUMENTS));
    await slowDown(page);
    const pages = notePages(page);
    const begin = performance.now();
    for (const [label, count] of documents) await photographAndSend(page, label, papers.slice(0, count));
    const seconds = (performance.now() - begin) / 1000;
    const left = await pages();
    return [
      {
        what: `${documents.length} documents of ${left.length} pages, slow phone and line`,
        value: seconds,
        unit: 's',
        wanted: { atMost: 300 },
        note: 'photos of 4 MB, processor 6 times slower, 400 kbit/s; a program’s hand',
      },
      {
        what: 'a page of these on its way, slowest',
        value: Math.max(...left.map(({ ms }) => ms)) / 1000,
        unit: 's',
        wanted: { atMost: 15 },
      },
      {
        what: 'a page of these, largest',
        value: Math.max(...left.map(({ bytes }) => bytes)) / KB,
        unit: 'KB',
        wanted: { atMost: 500_000 / KB },
      },
    ];
  } finally {
    await visitor.close();
    await browser.close();
  }
}
