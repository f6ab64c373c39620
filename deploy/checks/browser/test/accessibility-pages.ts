import { PAGES, rolesOf } from '@gerbang/contracts/pages';
import type { Role } from '@gerbang/domain/roles';
import { SCHOOL_PARTS } from '@gerbang/domain/school-parts';
import type { Page } from 'playwright-core';
import * as portal from '../portal.ts';
import { addressOf } from '../role-pages.ts';
import { look, lookInBothThemes } from './checks.ts';
import { staff } from './world.ts';

export type Wrong = Record<string, string[]>;

/** Pages that are looked at in both themes; the palette itself is proved by its own test. */
const IN_BOTH_THEMES = new Set(['/', '/dashboard', '/tagihan', '/admin/registration', '/admin/bank']);

/** Looks at the page as it stands, in both themes where its address is one of those. */
const lookAt = (page: Page, where: string): Promise<Wrong> =>
  (IN_BOTH_THEMES.has(where) ? lookInBothThemes : look)(page, where);

/** Opens each address and looks at it. */
export async function visitAll(page: Page, addresses: readonly string[]): Promise<Wrong> {
  const wrong: Wrong = {};
  for (const address of addresses) {
    await page.goto(address);
    await portal.settled(page);
    Object.assign(wrong, await lookAt(page, address));
  }
  return wrong;
}

/** Two windows share the work: one page loads while the other is looked at. */
export async function inTwoWindows(
  open: () => Promise<{ readonly page: Page }>,
  addresses: readonly string[],
): Promise<Wrong> {
  const windows = [await open(), await open()];
  const halves = windows.map(({ page }, lane) =>
    visitAll(
      page,
      addresses.filter((_address, at) => at % windows.length === lane),
    ),
  );
  return Object.assign({}, ...(await Promise.all(halves))) as Wrong;
}

/** Parts of staff pages that have an address of their own. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  '/admin/reports': ['cash', 'arrears', 'work', 'messages'].map((tab) => `?tab=${tab}`),
  '/admin/bank': ['outgoing', 'days', 'funds', 'files'].map((part) => `?bagian=${part}`),
  '/admin/setup': [...SCHOOL_PARTS.slice(1), 'history'].map((part) => `?bagian=${part}`),
};

/** The addresses of the pages that only staff open, each with the first role that may; the dashboard is each role's own. */
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
