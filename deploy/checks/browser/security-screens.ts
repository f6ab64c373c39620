import { logInDemo, newPerson, signUp } from '../kit/people.ts';
import { plugInAuthenticator } from './authenticator.ts';
import * as portal from './portal.ts';
import { addApp, addPasskey, keepCodes, openSecurity, secondStep } from './security.ts';
import { userRow } from './staff.ts';
import { LeftOut, type Studio } from './studio.ts';

/** The second step and the sessions of a family: each state once; then what is asked again of staff. */
export async function securityScreens(studio: Studio): Promise<void> {
  const person = newPerson('Siti Rahmawati Nur Hidayah');
  const { call } = await signUp(studio.client, person);
  // A portal of `npm run up` leaves the second step off.
  if ((await call<{ policy: string }>('GET', '/api/factors')).policy === 'off')
    throw new LeftOut('This portal has the second step off');
  const parent = await studio.open();
  const { page } = parent;
  await portal.login(page, person.email, person.password);
  await plugInAuthenticator(page);
  await openSecurity(page);
  await studio.shoot(parent, '90-security');
  await portal.button(page, 'Tambah kunci sandi').click();
  await portal.field(page, 'Nama kunci sandi').waitFor();
  await studio.shoot(parent, '91-passkey', false);
  await portal.button(page, 'Batal').click();
  await portal.button(page, 'Siapkan aplikasi').click();
  await page.getByLabel('Kunci rahasia', { exact: true }).waitFor();
  await studio.shoot(parent, '92-app', false);
  await portal.button(page, 'Batal').click();
  await addApp(page);
  await page.getByRole('dialog', { name: 'Simpan kode pemulihan Anda' }).waitFor();
  // The button is marked as disabled until the codes are kept, and says so when it is pressed.
  await portal.button(page, 'Selesai').press('Enter');
  await studio.shoot(parent, '93-recovery-codes', false);
  await keepCodes(page);
  await addPasskey(page, 'HP Ibu');
  await portal.see(page, 'HP Ibu');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const guest = await studio.open();
  await guest.page.goto('/');
  await portal.submitLogin(guest.page, person.email, person.password);
  await secondStep(guest.page);
  await studio.shoot(guest, '94-second-step-landing');
  await guest.page.goto('/auth');
  await portal.submitLogin(guest.page, person.email, person.password);
  await secondStep(guest.page);
  await studio.shoot(guest, '95-second-step');
  await portal.field(guest.page, 'Kode dari aplikasi').fill('000000');
  await portal.button(guest.page, 'Masuk').click();
  await portal.see(guest.page, /^Kode tidak cocok/u);
  await studio.shoot(guest, '96-second-step-wrong');
  await portal.button(guest.page, 'Pakai kode pemulihan').click();
  await studio.shoot(guest, '97-recovery-code');

  const other = await signUp(studio.client, newPerson('Keluarga Dengan Dua Perangkat'));
  const devices = await studio.open();
  await portal.login(devices.page, other.email, other.password);
  await openSecurity(devices.page);
  await portal.button(devices.page, 'Akhiri semua sesi lain').click();
  await devices.page.getByRole('alertdialog').waitFor();
  await studio.shoot(devices, '98-end-others', false);
  await openSecurity(page);
  await studio.shoot(parent, '99-security-set');

  // As a role that must set one, and a session that does nothing before.
  await devices.page.route('**/api/user', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), must_add_factor: true } });
  });
  await devices.page.goto('/dashboard');
  await devices.page.waitForURL('**/security');
  await studio.shoot(devices, 'A0-security-required');

  const admin = await studio.open(await logInDemo(studio.client, 'admin'));
  await admin.page.goto('/admin/users');
  await admin.page.getByPlaceholder('Cari pengguna...').fill('it@');
  await userRow(admin.page, 'it@')
    .getByRole('button', { name: /^Hapus verifikasi dua langkah/u })
    .click();
  await admin.page.getByRole('dialog').waitFor();
  await studio.shoot(admin, 'A1-clear-factors', false);
  await admin.page.route('**/api/admin/users/*/factors', (route) =>
    route.fulfill({
      status: 403,
      json: { statusCode: 403, code: 'fresh_proof_required', message: 'Buktikan lagi.', requestId: 'r' },
    }),
  );
  await admin.page.getByLabel('Alasan').fill('Ponsel hilang');
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Hapus verifikasi dua langkah' }).click();
  await admin.page
    .getByRole('dialog', { name: 'Pastikan ini Anda' })
    .getByLabel('Password', { exact: true })
    .waitFor();
  await studio.shoot(admin, 'A2-fresh-proof', false);
}
