import { eventually } from '../eventually.ts';
import { confirmEnrollment, ownInvoices } from '../../kit/enrollments.ts';
import { acceptedFamily, jakartaDate } from '../../kit/families.ts';
import { readMessage } from '../../kit/inbox.ts';
import * as family from '../family.ts';
import * as portal from '../portal.ts';
import { PHONE, TABLET } from '../visitor.ts';
import { checkAll, SMALL_DESKTOP } from './checks.ts';
import { client, simulatorUrl, staff, useBrowser } from './world.ts';

const { visitor } = useBrowser();

test('when finance works its queue, then confirmation, scheme, rejection, correction and an added payment reach the family', async () => {
  const wrong: Record<string, string[]> = {};
  const accepted = await acceptedFamily(client, {
    admin: staff('admin'),
    manager: staff('manager_pendidikan'),
  });
  const { parent, child } = accepted;
  await confirmEnrollment(parent.call, accepted);
  const home = await visitor(PHONE, { as: parent });
  const { page } = await visitor(TABLET, { as: 'finance' });
  const look = async (where: string) => Object.assign(wrong, await checkAll(page, where, SMALL_DESKTOP));
  const top = page.getByRole('dialog').last();
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^Konfirmasi menunggu/u }).click();
  await page.waitForURL('**/admin/enrollment?group=waiting&sort=submitted_at');
  await page.getByRole('searchbox').fill(child);
  await page.getByRole('button', { name: `Konfirmasi daftar ulang ${child}` }).click();
  const question = page.getByRole('alertdialog');
  await question.waitFor();
  await look('confirmation of staff');
  await question.getByRole('button', { name: 'Konfirmasi' }).click();
  await portal.seeToast(page, 'Berhasil', 'Status berhasil diperbarui');
  await readMessage(simulatorUrl, parent.whatsapp, /daftar ulang/iu);

  await page.goto('/admin/enrollment');
  await page.getByRole('searchbox').fill(child);
  await page.getByRole('link', { name: `Buat skema pembayaran untuk ${child}` }).click();
  await page.waitForURL('**/admin/payment-scheme/create?confirmationId=*');
  await portal.field(page, 'Biaya pendidikan').fill('10000000');
  await page.getByRole('radio', { name: /^Cicilan/u }).check();
  await portal.see(page, /^Pilih tanggal cicilan pertama/u);
  await page.getByRole('spinbutton').first().focus();
  const year = Number(jakartaDate().slice(0, 4)) + 2;
  await page.keyboard.type(`2802${year}`);
  await portal.see(page, `28 April ${year}`);
  await look('scheme');
  await portal.button(page, 'Buat Skema Pembayaran').click();
  await question.getByRole('button', { name: 'Buat Skema Pembayaran' }).click();
  await portal.seeToast(page, 'Berhasil', 'Skema pembayaran berhasil dibuat');
  await page.waitForURL('**/admin/enrollment');

  const [first] = await ownInvoices(parent.call);
  if (first?.total_amount !== 5_000_000) throw new Error('no first installment');
  const pay = async (amount: string) => {
    await home.page.goto('/tagihan');
    await family.payInvoice(home.page, first.invoice_number, amount);
  };
  const openInvoice = async (address: string) => {
    await page.goto(address);
    await page.getByRole('searchbox').fill(first.invoice_number);
    await page
      .getByRole('button', { name: new RegExp(`^Lihat pembayaran ${first.invoice_number}`, 'iu') })
      .click();
    await portal.see(page, 'Riwayat Pembayaran');
  };

  await pay('2000000');
  await openInvoice('/admin/invoices?status=awaiting_verification');
  await look('invoice that waits');
  await top.getByRole('button', { name: 'Tolak', exact: true }).click();
  await top.getByLabel('Alasan penolakan').fill('Slip buram');
  await look('rejection');
  await top.getByRole('button', { name: 'Tolak', exact: true }).click();
  await portal.seeToast(page, 'Berhasil', 'Verifikasi pembayaran berhasil diperbarui');
  await readMessage(simulatorUrl, parent.whatsapp, /belum dapat kami terima/u);

  await pay('2000000');
  await openInvoice('/admin/invoices');
  await top.getByRole('button', { name: 'Ubah & Verifikasi' }).click();
  await portal.field(page, 'Jumlah pembayaran').fill('1500000');
  await look('correction');
  await top.getByRole('button', { name: 'Simpan & Verifikasi' }).click();
  await portal.seeToast(page, 'Berhasil', 'Pembayaran berhasil diperbarui');
  await portal.see(page, 'Dibayar Sebagian');

  await top.getByRole('button', { name: 'Tambah Pembayaran' }).click();
  await portal.field(page, 'Jumlah pembayaran').waitFor();
  await eventually(() => portal.field(page, 'Jumlah pembayaran').inputValue()).toBe('Rp 3.500.000');
  await top.getByLabel('Bukti pembayaran', { exact: true }).setInputFiles(family.slip());
  await portal.seeToast(page, 'Berhasil', 'File berhasil diupload');
  await look('added payment');
  await top.getByRole('button', { name: 'Simpan', exact: true }).click();
  await portal.seeToast(page, 'Berhasil', 'Pembayaran berhasil ditambahkan');
  await portal.see(page, 'Lunas');
  const after = await ownInvoices(parent.call);
  expect(after.find((one) => one.id === first.id)).toMatchObject({ status: 'verified', remaining: 0 });
  await page.goto('/admin/invoices');
  await page.locator('table').waitFor();
  await look('/admin/invoices');
  expect(wrong).toEqual({});
}, 240_000);
