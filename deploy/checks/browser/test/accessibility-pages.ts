import { PAGES, pageAt, rolesOf } from '@gerbang/contracts/pages';
import type { Role } from '@gerbang/domain/roles';
import { SCHOOL_PARTS } from '@gerbang/domain/school-parts';
import type { Page } from 'playwright-core';
import * as portal from '../portal.ts';
import { addressOf } from '../role-pages.ts';
import type { State } from '../states.ts';
import { look, lookInBothThemes } from './checks.ts';
import { staff } from './world.ts';

export type Wrong = Record<string, string[]>;

/** Pages that are looked at in both themes; the palette itself is proved by its own test. */
const IN_BOTH_THEMES = new Set(['/', '/dashboard', '/tagihan', '/admin/registration', '/admin/bank']);

/** Looks at the page as it stands, in both themes where its address is one of those. */
const lookAt = (page: Page, where: string): Promise<Wrong> =>
  (IN_BOTH_THEMES.has(where) ? lookInBothThemes : look)(page, where);

/** Where a window is between two addresses of one title. */
const BETWEEN = ['/phone', '/notifications'];

/** The title of the page at an address behind the login; undefined for every other. */
const titleOf = (address: string) => pageAt(new URL(address, 'http://portal').pathname)?.title;

/** Goes on to a page with another title as a link does, in the document that is there; the title changes with what is shown. */
async function followTo(page: Page, address: string, title: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await page.waitForFunction((wanted) => document.title.startsWith(wanted), `${title} ·`);
}

/** Of a dialog, a list opened in it and the question before it is left. */
const MOST_OVERLAYS = 3;

/** Closes what is open above the page, as Escape does, and waits until its entries have left the history; false where it stays. */
async function closeOverlays(page: Page): Promise<boolean> {
  const open = page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .or(page.getByRole('menu'))
    .or(page.getByRole('listbox'));
  for (let tries = 0; tries < MOST_OVERLAYS && (await open.count()) > 0; tries += 1) {
    await page.keyboard.press('Escape');
    await portal.settled(page);
  }
  if ((await open.count()) > 0) return false;
  await page.waitForFunction(() => !(history.state as { overlays?: number } | null)?.overlays);
  return true;
}

/**
 * Has a window go to pages behind the login without a new document, once it has one of them: the program and axe are
 * compiled anew for each document, which takes longer than all that is looked at.
 */
export function keepDocument(page: Page): void {
  const load = page.goto.bind(page);
  page.goto = async (address, how) => {
    const wanted = titleOf(address);
    const now = titleOf(page.url());
    if (!wanted || !now || !(await closeOverlays(page))) return load(address, how);
    const between = BETWEEN.find((one) => titleOf(one) !== now);
    if (now === wanted && between) await followTo(page, between, titleOf(between) ?? '');
    await followTo(page, address, wanted);
    return null;
  };
}

/** Goes to each address and looks at it. */
export async function visitAll(page: Page, addresses: readonly string[]): Promise<Wrong> {
  const wrong: Wrong = {};
  keepDocument(page);
  for (const address of addresses) {
    await page.goto(address);
    await portal.settled(page);
    Object.assign(wrong, await lookAt(page, address));
  }
  return wrong;
}

/** Brings the page into each state and looks at it. */
export async function lookAtStates(page: Page, states: readonly State[]): Promise<Wrong> {
  const wrong: Wrong = {};
  keepDocument(page);
  // What was begun asks before it is left.
  page.on('dialog', (question) => void question.accept());
  for (const [name, open] of states) {
    await open(page);
    Object.assign(wrong, await look(page, name));
  }
  return wrong;
}

/** Two windows share the work: one page loads while the other is looked at. */
export async function inTwoWindows(
  open: () => Promise<{ readonly page: Page }>,
  addresses: readonly string[],
): Promise<Wrong> {
  const lanes = [0, 1].map((lane) => addresses.filter((_address, at) => at % 2 === lane));
  const found = lanes
    .filter(({ length }) => length > 0)
    .map(async (lane) => visitAll((await open()).page, lane));
  return Object.assign({}, ...(await Promise.all(found))) as Wrong;
}

/** Parts of staff pages that have an address of their own. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  '/admin/reports': ['cash', 'arrears', 'work', 'messages'].map((tab) => `?tab=${tab}`),
  '/admin/bank': ['outgoing', 'days', 'funds', 'files'].map((part) => `?bagian=${part}`),
  '/admin/setup': [...SCHOOL_PARTS.slice(1), 'history'].map((part) => `?bagian=${part}`),
};

/** The addresses of the pages that only staff open, each with the first role that may. */
export async function staffAddresses(): Promise<Map<Role, string[]>> {
  const found = new Map<Role, string[]>();
  const add = (role: Role, address: string) => found.set(role, [...(found.get(role) ?? []), address]);
  for (const page of PAGES) {
    const roles = rolesOf(page);
    if (!roles || roles.includes('wali_murid')) continue;
    const role = roles.includes('admin') ? 'admin' : roles[0];
    const address = role && (await addressOf(page.path, staff(role)));
    if (!role || address === undefined) throw new Error(`The demo has nothing for ${page.path}`);
    for (const part of ['', ...(PARTS[page.path] ?? [])]) add(role, `${address}${part}`);
  }
  return found;
}
