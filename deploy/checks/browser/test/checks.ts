import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { DESKTOP, NARROW, PHONE, ZOOMED } from '../visitor.ts';
import { ENGLISH_WORDS, MIXED_WORDS, NO_WORDS } from './english-words.ts';
import { crowded, cutOff } from './room.ts';

const ALL_RULES = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] } as const;
/** The rules that depend on the theme; everything else is the same in both. */
const COLOUR_RULES = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const;
/** The rule that depends on the width. */
const SIZE_RULES = { type: 'rule', values: ['target-size'] } as const;
type Rules = typeof ALL_RULES | typeof COLOUR_RULES | typeof SIZE_RULES;

/**
 * Violations of WCAG 2.2 A and AA by axe; evaluated from outside, so that the page's CSP stays as it is. A bar that stays at
 * an edge of the screen cuts what is being scrolled under it, which axe takes for its size: the page is then seen whole.
 */
export async function violations(page: Page, rules: Rules = ALL_RULES): Promise<string[]> {
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

async function violationsInView(page: Page, { type, values }: Rules): Promise<string[]> {
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
    ({ words, mixed, none }) => {
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
        // The letters of a code are chance.
        if (!element.querySelector('[lang="en"], code')) texts.push(element.textContent ?? '');
        for (const text of texts) {
          const hit = text
            .toLowerCase()
            .replace(new RegExp(none, 'gu'), ' ')
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
    { words: ENGLISH_WORDS as readonly string[], mixed: MIXED_WORDS.source, none: NO_WORDS.source },
  );
}

const LOOKS = 6;

type Inspect = (page: Page) => Promise<string[]>;

async function lookBy(page: Page, where: string, inspect: Inspect): Promise<Record<string, string[]>> {
  let wrong: string[] = [];
  // A colour or a width on its way to another theme or screen is right a moment later; a real fault stays.
  for (let look = 0; look < LOOKS; look += 1) {
    await colourTransitions(page);
    wrong = await inspect(page);
    if (wrong.length === 0) return {};
  }
  return { [where]: wrong };
}

const barriers: Inspect = async (page) => [
  ...(await violations(page)),
  ...(await englishNames(page)),
  ...(await cutOff(page)),
  ...(await crowded(page)),
];
const narrowness: Inspect = async (page) => [
  ...(await violations(page, SIZE_RULES)),
  ...(await cutOff(page)),
  ...(await crowded(page)),
];
const room: Inspect = async (page) => [...(await cutOff(page)), ...(await crowded(page))];

/** Waits for the transitions that a change of theme starts; a look in between would see neither theme. */
async function colourTransitions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const drawn = () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
    const running = () =>
      document.getAnimations().filter(({ effect, playState }) => {
        const { endTime } = effect?.getComputedTiming() ?? {};
        return playState === 'running' && endTime !== Number.POSITIVE_INFINITY;
      });
    await drawn();
    const begun = running();
    if (begun.length === 0) return;
    await Promise.allSettled(begun.map(({ finished }) => finished));
    await drawn();
  });
}

/**
 * The barriers on the page as it stands, by the place and the screen; empty where there are none. On a desktop by all
 * rules, on a phone, the narrowest screen and a zoomed one by what depends on the width.
 */
export async function look(page: Page, where: string): Promise<Record<string, string[]>> {
  const before = page.viewportSize() ?? DESKTOP;
  const wrong = await lookBy(page, where, barriers);
  for (const [name, { width, height }, inspect] of [
    ['phone', PHONE, narrowness],
    ['narrow', NARROW, cutOff],
    ['zoomed', ZOOMED, room],
  ] as const) {
    await page.setViewportSize({ width, height });
    Object.assign(wrong, await lookBy(page, `${where} (${name})`, inspect));
  }
  await page.setViewportSize(before);
  return wrong;
}

/** The same, and the colours of the dark theme. */
export async function lookInBothThemes(page: Page, where: string): Promise<Record<string, string[]>> {
  const wrong = await look(page, where);
  await page.emulateMedia({ colorScheme: 'dark' });
  Object.assign(wrong, await lookBy(page, `${where} (dark)`, (one) => violations(one, COLOUR_RULES)));
  await page.emulateMedia({ colorScheme: 'light' });
  return wrong;
}
