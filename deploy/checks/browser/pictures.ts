import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Role } from '@gerbang/domain/roles';
import { projectRoot } from '@gerbang/local/paths';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { createClient } from '../kit/client.ts';
import { type Account, logInDemo } from '../kit/people.ts';
import { launch } from './browser.ts';
import { startAt } from './own-time.ts';
import * as portal from './portal.ts';
import { addressOf } from './role-pages.ts';
import { openVisitor, PHONE, type Screen, TABLET, type Theme, UPRIGHT, WIDE, ZOOMED } from './visitor.ts';

/** What is kept: a sheet for each screen, its windows beside each other, the themes below, small and grey. */
const KEPT = join(import.meta.dirname, 'pictures');
/** Where one differs: what was kept, what is seen now, and where the two differ. */
const SEEN = join(projectRoot, '.cache', 'pictures');
/** A Monday morning in Jakarta at which the portal begins, and what the browser's clock says all the time. */
const BEGIN = new Date('2026-11-23T02:30:00.000Z');
const NOW = new Date('2026-11-23T02:45:00.000Z');
/** Kept pictures are this much narrower than a window: where things stand and how dark they are, not how letters are drawn. */
const SMALLER = 5;
/** A point differs from this many greys on, a picture from this many such points on: more than a digit of a time of day. */
const OTHER_GREY = 24;
const MOST_OTHER = 12;
const PAPER = 255;
/** So often a page is looked at until it stands still. */
const MOST_LOOKS = 50;

const THEMES: readonly Theme[] = ['light', 'dark'];
/** `turned`: opened lying and then turned, as a tablet is. */
const WINDOWS: readonly (Screen & { readonly first?: Screen })[] = [
  PHONE,
  UPRIGHT,
  { ...UPRIGHT, name: 'turned', first: TABLET },
  TABLET,
  { name: 'laptop', width: 1366, height: 768 },
  { ...WIDE, name: 'wide' },
  ZOOMED,
];

interface Shot {
  readonly name: string;
  readonly viewer?: Role;
  readonly path: string;
  readonly act?: (page: Page) => Promise<unknown>;
}

const SHOTS: readonly Shot[] = [
  { name: 'landing', path: '/' },
  { name: 'login', path: '/auth' },
  { name: 'family-dashboard', viewer: 'wali_murid', path: '/dashboard' },
  { name: 'children', viewer: 'wali_murid', path: '/children' },
  { name: 'registrations', viewer: 'wali_murid', path: '/registrations' },
  { name: 'payment', viewer: 'wali_murid', path: '/registrations/:registrationId/bayar' },
  { name: 'bills', viewer: 'wali_murid', path: '/tagihan' },
  { name: 'office-dashboard', viewer: 'finance', path: '/dashboard' },
  { name: 'list', viewer: 'finance', path: '/admin/registration' },
  {
    name: 'bench',
    viewer: 'finance',
    path: '/admin/registration?payment_status=paid',
    act: (page) => page.keyboard.press('j'),
  },
  { name: 'invoices', viewer: 'finance', path: '/admin/invoices' },
  { name: 'editor', viewer: 'admin', path: '/admin/announcements/create' },
  { name: 'documents', viewer: 'staff_tu', path: '/admin/documents' },
  { name: 'reports', viewer: 'manager_pendidikan', path: '/admin/reports' },
];

