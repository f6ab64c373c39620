import type { Role } from '@gerbang/domain/roles';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, within } from '@testing-library/react';
import { aBilledConfirmation, aConfirmation, anInvoice, aScheme, id } from '../../test/samples.ts';
import { ParentDetailPage, StaffDetailPage } from './enrollment-detail.tsx';

const OWN = 'GET /api/enrollment-confirmations';
const STAFF = 'GET /api/admin/enrollment-confirmations';
const SCHEME = `GET /api/enrollment-payment-schemes/enrollment/${id(30)}`;
const INVOICES = `GET /api/enrollment-invoices/scheme/${id(40)}`;

function open(role: Role, confirmation: unknown, answers: Parameters<typeof fakeApi>[0] = {}) {
  const parent = role === 'wali_murid';
  const api = fakeApi({
    [parent ? OWN : STAFF]: { body: confirmation === null ? [] : [confirmation] },
    [SCHEME]: { body: aScheme() },
    [INVOICES]: {
      body: [
        anInvoice({ status: 'verified', payable: false, amount_paid: 8_000_000, remaining: 0 }),
        anInvoice({
          id: id(51),
          invoice_number: 'INV-2026-000124',
          installment_name: 'Tahap 2',
          due_date: '2027-02-10',
          total_amount: 4_000_000,
          remaining: 4_000_000,
        }),
      ],
    },
    ...answers,
  });
  const base = parent ? '/enrollment-confirmation-detail' : '/admin/enrollment';
  const end = parent ? '' : '/details';
  const page = renderPage(parent ? <ParentDetailPage /> : <StaffDetailPage />, {
    path: `${base}/${id(30)}${end}`,
    route: `${base}/:confirmationId${end}`,
    user: aUser({ role }),
  });
  return { api, ...page };
}

// Amounts carry a no-break space.
const valueOf = (label: string) =>
  screen.getByText(label).nextElementSibling?.textContent?.replaceAll('\u00A0', ' ');

test('when a parent looks, then child, parents, scheme and invoices stand there, and nothing to manage', async () => {
  const { api } = open('wali_murid', aBilledConfirmation());
  expect(await screen.findByText('Invoice Tersedia')).toBeTruthy();
  expect(screen.getByText('Sedang Berlangsung')).toBeTruthy();
  expect(valueOf('Ayah')).toBe('Ahmad Fauzi');
  expect(valueOf('Ibu')).toBe('Rahma Aulia');
  expect(valueOf('Telepon')).toBe('0812-3456-7890');
  expect(valueOf('Tanggal konfirmasi')).toBe('19 November 2026');
  await screen.findByText('Gelombang 1');
  expect(valueOf('Total biaya')).toBe('Rp 16.000.000');
  expect(valueOf('Sisa tagihan')).toBe('Rp 16.000.000');
  const table = await screen.findByRole('table', { name: 'Tagihan daftar ulang' });
  expect(within(table).getByText('Lunas')).toBeTruthy();
  expect(within(table).getByText('Belum bayar')).toBeTruthy();
  expect(within(table).getByText('10 Feb 2027')).toBeTruthy();
  expect(
    within(table).getByRole('link', { name: 'PDF: INV-2026-000124 (tab baru)' }).getAttribute('href'),
  ).toBe(`/api/enrollment-invoices/${id(51)}/pdf`);
  for (const name of ['Buat Invoice', /^Ubah/u, 'Buat Skema Pembayaran']) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
  expect(screen.getByRole('link', { name: 'Kembali' }).getAttribute('href')).toBe('/enrollment');
  expect(screen.getByRole('link', { name: 'Ke halaman Tagihan' }).getAttribute('href')).toBe('/tagihan');
  expect(api.asked.some(({ path }) => path.startsWith('/api/admin'))).toBe(false);
});

