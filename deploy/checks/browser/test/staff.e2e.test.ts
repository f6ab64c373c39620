import * as family from '../family.ts';
import { demo } from '../people.ts';
import * as portal from '../portal.ts';
import { paidRegistration } from '../staff.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { check } from './checks.ts';
import { url, useBrowser } from './world.ts';

const { visitor } = useBrowser();

describe.each([PHONE, DESKTOP])('staff on a $name screen', (screen) => {
  test('when finance finds a proof that waits and verifies it, then the family sees it', async () => {
    const home = await visitor(screen);
    await home.page.goto('/auth');
    const { child } = await paidRegistration(home.context, url, await family.photograph(home.page, 400, 300));
    const { page, context } = await visitor(screen);
    const finance = demo('finance');
    const wrong: Record<string, string[]> = {};
    const look = async (where: string) => Object.assign(wrong, await check(page, where));
    await portal.signIn(context, url, finance.email, finance.password);

    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await look('staff dashboard');
    await page.goto('/admin/registration?payment_status=paid');
    await page.getByRole('searchbox').fill(child);
    await page.getByRole('button', { name: `Lihat Detail: ${child}` }).click();
    await portal.see(page, 'Data orang tua');
    await page.getByRole('dialog').getByText('Bank Contoh').first().waitFor();
    await look('detail');
    await page.getByRole('dialog').getByRole('button', { name: 'Verifikasi', exact: true }).click();
    await portal.seeToast(page, 'Berhasil', 'Status pembayaran berhasil diupdate');
    await page.getByRole('dialog').getByRole('button', { name: 'Tutup', exact: true }).first().click();
    await look('monitoring');

    await home.page.goto('/registrations');
    await portal.see(home.page, 'Terverifikasi');
    expect(wrong).toEqual({});
  }, 180_000);
});

test('when a parent opens the monitoring, then it is closed to him', async () => {
  const { page, context } = await visitor(DESKTOP);
  const wali = demo('wali');
  await portal.signIn(context, url, wali.email, wali.password);
  await page.goto('/admin/registration');
  await portal.see(page, 'Akses Ditolak');
  expect((await context.request.get(`${url}/api/admin/registrations`)).status()).toBe(403);
});
