import {
  acceptedFamily,
  decidePayment,
  makeScheme,
  ownCalls,
  type OwnInvoice,
  payInvoice,
  staffCalls,
} from './enrollment.ts';
import type { Camera } from './family-screens.ts';
import * as family from './family.ts';
import * as portal from './portal.ts';
import type { Visitor } from './visitor.ts';

/** A family's pages from the acceptance of its child to a paid installment: each state once. */
export async function billingScreens(parent: Visitor, url: string, { visit, shoot }: Camera): Promise<void> {
  const { page, context } = parent;
  await page.goto('/auth');
  const photo = await family.photograph(page, 900, 1200);
  const proof = { name: 'bukti-transfer.jpg', mimeType: 'image/jpeg', buffer: photo };
  const { id } = await acceptedFamily(context, url, photo);
  const own = ownCalls(context, url);
  const finance = await staffCalls(url, 'finance');

  await visit(parent, '/enrollment', '80-enrollment');
  await visit(parent, '/dashboard', '81-dashboard-to-confirm');
  await visit(parent, `/enrollment-confirmation/${id}`, '82-confirmation');
  await portal.button(page, 'Ubah data pendaftaran').click();
  await page.getByRole('dialog').waitFor();
  await shoot(parent, '83-confirmation-edit', false);
  await portal.button(page, 'Batal').last().click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: 'Barang' }).check();
  await portal.button(page, 'Konfirmasi Daftar Ulang').click();
  await portal.see(page, 'Keterangan barang harus diisi');
  await shoot(parent, '84-confirmation-errors');
  await page.getByRole('radio', { name: 'Uang tunai' }).check();
  await portal.button(page, 'Konfirmasi Daftar Ulang').click();
  await page.waitForURL('**/registrations');
  await visit(parent, `/enrollment-confirmation/${id}`, '85-confirmed-already');

  const scheme = {
    payment_scheme: 'installment',
    base_education_fee: 15_000_000,
    first_installment_date: '2027-01-15',
  };
  const confirmation = await makeScheme(finance, own, id, scheme);
  await visit(parent, `/enrollment-confirmation-detail/${confirmation}`, '86-enrollment-detail');
  await visit(parent, '/tagihan', '87-invoices');
  await visit(parent, '/dashboard', '88-dashboard-to-pay');
  const [invoice] = await own<OwnInvoice[]>('get', '/api/parent/invoices');
  if (!invoice) throw new Error('no invoice');
  await page.goto(`/tagihan?bayar=${invoice.id}`);
  await portal.see(page, '700 9322 722');
  await shoot(parent, '89-invoice-pay', false);
  await portal.button(page, 'Kirim pembayaran').click();
  await portal.see(page, 'Bukti pembayaran diperlukan');
  await shoot(parent, '90-invoice-errors', false);
  await page.goto('/tagihan');
  await payInvoice(page, invoice.invoice_number, proof);
  await visit(parent, '/tagihan', '91-invoice-waiting');
  await decidePayment(finance, invoice.id, {
    action: 'reject',
    rejection_reason: 'Foto bukti tidak terbaca.',
  });
  await visit(parent, '/tagihan', '92-invoice-rejected');
  await payInvoice(page, invoice.invoice_number, proof);
  await decidePayment(finance, invoice.id, { action: 'verify' });
  await page.reload();
  await page.getByRole('button', { name: `Lihat pembayaran: ${invoice.invoice_number}` }).click();
  await page.getByRole('link', { name: /^Kuitansi/u }).waitFor();
  await shoot(parent, '93-invoice-paid', false);
}
