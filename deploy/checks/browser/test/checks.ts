import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { DESKTOP, PHONE } from '../visitor.ts';
import { ENGLISH_WORDS, MIXED_WORDS } from './english-words.ts';

const ALL_RULES = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] } as const;
/** The rules that depend on the theme; everything else is the same in both. */
const COLOUR_RULES = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const;

/**
 * Violations of WCAG 2.2 A and AA by axe; evaluated from outside, so that the page's CSP stays as it is. A bar that stays at
 * an edge of the screen cuts what is being scrolled under it, which axe takes for its size: the page is then seen whole.
 */
export async function violations(
  page: Page,
  rules: typeof ALL_RULES | typeof COLOUR_RULES = ALL_RULES,
): Promise<string[]> {
  const found = await violationsInView(page, rules);
  const screen = page.viewportSize();
  if (!screen || !found.some((one) => one.startsWith('target-size') && one.includes('obscured')))
    return found;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: screen.width, height: Math.max(height, screen.height) });
  const whole = await violationsInView(page, rules);
  await page.setViewportSize(screen);
  return whole;
}

async function violationsInView(
  page: Page,
  { type, values }: typeof ALL_RULES | typeof COLOUR_RULES,
): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready);
  // axe is half a megabyte: a document that has it keeps it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (runOnly) => {
      const injected = (window as unknown as { axe: typeof axe }).axe;
      const found = await injected.run(document, { runOnly, resultTypes: ['violations'] });
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
      );
    },
    { type, values: [...values] },
  );
}

/** Names and texts with English words in them, outside `lang="en"`. */
export function englishNames(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ words, mixed }) => {
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
            // The addresses of test accounts are hexadecimal: 'add' and 'bad' come up in them.
            .replace(/\S+@\S+/gu, ' ')
            .match(/[a-z@.]+/gu)
            ?.find((word) => words.includes(word));
          if (hit) found.push(`${hit}: ${text.slice(0, 80)}`);
        }
      }
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const hit = new RegExp(mixed, 'iu').exec(node.textContent ?? '')?.[0];
        if (hit && !node.parentElement?.closest('[lang="en"], script, style, noscript'))
          found.push(`${hit}: ${node.textContent?.slice(0, 80)}`);
      }
      return found;
    },
    { words: ENGLISH_WORDS as readonly string[], mixed: MIXED_WORDS.source },
  );
}

/** A desktop on which the panel of a list is a dialog. */
export const SMALL_DESKTOP = { width: 1024, height: 800 } as const;

const LOOKS = 6;
const LOOK_MS = 100;

/** The barriers on the page as it stands, under the name of the place; empty where there are none. */
export const check = (page: Page, where: string) => checkBy(page, where, barriers);

type Inspect = (page: Page) => Promise<string[]>;

async function checkBy(page: Page, where: string, inspect: Inspect): Promise<Record<string, string[]>> {
  let wrong: string[] = [];
  // A colour or a width on its way to another theme or screen is right a moment later; a real fault stays.
  for (let look = 0; look < LOOKS; look += 1) {
    if (look > 0) await page.waitForTimeout(LOOK_MS);
    await colourTransitions(page);
    wrong = await inspect(page);
    if (wrong.length === 0) return {};
  }
  return { [where]: wrong };
}

async function barriers(page: Page): Promise<string[]> {
  const wrong = [...(await violations(page)), ...(await englishNames(page))];
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  if (wide) wrong.push('the page is wider than the screen');
  return wrong;
}

const paleColours: Inspect = (page) => violations(page, COLOUR_RULES);

/** Waits for the transitions that a change of theme starts; a check in between would see neither theme. */
async function colourTransitions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    // A paused animation never finishes.
    const enough = new Promise((end) => setTimeout(end, 2000));
    await Promise.race([Promise.allSettled(ending.map((animation) => animation.finished)), enough]);
  });
}

/** Checks the page as it stands in both themes. */
export async function checkThemes(page: Page, where: string): Promise<Record<string, string[]>> {
  const wrong = await check(page, `${where} (light)`);
  await page.emulateMedia({ colorScheme: 'dark' });
  Object.assign(wrong, await checkBy(page, `${where} (dark)`, paleColours));
  await page.emulateMedia({ colorScheme: 'light' });
  return wrong;
}

/**
 * Checks the page as it stands on a desktop in both themes, then on a phone: the colours do not depend on the width. A
 * narrower `desktop` keeps open what stands beside a list from 1200 px and over it below.
 */
export async function checkAll(
  page: Page,
  where: string,
  desktop: { readonly width: number; readonly height: number } = DESKTOP,
): Promise<Record<string, string[]>> {
  const before = page.viewportSize() ?? DESKTOP;
  const wrong: Record<string, string[]> = {};
  await page.setViewportSize({ width: desktop.width, height: desktop.height });
  Object.assign(wrong, await checkThemes(page, `${where} (desktop)`));
  await page.setViewportSize({ width: PHONE.width, height: PHONE.height });
  Object.assign(wrong, await check(page, `${where} (phone)`));
  await page.setViewportSize(before);
  return wrong;
}
