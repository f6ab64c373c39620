import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { readCode } from '../kit/inbox.ts';
import { demo, newPerson } from '../kit/people.ts';
import { launch } from './browser.ts';
import * as portal from './portal.ts';
import { addUser, userRow } from './staff.ts';
import { openTarget } from './target.ts';
import { DESKTOP, openVisitor, PHONE, type Visitor } from './visitor.ts';

const { values } = parseArgs({ options: { desktop: { type: 'boolean' }, help: { type: 'boolean' } } });

if (values.help) {
  console.log(`npm run demo:walk [-- --desktop]
Walks the whole way of a family in a real browser, on a phone's screen or a desktop's. Uses the portal of
'npm run up' (or GERBANG_URL with SIMULATOR_URL) when it runs, else starts one of its own.`);
} else process.exitCode = await walk();

async function walk(): Promise<number> {
  const target = await openTarget((line) => console.log(line));
  const browser = await launch();
  const screen = values.desktop ? DESKTOP : PHONE;
  let count = 0;
  let visitor: Visitor | undefined;

  async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
    count += 1;
    const start = performance.now();
    try {
      const result = await work();
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      console.log(`  ${String(count).padStart(2)}. ${title} (${seconds} s)`);
      return result;
    } catch (error) {
      console.log(`  ${String(count).padStart(2)}. ${title}: FAILED at ${visitor?.page.url() ?? 'no page'}`);
      throw error;
    }
  }

  try {
    console.log(`Walking ${target.url} on a ${screen.name} screen of ${screen.width} x ${screen.height}`);
    visitor = await openVisitor(browser, { url: target.url, screen });
    const { page } = visitor;
    const family = newPerson();
    const reset = `baru-${randomUUID().slice(0, 8)}`;
    const chosen = `pilihan-${randomUUID().slice(0, 8)}`;

    await step(`A parent registers as ${family.email}, ${family.phone}`, () => portal.register(page, family));
    await step('logs out', () => portal.logout(page));
    await step('asks for a reset code', () => portal.askForCode(page, family.email));
    const code = await step("reads the code in the simulator's inbox", () =>
      readCode(target.simulatorUrl, family.whatsapp),
    );
    await step(`types the code ${code}`, async () => {
      await portal.enterCode(page, family.email, code);
      await portal.seeToast(page, 'Kode OTP Valid', 'Silakan masukkan password baru Anda');
    });
    await step('sets a new password', async () => {
      await portal.setNewPassword(page, reset);
      await portal.see(page, 'Password Berhasil Direset!');
      await page.getByRole('link', { name: 'Login Sekarang' }).click();
      await page.waitForURL('**/auth');
    });
    await step('logs in by phone number', async () => {
      await portal.submitLogin(page, family.phone, reset);
      await portal.seeToast(page, 'Berhasil masuk', `Selamat datang, ${family.name}!`);
    });
    await step('sees the dashboard', async () => {
      await page.waitForURL('**/dashboard');
      await portal.see(page, 'Status Pendaftaran');
      await portal.see(page, 'Belum ada pendaftaran');
    });
    await step('changes the password', async () => {
      await page.goto('/password');
      await portal.changePassword(page, reset, chosen);
      await portal.seeToast(page, 'Password berhasil diubah');
      await page.waitForURL('**/dashboard');
    });
    await step('logs out again', () => portal.logout(page));

    const admin = demo('admin');
    const staff = {
      name: 'Petugas Baru',
      email: newPerson().email,
      role: 'Customer Service',
      password: 'sementara-1',
    };
    await step('An administrator logs in', () => portal.login(page, admin.email, admin.password));
    await step(`makes the user ${staff.email}`, async () => {
      await page.goto('/admin/users');
      await addUser(page, staff);
      await portal.seeToast(page, 'Berhasil', 'Pengguna berhasil dibuat');
    });
    await step('finds and edits it', async () => {
      await page.getByPlaceholder('Cari pengguna...').fill(staff.email);
      const row = userRow(page, staff.email);
      await row.getByRole('button', { name: /^Ubah/u }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Nama', { exact: true }).fill('Petugas Lama');
      await dialog.getByRole('button', { name: 'Simpan perubahan' }).click();
      await portal.seeToast(page, 'Berhasil', 'Pengguna berhasil diperbarui');
      await userRow(page, 'Petugas Lama').waitFor();
    });
    await step('removes it', async () => {
      await userRow(page, staff.email)
        .getByRole('button', { name: /^Hapus (?!verifikasi)/u })
        .click();
      await portal.see(page, 'Apakah Anda yakin ingin menghapus pengguna ini?');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Hapus' }).click();
      await portal.seeToast(page, 'Berhasil', 'Pengguna berhasil dihapus');
      await portal.see(page, 'Tidak ada pengguna yang cocok dengan pencarian');
    });
    await step('logs out', () => portal.logout(page));

    const faults = visitor.faults();
    for (const fault of faults) console.log(`  on the way: ${fault}`);
    console.log(faults.length === 0 ? 'The whole way works.' : 'The way works, but the page complained.');
    return faults.length === 0 ? 0 : 1;
  } catch (error) {
    console.log((error as Error).message);
    for (const fault of visitor?.faults() ?? []) console.log(`  on the way: ${fault}`);
    return 1;
  } finally {
    await browser.close();
    await target.close();
  }
}