test('when there is no scheme yet, then nothing of it is asked for and that is said', async () => {
  const { api } = open('wali_murid', aConfirmation({ status: 'processed' }));
  expect(await screen.findByText('Belum ada skema pembayaran')).toBeTruthy();
  expect(screen.getByText('Belum Ada Invoice')).toBeTruthy();
  expect(api.asked.map(({ path }) => path)).toEqual(['/api/enrollment-confirmations']);
});

test('when the scheme is full, then each discount stands above the total', async () => {
  open('wali_murid', aBilledConfirmation(), {
    [SCHEME]: {
      body: aScheme({
        payment_scheme: 'full',
        first_installment_date: null,
        loyalty_program_discount: 1_500_000,
        total_discount: 1_500_000,
        final_education_fee: 14_500_000,
      }),
    },
  });
  await screen.findByText('Potongan program loyalitas');
  expect(valueOf('Potongan program loyalitas')).toBe('− Rp 1.500.000');
  expect(valueOf('Total biaya')).toBe('Rp 14.500.000');
  expect(screen.queryByText('Potongan event')).toBeNull();
});

test.each(['finance', 'admin', 'it'] as const)(
  'when %s looks, then scheme, invoice and edit are offered, of which two are still to come',
  async (role) => {
    const { type } = open(role, aBilledConfirmation());
    await type.click(await screen.findByRole('button', { name: 'Buat Invoice' }));
    await findToast('Buat Invoice', 'Fitur pembuatan tagihan manual akan segera hadir.');
    await type.click(await screen.findByRole('button', { name: 'Ubah tagihan INV-2026-000123' }));
    await findToast('Ubah Tagihan', 'Fitur ubah tagihan akan segera hadir.');
    expect(screen.getByText('Diproses')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Kembali' }).getAttribute('href')).toBe('/admin/enrollment');
    expect(screen.queryByRole('link', { name: 'Buat Skema Pembayaran' })).toBeNull();
  },
);

test('when a processed one has no scheme, then finance is led to make it, the head of the school is not', async () => {
  const { api } = open('finance', aConfirmation({ status: 'processed' }));
  const link = await screen.findByRole('link', { name: 'Buat Skema Pembayaran' });
  expect(link.getAttribute('href')).toBe(`/admin/payment-scheme/create?confirmationId=${id(30)}`);
  expect(api.asked.find(({ path }) => path.startsWith('/api/admin'))?.query.get('id')).toBe(id(30));
});

test('when the head of the school looks, then there is nothing to press', async () => {
  open('manager_pendidikan', aConfirmation({ status: 'processed' }));
  await screen.findByText('Belum ada skema pembayaran');
  expect(screen.queryByRole('link', { name: 'Buat Skema Pembayaran' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Buat Invoice' })).toBeNull();
});

test.each([
  ['it is unknown', null, undefined],
  ['its id is none', null, refused(400, 'Id tidak valid')],
])('when %s, then the specified words stand there', async (_what, confirmation, answer) => {
  open('admin', confirmation, answer ? { [STAFF]: answer } : {});
  expect(await screen.findByText('Konfirmasi Tidak Ditemukan')).toBeTruthy();
});

test('when it was declined, then its family reads why and can send it again', async () => {
  open('wali_murid', aConfirmation({ status: 'declined', decline_reason: 'Berkas belum lengkap' }));
  expect(await screen.findByText('Berkas belum lengkap')).toBeTruthy();
  expect(screen.getByText('Ditolak')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Konfirmasi Daftar Ulang' });
  expect(link.getAttribute('href')).toBe(`/enrollment-confirmation/${id(20)}`);
});

test('when the invoices cannot be read, then the rest stands and another try brings them', async () => {
  const { api, type } = open('wali_murid', aBilledConfirmation(), { [INVOICES]: refused(503, 'Sibuk') });
  await type.click(await screen.findByRole('button', { name: 'Coba lagi' }));
  expect(await screen.findByText('Ahmad Fauzi')).toBeTruthy();
  api.answer(INVOICES, { body: [anInvoice()] });
  await type.click(await screen.findByRole('button', { name: 'Coba lagi' }));
  expect(await screen.findByText('INV-2026-000123')).toBeTruthy();
});
