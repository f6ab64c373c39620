import { longTest } from '@gerbang/domain/testing/runs';
import type { Locator, Page } from 'playwright-core';
import { paidFamily } from '../../kit/families.ts';
import { uniqueWord } from '../../kit/people.ts';
import { eventually } from './eventually.ts';
import { holdDecisions } from './held-decisions.ts';
import * as portal from '../portal.ts';
import { PHONE, type Screen, TABLET, UPRIGHT, WIDE } from '../visitor.ts';
import { coveredBy, cutOff, heardOf } from './room.ts';
import { waitingPayments } from './waiting-payments.ts';
import { client, useBrowser } from './world.ts';

const { visitor } = useBrowser();

/** The controls that the last decision lies over, at the end of the page. */
const coveredByUndo = async (page: Page) => {
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  return coveredBy(page.locator('[data-undo]'));
};

/** Decides the open proof, and takes it back: by keys, on a phone by the thumb. */
async function decideAndTakeBack(page: Page, screen: Screen, panel: Locator, next: () => Promise<void>) {
  const verify = panel.getByRole('button', { name: /^Verifikasi & lanjut/u });
  const undo = page.getByRole('button', { name: 'Urungkan' });
  const byThumb = screen === PHONE;
  await panel.getByRole('heading', { name: 'Cocokkan' }).waitFor();
  await verify.waitFor();
  await eventually(() => page.locator('table').isVisible()).toBe(false);
  await eventually(() => cutOff(page)).toEqual([]);
  await (byThumb ? verify.tap() : page.keyboard.press('v'));
  await undo.waitFor();
  await next();
  await verify.waitFor();
  await eventually(() => coveredByUndo(page)).toEqual([]);
  await (byThumb ? undo.tap() : page.keyboard.press('z'));
  await undo.waitFor({ state: 'detached' });
}

describe.each([TABLET, UPRIGHT, PHONE])('on a screen of $width × $height', (screen) => {
  test('when finance opens a fee, then it stands in the place of the list, is decided and taken back, and the list is as it was', async () => {
    const word = uniqueWord();
    const [first, second] = [`Hasan ${word}`, `Maryam ${word}`];
    const { parent } = await paidFamily(client, [first, second]);
    const { page } = await visitor(screen, { as: 'finance' });
    await holdDecisions(page);
    await page.goto('/admin/registration?payment_status=paid');
    await page.getByRole('searchbox').fill(word);
    const row = page.getByRole('button', { name: `Lihat Detail: ${first}` });
    await row.click();
    const panel = page.getByRole('region', { name: 'Detail Pendaftaran' });
    const stands = (child: string) => panel.getByRole('heading', { name: child }).waitFor();
    await stands(first);
    await panel.getByText('1 / 2').waitFor();
    await decideAndTakeBack(page, screen, panel, () => stands(second));
    await stands(first);
    if (screen === PHONE) await panel.getByRole('button', { name: 'Kembali ke daftar' }).tap();
    else await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await page.waitForURL(({ searchParams }) => !searchParams.has('id'));
    await row.waitFor();
    await eventually(() => page.getByRole('searchbox').inputValue()).toBe(word);
    const seen = await parent.call<{ payment_status: string }[]>('GET', '/api/registrations');
    expect(seen.map((one) => one.payment_status)).toEqual(['paid', 'paid']);
  });
});

test('when a screen reader reads the bench, then the proof comes before what it is compared with, and the decision last', async () => {
  const child = `Hasan ${uniqueWord()}`;
  await paidFamily(client, [child]);
  const { page } = await visitor(WIDE, { as: 'finance' });
  await page.goto('/admin/registration?payment_status=paid');
  await page.getByRole('searchbox').fill(child);
  await page.getByRole('button', { name: `Lihat Detail: ${child}` }).click();
  await page.getByRole('button', { name: /^Verifikasi & lanjut/u }).waitFor();
  const order = [
    'table "Pendaftaran"',
    'region "Detail Pendaftaran"',
    `heading "${child}"`,
    'navigation "Pindah di antrean"',
    'tab "Pembayaran"',
    'group "Pratinjau bukti pembayaran"',
    'heading "Cocokkan"',
    'group "Alasan tolak cepat"',
    'group "Keputusan"',
    'button "Tolak',
    'button "Lewati',
    'button "Verifikasi & lanjut',
  ];
  await eventually(() => heardOf(page, order)).toEqual(order);
});

test('when a fee of a child with a long name is decided, then it can be taken back on one line that lies over no control', async () => {
  const word = uniqueWord();
  const child = `Muhammad Zaidan Al-Fatih Ramadhani Kusumawardhana ${word}`;
  await paidFamily(client, [child, `Umar ${word}`]);
  const { page } = await visitor(WIDE, { as: 'finance' });
  await holdDecisions(page);
  await page.goto('/admin/registration?payment_status=paid');
  await page.getByRole('searchbox').fill(word);
  await page.getByRole('button', { name: `Lihat Detail: ${child}` }).click();
  const verify = page.getByRole('button', { name: /^Verifikasi & lanjut/u });
  await verify.waitFor();
  await page.keyboard.press('v');
  await page.getByTitle(`${child} terverifikasi`).waitFor();
  await verify.waitFor();
  for (const [width, height] of [
    ...[1440, 1366, 1280, 1200].map((wide) => [wide, 768] as const),
    ...[1199, 1024, 768, 700, 360].map((narrow) => [narrow, 740] as const),
  ]) {
    await page.setViewportSize({ width, height });
    await eventually(() => coveredByUndo(page)).toEqual([]);
    const isOneLine = async () => {
      const bar = await page.locator('[data-undo]').boundingBox();
      return { width, isOneLine: bar !== null && bar.height < 56 };
    };
    await eventually(isOneLine).toEqual({ width, isOneLine: true });
  }
});

longTest(
  'when finance opens an invoice on a tablet or a phone, then its proof is decided and taken back in the place of the list',
  async () => {
    const child = `Zaki ${uniqueWord()}`;
    const { invoices } = await waitingPayments(child);
    const [one, two] = invoices.map(({ invoice_number }) => invoice_number);
    for (const screen of [TABLET, UPRIGHT, PHONE]) {
      const { page } = await visitor(screen, { as: 'finance' });
      await holdDecisions(page);
      await page.goto('/admin/invoices?status=awaiting_verification');
      await page.getByRole('searchbox').fill(child);
      await portal.see(page, new RegExp(String(one), 'u'));
      await page.getByRole('button', { name: new RegExp(`^Lihat pembayaran ${one}`, 'u') }).click();
      const panel = page.getByRole('region', { name: 'Tagihan dan pembayaran' });
      await decideAndTakeBack(page, screen, panel, () =>
        panel.getByText(new RegExp(String(two), 'u')).waitFor(),
      );
      await panel.getByText(new RegExp(String(one), 'u')).waitFor();
    }
  },
);
