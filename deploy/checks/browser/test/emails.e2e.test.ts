import { eventually } from '../eventually.ts';
import { letterLink, lettersTo, readLetterCode } from '../../kit/inbox.ts';
import { newPerson, signUp } from '../../kit/people.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { checkThemes } from './checks.ts';
import { client, simulatorUrl, useBrowser } from './world.ts';

const { visitor } = useBrowser();

describe.each([PHONE, DESKTOP])('the address of a family on a $name screen', (screen) => {
  test('when it is proved by the letter, then a forgotten password comes back by e-mail with the same code', async () => {
    const parent = await signUp(client, newPerson('Rahma Aulia'));
    const { page } = await visitor(screen, { as: parent });
    const wrong: Record<string, string[]> = {};
    const look = async (where: string) => Object.assign(wrong, await checkThemes(page, where));

    await page.goto('/password');
    await portal.see(page, 'Email belum diverifikasi.');
    await look('unverified');
    await page.goto('/profile');
    await portal.see(page, 'Email belum diverifikasi.');

    const link = await letterLink(simulatorUrl, parent.email);
    // A scanner of mail opens the link: nothing happens before the button is pressed.
    await page.goto(link);
    await portal.button(page, 'Verifikasi email saya').waitFor();
    await look('verify');
    await page.goto('/password');
    await portal.see(page, 'Email belum diverifikasi.');
    await page.goto(link);
    await portal.button(page, 'Verifikasi email saya').press('Enter');
    await page.getByRole('heading', { name: 'Email terverifikasi' }).waitFor();
    await look('verified');
    await page.goto('/password');
    await portal.see(page, 'Email sudah diverifikasi.');
    await portal.button(page, 'Ganti email').press('Enter');
    await look('change');

    const { page: guest } = await visitor(screen);
    await guest.clock.install();
    await guest.goto('/forgot-password');
    await portal.field(guest, 'Email').fill(parent.email);
    await portal.button(guest, 'Kirim kode reset').press('Enter');
    await guest.getByRole('heading', { name: 'Kode telah dikirim' }).waitFor();
    await eventually(() => guest.getByRole('button', { name: /Kirim lewat email/u }).count()).toBe(0);
    await guest.clock.runFor(31_000);
    await portal.button(guest, 'Tidak menerima WhatsApp? Kirim lewat email').press('Enter');
    await guest.getByText(/kode yang sama dikirim ke sana/u).waitFor();
    Object.assign(wrong, await checkThemes(guest, 'by e-mail'));
    const code = await readLetterCode(simulatorUrl, parent.email);
    await guest.getByRole('link', { name: 'Lanjutkan ke reset password' }).press('Enter');
    await portal.enterCode(guest, parent.email, code);
    await portal.setNewPassword(guest, 'payung biru laut');
    await guest.getByRole('heading', { name: 'Password Berhasil Direset!' }).waitFor();
    expect((await lettersTo(simulatorUrl, parent.email)).length).toBeGreaterThan(1);
    expect(wrong).toEqual({});
  });
});
