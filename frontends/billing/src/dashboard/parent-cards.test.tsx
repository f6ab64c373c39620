import { fakeApi } from '@gerbang/web-kit/testing/fake-api';
import { aUser, renderPage } from '@gerbang/web-kit/components/testing/render-page';
import { screen } from '@testing-library/react';
import { aDashboard, id } from '../../test/samples.ts';
import { dueText } from '../invoices/invoice-parts.tsx';
import { DashboardCards } from './dashboard-cards.tsx';

function open(parent: Parameters<typeof aDashboard>[0]) {
  fakeApi({ 'GET /api/dashboard': { body: aDashboard(parent) } });
  renderPage(<DashboardCards />, { user: aUser({ role: 'wali_murid' }) });
}

test('when a payment is due, then its amount, its day and the way to pay it stand there', async () => {
  open({
    next_payment: {
      invoice_id: id(50),
      invoice_number: 'INV-2026-000123',
      installment_name: 'Tahap 1',
      child_name: 'Aisyah Putri',
      due_date: '2026-12-10',
      remaining: 8_000_000,
      status: 'pending',
      overdue: false,
    },
    outstanding: { invoices: 4, amount: 16_000_000 },
  });
  expect(await screen.findByText('Rp 8.000.000')).toBeTruthy();
  expect(screen.getByText('Tahap 1 · Aisyah Putri')).toBeTruthy();
  expect(screen.getByText(/^Jatuh tempo 10 Desember 2026/u)).toBeTruthy();
  expect(screen.getByText(/^4 tagihan belum lunas, seluruhnya Rp\s16\.000\.000\.$/u)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Bayar dan kirim bukti' }).getAttribute('href')).toBe(
    `/tagihan?bayar=${id(50)}`,
  );
});

test('when children are accepted, then each can be confirmed, a declined one again', async () => {
  const child = {
    registration_id: id(20),
    child_name: 'Aisyah',
    jenjang: 'SD',
    kelas: '1',
    declined: false,
  } as const;
  open({ to_confirm: [child, { ...child, registration_id: id(21), child_name: 'Umar', declined: true }] });
  const link = await screen.findByRole('link', { name: 'Konfirmasi daftar ulang Aisyah' });
  expect(link.getAttribute('href')).toBe(`/enrollment-confirmation/${id(20)}`);
  expect(screen.getByText('Belum Konfirmasi')).toBeTruthy();
  expect(screen.getByText('Ditolak')).toBeTruthy();
});

test.each([
  ['2026-12-10', '2026-12-07', '3 hari lagi'],
  ['2026-12-10', '2026-12-10', 'hari ini'],
  ['2026-12-10', '2027-01-01', 'terlambat 22 hari'],
  ['2026-12-10', '2026-11-09', null],
])('when %s is due and it is %s, then the words are "%s"', (due, today, words) => {
  expect(dueText(due, today)).toBe(words);
});
