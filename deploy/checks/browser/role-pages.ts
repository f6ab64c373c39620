import { PAGES, rolesOf } from '@gerbang/contracts/pages';
import { PUBLIC_TITLES } from '@gerbang/contracts/public-pages';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { CALENDAR_DAYS } from '@gerbang/domain/observation-slots';
import { addDays } from '@gerbang/domain/reports';
import { ROLES, type Role } from '@gerbang/domain/roles';
import type { Call } from '../kit/client.ts';
import * as portal from './portal.ts';
import type { Studio } from './studio.ts';

/** The first record of a list that the page at an address with a `:name` can show. */
const FIRST: Readonly<Record<string, (call: Call) => Promise<string | undefined>>> = {
  '/children/:childId/dokumen': first('/api/children'),
  '/hasil/:registrationId': own((one) => ['passed', 'failed'].includes(String(one.current_stage))),
  '/registrations/:registrationId/bayar': own((one) => one.payment_status !== 'verified'),
  '/enrollment-confirmation/:registrationId': own((one) => one.current_stage === 'passed'),
  '/enrollment-confirmation-detail/:confirmationId': first('/api/enrollment-confirmations'),
  '/tagihan/:invoiceId/bayar': first('/api/parent/invoices', (one) => one.payable === true),
  '/admin/families/:id': first('/api/admin/registrations'),
  '/admin/calendar/:slotId': someSlot,
  '/admin/scores/:id': first('/api/admin/registrations'),
  '/announcement/:id': first('/api/admin/announcements'),
  '/admin/announcements/edit/:id': first('/api/admin/announcements?status=draft'),
  '/admin/enrollment/:confirmationId/details': first('/api/admin/enrollment-confirmations'),
};

type Row = Readonly<Record<string, unknown>>;

/** Every page that a role may open, as its demo account finds it: one part for each viewer. */
export function rolePages(): Record<string, (studio: Studio) => Promise<void>> {
  const parts = ROLES.map((role) => [`pages-${role}`, (studio: Studio) => pagesOf(studio, role)] as const);
  return { 'pages-guest': publicPages, ...Object.fromEntries(parts) };
}

async function publicPages(studio: Studio): Promise<void> {
  const guest = await studio.open();
  for (const path of [...Object.keys(PUBLIC_TITLES), '/tidak-ada']) {
    await studio.take(guest, nameOf('guest', path), (page) => page.goto(path));
  }
}

async function pagesOf(studio: Studio, role: Role): Promise<void> {
  const account = await studio.staff(role);
  const visitor = await studio.open(account);
  // A new result opens in the place of the dashboard, once.
  if (role === 'wali_murid') await portal.openDashboard(visitor.page);
  for (const page of PAGES) {
    if (!(rolesOf(page)?.includes(role) ?? true)) continue;
    const path = await addressOf(page.path, account.call);
    if (path !== undefined)
      await studio.take(visitor, nameOf(role, page.path), (window) => window.goto(path));
  }
  await studio.take(visitor, nameOf(role, '/tidak-ada'), (page) => page.goto('/tidak-ada'));
}

/** The address of a page; undefined where it shows a record and the portal has none. */
export async function addressOf(path: string, call: Call): Promise<string | undefined> {
  if (!path.includes(':')) return path;
  const id = await FIRST[path]?.(call);
  return id === undefined ? undefined : path.replace(/:\w+/u, id);
}

/** The addresses of a family's pages, those of a record with what the family has. */
export async function familyAddresses(family: Call): Promise<string[]> {
  const addresses: string[] = [];
  for (const page of PAGES.filter((one) => rolesOf(one)?.includes('wali_murid') ?? true)) {
    const address = await addressOf(page.path, family);
    if (address === undefined) throw new Error(`The family has no record for ${page.path}`);
    addresses.push(address);
  }
  return [
    ...addresses,
    ...['ayah', 'alamat', 'kontak'].map((part) => `/profile?bagian=${part}`),
    ...addresses.filter((address) => address.endsWith('/bayar')).map((one) => `${one}?langkah=bukti`),
  ];
}

function first(path: string, fits: (row: Row) => boolean = () => true) {
  return async (call: Call): Promise<string | undefined> => {
    const found = await call<readonly Row[] | { readonly data: readonly Row[] }>('GET', path);
    const row = ('data' in found ? found.data : found).find(fits);
    return row && String(row.id);
  };
}

/** A slot of the next weeks. */
async function someSlot(call: Call): Promise<string | undefined> {
  const today = jakartaDay(new Date());
  const days = new URLSearchParams({ from: today, to: addDays(today, CALENDAR_DAYS - 1) });
  const { slots } = await call<{ readonly slots: readonly Row[] }>('GET', `/api/admin/slots?${days}`);
  return slots[0] && String(slots[0].id);
}

function own(fits: (row: Row) => boolean) {
  return first('/api/registrations', fits);
}

/** The name of a picture: whose it is, and the address or what is seen. */
export const nameOf = (viewer: string, seen: string) =>
  `${viewer}-${seen === '/' ? 'landing' : seen.replaceAll(/[^\w]+/gu, '-').replaceAll(/^-|-$/gu, '')}`;
