import { longTest } from '@gerbang/domain/testing/runs';
import { signUp, uniqueWord } from '../../kit/people.ts';
import { plugInAuthenticator } from '../authenticator.ts';
import { eventually } from './eventually.ts';
import * as portal from '../portal.ts';
import { addPasskey, keepCodes, openSecurity, secondStep } from '../security.ts';
import { familyStates, familyWithWork, staffStates } from '../states.ts';
import { DESKTOP, NARROW } from '../visitor.ts';
import { lookAtStates } from './accessibility-pages.ts';
import { look, lookInBothThemes } from './checks.ts';
import { client, staff, useBrowser } from './world.ts';

const { visitor, roughVisitor } = useBrowser();

test('when a family opens sheets and forms, then they have no barrier, on any screen', async () => {
  const family = await familyWithWork(client, staff('finance'));
  const { page } = await visitor(DESKTOP, { as: family.parent });
  expect(await lookAtStates(page, familyStates(family))).toEqual({});
});

longTest(
  'when staff open records, dialogs and questions, then they have no barrier, on any screen',
  async () => {
    const word = uniqueWord();
    const family = await familyWithWork(client, staff('finance'), word);
    const { page } = await visitor(DESKTOP, { as: 'admin' });
    expect(await lookAtStates(page, staffStates(staff('finance'), word, family))).toEqual({});
  },
);

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
  await eventually(() => page.locator('[data-example]').count()).toBeAtLeast(31);
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
