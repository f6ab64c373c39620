import { eventually } from '../eventually.ts';
import { callAs } from '../../kit/client.ts';
import { readCode } from '../../kit/inbox.ts';
import { newPerson, signUp } from '../../kit/people.ts';
import { until } from '../../kit/until.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { checkThemes } from './checks.ts';
import { client, simulatorUrl, useBrowser } from './world.ts';

const { visitor } = useBrowser();

describe.each([PHONE, DESKTOP])('the number of a family on a $name screen', (screen) => {
  test('when it is not proved, then the first task leads to the code; once another is proved the task is gone, and the user menu leads there', async () => {
    const parent = await signUp(client, newPerson('Rahma Aulia'), { proves: false });
    // The dashboard knows of the account once its copy has arrived, a moment after the registration.
    const call = callAs(client, parent.cookie);
    await until('The task of the number', async () =>
      JSON.stringify(await call('GET', '/api/dashboard')).includes('"phone_unverified"'),
    );
    const { page } = await visitor(screen, { as: parent });
    const wrong: Record<string, string[]> = {};
    const look = async (where: string) => Object.assign(wrong, await checkThemes(page, where));

    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Verifikasi nomor WhatsApp' }).press('Enter');
    await page.waitForURL('**/phone');
    await look('unproved');
    await portal.button(page, 'Kirim kode').press('Enter');
    const first = await readCode(simulatorUrl, parent.whatsapp);
    await page.getByLabel('Kode verifikasi').fill(first === '000000' ? '000001' : '000000');
    await portal.button(page, 'Verifikasi nomor').press('Enter');
    await portal.see(page, 'Kode OTP tidak valid atau sudah kadaluarsa');
    await look('wrong code');

    await portal.button(page, 'Ganti nomor').press('Enter');
    const other = newPerson();
    await portal.field(page, 'Nomor WhatsApp baru').fill(other.phone);
    await portal.field(page, 'Password Anda').fill(parent.password);
    await look('change');
    await portal.button(page, 'Kirim kode ke nomor baru').press('Enter');
    await page.getByLabel('Kode verifikasi').fill(await readCode(simulatorUrl, other.whatsapp));
    await portal.button(page, 'Verifikasi nomor').press('Enter');
    await portal.seeToast(page, 'Nomor terverifikasi', 'Kabar pendaftaran kini dikirim ke nomor ini.');
    await look('proved');
    await page.getByRole('link', { name: 'Kembali ke Dashboard' }).press('Enter');
    await page.getByRole('link', { name: 'Lengkapi data orang tua' }).waitFor();
    await eventually(() => page.getByRole('link', { name: 'Verifikasi nomor WhatsApp' }).count()).toBe(0);

    await page.getByRole('button', { name: 'Menu pengguna' }).press('Enter');
    await look('user menu');
    await page.getByRole('menuitem', { name: 'Nomor WhatsApp' }).press('Enter');
    await page.waitForURL('**/phone');
    await portal.button(page, 'Ganti nomor').waitFor();
    expect(wrong).toEqual({});
  });
});
