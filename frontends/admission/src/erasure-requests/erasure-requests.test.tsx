import type { ErasureRequest, StaffErasureRequest } from '@gerbang/contracts/erasure-requests';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { ErasureRequestsPage } from './erasure-requests-page.tsx';
import { PrivacyPage } from '../data-export/privacy-page.tsx';

const ID = '0190f2f0-0000-7000-8000-000000000001';
const OWN = '/api/parent/erasure-requests';
const LIST = '/api/admin/erasure-requests';
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

const aCase = (changes: Partial<ErasureRequest> = {}): ErasureRequest => ({
  id: ID,
  version: 1,
  status: 'received',
  note: null,
  received_at: inHours(-10),
  due_at: inHours(62.5),
  overdue: false,
  decided_at: null,
  decision_reason: null,
  done_at: null,
  ...changes,
});
const aStaffCase = (changes: Partial<StaffErasureRequest> = {}): StaffErasureRequest => ({
  ...aCase(),
  decided_by_user: null,
  family: {
    name: 'Siti Rahma',
    children: 1,
    registrations: [
      {
        registration_number: 'PSB-2026-SD-00042',
        child_name: 'Aisyah',
        current_stage: 'passed',
        payment_status: 'verified',
        locked: true,
      },
    ],
  },
  waiting_for: [],
  ...changes,
});

test('when a family asks for erasure, then it must have understood, and sees its case with the clock', async () => {
  const open: ErasureRequest[] = [];
  const api = fakeApi({
    [`GET ${OWN}`]: () => ({ body: open }),
    [`POST ${OWN}`]: () => {
      open.push(aCase());
      return { status: 201, body: open[0] };
    },
  });
  const { type } = renderPage(<PrivacyPage />, { path: '/privacy', user: aUser() });
  expect(screen.getByText('Tagihan, pembayaran, dan bukti pembayarannya: 10 tahun (pembukuan)')).toBeTruthy();
  await type.click(await screen.findByRole('button', { name: 'Ajukan penghapusan' }));
  const dialog = within(await screen.findByRole('dialog'));
  await type.click(dialog.getByRole('button', { name: 'Ajukan penghapusan' }));
  expect(dialog.getByRole('alert').textContent).toContain('Centang dulu');
  await type.type(dialog.getByRole('textbox'), 'Kami pindah');
  await type.click(dialog.getByRole('checkbox'));
  await type.click(dialog.getByRole('button', { name: 'Ajukan penghapusan' }));
  await findToast('Permintaan diterima');
  expect(await screen.findByText('Menunggu Keputusan')).toBeTruthy();
  expect(screen.getByText('Dijawab paling lambat')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ajukan penghapusan' })).toBeNull();
  expect(api.asked.find(({ method }) => method === 'POST')?.body).toEqual({ note: 'Kami pindah' });
});

test('when a case was refused, then the family reads why and may ask again', async () => {
  fakeApi({
    [`GET ${OWN}`]: {
      body: [aCase({ status: 'refused', decided_at: inHours(-1), decision_reason: 'Tagihan belum lunas' })],
    },
  });
  renderPage(<PrivacyPage />, { path: '/privacy', user: aUser() });
  expect(await screen.findByText('Tagihan belum lunas')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Ajukan lagi' })).toBeTruthy();
});

test('when an administrator looks, then each case has its clock, and refusing needs a reason', async () => {
  const late = aStaffCase({ due_at: inHours(-2.5), overdue: true });
  const api = fakeApi({
    [`GET ${LIST}`]: { body: [late], headers: { 'x-total-count': '1' } },
    [`PUT ${LIST}/${ID}`]: { body: { ...late, status: 'refused' } },
  });
  const { type } = renderPage(<ErasureRequestsPage />, { path: LIST, user: aUser({ role: 'admin' }) });
  expect(await screen.findByText('Terlambat 2 jam')).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Lihat permintaan Siti Rahma' }));
  expect(await screen.findByText('Aisyah · PSB-2026-SD-00042 (ada tagihan)')).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Tolak' }));
  const reason = await screen.findByLabelText('Alasan penolakan');
  await type.click(screen.getByRole('button', { name: 'Tolak' }));
  expect(await screen.findByText('Alasan penolakan harus diisi')).toBeTruthy();
  await type.type(reason, 'Tagihan belum lunas');
  await type.click(screen.getByRole('button', { name: 'Tolak' }));
  await findToast('Permintaan ditolak');
  expect(api.asked.find(({ method }) => method === 'PUT')?.body).toEqual({
    status: 'refused',
    reason: 'Tagihan belum lunas',
  });
});

test('when another user was faster, then the failure is shown and the list is read again', async () => {
  const api = fakeApi({
    [`GET ${LIST}`]: { body: [aStaffCase()], headers: { 'x-total-count': '1' } },
    [`PUT ${LIST}/${ID}`]: refused(409, 'Permintaan ini sudah diputuskan.', { code: 'erasure_decided' }),
  });
  const { type } = renderPage(<ErasureRequestsPage />, { path: LIST, user: aUser({ role: 'admin' }) });
  await type.click(await screen.findByRole('button', { name: 'Lihat permintaan Siti Rahma' }));
  await type.click(await screen.findByRole('button', { name: 'Setujui dan hapus' }));
  const question = within(await screen.findByRole('alertdialog'));
  await type.click(question.getByRole('button', { name: 'Setujui dan hapus' }));
  await findToast('Keputusan belum tersimpan');
  await waitFor(() => expect(api.asked.filter(({ method }) => method === 'GET')).toHaveLength(2));
});
