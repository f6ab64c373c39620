import { billedFamily, decideInvoicePayment, ownInvoices, payInvoice } from '../../kit/enrollments.ts';
import { jakartaDate, newPicture } from '../../kit/families.ts';
import { until } from '../../kit/until.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { ownPortal, useDesk } from './own-portal.ts';

const own = ownPortal();
const { visitor } = own;

const desk = useDesk(own);

/** An accepted child with four instalments of Rp 10 million. */
const billed = (child: string) =>
  billedFamily(own.client, desk, child, { first_installment_date: jakartaDate(30) });

test('when four instalments with one paid become two, then finance sees both sides before, and the family after', async () => {
  const { parent, confirmation, invoices, invoice: first } = await billed('Aisyah Putri');
  await payInvoice(parent.call, first.id, first.total_amount);
  await decideInvoicePayment(desk.finance.call, first.id, { action: 'verify' });
  const { page } = await visitor(DESKTOP, { as: desk.finance });
  await page.goto(`/admin/enrollment/${confirmation}/details`);
  await page.getByRole('button', { name: 'Tindakan lain untuk skema ini' }).click();
  await page.getByRole('menuitem', { name: 'Ubah skema' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ubah skema' });
  for (let row = 0; row < 2; row += 1)
    await dialog.getByRole('button', { name: 'Hapus tahap terakhir' }).click();
  const rest = dialog.getByLabel('Jumlah (Tahap 2, tagihan baru)');
  await rest.fill(String(invoices.slice(1).reduce((sum, { total_amount }) => sum + total_amount, 0)));
  await dialog.getByLabel('Alasan').fill('Keluarga meminta dua tahap');
  await dialog.getByRole('button', { name: 'Lihat yang ikut berubah' }).click();
  const sides = page.getByRole('dialog', { name: 'Yang ikut berubah' });
  await sides
    .getByRole('region', { name: 'Sesudah' })
    .getByText(/Tahap 2 · Tagihan baru/u)
    .waitFor();
  expect((await ownInvoices(parent.call)).filter(({ status }) => status !== 'void')).toHaveLength(4);
  await sides.getByRole('button', { name: 'Simpan perubahan' }).click();
  await portal.seeToast(page, 'Berhasil', 'Skema diubah, dan keluarga dikabari');

  const living = (await ownInvoices(parent.call)).filter(({ status }) => status !== 'void');
  expect(living.map(({ status }) => status).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'pending',
    'verified',
  ]);
  expect(living.find(({ status }) => status === 'verified')?.invoice_number).toBe(first.invoice_number);
  const family = await visitor(PHONE, { as: parent });
  await family.page.goto('/tagihan');
  await portal.see(family.page, 'Dibatalkan');
  await family.page.goto(`/enrollment-confirmation-detail/${confirmation}`);
  const history = family.page.getByRole('region', { name: 'Perubahan skema' });
  await history.getByRole('region', { name: 'Sebelum' }).waitFor();
  await history.getByText(/Keluarga meminta dua tahap/u).waitFor();
});

/** Lets the school take cash without a slip, by two people; billing knows a moment later, when it takes some of this invoice so. */
async function takeCashWithoutSlip(invoiceId: string): Promise<void> {
  const { page } = await visitor(DESKTOP, { as: desk.finance });
  await page.goto('/admin/setup?bagian=fees');
  await page.getByLabel('Bukti untuk pembayaran tunai').selectOption('optional');
  await portal.button(page, 'Simpan draf').click();
  await portal.seeToast(page, 'Draf disimpan');
  const office = await visitor(DESKTOP, { as: desk.admin });
  await office.page.goto('/admin/setup?bagian=activate');
  await portal.see(office.page, /Bukti untuk pembayaran tunai/u);
  await portal.field(office.page, 'Alasan perubahan').fill('Tunai tanpa bukti');
  await portal.button(office.page, 'Aktifkan').click();
  const cash = {
    enrollment_invoice_id: invoiceId,
    amount_paid: 1_000_000,
    payment_date: jakartaDate(),
    payment_method: 'cash',
    admin_notes: 'Diterima dari ayahnya di loket',
    auto_verify: false,
  };
  await until('Cash without a slip is taken', () =>
    desk.finance.call('POST', '/api/admin/enrollment-invoice-payments', cash).then(
      () => true,
      () => null,
    ),
  );
}

test('when cash comes with a slip and without one, then the school’s setting decides what is taken', async () => {
  const [first, second, third, last] = (await billed('Zahra Putri')).invoices;
  const { page } = await visitor(DESKTOP, { as: desk.finance });
  const openForm = async (invoice: { readonly id: string } | undefined) => {
    await page.goto(`/admin/invoices?id=${invoice?.id}`);
    await page.getByRole('button', { name: 'Tambah Pembayaran' }).click();
    await page.getByRole('radio', { name: 'Tunai' }).check();
    await page.getByRole('checkbox', { name: 'Langsung verifikasi' }).uncheck();
  };
  const addSlip = async () => {
    const slip = { name: 'kuitansi.png', mimeType: 'image/png', buffer: newPicture() };
    await page.locator('input[type=file]').setInputFiles(slip);
    await portal.see(page, /^Terunggah/u);
  };
  const save = () => page.getByRole('button', { name: 'Simpan', exact: true }).click();
  const isTaken = () => portal.seeToast(page, 'Berhasil', 'Pembayaran berhasil ditambahkan');
  const note = () => page.getByLabel(/^Catatan admin/u);

  // The setting as it is at first: 'wajib'.
  await openForm(first);
  await note().fill('Diterima dari ibunya di loket');
  await save();
  await portal.see(page, 'Bukti pembayaran wajib diupload');
  await addSlip();
  await save();
  await isTaken();

  await takeCashWithoutSlip(last?.id ?? '');
  await openForm(second);
  await addSlip();
  await save();
  await isTaken();
  await openForm(third);
  await save();
  await portal.see(page, /Tanpa bukti, tulis catatan paling sedikit 10 huruf/u);
  await note().fill('Diterima dari ibunya di loket');
  await save();
  await isTaken();
});
