import { PAGES, rolesOf } from '@gerbang/contracts/pages';
import type { Role } from '@gerbang/domain/roles';
import type { Page } from 'playwright-core';
import { ownerUrl, withClient } from '../../kit/databases.ts';
import { sendDocument } from '../../kit/documents.ts';
import { paidFamily } from '../../kit/families.ts';
import { type Account, logInDemo } from '../../kit/people.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { ownPortal } from './own-portal.ts';

const MINUTES_MS = 180_000;

const own = ownPortal();
const { visitor } = own;

/** The pages of a role that name no record, besides those that are about documents. */
const pagesOf = (role: Role) =>
  PAGES.filter((page) => rolesOf(page)?.includes(role) ?? true)
    .map(({ path }) => path)
    .filter((path) => !path.includes(':') && !/document|audit/u.test(path));

/** What the person sees and hears of a page, and what it reads to show it. */
async function looks(page: Page, path: string): Promise<string> {
  const read = new Set<string>();
  const note = (request: { url(): string }) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) read.add(pathname);
  };
  page.on('request', note);
  await page.goto(path);
  await portal.settled(page);
  page.off('request', note);
  const screen = await page.evaluate(() => document.querySelector('#root')?.innerHTML ?? '');
  // Names of styles and ids are counted as the parts of a page arrive.
  const plain = screen
    .replaceAll(/ class="[^"]*"/gu, '')
    .replaceAll(/(?:react-aria\d+-)?_r_\w+?_/gu, '_r_')
    .replaceAll(/Data pukul \d\d\.\d\d|\d+ mnt/gu, 'pukul');
  return [...[...read].toSorted(), plain].join('\n');
}

/** Where two looks of each page part, with what stands there. */
function differences(one: Record<string, string>, other: Record<string, string>): Record<string, string[]> {
  const parts = Object.entries(one).flatMap(([page, text]) => {
    const now = other[page] ?? '';
    const at = [...text].findIndex((letter, place) => letter !== now[place]);
    if (at < 0 && text.length === now.length) return [];
    const from = Math.max(0, (at < 0 ? text.length : at) - 60);
    return [[page, [text, now].map((whole) => whole.slice(from, from + 160))] as const];
  });
  return Object.fromEntries(parts);
}

test(
  'when every type of documents is retired, then each screen is that of a portal without types, to the byte, and reads nothing of them',
  async () => {
    const { parent, made } = await paidFamily(own.client, ['Aisyah Putri']);
    const admin = await logInDemo(own.client, 'admin');
    const cs = await logInDemo(own.client, 'cs');
    const childId = made[0]?.childId ?? '';
    await sendDocument(own.client, parent, childId, 'akta');
    const [row] = await cs.call<{ id: string }[]>('GET', '/api/admin/documents');
    await cs.call('PUT', `/api/admin/documents/${row?.id}/review`, { number: 1, decision: 'approved' });

    const viewers = [
      ['wali_murid', parent, PHONE],
      ['cs', cs, DESKTOP],
    ] as const;
    const pages = new Map<Role, Page>();
    for (const [role, account, screen] of viewers)
      pages.set(role, (await visitor(screen, { as: account as Account })).page);
    const all = async () => {
      const seen: Record<string, string> = {};
      for (const [role, page] of pages)
        for (const path of pagesOf(role)) seen[`${role} ${path}`] = await looks(page, path);
      return seen;
    };

    const asked = await all();
    const types = await admin.call<{ id: string }[]>('GET', '/api/admin/document-types');
    for (const { id, ...type } of types) {
      const { retired_at: _at, ...body } = type as Record<string, unknown>;
      await admin.call('PUT', `/api/admin/document-types/${id}`, { ...body, retired: true });
    }
    const off = await all();
    await withClient(ownerUrl(own.stack, 'admission'), async (database) => {
      await database.query('delete from child_documents');
      await database.query('delete from document_types');
    });
    const before = await all();
    expect(differences(off, before)).toEqual({});
    const changed = Object.keys(differences(off, asked));
    expect(changed).toEqual(expect.arrayContaining(['wali_murid /dashboard', 'wali_murid /children']));
    for (const [page, text] of Object.entries(off)) {
      if (page.startsWith('wali_murid')) expect([page, text.includes('/dokumen')]).toEqual([page, false]);
      expect([page, /^\/api\/\S*documents/mu.test(text)]).toEqual([page, false]);
    }
    expect(Object.keys(off).length).toBeGreaterThan(12);
  },
  3 * MINUTES_MS,
);
