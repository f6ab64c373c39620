import { sendKeyed } from '../../kit/client.ts';
import { billedFamily } from '../../kit/enrollments.ts';
import { jakartaDate } from '../../kit/families.ts';
import { readLink } from '../../kit/inbox.ts';
import { newPerson } from '../../kit/people.ts';
import { until } from '../../kit/until.ts';
import { confirmSections, firstLogin, tabTo } from '../family.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE, WIDE } from '../visitor.ts';
import { searchAtCounter } from './at-counter.ts';
import { lookInBothThemes } from './checks.ts';
import { eventually } from './eventually.ts';
import { ownPortal, useDesk } from './own-portal.ts';
import { cutOff } from './room.ts';

/** Day, month and year of birth as they are typed. */
const BIRTH = '14032020';
/** Counted, the number and the day included, before the one key that prints. */
const MOST_KEYS = 45;
const own = ownPortal();
const { visitor } = own;
const desk = useDesk(own);

test('when the school takes cash into drawers, then one is opened, paid into at the counter, counted with a difference, signed by another person, and printed', async () => {
  const { invoice } = await billedFamily(own.client, desk, 'Bagas Saputra');
  const clerk = await visitor(DESKTOP, { as: desk.admin });
  await clerk.page.goto('/admin/drawers');
  await portal.see(clerk.page, 'Kas loket belum dipakai');
  await clerk.page.getByRole('link', { name: 'Buka Penyiapan sekolah' }).click();
  await clerk.page
    .getByRole('checkbox', { name: 'Uang tunai hanya dicatat ke kas yang sudah dibuka' })
    .check();
  await clerk.page
    .getByRole('button', { name: /^Simpan/u })
    .first()
    .click();
  await portal.see(clerk.page, 'Draf disimpan');
  const path = '/api/admin/school';
  const { draft, active } = await desk.admin.call<{
    draft: { row_version: number; settings: object };
    active: { settings: object };
  }>('GET', path);
  const settings = { ...active.settings, cash_drawers: true, cash_proof: 'optional' };
  expect(draft.settings).toMatchObject({ cash_drawers: true });
  const { row_version } = await desk.admin.call<{ row_version: number }>('PUT', `${path}/draft`, {
    settings,
    row_version: draft.row_version,
  });
  const note = 'Kas loket dipakai';
  await sendKeyed(own.client, desk.finance, `${path}/draft/activate`, { row_version, note });

  const { page } = await visitor(WIDE, { as: desk.finance });
  await until('Billing hears of the setting, and another person opens a drawer', () =>
    desk.admin.call('POST', '/api/admin/drawers', { float: 0 }).catch((error: Error) => {
      if (!error.message.includes('returned 409') || !error.message.includes('drawers_off')) throw error;
      return null;
    }),
  );
  await page.goto('/admin/drawers');
  await page.getByLabel(/^Uang kembalian awal/u).fill('200000');
  await page.getByRole('button', { name: 'Buka kas' }).click();
  await portal.seeToast(page, 'Berhasil');
  await sendKeyed(own.client, desk.finance, '/api/admin/enrollment-invoice-payments', {
    enrollment_invoice_id: invoice.id,
    amount_paid: 350_000,
    payment_date: jakartaDate(),
    payment_method: 'cash',
    admin_notes: 'Dibayar tunai di loket',
    auto_verify: true,
  });

  // A family without an e-mail: an administrator fills it in, finance takes its fee.
  const { phone, whatsapp } = newPerson();
  await clerk.page.goto('/admin/counter');
  await portal.button(clerk.page, 'Keluarga baru').click();
  await portal.field(clerk.page, 'Nama orang tua atau wali').fill('Ibu Lestari');
  await portal.field(clerk.page, 'Nomor WhatsApp').fill(phone);
  await portal.button(clerk.page, 'Buat keluarga').click();
  const child = clerk.page.getByRole('group', { name: '2. Anak' });
  await child.getByLabel('Nama lengkap').fill('Citra Lestari');
  await child.getByLabel('Tempat lahir').fill('Depok');
  await child.getByRole('spinbutton').first().focus();
  await clerk.page.keyboard.type(BIRTH);
  await child.getByRole('button', { name: 'Simpan' }).click();
  await portal.see(clerk.page, 'Data anak tersimpan.');
  await clerk.page
    .getByRole('group', { name: '3. Pendaftaran' })
    .getByRole('button', { name: 'Daftarkan anak' })
    .click();
  await portal.see(clerk.page, 'Pendaftaran tersimpan.');
  // Found, opened and paid by keys alone.
  const effort = await searchAtCounter(page, phone);
  const { keyboard } = page;
  const found = page.getByRole('button', { name: /^Buka keluarga/u });
  await found.waitFor();
  await tabTo(page, found);
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('spinbutton').first());
  await keyboard.type(BIRTH);
  await tabTo(page, portal.button(page, 'Buka'));
  await keyboard.press('Enter');
  const take = page.getByRole('button', { name: 'Bayar tunai: Citra Lestari' });
  await take.waitFor();
  await tabTo(page, take);
  await keyboard.press('Enter');
  const question = page.getByRole('alertdialog').getByRole('button', { name: 'Bayar tunai' });
  await question.waitFor();
  expect(await lookInBothThemes(page, 'a fee in cash')).toEqual({});
  await tabTo(page, question);
  await keyboard.press('Enter');
  await portal.see(page, /^Kuitansi KP-/u);
  const { taps, keys } = await effort.read();
  expect(taps).toBe(0);
  expect(keys).toBeLessThanOrEqual(MOST_KEYS);
  expect(await lookInBothThemes(page, 'a receipt to print')).toEqual({});
  await page.getByRole('radio', { name: 'Gulungan 80 mm' }).check();
  const printed = page
    .context()
    .waitForEvent('request', (one) => one.url().endsWith('/fee-receipt?size=80mm'));
  await page.getByRole('button', { name: 'Cetak' }).focus();
  await page.keyboard.press('c');
  await printed;
  const home = await visitor(PHONE);
  const link = await readLink(own.stack.simulatorUrl, whatsapp, /^Akun untuk/mu);
  await firstLogin(home.page, { link, phone, password: 'payung-biru-laut-lima' });
  await confirmSections(home.page, 2);
  await home.page.goto('/registrations');
  await portal.see(home.page, 'Terverifikasi');

  await page.goto('/admin/drawers');
  await portal.see(page, /Di laci seharusnya ada Rp\s1\.100\.000/u);
  await page.getByRole('button', { name: 'Tutup kas' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tutup kas' });
  await dialog.getByLabel(/^Rp\s100\.000/u).fill('10');
  await dialog.getByLabel(/^Rp\s10\.000/u).fill('9');
  await portal.see(page, /-Rp\s10\.000/u);
  expect(await lookInBothThemes(page, 'a drawer that is counted')).toEqual({});
  await dialog.getByLabel(/^Alasan selisih/u).fill('Kembalian salah');
  await dialog.getByRole('button', { name: 'Tutup kas' }).click();
  await portal.seeToast(page, 'Berhasil');

  const head = await visitor(PHONE, { as: desk.manager });
  await head.page.goto('/admin/drawers');
  await portal.see(head.page, 'Menunggu tanda tangan');
  expect(await lookInBothThemes(head.page, 'the drawers of a day')).toEqual({});
  await eventually(() => cutOff(head.page)).toEqual([]);
  await head.page.getByRole('button', { name: /^Lihat kas Budi/u }).tap();
  await portal.see(head.page, /^KW-/u);
  expect(await lookInBothThemes(head.page, 'a closed drawer')).toEqual({});
  await eventually(() => cutOff(head.page)).toEqual([]);
  await head.page.getByRole('button', { name: 'Tanda tangani' }).tap();
  await head.page.getByRole('alertdialog').getByRole('button', { name: 'Tanda tangani' }).tap();
  await portal.seeToast(head.page, 'Berhasil');
  await portal.see(head.page, 'Selesai');
  await head.page.emulateMedia({ media: 'print' });
  await portal.see(head.page, 'Yang memeriksa:');
  await eventually(() => head.page.getByRole('button', { name: 'Kembali ke daftar' }).isVisible()).toBe(
    false,
  );
});
