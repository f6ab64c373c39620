import type { Page } from 'playwright-core';
import { launch } from '../browser/browser.ts';
import { see, settled } from '../browser/portal.ts';
import { openVisitor, WIDE } from '../browser/visitor.ts';
import { sendDocument } from '../kit/documents.ts';
import { paidFamily } from '../kit/families.ts';
import { logInDemo, uniqueWord } from '../kit/people.ts';
import { median } from './figures.ts';
import type { Row } from './report.ts';
import type { Bench } from './runner.ts';
import { sizeOf } from './settings.ts';

const CHILDREN = { usual: 20, quick: 6, tiny: 3 };
/** A family may add only so many children a day. */
const OF_ONE_FAMILY = 10;
/** Twenty in three minutes. */
const SECONDS_EACH = 9;

/** Milliseconds from a key until the next document's page is painted, as the browser itself sees both. */
async function afterKey(page: Page, key: string): Promise<number> {
  // What listens must be there before the key goes down.
  const painted = await page.evaluateHandle(() => {
    const shown = () => document.querySelector<HTMLImageElement>('[role="group"] > img:not([hidden])');
    const before = shown()?.src;
    const time = new Promise<number>((resolve) => {
      const begin = ({ timeStamp }: KeyboardEvent) => {
        const look = () => {
          const picture = shown();
          if (!picture || picture.src === before || !picture.complete || picture.naturalWidth === 0) {
            requestAnimationFrame(look);
            return;
          }
          // What this frame draws is on the screen when the next one begins.
          requestAnimationFrame(() => resolve(performance.now() - timeStamp));
        };
        requestAnimationFrame(look);
      };
      addEventListener('keydown', begin, { once: true, capture: true });
    });
    return { time };
  });
  await page.keyboard.press(key);
  return painted.evaluate(({ time }) => time);
}

/** A clerk who accepts one document after the other by keys: how soon the next child's page is there. */
export async function measureDocumentDesk(bench: Bench): Promise<Row[]> {
  const client = bench.client();
  const word = uniqueWord();
  const letters = [...'ABCDEFGHIJKLMNOPQRST'].slice(0, sizeOf(bench, CHILDREN));
  const names = letters.map((letter) => `Anak ${letter} ${word}`);
  for (let from = 0; from < names.length; from += OF_ONE_FAMILY) {
    const { parent, made } = await paidFamily(client, names.slice(from, from + OF_ONE_FAMILY));
    for (const { childId } of made) await sendDocument(client, parent, childId, 'akta');
  }
  const browser = await launch();
  const { url } = bench.stack();
  const { cookie } = await logInDemo(client, 'cs');
  const visitor = await openVisitor(browser, { url, screen: WIDE, cookie });
  try {
    const { page } = visitor;
    await page.goto('/admin/documents');
    await settled(page);
    await page.getByRole('searchbox').fill(word);
    await see(page, `${names.length} dokumen`);
    await page.getByRole('heading', { name: 'Periksa dokumen', level: 1 }).focus();
    const begin = performance.now();
    await page.keyboard.press('ArrowRight');
    const times: number[] = [];
    const accept = page
      .getByRole('region', { name: 'Periksa dokumen' })
      .getByRole('button', { name: /^Terima/u });
    for (let at = 1; at < names.length; at += 1) {
      await accept.waitFor();
      await page.keyboard.press('s');
      times.push(await afterKey(page, 'a'));
    }
    await accept.waitFor();
    await page.keyboard.press('s');
    await page.keyboard.press('a');
    await see(page, /Selesai\. 0 menunggu\.$/u);
    const seconds = (performance.now() - begin) / 1000;
    return [
      {
        what: `clerk accepts ${names.length} documents by keyboard`,
        value: seconds,
        unit: 's',
        wanted: { atMost: SECONDS_EACH * names.length },
        note: 'a program’s hand: what the portal makes one wait',
      },
      {
        what: "next document's first page after the key, median",
        value: median(times),
        unit: 'ms',
        wanted: { atMost: 150 },
        note: `${times.length} documents, from the key's event to the frame that follows the picture`,
      },
      { what: 'the same, slowest', value: Math.max(...times), unit: 'ms' },
    ];
  } finally {
    await visitor.close();
    await browser.close();
  }
}