/** A part of a page that has a name, and where it is. */
interface Part {
  readonly name: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Seen {
  readonly picture: Buffer;
  readonly small: Buffer;
  readonly parts: readonly Part[];
}

const { values } = parseArgs({
  options: { update: { type: 'boolean' }, screen: { type: 'string' }, help: { type: 'boolean' } },
});
const shots = SHOTS.filter(({ name }) => values.screen?.split(',').includes(name) ?? true);

const smallSize = ({ width, height }: Screen) => ({
  width: Math.round(width / SMALLER),
  height: Math.round(height / SMALLER),
});

/** Where the picture of a window and theme lies on its sheet. */
function placeOf(window: number, theme: number) {
  const sizes = WINDOWS.map(smallSize);
  const row = Math.max(...sizes.map(({ height }) => height));
  const left = sizes.slice(0, window).reduce((sum, { width }) => sum + width, 0);
  return { left, top: theme * row, ...(sizes[window] ?? { width: 0, height: 0 }) };
}

async function main(): Promise<number> {
  rmSync(SEEN, { recursive: true, force: true });
  mkdirSync(SEEN, { recursive: true });
  const stack = await startAt(BEGIN, (line) => console.log(line));
  const client = createClient(stack.url, { simulatorUrl: stack.simulatorUrl });
  const browser = await launch();
  const seen = new Map<string, Seen>();
  try {
    const accounts = new Map<Role, Account>();
    for (const { viewer } of shots)
      if (viewer && !accounts.has(viewer)) accounts.set(viewer, await logInDemo(client, viewer));
    for (const [at, screen] of WINDOWS.entries()) {
      for (const [row, theme] of THEMES.entries()) {
        for (const shot of shots) {
          const account = shot.viewer && accounts.get(shot.viewer);
          const first = screen.first ?? screen;
          const visitor = await openVisitor(browser, {
            url: stack.url,
            screen: first,
            theme,
            ...(account && { cookie: account.cookie }),
          });
          await visitor.context.clock.setFixedTime(NOW);
          const path = account ? await addressOf(shot.path, account.call) : shot.path;
          if (path === undefined) throw new Error(`The demo has nothing for ${shot.path}`);
          seen.set(keyOf(shot, at, row), await see(visitor.page, path, shot, screen));
          await visitor.close();
        }
        console.log(`${screen.name}, ${theme}: ${shots.length} pictures`);
      }
    }
  } finally {
    await browser.close();
    client.close();
    await stack.stop();
  }
  if (values.update) return keep(seen);
  const found = (await Promise.all(shots.map((shot) => compare(shot, seen)))).flat();
  for (const line of found) console.log(`DIFFERS: ${line}`);
  console.log(`${seen.size} pictures, ${found.length} differ`);
  if (found.length > 0)
    console.log(
      `What was kept, what is seen and where they differ: ${SEEN}. Keep what is meant: npm run pictures -- --update`,
    );
  return found.length === 0 ? 0 : 1;
}

const keyOf = ({ name }: Shot, window: number, theme: number) => `${name} ${window} ${theme}`;

async function see(page: Page, path: string, { viewer, act }: Shot, screen: Screen): Promise<Seen> {
  // A new result opens in the place of the dashboard, once.
  if (viewer === 'wali_murid' && path === '/dashboard') await portal.openDashboard(page);
  else await page.goto(path);
  await portal.settled(page);
  if (act) {
    await act(page);
    await portal.settled(page);
  }
  const { width, height } = screen;
  await page.setViewportSize({ width, height });
  await portal.settled(page);
  const picture = await still(page);
  const small = await sharp(picture)
    .resize({ ...smallSize(screen), fit: 'fill' })
    .removeAlpha()
    .greyscale()
    .raw()
    .toBuffer();
  return { picture, small, parts: await page.evaluate(namedParts) };
}

/** The picture of a page on which nothing waits, comes or goes: two that are taken one after the other are the same. */
async function still(page: Page): Promise<Buffer> {
  let before: Buffer | undefined;
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    await page.waitForFunction(
      () => !document.querySelector('[data-waiting], [data-entering], [data-exiting]'),
    );
    await page.evaluate(async () => {
      await document.fonts.ready;
      await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    });
    await portal.settled(page);
    const now = await page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' });
    if (before?.equals(now)) return now;
    before = now;
  }
  throw new Error(`${page.url()} never stands still`);
}

/** The parts of a page that a person would name: landmarks, dialogs, tables and sections with their headings. */
function namedParts(): Part[] {
  const wanted = 'header, nav, main, aside, footer, form, table, section, article, li, [role]';
  return [...document.querySelectorAll(wanted)].flatMap((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const label =
      one.getAttribute('aria-label') ??
      document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent ??
      one.querySelector('h1, h2, h3, caption')?.textContent;
    const name =
      label?.trim().slice(0, 60) ||
      (/^(?:HEADER|NAV|MAIN|ASIDE|FOOTER)$/u.test(one.tagName) ? one.tagName.toLowerCase() : '');
    return name && width > 0 && height > 0 ? [{ name, left, top, width, height }] : [];
  });
}

