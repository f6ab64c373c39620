import type { ResultCorrection } from '@gerbang/contracts/result-corrections';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { aResult, anAnnouncement, idOf } from '../../test/samples.ts';
import { DetailPage } from '../announcements/detail-page.tsx';
import { CorrectionsCard } from './corrections-card.tsx';

const LIST = 'GET /api/admin/result-corrections';
const APPROVE = `POST /api/admin/result-corrections/${idOf(900)}/approve`;
const WITHDRAW = `DELETE /api/admin/result-corrections/${idOf(900)}`;
const ASK = `POST /api/admin/announcements/${idOf(1)}/corrections`;
const READ = `GET /api/admin/announcements/${idOf(1)}`;
const REASON = 'Nilai tertukar dengan anak lain';

const aCorrection = (changes: Partial<ResultCorrection> = {}): ResultCorrection => ({
  id: idOf(900),
  version: 1,
  status: 'waits',
  announcement_id: idOf(1),
  announcement_title: 'Hasil Observasi SD Gelombang 1',
  registration_id: idOf(202),
  registration_number: 'PSB-2026-SD-00002',
  child_name: 'Umar Faruq',
  jenjang: 'SD',
  kelas: '1',
  from_result: 'failed',
  result: 'passed',
  notes: 'Mohon maaf atas kekeliruan kami.',
  reason: REASON,
  asked_by: { name: 'Sari', role: 'staff_pendidikan' },
  asked_at: '2026-11-22T03:00:00.000Z',
  may: ['approve', 'withdraw'],
  decided_by: null,
  decided_at: null,
  over_reason: null,
  ...changes,
});

const published = () =>
  anAnnouncement({
    status: 'published',
    may: [],
    results: [
      aResult(1, 'Aisyah Putri', { corrected: { at: '2026-11-23T03:00:00.000Z', announcement_id: idOf(7) } }),
      aResult(2, 'Umar Faruq', { result: 'failed' }),
    ],
  });

function open(role: 'cs' | 'it' = 'cs') {
  const api = fakeApi({
    [READ]: { body: published() },
    [`${READ}/delivery`]: refused(503, 'Sibuk'),
    [ASK]: { status: 201, body: aCorrection() },
  });
  const page = renderPage(<DetailPage />, {
    path: `/announcement/${idOf(1)}`,
    route: '/announcement/:id',
    user: aUser({ role }),
  });
  return { api, ...page };
}

test('when a published result is wrong, then its menu asks for the right one, says what follows, and sends it', async () => {
  const { api, type } = open();
  await type.click(await screen.findByRole('button', { name: 'Tindakan untuk Umar Faruq' }));
  await type.click(await screen.findByRole('menuitem', { name: 'Koreksi hasil' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Koreksi hasil' }));
  const select = dialog.getByLabelText<HTMLSelectElement>('Hasil yang benar');
  expect([...select.options].map(({ text }) => text)).toEqual(['Pilih hasil', 'Lulus', 'Cadangan']);
  await type.type(dialog.getByLabelText('Alasan untuk penyetuju'), REASON);
  await type.click(dialog.getByRole('button', { name: 'Ajukan koreksi' }));
  expect(await dialog.findByText('Hasil yang benar harus dipilih')).toBeTruthy();
  await type.selectOptions(select, 'passed');
  expect(dialog.getByText(/^Yang ikut berubah: Anak menjadi diterima/u)).toBeTruthy();
  await type.type(dialog.getByLabelText(/^Alasan untuk keluarga/u), 'Mohon maaf.');
  await type.click(dialog.getByRole('button', { name: 'Ajukan koreksi' }));
  await findToast('Koreksi diajukan');
  expect(api.bodies(ASK)).toEqual([
    { registration_id: idOf(202), result: 'passed', notes: 'Mohon maaf.', reason: REASON },
  ]);
});

test('when a result was corrected, then the row says when, leads to the correction and has no menu', async () => {
  open();
  const link = await screen.findByRole('link', { name: 'dikoreksi pada 23 November 2026' });
  expect(link.getAttribute('href')).toBe(`/announcement/${idOf(7)}`);
  expect(screen.queryByRole('button', { name: 'Tindakan untuk Aisyah Putri' })).toBeNull();
});

test('when the role may not ask, then no row has a menu', async () => {
  open('it');
  await screen.findByRole('table');
  expect(screen.queryByRole('button', { name: /^Tindakan untuk/u })).toBeNull();
});

function list(correction: ResultCorrection, answers: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({ [LIST]: { body: [correction] }, ...answers });
  return { api, ...renderPage(<CorrectionsCard />, { user: aUser({ role: 'manager_pendidikan' }) }) };
}

test('when the head approves, then it is sent once and the list is read again', async () => {
  const { api, type } = list(aCorrection(), { [APPROVE]: { body: aCorrection({ status: 'published' }) } });
  expect(await screen.findByText('Umar Faruq: Tidak Lulus → Lulus')).toBeTruthy();
  expect(screen.getByText(`Alasan: ${REASON}`)).toBeTruthy();
  api.answer(LIST, { body: [] });
  await type.click(screen.getByRole('button', { name: 'Setujui: koreksi hasil Umar Faruq' }));
  await findToast('Koreksi diterbitkan');
  expect(api.bodies(APPROVE)).toEqual([{}]);
  await waitFor(() => expect(screen.queryByText('Koreksi hasil menunggu persetujuan')).toBeNull());
});

test('when no seat is free, then a reason gives one above the limit', async () => {
  const { api, type } = list(aCorrection(), {
    [APPROVE]: refused(409, 'Kursi kelas ini sudah habis.', { code: 'seats_exceeded' }),
  });
  await type.click(await screen.findByRole('button', { name: 'Setujui: koreksi hasil Umar Faruq' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Kursi sudah habis' }));
  api.answer(APPROVE, { body: aCorrection({ status: 'published' }) });
  await type.type(dialog.getByLabelText('Alasan memberi kursi di atas batas'), 'Salah baca lembar nilai');
  await type.click(dialog.getByRole('button', { name: 'Beri kursi di atas batas' }));
  await findToast('Koreksi diterbitkan');
  expect(api.bodies(APPROVE)).toEqual([{}, { over_capacity: true, reason: 'Salah baca lembar nilai' }]);
});

test('when it is the caller’s own, then the card says that another person approves, and it can be withdrawn', async () => {
  const { type } = list(aCorrection({ may: ['withdraw'] }), { [WITHDRAW]: { status: 204 } });
  expect(await screen.findByText(/orang lain yang menyetujui/u)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Setujui/u })).toBeNull();
  await type.click(screen.getByRole('button', { name: 'Batalkan: koreksi hasil Umar Faruq' }));
  await findToast('Koreksi dibatalkan');
});
