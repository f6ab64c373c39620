import { decideInvoicePayment, makeScheme, ownInvoices } from '../kit/enrollments.ts';
import { acceptedFamily } from '../kit/families.ts';
import { payInvoice, toProof } from './family.ts';
import * as portal from './portal.ts';
import type { Studio } from './studio.ts';

/** A family's pages from the acceptance of its child to a paid installment: each state once. */
export async function billingScreens(studio: Studio): Promise<void> {
  const { call: admin } = await studio.staff('admin');
  const { call: manager } = await studio.staff('manager_pendidikan');
  const { call: finance } = await studio.staff('finance');
  const accepted = await acceptedFamily(studio.client, { admin, manager });
  const { id, parent: account } = accepted;
  const parent = await studio.open(account);
  const { page } = parent;

  await studio.visit(parent, '/enrollment', '80-enrollment');
  await portal.openDashboard(page);
  await studio.shoot(parent, '81-dashboard-to-confirm');
  await studio.visit(parent, `/enrollment-confirmation/${id}`, '82-confirmation');
  await portal.button(page, 'Ubah data pendaftaran').click();
  await page.getByRole('dialog').waitFor();
  await studio.shoot(parent, '83-confirmation-edit', false);
  await portal.button(page, 'Batal').last().click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: 'Barang' }).check();
  await portal.button(page, 'Konfirmasi Daftar Ulang').click();
  await portal.see(page, 'Keterangan barang harus diisi');
  await studio.shoot(parent, '84-confirmation-errors');
  await page.getByRole('radio', { name: 'Uang tunai' }).check();
  await portal.button(page, 'Konfirmasi Daftar Ulang').click();
  await page.waitForURL('**/registrations');
  await studio.visit(parent, `/enrollment-confirmation/${id}`, '85-confirmed-already');

  const { id: confirmation } = await account.call('GET', `/api/enrollment-confirmations/registration/${id}`);
  await makeScheme(finance, accepted, confirmation, {
    base_education_fee: 15_000_000,
    first_installment_date: '2027-01-15',
  });
  await studio.visit(parent, `/enrollment-confirmation-detail/${confirmation}`, '86-enrollment-detail');
  await studio.visit(parent, '/tagihan', '87-invoices');
  await studio.visit(parent, '/dashboard', '88-dashboard-to-pay');
  const [invoice] = await ownInvoices(account.call);
  if (!invoice) throw new Error('no invoice');
  await page.goto(`/tagihan?bayar=${invoice.id}`);
  await portal.see(page, '700 9322 722');
  await studio.shoot(parent, '89-invoice-pay', false);
  await toProof(page);
  await portal.button(page, 'Kirim bukti').click();
  await portal.see(page, 'Bukti pembayaran diperlukan');
  await studio.shoot(parent, '90-invoice-errors', false);
  await page.goto('/tagihan');
  await payInvoice(page, invoice.invoice_number);
  await studio.visit(parent, '/tagihan', '91-invoice-waiting');
  await decideInvoicePayment(finance, invoice.id, {
    action: 'reject',
    rejection_reason: 'Foto bukti tidak terbaca.',
  });
  await studio.visit(parent, '/tagihan', '92-invoice-rejected');
  await payInvoice(page, invoice.invoice_number);
  await decideInvoicePayment(finance, invoice.id, { action: 'verify' });
  await page.reload();
  await page.getByRole('link', { name: `Tahap 1: ${invoice.invoice_number}` }).click();
  await page.getByRole('link', { name: /^Kuitansi/u }).waitFor();
  await studio.shoot(parent, '93-invoice-paid', false);
}
