import { sendKeyed } from '../../kit/client.ts';
import {
  confirmEnrollment,
  decideInvoicePayment,
  makeScheme,
  ownInvoices,
  payInvoice,
} from '../../kit/enrollments.ts';
import { acceptedFamily, jakartaDate } from '../../kit/families.ts';
import { type Account, logInDemo } from '../../kit/people.ts';
import { until } from '../../kit/until.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { ownPortal } from './own-portal.ts';

const own = ownPortal();
const { visitor } = own;

let finance: Account;
let admin: Account;
let manager: Account;
beforeAll(async () => {
  [finance, admin, manager] = await Promise.all([
    logInDemo(own.client, 'finance'),
    logInDemo(own.client, 'admin'),
    logInDemo(own.client, 'manager_pendidikan'),
  ]);
});

/** An accepted child with four instalments of Rp 10 million. */
async function billed(child: string) {
  const accepted = await acceptedFamily(own.client, { admin: admin.call, manager: manager.call }, child);
  const { call } = accepted.parent;
  const confirmation = await confirmEnrollment(call, accepted);
  await makeScheme(finance.call, accepted, confirmation, { first_installment_date: jakartaDate(30) });
  const invoices = await ownInvoices(call);
  const [first] = invoices;
  if (!first) throw new Error('no invoice');
  return { ...accepted, confirmation, invoices, first };
}

test('when four instalments with one paid become two, then finance sees both sides before, and the family after', async () => {
  const { parent, confirmation, invoices, first } = await billed('Aisyah Putri');
  await payInvoice(parent.call, first.id, first.total_amount);
  await decideInvoicePayment(finance.call, first.id, { action: 'verify' });
  const { page } = await visitor(DESKTOP, { as: finance });
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

/** Lets the school take cash without a slip, and records some of this invoice: billing knows a moment later. */
async function takeCashWithoutSlip(invoiceId: string): Promise<void> {
  const path = '/api/admin/school';
  const { active } = await finance.call<{ active: { settings: object } }>('GET', path);
  const settings = { ...active.settings, cash_proof: 'optional' };
  const { row_version } = await finance.call<{ row_version: number }>('PUT', `${path}/draft`, { settings });
  await sendKeyed(own.client, admin, `${path}/draft/activate`, { row_version, note: 'Tunai tanpa bukti' });
  const cash = {
    enrollment_invoice_id: invoiceId,
    amount_paid: 1_000_000,
    payment_date: jakartaDate(),
    payment_method: 'cash',
    admin_notes: 'Diterima dari ayahnya di loket',
    auto_verify: false,
  };
  await until('Cash without a slip is taken', () =>
    finance.call('POST', '/api/admin/enrollment-invoice-payments', cash).then(
      () => true,
      () => null,
    ),
  );
}

test('when cash comes without a slip, then it is refused until the school allows it with a note', async () => {
  const { first, invoices } = await billed('Zahra Putri');
  const { page } = await visitor(DESKTOP, { as: finance });
  const openForm = async () => {
    await page.goto(`/admin/invoices?id=${first.id}`);
    await page.getByRole('button', { name: 'Tambah Pembayaran' }).click();
    await page.getByRole('radio', { name: 'Tunai' }).check();
    await page.getByRole('checkbox', { name: 'Langsung verifikasi' }).uncheck();
  };
  const save = () => page.getByRole('button', { name: 'Simpan', exact: true }).click();
  await openForm();
  await save();
  await portal.see(page, 'Bukti pembayaran wajib diupload');

  await takeCashWithoutSlip(invoices[1]?.id ?? '');
  await openForm();
  await save();
  await portal.see(page, /Tanpa bukti, tulis catatan paling sedikit 10 huruf/u);
  await page.getByLabel(/^Catatan admin/u).fill('Diterima dari ibunya di loket');
  await save();
  await portal.seeToast(page, 'Berhasil', 'Pembayaran berhasil ditambahkan');
});