async function keep(seen: ReadonlyMap<string, Seen>): Promise<number> {
  mkdirSync(KEPT, { recursive: true });
  const last = placeOf(WINDOWS.length - 1, THEMES.length - 1);
  const row = placeOf(0, 1).top;
  for (const shot of shots) {
    const pictures = WINDOWS.flatMap((_, window) =>
      THEMES.flatMap((_theme, theme) => {
        const one = seen.get(keyOf(shot, window, theme));
        const { left, top, width, height } = placeOf(window, theme);
        return one ? [{ input: one.small, raw: { width, height, channels: 1 as const }, left, top }] : [];
      }),
    );
    const create = {
      width: last.left + last.width,
      height: row * THEMES.length,
      channels: 3 as const,
      background: { r: PAPER, g: PAPER, b: PAPER },
    };
    await sharp({ create })
      .composite(pictures)
      .greyscale()
      .png({ compressionLevel: 9, effort: 10 })
      .toFile(join(KEPT, `${shot.name}.png`));
  }
  console.log(`Kept ${seen.size} pictures on ${shots.length} sheets in ${KEPT}`);
  return 0;
}

/** What differs on the pictures of a screen, in words; their pictures are written. */
async function compare(shot: Shot, seen: ReadonlyMap<string, Seen>): Promise<string[]> {
  const file = join(KEPT, `${shot.name}.png`);
  if (!existsSync(file)) return [`${shot.name}: nothing is kept`];
  const found: string[] = [];
  for (const [window, { name }] of WINDOWS.entries()) {
    for (const [row, theme] of THEMES.entries()) {
      const now = seen.get(keyOf(shot, window, row));
      if (!now) continue;
      const place = placeOf(window, row);
      const kept = await sharp(file).extract(place).greyscale().raw().toBuffer();
      const others = [...now.small.keys()].filter(
        (at) => Math.abs((now.small[at] ?? 0) - (kept[at] ?? 0)) > OTHER_GREY,
      );
      if (others.length <= MOST_OTHER) continue;
      const where = [shot.name, name, theme].join(', ');
      found.push(
        `${where}: ${others.length} points, in ${partsOf(others, place.width, now.parts).join('; ')}`,
      );
      await write(where.replaceAll(', ', '-'), { now, kept, others, ...place });
    }
  }
  return found;
}

/** The smallest named parts in which points differ, most points first. */
function partsOf(points: readonly number[], width: number, parts: readonly Part[]): string[] {
  const counts = new Map<string, number>();
  for (const point of points) {
    const x = ((point % width) + 0.5) * SMALLER;
    const y = (Math.floor(point / width) + 0.5) * SMALLER;
    const around = parts.filter(
      ({ left, top, width: wide, height }) => x >= left && x < left + wide && y >= top && y < top + height,
    );
    const area = (part: Part) => part.width * part.height;
    const smallest = around.reduce<Part | undefined>(
      (least, part) => (least && area(least) <= area(part) ? least : part),
      undefined,
    );
    const name = `“${smallest?.name ?? 'page'}”`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const rows = points.map((point) => Math.floor(point / width) * SMALLER);
  const from = Math.min(...rows);
  const to = Math.max(...rows) + SMALLER;
  const names = [...counts].toSorted(([, one], [, other]) => other - one).map(([name]) => name);
  return [...names.slice(0, 3), `y ${from}–${to}`];
}

interface Difference {
  readonly now: Seen;
  readonly kept: Buffer;
  readonly others: readonly number[];
  readonly width: number;
  readonly height: number;
}

async function write(name: string, { now, kept, others, width, height }: Difference): Promise<void> {
  const full = { width: width * SMALLER, height: height * SMALLER, fit: 'fill', kernel: 'nearest' } as const;
  const marks = Buffer.alloc(width * height * 4);
  for (const at of others) marks.set([230, 0, 0, 150], at * 4);
  const mark = await sharp(marks, { raw: { width, height, channels: 4 } })
    .resize(full)
    .png()
    .toBuffer();
  const file = (what: string) => join(SEEN, `${name}-${what}.png`);
  await sharp(kept, { raw: { width, height, channels: 1 } })
    .resize(full)
    .toFile(file('kept'));
  await sharp(now.picture).toFile(file('seen'));
  const seen = await sharp(now.picture).resize(full).toBuffer();
  await sharp(seen)
    .composite([{ input: mark }])
    .toFile(file('difference'));
}

if (values.help) {
  console.log(`npm run pictures [-- --update] [-- --screen landing,bench]
Draws ${SHOTS.length} screens of a portal with the demo data and a fixed clock in ${WINDOWS.length} windows and two themes, and compares them
with the small ones in ${KEPT}. Exit code 1 where one differs: it is named, and its pictures lie in ${SEEN}.
--update keeps what is seen from now on; --screen takes some of ${SHOTS.map(({ name }) => name).join(', ')}.`);
} else process.exitCode = await main();
