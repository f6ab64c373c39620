import type { Locator, Page } from 'playwright-core';
import { confirmEnrollment, makeScheme, ownInvoices } from '../../kit/enrollments.ts';
import { acceptedFamily, jakartaDate, paidFamily, registerChild } from '../../kit/families.ts';
import { uniqueWord } from '../../kit/people.ts';
import * as portal from '../portal.ts';
import { NARROW } from '../visitor.ts';
import { check } from './checks.ts';
import { cutOff, noteMotion, readableHeight } from './room.ts';
import { client, staff, useBrowser } from './world.ts';

const { visitor, roughVisitor } = useBrowser();

/** A desktop of 1440 × 900 at 200 % zoom. */
const HALF = { width: 720, height: 450 } as const;
const SIZES = [NARROW, HALF] as const;
/** Sixty letters. */
const LONG = 'Muhammad Abdurrahman Al-Ghifari Kusumawardhana Wicaksono Adi';
const CHILDREN = ['Aisyah', 'Umar', 'Fatih', 'Zahra', 'Yusuf', 'Maryam', 'Khalisa'];

/** Loads each page once and looks at it in each size; names the page, the size and what is cut there. */
async function cutOn(page: Page, paths: readonly string[]): Promise<Record<string, string[]>> {
  const wrong: Record<string, string[]> = {};
  for (const path of paths) {
    await page.setViewportSize({ width: NARROW.width, height: NARROW.height });
    await page.goto(path);
    await portal.settled(page);
    for (const { width, height } of SIZES) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
      const cut = await cutOff(page);
      if (cut.length > 0) wrong[`${path} at ${width}`] = cut;
    }
  }
  return wrong;
}

/** Whether nothing lies over the middle of the element once it is scrolled to. */
async function inReach(target: Locator): Promise<boolean> {
  await target.scrollIntoViewIfNeeded();
  return target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
}

/** A family of eight, the first with a name of sixty letters, accepted, with an invoice due in five days. */
async function largeFamily() {
  const people = { admin: staff('admin'), manager: staff('manager_pendidikan') };
  const accepted = await acceptedFamily(client, people, LONG);
  const { parent } = accepted;
  for (const name of CHILDREN) await registerChild(parent.call, name);
  const confirmation = await confirmEnrollment(parent.call, accepted);
  await makeScheme(staff('finance'), accepted, confirmation, { first_installment_date: jakartaDate(5) });
  const [invoice] = await ownInvoices(parent.call);
  const unpaid = await parent.call<{ id: string; payment_status: string }[]>('GET', '/api/registrations');
  const fee = unpaid.find((one) => one.payment_status === 'pending') ?? unpaid.at(-1);
  return {
    parent,
    id: accepted.id,
    childId: accepted.childId,
    invoice: invoice?.id,
    fee: fee?.id,
    confirmation,
  };
}

test('when a family of eight with a long name has a narrow or a zoomed screen, then nothing is cut, what is due is in reach, and nothing moves', async () => {
  const { parent, id, childId, invoice, fee, confirmation } = await largeFamily();
  const { page } = await visitor(NARROW, { as: parent });
  const motion = await noteMotion(page);
  await page.goto(`/hasil/${id}`);
  await portal.settled(page);
  expect(await motion()).toEqual([]);
  await portal.openDashboard(page);
  expect(await motion()).toEqual([]);
  const next = page.getByRole('region', { name: 'Langkah Anda berikutnya' }).getByRole('link');
  for (const { width, height } of SIZES) {
    await page.setViewportSize({ width, height });
    expect(await inReach(next)).toBe(true);
  }
  expect(
    await cutOn(page, [
      '/dashboard',
      '/children',
      `/children/${childId}/dokumen`,
      '/registrations',
      '/profile',
      '/profile?bagian=alamat',
      '/enrollment',
      `/enrollment-confirmation-detail/${confirmation}`,
      '/tagihan',
      `/tagihan/${invoice}/bayar`,
      `/registrations/${fee}/bayar`,
      `/registrations/${fee}/bayar?langkah=bukti`,
      `/hasil/${id}`,
      '/notifications',
      '/privacy',
    ]),
  ).toEqual({});
  await page.goto('/children');
  await portal.settled(page);
  await portal.button(page, 'Tambah Anak').first().click();
  await page.getByRole('dialog').waitFor();
  expect(await motion()).toEqual([]);
  expect(await cutOff(page)).toEqual([]);

  // The same check sees what moves where motion is welcome.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(`/hasil/${id}`);
  await portal.settled(page);
  expect((await motion()).length).toBeGreaterThan(0);
}, 300_000);

test('when a family has nothing yet, then its empty pages are whole on a narrow and a zoomed screen', async () => {
  const { page } = await visitor(NARROW, { as: 'newcomer' });
  const paths = ['/dashboard', '/children', '/registrations', '/enrollment', '/tagihan', '/notifications'];
  expect(await cutOn(page, [...paths, '/status', '/security', '/tidak-ada', '/admin/users'])).toEqual({});
}, 180_000);

test('when staff have a narrow or a zoomed screen, then nothing is cut, and a zoomed detail leaves room to read', async () => {
  const word = uniqueWord();
  await paidFamily(client, [`${LONG.slice(0, 50)} ${word}`]);
  const { page } = await visitor(NARROW, { as: 'admin' });
  expect(
    await cutOn(page, [
      '/dashboard',
      '/admin/registration',
      '/admin/announcements',
      '/admin/announcements/create',
      '/admin/enrollment',
      '/admin/invoices',
      '/admin/reports',
      '/admin/users',
      '/admin/number-requests',
      '/admin/messages',
      '/admin/setup',
      '/admin/audit',
      '/admin/erasure-requests',
    ]),
  ).toEqual({});
  await page.setViewportSize(HALF);
  await page.goto('/admin/registration');
  await page.getByRole('searchbox').fill(word);
  await page.getByRole('button', { name: new RegExp(`^Lihat Detail: .*${word}`, 'u') }).click();
  await page.getByRole('dialog').getByText('Data orang tua').waitFor();
  expect(await cutOff(page)).toEqual([]);
  expect(await readableHeight(page)).toBeGreaterThanOrEqual(200);
}, 300_000);

test('when the line or the session ends on a narrow screen, then the page says so, whole and without a barrier', async () => {
  const { page, context } = await roughVisitor(NARROW, { as: (await paidFamily(client, [LONG])).parent });
  await page.goto('/registrations');
  await portal.settled(page);
  await context.setOffline(true);
  await portal.see(page, 'Anda sedang luring. Draf Anda aman di perangkat ini.');
  expect(await check(page, 'offline')).toEqual({});
  expect(await cutOff(page)).toEqual([]);
  await context.setOffline(false);
  await context.clearCookies();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Tagihan/u })
    .first()
    .click();
  await page.waitForURL('**/auth');
  await portal.field(page, 'Password').waitFor();
  expect(await check(page, 'session ended')).toEqual({});
  expect(await cutOff(page)).toEqual([]);
}, 180_000);
