import type { OwnSheet, ScoreBoard } from '@gerbang/contracts/observation-scores';
import { fakeApi, refused, staleAnswer } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { staffId } from '../../test/staff.ts';
import { ScorePage } from './score-page.tsx';

const ID = staffId(2);
const RUBRIC: NonNullable<OwnSheet['rubric']> = {
  id: staffId(7),
  title: 'Observasi SD',
  items: [
    { key: 'menyimak', label: 'Menyimak cerita', help: 'Menyebut tokohnya', group: 'bahasa', weight: 3 },
    { key: 'giliran', label: 'Menunggu giliran', help: null, group: 'sosial', weight: 1 },
  ],
};
const SHEET: NonNullable<OwnSheet['sheet']> = {
  id: staffId(8),
  status: 'draft',
  submitted_at: null,
  reopened: null,
  scores: { menyimak: 2 },
  average: 2,
  recommendation: null,
  notes: null,
  version: 3,
};
const OWN: OwnSheet = {
  registration: { id: ID, registration_number: 'PSB-2026-SD-00002', jenjang: 'SD', child_name: 'Umar Faruq' },
  rubric: RUBRIC,
  sheet: null,
  reads_all: false,
};
const SENT: OwnSheet = {
  ...OWN,
  sheet: { ...SHEET, status: 'submitted', average: 3.25 },
  closed: 'Lembar ini sudah dikirim. Kepala sekolah dapat membukanya lagi.',
  reads_all: true,
};
const READ = `GET /api/admin/registrations/${ID}/score`;
const WRITE = `PUT /api/admin/registrations/${ID}/score`;
const ALL = `GET /api/admin/registrations/${ID}/scores`;
const REOPEN = `POST /api/admin/registrations/${ID}/score/${SHEET.id}/reopen`;

function show(
  own: OwnSheet,
  role: 'staff_pendidikan' | 'manager_pendidikan',
  more: Parameters<typeof fakeApi>[0] = {},
) {
  const api = fakeApi({ [READ]: { body: own }, [WRITE]: { body: { ...OWN, sheet: SHEET } }, ...more });
  return {
    api,
    ...renderPage(<ScorePage />, {
      path: `/admin/scores/${ID}`,
      route: '/admin/scores/:id',
      user: aUser({ role }),
    }),
  };
}
const item = async (name: string) => within(await screen.findByRole('radiogroup', { name }));

test('when keys 1 to 4 are pressed, then the item gets its step, 0 empties it, and the arrow goes to the next item', async () => {
  const { api, type } = show(OWN, 'staff_pendidikan');
  (await item('Menyimak cerita')).getByRole('radio', { name: 'Belum tampak' }).focus();
  await type.keyboard('3{ArrowDown}4');
  expect(
    (await item('Menyimak cerita')).getByRole<HTMLInputElement>('radio', { name: 'Berkembang' }).checked,
  ).toBe(true);
  expect(
    (await item('Menunggu giliran')).getByRole<HTMLInputElement>('radio', { name: 'Kuat' }).checked,
  ).toBe(true);
  expect(screen.getByText(/2 dari 2 butir diisi/u)).toBeTruthy();
  await type.keyboard('0{ArrowUp}');
  await waitFor(() => expect(document.activeElement?.getAttribute('value')).toBe('3'));
  await type.click(screen.getByRole('button', { name: 'Simpan draf' }));
  await findToast('Draf tersimpan', 'Lembar dapat dilanjutkan kapan saja.');
  expect(api.bodies(WRITE)).toEqual([
    { scores: { menyimak: 3, giliran: null }, recommendation: null, notes: null, status: 'draft' },
  ]);
});

