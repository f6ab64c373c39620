import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { DESKTOP, PHONE } from '../visitor.ts';
import { ENGLISH_WORDS } from './english-words.ts';

/** WCAG 2.2 A and AA by axe; evaluated from outside, so that the page's CSP stays as it is. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready);
  // Half a megabyte of program: a document that has it already keeps it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const injected = (window as unknown as { axe: typeof axe }).axe;
    const found = await injected.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      resultTypes: ['violations'],
    });
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
    );
  });
}

/** Names and texts with English words in them, outside `lang="en"`. */
export function englishNames(page: Page): Promise<string[]> {
  return page.evaluate(
    (words) => {
      const named =
        'a, button, input, select, textarea, option, [role], label, legend, caption, summary, h1, h2, h3, h4, th, img, svg, nav, aside, section, dialog, [title], [aria-label]';
      const found: string[] = [];
      for (const element of document.querySelectorAll(named)) {
        if (element.closest('[lang="en"]')) continue;
        const attributes = [
          'aria-label',
          'title',
          'alt',
          'placeholder',
          'aria-roledescription',
          'aria-valuetext',
        ];
        const texts = attributes.flatMap((name) => element.getAttribute(name) ?? []);
        if (!element.querySelector('[lang="en"]')) texts.push(element.textContent ?? '');
        for (const text of texts) {
          const hit = text
            .toLowerCase()
            .match(/[a-z@.]+/gu)
            ?.find((word) => words.includes(word));
          // Role labels of the specification are English by name.
          if (hit && !/Customer Service|Finance|IT Support/u.test(text))
            found.push(`${hit}: ${text.slice(0, 80)}`);
        }
      }
      return found;
    },
    ENGLISH_WORDS as readonly string[],
  );
}

const SETTLED_MS = 500;

/** What keeps somebody out of the page as it stands, under the name of the place; nothing where all is well. */
export async function check(page: Page, where: string): Promise<Record<string, string[]>> {
  await drawnAnew(page);
  if ((await faults(page)).length === 0) return {};
  // Colours that were on their way to the other theme are right a moment later; what is wrong stays wrong.
  await page.waitForTimeout(SETTLED_MS);
  await drawnAnew(page);
  const wrong = await faults(page);
  return wrong.length > 0 ? { [where]: wrong } : {};
}

async function faults(page: Page): Promise<string[]> {
  const wrong = [...(await violations(page)), ...(await englishNames(page))];
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  if (wide) wrong.push('the page is wider than the screen');
  return wrong;
}

/** Colours change with the next frames, and then on their way from one to the other: a look in between sees neither theme. */
async function drawnAnew(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    // One that is held has no end either.
    const enough = new Promise((end) => setTimeout(end, 2000));
    await Promise.race([Promise.allSettled(ending.map((animation) => animation.finished)), enough]);
  });
}

/** The page as it stands, on a desktop's and a phone's screen, light and dark, without walking to it four times. */
export async function checkAll(page: Page, where: string): Promise<Record<string, string[]>> {
  const before = page.viewportSize() ?? DESKTOP;
  const wrong: Record<string, string[]> = {};
  for (const { name, width, height } of [DESKTOP, PHONE]) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      Object.assign(wrong, await check(page, `${where} (${name}, ${colorScheme})`));
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(before);
  return wrong;
}
