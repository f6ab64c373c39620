import { mkdirSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Role } from '@gerbang/domain/roles';
import type { Page } from 'playwright-core';
import { createClient } from '../kit/client.ts';
import { type Account, logInDemo } from '../kit/people.ts';
import { launch } from './browser.ts';
import { startAt } from './own-time.ts';
import {
  compare,
  keep,
  keyOf,
  KEPT,
  type Part,
  SEEN,
  type Seen,
  smallOf,
  THEMES,
  WINDOWS,
} from './picture-sheets.ts';
import * as portal from './portal.ts';
import { addressOf } from './role-pages.ts';
import { openVisitor, type Screen } from './visitor.ts';

/** A Monday morning in Jakarta at which the portal begins, and what the browser's clock says all the time. */
const BEGIN = new Date('2026-11-23T02:30:00.000Z');
const NOW = new Date('2026-11-23T02:45:00.000Z');
/** So often a page is looked at until it stands still. */
const MOST_LOOKS = 50;

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

const { values } = parseArgs({
  options: { update: { type: 'boolean' }, screen: { type: 'string' }, help: { type: 'boolean' } },
});
const shots = SHOTS.filter(({ name }) => values.screen?.split(',').includes(name) ?? true);

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
          seen.set(keyOf(shot.name, at, row), await see(visitor.page, path, shot, screen));
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
  if (values.update) {
    await keep(
      shots.map(({ name }) => name),
      seen,
    );
    console.log(`Kept ${seen.size} pictures on ${shots.length} sheets in ${KEPT}`);
    return 0;
  }
  const found = (await Promise.all(shots.map((shot) => compare(shot.name, seen)))).flat();
  for (const line of found) console.log(`DIFFERS: ${line}`);
  console.log(`${seen.size} pictures, ${found.length} differ`);
  if (found.length > 0)
    console.log(
      `What was kept, what is seen and where they differ: ${SEEN}. Keep what is meant: npm run pictures -- --update`,
    );
  return found.length === 0 ? 0 : 1;
}

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
  return { picture, small: await smallOf(picture, screen), parts: await page.evaluate(namedParts) };
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
      // One that cannot be shown is missing on the picture.
      await Promise.allSettled([...document.images].map((image) => image.decode()));
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

if (values.help) {
  console.log(`npm run pictures [-- --update] [-- --screen landing,bench]
Draws ${SHOTS.length} screens of a portal with the demo data and a fixed clock in ${WINDOWS.length} windows and two themes, and compares them
with the small ones in ${KEPT}. Exit code 1 where one differs: it is named, and its pictures lie in ${SEEN}.
--update keeps what is seen from now on; --screen takes some of ${SHOTS.map(({ name }) => name).join(', ')}.`);
} else process.exitCode = await main();
