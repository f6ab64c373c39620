import { fakeApi } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen } from '@testing-library/react';
import { aPayment, id } from '../../test/samples.ts';
import { ReverseDialog } from './reverse-dialog.tsx';

const REVERSE = `POST /api/admin/enrollment-invoice-payments/${id(60)}/reverse`;

function open(at: string, answer: Parameters<typeof fakeApi>[0][string]) {
  const payment = aPayment({
    verification_status: 'verified',
    version: 2,
    receipt_number: 'KW-2026-000001',
    verified_at: at,
  });
  const api = fakeApi({ [REVERSE]: answer });
  const dialog = <ReverseDialog payment={payment} number="INV-2026-000001" onClose={() => undefined} />;
  return { api, ...renderPage(dialog, { path: '/admin/invoices', user: aUser({ role: 'finance' }) }) };
}

test('when finance reverses, then the cause says what becomes of the money, and cause and reason are wanted', async () => {
  const { api, type } = open(new Date().toISOString(), {
    body: aPayment({ verification_status: 'reversed' }),
  });
  const button = screen.getByRole('button', { name: 'Batalkan pembayaran' });
  await type.click(button);
  expect(await screen.findByText('Alasan harus diisi, paling sedikit 10 karakter')).toBeTruthy();
  await type.type(screen.getByRole('textbox', { name: /Alasan/u }), 'Masuk ke tagihan kakaknya');
  await type.click(button);
  expect(await screen.findByText('Sebab harus dipilih')).toBeTruthy();
  const cause = screen.getByRole('combobox', { name: /Sebab/u });
  await type.selectOptions(cause, 'bounced');
  expect(screen.getByText('Uangnya dianggap tidak masuk.')).toBeTruthy();
  await type.selectOptions(cause, 'wrong_target');
  expect(screen.getByText(/^Uangnya menjadi dana belum dibukukan/u)).toBeTruthy();
  expect(screen.getByText(/^Anda dapat melakukannya sendiri/u)).toBeTruthy();
  await type.click(button);
  await findToast('Pembayaran dibatalkan');
  expect(api.bodies(REVERSE)).toEqual([
    { reason: 'Masuk ke tagihan kakaknya', cause: 'wrong_target', version: 2 },
  ]);
});

test('when the payment is of another day, then the second person is named and the request is confirmed', async () => {
  const { type } = open('2026-01-05T03:00:00.000Z', { status: 202, body: { request_id: id(9) } });
  expect(screen.getByText(/^Orang kedua/u)).toBeTruthy();
  await type.selectOptions(screen.getByRole('combobox', { name: /Sebab/u }), 'duplicate');
  await type.type(screen.getByRole('textbox', { name: /Alasan/u }), 'Tercatat dua kali');
  await type.click(screen.getByRole('button', { name: 'Batalkan pembayaran' }));
  await findToast('Orang kedua menyetujuinya di halaman Persetujuan.');
});
