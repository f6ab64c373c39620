import { longTest } from '@gerbang/domain/testing/runs';
import type { Refund } from '@gerbang/contracts/refund-shapes';
import { sendKeyed } from '../../kit/client.ts';
import { billedFamily, decideInvoicePayment, payInvoice } from '../../kit/enrollments.ts';
import { decideFee, newPicture, paidFamily } from '../../kit/families.ts';
import { until } from '../../kit/until.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE, WIDE } from '../visitor.ts';
import { lookInBothThemes } from './checks.ts';
import { ownPortal, useDesk } from './own-portal.ts';

// What a school changes of the rule counts at once here.
const own = ownPortal({ env: { admission: { ACCOUNT_CHANGE_DELAY_HOURS: '0' } } });
const { visitor } = own;

const desk = useDesk(own);
beforeAll(async () => {
  const path = '/api/admin/school';
  const { active } = await desk.finance.call<{ active: { settings: object } }>('GET', path);
  const refund_rule = {
    version: 1,
    registration_fee: { back: 'percent', percent: 60 },
    education: [{ until: 'processed', days: null, date: null, percent: 60 }],
    deduct: { kind: 'none', rupiah: 0 },
    text: 'Biaya kembali 60 persen sebelum daftar ulang diproses.',
    contact: 'Bagian keuangan',
  };
  const settings = { ...active.settings, refund_rule };
  const { row_version } = await desk.finance.call<{ row_version: number }>('PUT', `${path}/draft`, {
    settings,
  });
  await sendKeyed(own.client, desk.admin, `${path}/draft/activate`, { row_version, note: 'Ketentuan baru' });
});

const refundsOf = (id: string) =>
  desk.finance.call<Refund[]>('GET', `/api/admin/refunds?registration_id=${id}`);

