import { PUBLIC_TITLES } from '@gerbang/contracts/public-pages';
import type { Role } from '@gerbang/domain/roles';
import type { Page } from 'playwright-core';
import { signUp, uniqueWord } from '../../kit/people.ts';
import { slotNow } from '../../kit/slots.ts';
import { plugInAuthenticator } from '../authenticator.ts';
import { eventually } from '../eventually.ts';
import { largeFamily } from '../large-family.ts';
import * as portal from '../portal.ts';
import { familyAddresses } from '../role-pages.ts';
import { addPasskey, keepCodes, openSecurity, secondStep } from '../security.ts';
import {
  EMPTY_PAGES,
  familyStates,
  familyWithWork,
  GUEST_STATES,
  type State,
  staffStates,
} from '../states.ts';
import { DESKTOP, NARROW, PHONE } from '../visitor.ts';
import { inTwoWindows, staffAddresses, visitAll, type Wrong } from './accessibility-pages.ts';
import { englishNames, look, lookInBothThemes, violations } from './checks.ts';
import { cutOff } from './room.ts';
import { client, sessionOf, staff, useBrowser } from './world.ts';

const { visitor, roughVisitor } = useBrowser();

async function lookAtStates(page: Page, states: readonly State[]): Promise<Wrong> {
  const wrong: Wrong = {};
  // What was begun asks before it is left.
  page.on('dialog', (question) => void question.accept());
  for (const [name, open] of states) {
    await open(page);
    Object.assign(wrong, await look(page, name));
  }
  return wrong;
}

test('when a page has an English name, pale text and a word beyond its edge, then the checks see it', async () => {
  const { page } = await visitor(DESKTOP);
  await page.setContent(`<html lang="id"><title>Uji</title><main>
    <button aria-label="Close menu">x</button><h1 lang="en">Page Not Found</h1>
    <p>Disubmit</p><p lang="en">Invoice Tersedia</p>
    <p style="color:#aaa;background:#fff">Terlalu pucat</p><p style="width:1900px">Lebar</p></main></html>`);
  expect(await englishNames(page)).toEqual(['close: Close menu', 'Disubmit: Disubmit']);
  expect((await violations(page)).join()).toContain('color-contrast');
  expect((await cutOff(page)).join()).toContain('wider than the screen');
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
  const open = () => visitor(DESKTOP, { as: family.parent });
  const { page } = await open();
  // A new result opens in the place of the dashboard, once.
  await portal.openDashboard(page);
  await page.close();
  expect(await inTwoWindows(open, familyAddresses(family))).toEqual({});
});

test('when staff look at each page, then it has no barrier, on any screen', async () => {
  // The page of a slot wants one.
  await slotNow(client, sessionOf('admin'), []);
  const wrong: Wrong = {};
  for (const [role, addresses] of await staffAddresses())
    Object.assign(wrong, await inTwoWindows(() => visitor(DESKTOP, { as: role }), addresses));
  expect(wrong).toEqual({});
});

const STAFF: readonly Exclude<Role, 'wali_murid'>[] = [
  'cs',
  'finance',
  'staff_pendidikan',
  'staff_tu',
  'manager_pendidikan',
  'it',
  'admin',
];

test('when each role of the staff looks at its dashboard, then it has no barrier, as pictures and as tables', async () => {
  const wrong: Wrong = {};
  for (const role of STAFF) {
    const { page } = await visitor(DESKTOP, { as: role });
    await page.goto('/dashboard');
    await page.getByRole('region', { name: 'Yang menunggu Anda' }).waitFor();
    await portal.settled(page);
    Object.assign(wrong, await look(page, `dashboard of ${role}`));
    if (role !== 'finance') continue;
    const toggles = page.getByRole('button', { name: 'Lihat sebagai tabel' });
    while ((await toggles.count()) > 0) await toggles.first().click();
    Object.assign(wrong, await lookInBothThemes(page, 'dashboard as tables'));
  }
  expect(wrong).toEqual({});
});

test('when a family opens sheets and forms, then they have no barrier, on any screen', async () => {
  const family = await familyWithWork(client, staff('finance'));
  const { page } = await visitor(DESKTOP, { as: family.parent });
  expect(await lookAtStates(page, familyStates(family))).toEqual({});
});

test('when staff open records, dialogs and questions, then they have no barrier, on any screen', async () => {
  const word = uniqueWord();
  const family = await familyWithWork(client, staff('finance'), word);
  const { page } = await visitor(DESKTOP, { as: 'admin' });
  expect(await lookAtStates(page, staffStates(staff('finance'), word, family))).toEqual({});
});

test('when a second step is set and asked for, then its dialogs have no barrier, on any screen', async () => {
  const person = await signUp(client);
  const { page } = await visitor(DESKTOP, { as: person });
  await plugInAuthenticator(page);
  await openSecurity(page);
  await addPasskey(page, 'Laptop kantor');
  await page.getByRole('dialog', { name: 'Simpan kode pemulihan Anda' }).waitFor();
  const wrong = await look(page, 'recovery codes');
  await keepCodes(page);
  await portal.logout(page);
  await page.waitForURL('**/auth');
  await portal.submitLogin(page, person.email, person.password);
  await secondStep(page);
  Object.assign(wrong, await look(page, 'second step'));
  expect(wrong).toEqual({});
});

test('when the line or the session ends on a narrow screen, then the page says so, whole and without a barrier', async () => {
  const { page, context } = await roughVisitor(NARROW, { as: await signUp(client) });
  await page.goto('/registrations');
  await portal.settled(page);
  await context.setOffline(true);
  await portal.see(page, 'Anda sedang luring. Draf Anda aman di perangkat ini.');
  const wrong = await look(page, 'offline');
  await context.setOffline(false);
  await context.clearCookies();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Tagihan/u })
    .first()
    .click();
  await page.waitForURL('**/auth');
  await portal.field(page, 'Password').waitFor();
  Object.assign(wrong, await look(page, 'session ended'));
  expect(wrong).toEqual({});
});

test('when all components are on one page, then it has no barrier, on any screen or in either theme', async () => {
  const { page } = await visitor(DESKTOP);
  await page.goto('/galeri');
  await portal.ready(page);
  await page.getByRole('heading', { name: 'Galeri komponen' }).waitFor();
  expect(await page.locator('[data-example]').count()).toBeGreaterThan(30);
  const wrong = await lookInBothThemes(page, 'gallery');
  for (const [opener, role] of [
    ['Buka dialog', 'dialog'],
    ['Buka konfirmasi', 'alertdialog'],
    ['Buka laci', 'dialog'],
  ] as const) {
    await portal.button(page, opener).click();
    await page.getByRole(role).waitFor();
    Object.assign(wrong, await look(page, opener));
    await page.keyboard.press('Escape');
    await page.getByRole(role).waitFor({ state: 'detached' });
  }
  expect(wrong).toEqual({});
});

test('when the page does not come from a local run, then there is no gallery', async () => {
  const { page } = await visitor(DESKTOP);
  await page.route('**/galeri', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('"local":true', '"local":false') });
  });
  await page.goto('/galeri');
  await portal.see(page, '404 Page Not Found');
  await eventually(() => page.locator('[data-example]').count()).toBe(0);
});
