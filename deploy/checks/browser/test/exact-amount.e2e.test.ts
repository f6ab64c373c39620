import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { sendKeyed } from '../../kit/client.ts';
import { registerChild } from '../../kit/families.ts';
import { type Account, logInDemo, newPerson, signUp } from '../../kit/people.ts';
import { until } from '../../kit/until.ts';
import { tabTo } from '../family.ts';
import * as portal from '../portal.ts';
import { PHONE } from '../visitor.ts';
import { checkThemes } from './checks.ts';
import { ownPortal } from './own-portal.ts';

const own = ownPortal();
const { visitor } = own;

/** Lets the school ask for exact amounts, and waits until billing knows. */
async function useExactAmounts(family: Account, id: string): Promise<void> {
  const admin = await logInDemo(own.client, 'admin');
  const finance = await logInDemo(own.client, 'finance');
  const { active } = await admin.call<{ active: { settings: object } }>('GET', '/api/admin/school');
  const settings = { ...active.settings, unique_code: { on: true, max: 999 } };
  const { row_version } = await admin.call<{ row_version: number }>('PUT', '/api/admin/school/draft', {
    settings,
  });
  await sendKeyed(own.client, finance, '/api/admin/school/draft/activate', {
    row_version,
    note: 'Kode unik dipakai',
  });
  const { cookie } = family;
  await until('an amount with an add', async () => {
    const { status, json } = await own.client.send({
      method: 'POST',
      target: '/api/payment-expectations',
      headers: { origin: own.stack.url, cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'registration_fee', id }),
    });
    // Billing hears of the registration and of the settings a moment later.
    return status < 300 && (json as { unique_add: number }).unique_add > 0;
  });
}

const amountOn = async (page: Page) => {
  const shown = page.getByText(/^Rp\s\d{3}\.\d{3}$/u).first();
  await shown.waitFor();
  return (await shown.innerText()).replaceAll(/\D/gu, '');
};

test('when the school uses exact amounts, then a family on a phone is asked for one, copies it by keyboard, and finds it again', async () => {
  const family = await signUp(own.client, newPerson('Rina Wati'));
  const { id } = await registerChild(family.call);
  await useExactAmounts(family, id);
  const { page, context } = await visitor(PHONE, { as: family });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const address = `/registrations/${id}/bayar`;

  await page.goto(address);
  const amount = await amountOn(page);
  expect(Number(amount) % 1000).toBeGreaterThan(0);
  await portal.see(page, /angka terakhir \(\d{1,3}\) membuat pembayaran Anda dikenali otomatis\./iu);
  await portal.see(page, 'Biaya transfer bank jangan ditambahkan.');
  await portal.see(page, /^Berlaku sampai \d{1,2} \S+ \d{4} \d\d\.\d\d$/u);
  expect(await checkThemes(page, 'the exact amount')).toEqual({});
  for (const [label, copied] of [
    ['Salin jumlah transfer', amount],
    ['Salin nomor rekening', /^\d+$/u],
    ['Salin berita transfer', /^GB-[0-9A-HJKMNP-TV-Z]{6}$/u],
  ] as const) {
    await tabTo(page, portal.button(page, label));
    await page.keyboard.press('Enter');
    await page.getByText('Tersalin').first().waitFor({ state: 'attached' });
    await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(copied);
  }

  await page.goto('/registrations');
  await portal.settled(page);
  await page.goto(address);
  await eventually(() => amountOn(page)).toBe(amount);
  await portal.button(page, 'Sudah transfer? Kirim bukti (boleh, tidak wajib)').tap();
  await portal.button(page, 'Kirim bukti').waitFor();
});
