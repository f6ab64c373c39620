import { fakeApi } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, within } from '@testing-library/react';
import { aRegistration, aSchool } from '../../test/samples.ts';
import { aStaffRecord, staffId } from '../../test/staff.ts';
import { FeeDifferencePart } from './fee-difference-part.tsx';
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

test('when more is asked of a family, then it sees the amount and the account', async () => {
  fakeApi({});
  renderPage(<FeeRest registration={aRegistration()} amount={200_000} school={aSchool()} />, {
    user: aUser({ role: 'wali_murid' }),
  });
  expect(await screen.findByText('Kekurangan biaya pendaftaran')).toBeTruthy();
  expect(screen.getByText(/200\.000/u)).toBeTruthy();
});
