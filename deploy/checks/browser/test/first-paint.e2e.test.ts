import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { signUp } from '../../kit/people.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { client, useBrowser } from './world.ts';

const { visitor } = useBrowser();

/** Delays the program until the returned function is called, as a slow connection does. */
async function holdProgram(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/main.*.js', async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

const inFirstPaint = (page: Page) => page.locator('#first-paint');

test.each(['/', '/auth'])(
  'when a visitor types into %s before the program runs, then text, focus and caret survive its start',
  async (path) => {
    const { page } = await visitor(PHONE);
    const release = await holdProgram(page);
    await page.goto(path, { waitUntil: 'commit' });
    const early = inFirstPaint(page).locator('input[name="identifier"]').filter({ visible: true });
    await early.fill('rahma@contoh.id');
    await inFirstPaint(page).locator('input[name="password"]').filter({ visible: true }).fill('setengah');
    await early.focus();
    await early.evaluate((input: HTMLInputElement) => input.setSelectionRange(5, 5));
    release();
    await portal.ready(page);
    const field = portal.field(page, 'Email atau nomor telepon');
    await eventually(() => field.inputValue()).toBe('rahma@contoh.id');
    await eventually(() => portal.field(page, 'Password').inputValue()).toBe('setengah');
    expect(
      await field.evaluate((input: HTMLInputElement) => [
        document.activeElement === input,
        input.selectionStart,
      ]),
    ).toEqual([true, 5]);
  },
);

test('when the form is sent before the program runs, then it is sent when the program has started', async () => {
  const { page } = await visitor(PHONE);
  const person = await signUp(client);
  const release = await holdProgram(page);
  await page.goto('/', { waitUntil: 'commit' });
  const early = (name: string) =>
    inFirstPaint(page).locator(`input[name="${name}"]`).filter({ visible: true });
  await early('identifier').fill(person.email);
  await early('password').fill(person.password);
  await inFirstPaint(page).getByRole('button', { name: 'Masuk', exact: true }).click();
  release();
  await page.waitForURL('**/dashboard');
});

const programs = (page: Page) =>
  page.evaluate(() => [...document.scripts].filter((script) => script.src !== '').length);

test.each(['/', '/auth'])(
  'when a guest opens %s, then no program runs before a touch, and the first key keeps its place',
  async (path) => {
    const { page } = await visitor(DESKTOP);
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    expect([await programs(page), await inFirstPaint(page).count()]).toEqual([0, 1]);
    expect(await page.title()).toMatch(
      path === '/' ? /^Penerimaan Murid Baru · ./u : /^Masuk atau Daftar · ./u,
    );
    const title = await page.title();
    await page.keyboard.press('Tab');
    await portal.ready(page);
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe(
      'Langsung ke isi halaman',
    );
    expect([await programs(page), await page.title()]).toEqual([expect.any(Number), title]);
  },
);

test('when a guest follows a link or shows the password first, then both work without or before the program', async () => {
  const { page } = await visitor(PHONE);
  const release = await holdProgram(page);
  await page.goto('/', { waitUntil: 'commit' });
  await inFirstPaint(page).getByRole('button', { name: 'Tampilkan Password' }).click();
  release();
  await portal.ready(page);
  await portal.button(page, 'Sembunyikan Password').waitFor();
  await page.goto('/');
  await inFirstPaint(page).getByRole('link', { name: 'Lupa Password' }).click();
  await page.waitForURL('**/forgot-password');
});

test("when 'Daftar' is chosen before the program runs, then it is chosen at once and stays so", async () => {
  const { page } = await visitor(PHONE);
  const release = await holdProgram(page);
  await page.goto('/auth', { waitUntil: 'commit' });
  const early = inFirstPaint(page);
  await early.locator('input[name="identifier"]').filter({ visible: true }).fill('sudah diketik');
  const tab = early.getByRole('tab', { name: 'Daftar' });
  await tab.click();
  await eventually(() => tab.getAttribute('aria-selected')).toBe('true');
  await eventually(() => early.locator('input[name="identifier"]').filter({ visible: true }).count()).toBe(0);
  release();
  await portal.ready(page);
  await portal.field(page, 'Nama lengkap').waitFor();
  expect(new URL(page.url()).search).toBe('?tab=daftar');
  await page.getByRole('tab', { name: 'Masuk' }).click();
  await eventually(() => portal.field(page, 'Email atau nomor telepon').inputValue()).toBe('sudah diketik');
});

test('when the program takes over, then nothing that was painted moves or is painted as new', async () => {
  const { page } = await visitor(PHONE);
  await page.addInitScript(() => {
    const seen: { shift: number; candidates: number } = { shift: 0, candidates: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => {
      seen.candidates += list
        .getEntries()
        .filter((entry) =>
          (entry as unknown as { element: Element | null }).element?.closest('#root'),
        ).length;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  for (const path of ['/', '/auth', '/auth?tab=daftar']) {
    const release = await holdProgram(page);
    await page.goto(path, { waitUntil: 'commit' });
    await inFirstPaint(page).getByRole('heading').filter({ visible: true }).first().waitFor();
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    release();
    await portal.ready(page);
    await page.waitForLoadState('networkidle');
    const seen = await page.evaluate(
      () => (window as unknown as { seen: { shift: number; candidates: number } }).seen,
    );
    expect({ path, ...seen }).toEqual({ path, candidates: 0, shift: expect.closeTo(0, 2) });
    await page.unrouteAll({ behavior: 'wait' });
  }
});
