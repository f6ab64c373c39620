import { fakeApi } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { act, screen, within } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { aRegistration, aSchool } from '../../test/samples.ts';
import { aStaffRecord, staffId } from '../../test/staff.ts';
import { FeeDifferencePart } from './fee-difference-part.tsx';
import { PaymentActions } from './payment-actions.tsx';
import { FeeRest } from './fee-rest.tsx';

const PUT = `PUT /api/admin/registrations/${staffId(1)}/fee-difference`;
const OPEN = {
  fee: 350_000,
  amount: -200_000,
  way: null,
  reason: null,
  decided_at: null,
  decided_by_name: null,
};

const open = (role: 'finance' | 'cs') => {
  const record = aStaffRecord({ payment_status: 'verified', fee_difference: OPEN });
  const api = fakeApi({ [PUT]: { body: record } });
  const part = <FeeDifferencePart registration={record} difference={OPEN} />;
  return { api, ...renderPage(part, { user: aUser({ role }) }) };
};

test('when too much was paid, then finance gives it back with a reason, and is told that a refund begins', async () => {
  const { api, type } = open('finance');
  const part = within(await screen.findByLabelText('Selisih biaya pendaftaran'));
  expect(part.getByText('Lebih')).toBeTruthy();
  expect(part.queryByRole('button', { name: 'Minta kekurangannya' })).toBeNull();
  await type.click(part.getByRole('button', { name: 'Kembalikan kelebihannya' }));
  expect(await screen.findByText(/^Pengembalian dana dimulai sebagai draf/u)).toBeTruthy();
  await type.type(screen.getByLabelText('Alasan'), 'Ditransfer ke rekening ayah');
  await type.click(
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Kembalikan kelebihannya' }),
  );
  await findToast('Berhasil');
  expect(api.bodies(PUT)).toMatchObject([{ way: 'give_back', reason: 'Ditransfer ke rekening ayah' }]);
});

test('when another role reads it, then it says who decides', async () => {
  open('cs');
  expect(await screen.findByText('Diputuskan oleh Keuangan atau Administrator.')).toBeTruthy();
});

test('when the counter takes what is missing in cash, then its amount is asked for, and the receipt can be printed after the difference is gone', async () => {
  const CASH = `POST /api/admin/registrations/${staffId(1)}/fee/cash`;
  const record = aStaffRecord({
    payment_status: 'verified',
    fee_difference: { ...OPEN, fee: 550_000, amount: 200_000, way: 'ask' },
  });
  const { fee_difference: _paid, ...settled } = record;
  const api = fakeApi({
    [CASH]: { status: 201, body: { receipt: 'KP-2026-000001', amount: 200_000, registration: settled } },
    'GET /api/config': { body: aSchool({ cash_drawers: true }) },
  });
  function Tab() {
    const [above, setAbove] = useState<ComponentProps<typeof PaymentActions>['above']>(null);
    const [seen, see] = useState(record);
    return (
      <>
        <PaymentActions registration={seen} above={above} setAbove={setAbove} onConflict={() => {}} />
        <button onClick={() => see(settled)}>Baca lagi</button>
      </>
    );
  }
  const { type } = renderPage(<Tab />, { user: aUser({ role: 'finance' }) });
  await type.click(await screen.findByRole('button', { name: 'Bayar tunai' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: /200\.000/u }));
  expect(dialog.getByText(/^Untuk selisih biaya pendaftaran/u)).toBeTruthy();
  await type.click(dialog.getByRole('button', { name: 'Bayar tunai' }));
  expect(await screen.findByText('Kuitansi KP-2026-000001')).toBeTruthy();
  await act(async () => screen.getByText('Baca lagi').click());
  expect(screen.getByText('Kuitansi KP-2026-000001')).toBeTruthy();
  expect(api.bodies(CASH)).toEqual([{}]);
});

test('when more is asked of a family, then it sees the amount and the account', async () => {
  fakeApi({});
  renderPage(<FeeRest registration={aRegistration()} amount={200_000} school={aSchool()} />, {
    user: aUser({ role: 'wali_murid' }),
  });
  expect(await screen.findByText('Kekurangan biaya pendaftaran')).toBeTruthy();
  expect(screen.getByText(/200\.000/u)).toBeTruthy();
});

test('when the school has a provider, then what is asked can be paid by virtual account, and the receipt is that of the fee', async () => {
  const registration = aRegistration();
  const request = {
    id: staffId(90),
    channel: 'va',
    va: { bank: 'BSI', number: '9001012345678901', display: '9001 0123 4567 8901' },
    amount: 200_000,
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    steps: [],
  };
  const api = fakeApi({
    'POST /api/pay-requests': { status: 201, body: request },
    [`GET /api/pay-requests/${staffId(90)}`]: {
      body: {
        status: 'paid',
        expires_at: request.expires_at,
        paid_at: '2026-11-29T07:03:00.000Z',
        payment_id: null,
        next_poll_s: 0.02,
      },
    },
  });
  const gateway = { channels: ['va' as const], banks: [{ code: '451', name: 'BSI' }], qris_max: 10_000_000 };
  const { type } = renderPage(
    <FeeRest registration={registration} amount={200_000} school={aSchool({ gateway })} />,
    { user: aUser({ role: 'wali_murid' }) },
  );
  await type.click(await screen.findByRole('button', { name: 'Bayar dengan Virtual Account atau QRIS' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Bayar / }));
  await type.click(dialog.getByRole('button', { name: 'Tampilkan nomor' }));
  expect(await dialog.findByText('Pembayaran diterima 14.03.')).toBeTruthy();
  expect(dialog.getByRole('link', { name: 'Unduh kuitansi' }).getAttribute('href')).toBe(
    `/api/registrations/${registration.id}/fee-receipt`,
  );
  expect(api.bodies('POST /api/pay-requests')).toEqual([
    { kind: 'registration_fee', id: registration.id, channel: 'va', bank_code: '451' },
  ]);
});