test('when the sheet is sent, then it asks first, and a refusal loses nothing', async () => {
  const { api, type } = show({ ...OWN, sheet: SHEET }, 'staff_pendidikan', {
    [WRITE]: refused(422, 'Isi dahulu sedikitnya 60 persen bobot butir, lalu kirim.'),
  });
  await type.type(await screen.findByLabelText(/^Catatan/u), 'Tenang');
  await type.click(screen.getByLabelText('Disarankan'));
  await type.click(screen.getByRole('button', { name: 'Kirim' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await type.click(dialog.getByRole('button', { name: 'Kirim' }));
  await findToast('Lembar belum tersimpan', 'Isi dahulu sedikitnya 60 persen bobot butir, lalu kirim.');
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Catatan/u).value).toBe('Tenang');
  expect(api.bodies(WRITE)).toEqual([
    {
      scores: { menyimak: 2 },
      recommendation: 'disarankan',
      notes: 'Tenang',
      status: 'submitted',
      version: 3,
    },
  ]);
});

test('when another window has saved the sheet, then what was typed stays and the next save takes its place', async () => {
  const present = { ...OWN, sheet: { ...SHEET, version: 9 } };
  const { api, type } = show({ ...OWN, sheet: SHEET }, 'staff_pendidikan', {
    [WRITE]: staleAnswer(present),
  });
  await type.type(await screen.findByLabelText(/^Catatan/u), 'Baru');
  await type.click(screen.getByRole('button', { name: 'Simpan draf' }));
  expect(await screen.findByText(/tersimpan dari jendela lain/u)).toBeTruthy();
  api.answer(WRITE, { body: present });
  await type.click(screen.getByRole('button', { name: 'Simpan draf' }));
  await findToast('Draf tersimpan', 'Lembar dapat dilanjutkan kapan saja.');
  expect(api.bodies(WRITE).at(-1)).toMatchObject({ notes: 'Baru', version: 9 });
});

test('when the sheet was sent, then it is read only, and all sheets are read on wish', async () => {
  const board: ScoreBoard = {
    sheets: 2,
    average: 2.75,
    spread: 1,
    recommendations: { disarankan: 1 },
    all: [
      {
        ...SHEET,
        status: 'submitted',
        assessor: { id: staffId(5), name: 'Dewi' },
        rubric: RUBRIC,
        content: { scores: { menyimak: 4 }, average: 3.25, recommendation: 'disarankan', notes: 'Ramah' },
      },
      {
        ...SHEET,
        id: staffId(9),
        assessor: { id: staffId(6), name: 'Rahma' },
        rubric: RUBRIC,
        content: null,
      },
    ],
  };
  const { api, type } = show(SENT, 'manager_pendidikan', {
    [ALL]: { body: board },
    [REOPEN]: { body: board },
  });
  expect(await screen.findByText('Rata-rata 3,25')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Kirim' })).toBeNull();
  expect(api.asked.map(({ path }) => path)).not.toContain(`/api/admin/registrations/${ID}/scores`);
  await type.click(screen.getByRole('button', { name: 'Lihat semua lembar' }));
  expect(await screen.findByText('Rata-rata 2,75 · selisih 1,0')).toBeTruthy();
  expect(screen.getByText('Penilai berbeda pendapat')).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Rahma' })).getByText('Belum dikirim')).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Buka lagi lembar Dewi' }));
  const dialog = within(await screen.findByRole('dialog'));
  await type.type(dialog.getByLabelText('Alasan'), 'Tertukar');
  await type.click(dialog.getByRole('button', { name: 'Buka lagi' }));
  await findToast('Lembar dibuka lagi', 'Penilainya dapat mengubah dan mengirimnya.');
  expect(api.bodies(REOPEN)).toEqual([{ reason: 'Tertukar' }]);
});

test('when nothing can be written yet, then the page says why', async () => {
  show(
    { ...OWN, rubric: null, closed: 'Jenjang ini belum mempunyai rubrik yang berlaku.' },
    'staff_pendidikan',
  );
  expect(await screen.findByText('Jenjang ini belum mempunyai rubrik yang berlaku.')).toBeTruthy();
  expect(screen.queryByRole('radiogroup')).toBeNull();
});

test('when there is no such registration, then the page shows the way back', async () => {
  show(OWN, 'staff_pendidikan', { [READ]: refused(404, 'Data pendaftaran tidak ditemukan') });
  expect(await screen.findByText('Pendaftaran tidak ditemukan')).toBeTruthy();
});
