import { rolesWith } from '@gerbang/domain/abilities';
import { PAGES, pageAt } from '../src/pages.ts';

test('when an address is looked up, then its page is found, an id standing for any one segment', () => {
  for (const page of PAGES) expect(pageAt(page.path.replace(/:\w+/gu, '0190f2f0'))).toBe(page);
  expect(pageAt('/admin/announcements/edit/0190f2f0')?.title).toBe('Ubah Pengumuman');
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

test('when a page of announcements lets a role in, then the role has the ability for it', () => {
  const rolesOf = (path: string) => [...(pageAt(path)?.roles ?? [])].sort();
  const readers = [...rolesWith('announcements.read')].sort();
  const writers = [...rolesWith('announcements.write')].sort();
  expect(rolesOf('/admin/announcements')).toEqual(readers);
  expect(rolesOf('/announcement/1')).toEqual(readers);
  expect(rolesOf('/admin/announcements/create')).toEqual(writers);
  expect(rolesOf('/admin/announcements/edit/1')).toEqual(writers);
});

test('when a page of re-enrolment or billing lets a role in, then the role has the ability for it', () => {
  const rolesOf = (path: string) => [...(pageAt(path)?.roles ?? [])].sort();
  const abilities = {
    '/enrollment': 'enrollment.own',
    '/enrollment-confirmation/1': 'enrollment.own',
    '/enrollment-confirmation-detail/1': 'enrollment.own',
    '/tagihan': 'invoices.own',
    '/admin/enrollment': 'enrollment.monitor',
    '/admin/enrollment/1/details': 'invoices.read',
    '/admin/payment-scheme/create': 'schemes.create',
    '/admin/invoices': 'invoices.read',
  } as const;
  for (const [path, ability] of Object.entries(abilities)) {
    expect(rolesOf(path)).toEqual([...rolesWith(ability)].sort());
  }
});