test('when a family leaves under a rule of 60 percent, then finance changes the figure, the head agrees, and the paper of the transfer is checked by its code', async () => {
  const { parent, made } = await paidFamily(own.client, ['Nadia Putri']);
  const [registered] = made;
  if (!registered) throw new Error('no registration');
  await decideFee(desk.finance.call, registered, 'verified');
  const home = await visitor(PHONE, { as: parent });
  await home.page.goto(`/registrations?lihat=${registered.id}`);
  await home.page.getByRole('button', { name: 'Mengundurkan diri: Nadia Putri' }).tap();
  const leaving = home.page.getByRole('dialog', { name: 'Mengundurkan diri' });
  await leaving.getByLabel('Pindah rumah').check();
  await leaving.getByRole('button', { name: 'Lanjut' }).tap();
  await portal.see(home.page, 'Biaya kembali 60 persen sebelum daftar ulang diproses.');
  await leaving.getByRole('button', { name: 'Lanjut' }).tap();
  await leaving.getByLabel('Bank').selectOption('014');
  await leaving.getByLabel('Nomor rekening', { exact: true }).fill('0123456789');
  await leaving.getByLabel('Ulangi nomor rekening').fill('0123456789');
  await leaving.getByLabel('Nama pemilik rekening').fill('Tono Sugiarto');
  expect(await lookInBothThemes(home.page, 'where money goes when a family leaves')).toEqual({});
  await leaving.getByRole('button', { name: /^Ya, undurkan/u }).tap();
  await portal.seeToast(home.page, 'Pengunduran diri tercatat', 'Rinciannya tetap dapat Anda baca di sini.');
  await until('The draft by the rule', async () => (await refundsOf(registered.id)).length === 1);

  const { page } = await visitor(WIDE, { as: desk.finance });
  await page.goto('/admin/refunds');
  await page.getByRole('button', { name: /^Lihat pengembalian PD-\d{4}-\d{6}, Nadia Putri$/u }).click();
  const panel = page.getByRole('region', { name: 'Pengembalian dana' });
  await panel.getByRole('row', { name: /dibayar Rp\s550\.000 Rp\s330\.000 60 % Rp\s330\.000$/u }).waitFor();
  await panel.getByRole('button', { name: 'Ubah' }).click();
  const change = page.getByRole('dialog', { name: 'Ubah pengembalian dana' });
  await change.getByLabel(/^Biaya pendaftaran/u).fill('300000');
  await change.getByLabel('Alasan').fill('Formulir cetak sudah diambil');
  expect(await lookInBothThemes(page, 'the change of a refund')).toEqual({});
  await change.getByRole('button', { name: 'Simpan' }).click();
  await portal.seeToast(page, 'Berhasil', 'Pengembalian dana diubah');
  await panel.getByText('beda dari ketentuan').waitFor();
  await portal.see(page, /^Nama pemilik rekening ini bukan nama orang tua/u);
  await panel.getByRole('button', { name: 'Ajukan' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ajukan' }).click();
  await portal.seeToast(page, 'Berhasil', 'Pengembalian dana diajukan');

  const head = await visitor(PHONE, { as: desk.manager });
  const [refund] = await refundsOf(registered.id);
  await head.page.goto(`/admin/refunds?id=${refund?.id}`);
  await portal.see(head.page, 'Formulir cetak sudah diambil');
  expect(await lookInBothThemes(head.page, 'a refund that waits')).toEqual({});
  await head.page.getByRole('button', { name: 'Setujui' }).tap();
  await head.page.getByRole('alertdialog').getByRole('button', { name: 'Setujui' }).tap();
  await portal.seeToast(head.page, 'Berhasil', 'Pengembalian dana disetujui');

  await page.reload();
  await panel.getByRole('button', { name: 'Tampilkan nomor utuh' }).click();
  await panel.getByText('BCA 0123456789').waitFor();
  await panel.getByRole('button', { name: 'Catat transfer' }).click();
  const transfer = page.getByRole('dialog', { name: 'Catat transfer' });
  await transfer
    .locator('input[type=file]')
    .setInputFiles({ name: 'transfer.png', mimeType: 'image/png', buffer: newPicture() });
  await transfer
    .getByText(/^Terunggah/u)
    .first()
    .waitFor();
  expect(await lookInBothThemes(page, 'a transfer that is noted')).toEqual({});
  await transfer.getByRole('button', { name: 'Catat transfer' }).click();
  await portal.seeToast(page, 'Berhasil', 'Transfer tercatat, keluarga diberi tahu');
  await panel.getByRole('link', { name: 'Bukti pengembalian dana (tab baru)' }).waitFor();
  expect(await lookInBothThemes(page, 'a refund that was transferred')).toEqual({});
  await home.page.goto(`/registrations?lihat=${registered.id}`);
  await portal.see(home.page, 'Biaya dikembalikan');

  const paper = await page.context().request.get(`/api/admin/refunds/${refund?.id}/paper`);
  const [, address = ''] = /<([^>]+)>/u.exec(paper.headers().link ?? '') ?? [];
  const { page: stranger } = await visitor(PHONE);
  await stranger.goto(new URL(address).pathname);
  await portal.see(stranger, /^Dokumen ini asli dan diterbitkan /u);
  await portal.see(stranger, /^Rp\s300\.000/u);
});

longTest(
  'when one of four instalments goes back by hand, then the invoice offers it, with all that the family has paid',
  async () => {
    const accepted = await billedFamily(own.client, desk, 'Khalid Akbar');
    const { invoice } = accepted;
    await payInvoice(accepted.parent.call, invoice.id, invoice.total_amount);
    await decideInvoicePayment(desk.finance.call, invoice.id, { action: 'verify' });

    const { page } = await visitor(DESKTOP, { as: desk.finance });
    await page.goto(`/admin/invoices?id=${invoice.id}`);
    await portal.button(page, 'Tindakan lain untuk tagihan ini').click();
    await page.getByRole('menuitem', { name: 'Kembalikan dana' }).click();
    const dialog = page.getByRole('dialog', { name: 'Kembalikan dana' });
    await dialog.getByLabel(/^Biaya pendaftaran/u).waitFor();
    await dialog.getByLabel(new RegExp(invoice.invoice_number, 'u')).fill('1000000');
    await dialog.getByLabel('Sebab').selectOption('goodwill');
    await dialog.getByLabel('Alasan').fill('Kebijakan kepala sekolah');
    expect(await lookInBothThemes(page, 'the beginning of a refund')).toEqual({});
    await dialog.getByRole('button', { name: 'Buat draf' }).click();
    await portal.seeToast(page, 'Berhasil', 'Draf pengembalian dana dibuat');
    await page.getByRole('region', { name: 'Pengembalian dana' }).getByText(invoice.invoice_number).waitFor();
    expect(await refundsOf(accepted.id)).toMatchObject([{ status: 'draft', total: 1_000_000 }]);
  },
);
