import type { Page } from 'playwright-core';
import { changeStage, decideFee, paidFamily } from '../kit/families.ts';
import { newPerson, uniqueWord } from '../kit/people.ts';
import * as portal from './portal.ts';
import { failedMessage } from './staff.ts';
import type { Studio } from './studio.ts';
import { PHONE } from './visitor.ts';

const NAMES = ['Umar Faruq', 'Aisyah Putri', 'Khalid Ramadhan', 'Fatimah Zahra', 'Zaid Abdullah', 'Hafsah N'];

/** A picture like the slip of a transfer, drawn by the browser, without personal data. */
async function slip(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 720, height: 900 });
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('no canvas');
    const band = (colour: string, ...box: [number, number, number, number]) => {
      pen.fillStyle = colour;
      pen.fillRect(...box);
    };
    band('#ffffff', 0, 0, 720, 900);
    band('#0e6753', 0, 0, 720, 120);
    for (let line = 0; line < 6; line += 1) {
      band('#bbbbb0', 60, 200 + line * 80, 200, 18);
      band('#4f544e', 380, 200 + line * 80, 280 - (line % 3) * 60, 18);
    }
    band('#0e6753', 60, 740, 320, 44);
    return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? '';
  });
  return Buffer.from(base64, 'base64');
}

/** A family's six registrations in the states that a list shows. */
async function queue(studio: Studio, page: Page, word: string) {
  await page.goto('/auth');
  const { made } = await paidFamily(
    studio.client,
    NAMES.map((name) => `${name} ${word}`),
    {
      picture: await slip(page),
      profile: { father_name: 'Ahmad Fauzi', mother_name: 'Rahma Aulia', contact_phone: '081234567890' },
    },
  );
  const { call } = await studio.staff('admin');
  const [, , third, fourth, fifth] = made;
  if (!third || !fourth || !fifth) throw new Error('too few registrations');
  await decideFee(call, third, 'verified');
  await decideFee(call, fourth, 'rejected');
  await decideFee(call, fifth, 'verified');
  await changeStage(call, fifth, {
    current_stage: 'obs_scheduled',
    content: '2027-02-10',
    observation_time: '08:00',
    observation_place: 'Aula lantai 2',
  });
  return { made, call };
}

/** The pages of staff from the count on the dashboard to the audit trail: each state once. */
export async function staffScreens(studio: Studio): Promise<void> {
  await studio.needsSchool();
  const admin = await studio.open(await studio.staff('admin'));
  const { page, screen } = admin;
  const word = uniqueWord();
  const { made, call } = await queue(studio, page, word);
  const dialog = page.getByRole('dialog').last();
  const choose = (name: string) => page.getByRole('checkbox', { name: `Pilih ${name} ${word}` }).check();

  await studio.visit(admin, '/dashboard', '50-staff-dashboard');
  await page.route('**/api/admin/registrations?*', () => undefined);
  await page.goto('/admin/registration');
  await page.getByText('Memuat data pendaftaran').first().waitFor();
  await studio.picture(admin, '51-monitoring-loading');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route('**/api/admin/registrations?*', (route) => route.abort());
  await page.goto('/admin/registration');
  await portal.see(page, /^Data pendaftaran tidak dapat dimuat/u);
  await studio.shoot(admin, '52-monitoring-failed');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await studio.visit(admin, '/admin/registration', '53-monitoring');
  if (screen === PHONE) await studio.shoot(admin, '53-monitoring-top', false);
  await page.getByRole('searchbox').fill('tidak ada yang begini');
  await portal.see(page, 'Tidak ada hasil yang sesuai dengan pencarian.');
  await studio.shoot(admin, '54-monitoring-none');

  await page.goto('/admin/registration?payment_status=paid&jenjang=SD');
  await page.getByRole('searchbox').fill(word);
  await portal.see(page, '3 pendaftaran');
  await page.getByRole('button', { name: `Lihat Detail: Umar Faruq ${word}` }).click();
  const beside = screen.width >= 1200;
  const record = beside ? page.getByRole('region', { name: 'Detail Pendaftaran' }) : dialog;
  await portal.see(page, beside ? 'Cocokkan' : 'Data orang tua');
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  await studio.shoot(admin, '55-detail', false);
  await record.getByRole('button', { name: /^Tolak/u }).click();
  await page.getByLabel('Alasan penolakan').waitFor();
  // The button without a reason is marked as disabled, and says why when it is pressed.
  await dialog.getByRole('button', { name: 'Tolak', exact: true }).press('Enter');
  await studio.shoot(admin, '56-reject', false);
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await portal.see(page, 'Pintasan papan ketik');
  await studio.shoot(admin, '57-keys', false);

  const [, , third, , , sixth] = made;
  await page.goto(`/admin/registration?id=${third?.id}`);
  if (beside) await page.getByRole('tab', { name: 'Riwayat' }).click();
  await portal.button(page, 'Ubah Tahap').click();
  await portal.see(page, 'Ubah Tahap Pendaftaran');
  await studio.shoot(admin, '58-stage', false);
  await dialog.getByRole('button', { name: 'Simpan tahap' }).click();
  await studio.shoot(admin, '59-stage-errors', false);

  await page.goto('/admin/registration?payment_status=paid');
  await page.getByRole('searchbox').fill(word);
  await portal.see(page, '3 pendaftaran');
  for (const name of ['Umar Faruq', 'Aisyah Putri', 'Hafsah N']) await choose(name);
  await studio.shoot(admin, '60-chosen', false);
  if (sixth) await decideFee(call, sixth, 'rejected');
  const bar = page.getByRole('group', { name: 'Tindakan untuk pilihan' });
  await bar.getByRole('button', { name: 'Verifikasi' }).click();
  await studio.shoot(admin, '61-bulk', false);
  await dialog.getByRole('button', { name: 'Verifikasi' }).click();
  await portal.see(page, '2 berhasil, 1 gagal');
  await studio.shoot(admin, '62-bulk-result', false);
  await studio.visit(admin, '/admin/audit', '63-audit');
  await studio.visit(admin, '/admin/setup?bagian=fees', '64-setup-fees');
  await studio.visit(admin, '/admin/setup?bagian=activate', '65-setup-activate');
}

/** The delivery board with a failed message: the list, the message, the question before it goes out again. */
export async function messageScreens(studio: Studio): Promise<void> {
  const person = newPerson('Siti Rahmawati Nur Hidayah');
  await failedMessage(studio.client, studio.simulatorUrl, person);
  const staff = await studio.open(await studio.staff('cs'));
  const { page } = staff;
  await studio.visit(staff, '/admin/messages', '80-messages');
  await page.goto('/admin/messages?status=failed');
  await page
    .getByRole('button', { name: `Lihat: Password diganti untuk ${person.name}` })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Isi pesan', { exact: true }).waitFor();
  await studio.shoot(staff, '81-message', false);
  await dialog.getByRole('button', { name: 'Kirim ulang', exact: true }).click();
  await page.getByRole('alertdialog').waitFor();
  await studio.shoot(staff, '82-message-resend', false);
}
