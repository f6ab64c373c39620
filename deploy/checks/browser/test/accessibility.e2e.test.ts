import { PUBLIC_TITLES } from '@gerbang/contracts/public-pages';
import { ROLES, type Role } from '@gerbang/domain/roles';
import { eventually } from './eventually.ts';
import { slotNow } from './slots.ts';
import { largeFamily } from '../large-family.ts';
import * as portal from '../portal.ts';
import { familyAddresses } from '../role-pages.ts';
import { EMPTY_PAGES, GUEST_STATES } from '../states.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { inTwoWindows, lookAtStates, staffAddresses, visitAll, type Wrong } from './accessibility-pages.ts';
import { englishNames, lookInBothThemes, violations } from './checks.ts';
import { crowded, cutOff } from './room.ts';
import { client, sessionOf, staff, useBrowser } from './world.ts';

const { visitor } = useBrowser();

test('when a page has an English name, pale text and a word beyond its edge, then the checks see it', async () => {
  const { page } = await visitor(DESKTOP);
  await page.setContent(`<html lang="id"><title>Uji</title><main>
    <button aria-label="Close menu">x</button><h1 lang="en">Page Not Found</h1>
    <p>Disubmit</p><p lang="en">Invoice Tersedia</p><ul role="list"><li><code>7NEXT-0ADD1</code></li></ul>
    <p style="color:#aaa;background:#fff">Terlalu pucat</p><p style="width:1900px">Lebar</p></main></html>`);
  expect(await englishNames(page)).toEqual(['close: Close menu', 'Disubmit: Disubmit']);
  expect((await violations(page)).join()).toContain('color-contrast');
  await eventually(async () => (await cutOff(page)).join()).toMatch(/wider than the screen/u);
  await page.setContent(`<main><button style="width:50px;overflow-wrap:anywhere">Dokumen 0/3</button>
    <button style="width:60px">Ubah</button><button style="margin-inline-start:-20px">Hapus</button></main>`);
  expect(await crowded(page)).toEqual([
    'a broken word: Dokumen in Dokumen 0/3',
    'one over the other: Ubah and Hapus',
  ]);
});

test('when a guest looks at each page, then it has no barrier, on any screen', async () => {
  const { page } = await visitor(DESKTOP);
  const wrong = await lookAtStates(page, GUEST_STATES);
  Object.assign(
    wrong,
    await visitAll(page, [...Object.keys(PUBLIC_TITLES), '/auth?tab=daftar', '/tidak-ada']),
  );
  expect(wrong).toEqual({});
});

test('when a family that has nothing yet looks at its pages, then they have no barrier, on any screen', async () => {
  const { page } = await visitor(DESKTOP, { as: 'newcomer' });
  expect(await visitAll(page, [...EMPTY_PAGES, '/admin/users'])).toEqual({});
  const phone = await visitor(PHONE, { as: 'newcomer' });
  await phone.page.goto('/dashboard');
  await portal.button(phone.page, 'Lainnya').click();
  await phone.page.getByRole('dialog').waitFor();
  expect(await lookInBothThemes(phone.page, 'drawer')).toEqual({});
});

test('when a family of eight with a long name looks at each page, then it has no barrier, on any screen', async () => {
  const family = await largeFamily(client, staff);
  const open = () => visitor(DESKTOP, { as: family });
  const { page } = await open();
  // A new result opens in the place of the dashboard, once.
  await portal.openDashboard(page);
  await page.close();
  expect(await inTwoWindows(open, await familyAddresses(family.call))).toEqual({});
});

const STAFF: readonly Role[] = ROLES.filter((role) => role !== 'wali_murid');

test('when staff look at each page and each role at its dashboard, then it has no barrier, on any screen', async () => {
  // The page of a slot wants one.
  await slotNow(client, sessionOf('admin'), []);
  const wrong: Wrong = {};
  const addresses = await staffAddresses();
  expect([...addresses.keys()].filter((role) => !STAFF.includes(role))).toEqual([]);
  for (const role of STAFF) {
    const found = await inTwoWindows(
      () => visitor(DESKTOP, { as: role }),
      ['/dashboard', ...(addresses.get(role) ?? [])],
    );
    for (const [where, faults] of Object.entries(found)) wrong[`${role} ${where}`] = faults;
  }
  expect(wrong).toEqual({});
});

test('when charts of a dashboard are shown as tables, then they have no barrier, on any screen', async () => {
  const { page } = await visitor(DESKTOP, { as: 'finance' });
  await page.goto('/dashboard');
  await page.getByRole('region', { name: 'Yang menunggu Anda' }).waitFor();
  await portal.settled(page);
  const toggles = page.getByRole('button', { name: 'Lihat sebagai tabel' });
  await toggles.first().waitFor();
  while ((await toggles.count()) > 0) await toggles.first().click();
  expect(await lookInBothThemes(page, 'dashboard as tables')).toEqual({});
});
