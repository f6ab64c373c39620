import { ROLES } from '@gerbang/domain/roles';
import { PAGE_DESCRIPTIONS } from '../src/page-descriptions.ts';
import { navigationOf, PAGES, pageAt, rolesOf } from '../src/pages.ts';

test('when an address is looked up, then its page is found, an id standing for any one segment', () => {
  for (const page of PAGES) expect(pageAt(page.path.replace(/:\w+/gu, '0190f2f0'))).toBe(page);
  expect(pageAt('/admin/announcements/edit/0190f2f0')?.title).toBe('Ubah Pengumuman');
});

test('when a page is added, then it has a description, and none is of a page that is gone', () => {
  expect(Object.keys(PAGE_DESCRIPTIONS).toSorted()).toEqual(PAGES.map(({ path }) => path).toSorted());
});

test.each([
  '/',
  '/announcement',
  '/announcement/',
  '/announcement/a/b',
  '/admin/announcements/edit',
  '/xadmin',
])('when the address is %s, then it is no page of the table', (pathname) => {
  expect(pageAt(pathname)).toBeUndefined();
});

const STAFF = 'admin cs finance it manager_pendidikan staff_pendidikan staff_tu';
const ALL = `${STAFF} wali_murid`;

// Written out by hand: a change of an ability must not open a page unnoticed.
test.each([
  ['/dashboard', ALL, ALL],
  ['/profile', 'wali_murid', 'wali_murid'],
  ['/children', 'wali_murid', 'wali_murid'],
  ['/children/:childId/dokumen', 'wali_murid', ''],
  ['/registrations', 'wali_murid', 'wali_murid'],
  ['/hasil', 'wali_murid', ''],
  ['/hasil/:registrationId', 'wali_murid', ''],
  ['/registrations/bayar', 'wali_murid', ''],
  ['/registrations/:registrationId/bayar', 'wali_murid', ''],
  ['/enrollment', 'wali_murid', 'wali_murid'],
  ['/enrollment-confirmation/:registrationId', 'wali_murid', ''],
  ['/enrollment-confirmation-detail/:confirmationId', 'wali_murid', ''],
  ['/tagihan', 'wali_murid', 'wali_murid'],
  ['/tagihan/:invoiceId/bayar', 'wali_murid', ''],
  ['/privacy', 'wali_murid', 'wali_murid'],
  ['/admin/registration', STAFF, STAFF],
  ['/admin/counter', 'admin cs finance staff_tu', 'admin cs staff_tu'],
  ['/dapodik', 'wali_murid', ''],
  ['/admin/dapodik', 'admin staff_tu', 'admin staff_tu'],
  ['/admin/import', 'admin finance staff_tu', 'admin staff_tu'],
  ['/admin/families/:id', 'admin cs finance staff_tu', ''],
  [
    '/admin/documents',
    'admin cs manager_pendidikan staff_pendidikan staff_tu',
    'admin cs manager_pendidikan staff_pendidikan staff_tu',
  ],
  [
    '/admin/calendar',
    'admin cs manager_pendidikan staff_pendidikan staff_tu',
    'admin cs manager_pendidikan staff_pendidikan staff_tu',
  ],
  ['/admin/scores/:id', 'admin manager_pendidikan staff_pendidikan', ''],
  [
    '/admin/rubrics',
    'admin manager_pendidikan staff_pendidikan',
    'admin manager_pendidikan staff_pendidikan',
  ],
  ['/admin/calendar/:slotId', 'admin cs manager_pendidikan staff_pendidikan staff_tu', ''],
  ['/admin/document-types', 'admin cs manager_pendidikan staff_pendidikan staff_tu', 'admin staff_tu'],
  [
    '/admin/correction-requests',
    'admin cs manager_pendidikan staff_pendidikan staff_tu',
    'admin cs staff_tu',
  ],
  ['/admin/years', STAFF, 'admin manager_pendidikan'],
  ['/admin/withdrawals', STAFF, 'admin manager_pendidikan'],
  ['/admin/proof-alerts', 'admin finance', ''],
  [
    '/admin/announcements',
    'admin cs it manager_pendidikan staff_pendidikan',
    'admin cs it manager_pendidikan staff_pendidikan',
  ],
  ['/admin/announcements/create', 'admin cs it staff_pendidikan', ''],
  ['/admin/announcements/edit/:id', 'admin cs it staff_pendidikan', ''],
  ['/announcement/:id', 'admin cs it manager_pendidikan staff_pendidikan', ''],
  ['/admin/enrollment', STAFF, STAFF],
  ['/admin/enrollment/:confirmationId/details', 'admin finance it manager_pendidikan', ''],
  ['/admin/payment-scheme/create', 'admin finance it manager_pendidikan', ''],
  ['/admin/invoices', 'admin finance it manager_pendidikan', 'admin finance it manager_pendidikan'],
  ['/admin/bank', 'admin finance manager_pendidikan', 'admin finance manager_pendidikan'],
  ['/admin/payments-online', 'admin finance it manager_pendidikan', 'admin finance it manager_pendidikan'],
  ['/admin/money-requests', 'admin finance manager_pendidikan', 'admin finance manager_pendidikan'],
  ['/admin/refunds', 'admin finance it manager_pendidikan', 'admin finance it manager_pendidikan'],
  ['/admin/papers', 'admin finance manager_pendidikan', 'admin finance manager_pendidikan'],
  ['/admin/reports', STAFF, STAFF],
  ['/admin/users', 'admin finance it', 'admin it'],
  ['/admin/number-requests', 'admin cs', 'admin cs'],
  ['/admin/messages', 'admin cs it', 'admin cs it'],
  ['/admin/waves', STAFF, STAFF],
  ['/admin/seats', STAFF, STAFF],
  ['/admin/setup', STAFF, STAFF],
  ['/admin/audit', 'admin it', 'admin it'],
  ['/admin/erasure-requests', 'admin', 'admin'],
  ['/password', ALL, ''],
  ['/phone', ALL, ''],
  ['/security', ALL, ''],
  ['/notifications', ALL, ''],
  ['/status', 'wali_murid', ''],
  ['/admin/drawers', 'admin finance it manager_pendidikan', 'admin finance it manager_pendidikan'],
])('when the page is %s, then it opens for "%s" and is in the navigation of "%s"', (path, opens, shown) => {
  const page = PAGES.find((one) => one.path === path);
  if (!page) throw new Error('no such page');
  expect([...(rolesOf(page) ?? ROLES)].sort().join(' ')).toBe(opens);
  const found = ROLES.filter((role) => navigationOf(role, { payments: true }).includes(page));
  expect(found.sort().join(' ')).toBe(shown);
});

test('when a page is in the table, then its roles are written out above', () => {
  expect(PAGES).toHaveLength(59);
});

test('when payments through a provider are off, then their page is in no navigation', () => {
  const shown = ROLES.flatMap((role) => navigationOf(role).map(({ path }) => path));
  expect(shown).not.toContain('/admin/payments-online');
});
