import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { keepDrafts } from '@gerbang/web-kit/testing/kept-drafts';
import { findSummary, messageAt } from '@gerbang/web-kit/testing/form-errors';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { anAnnouncement, aStudent, idOf } from '../../test/samples.ts';
import { CreatePage } from './create-page.tsx';

const kept = keepDrafts();

const USER = aUser({ role: 'cs' });
const CREATE = 'POST /api/admin/announcements';
const WAITING = 'GET /api/admin/announcements/students-waiting/SD';
const STUDENTS = [aStudent(1, 'Aisyah Putri'), aStudent(2, 'Umar Faruq'), aStudent(3, 'Zaid Abdullah')];

function open(answers: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({
    [WAITING]: { body: STUDENTS },
    [CREATE]: { status: 201, body: anAnnouncement() },
    'GET /api/admin/announcements/students-waiting/KB': { body: [] },
    ...answers,
  });
  return { api, ...renderPage(<CreatePage />, { path: '/admin/announcements/create', user: USER }) };
}

const put = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
function fill(level = 'SD') {
  put(/^Judul/u, 'Hasil SD');
  put(/^Periode/u, 'November');
  put(/^Isi pengumuman/u, 'Terima kasih.');
  put(/^Jenjang/u, level);
}
const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name, 'u') }));
const save = () => screen.getByRole('button', { name: 'Simpan draf' });
const examined = (name: string) => row(name).getByRole<HTMLInputElement>('checkbox').checked;
const chosen = (name: string) => row(name).getByRole<HTMLInputElement>('radio', { checked: true }).value;

test('when nothing is filled in, then the specified message comes, each field says what it needs, and nothing is sent', async () => {
  const { api, type } = open();
  await type.click(save());
  await findToast(
    'Please fill in all required fields',
    'Lengkapi judul, isi, periode observasi, dan jenjang.',
  );
  const summary = within(await findSummary());
  expect(summary.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Judul harus diisi',
    'Periode observasi harus diisi',
    'Jenjang harus dipilih',
    'Isi pengumuman harus diisi',
  ]);
  put(/^Judul/u, '   ');
  expect(messageAt(screen.getByLabelText(/^Judul/u))).toBe('Judul harus diisi');
  expect(api.bodies(CREATE)).toEqual([]);
});

test('when a level is chosen, then everybody who waits there starts as passed and marked as not looked at', async () => {
  open();
  expect(screen.getByText('Pilih jenjang untuk melihat siswa yang menunggu.')).toBeTruthy();
  fill();
  await screen.findByText('Umar Faruq');
  for (const { child } of STUDENTS) {
    expect(chosen(child.full_name)).toBe('passed');
    expect(examined(child.full_name)).toBe(false);
  }
  expect(screen.getByText('3 siswa: 3 lulus, 0 tidak lulus, 0 ditunda · 3 belum diperiksa')).toBeTruthy();
  // The end of the number stands on the line of the name.
  expect(
    screen.getAllByRole('rowheader').map((head) => [...head.childNodes].map((part) => part.textContent)),
  ).toContainEqual(['Umar Faruq', ' ', '00002', 'putri Laila Fitriani']);
});

test('when a result is chosen or only confirmed, then the row counts as looked at', async () => {
  const { type } = open();
  fill();
  await screen.findByText('Umar Faruq');
  await type.click(row('Umar Faruq').getByRole('radio', { name: 'Tidak Lulus' }));
  await type.click(row('Aisyah Putri').getByRole('radio', { name: 'Lulus' }));
  expect(examined('Umar Faruq')).toBe(true);
  expect(examined('Aisyah Putri')).toBe(true);
  expect(screen.getByText('3 siswa: 2 lulus, 1 tidak lulus, 0 ditunda · 1 belum diperiksa')).toBeTruthy();
});

test('when only keys are used, then up and down go along the students, left and right choose, Space and Enter confirm', async () => {
  const { type, api } = open();
  fill();
  await screen.findByText('Umar Faruq');
  act(() => row('Aisyah Putri').getByRole('radio', { name: 'Lulus' }).focus());
  await type.keyboard('{Enter}');
  expect(examined('Aisyah Putri')).toBe(true);
  await waitFor(() =>
    expect(document.activeElement).toBe(row('Umar Faruq').getByRole('radio', { name: 'Lulus' })),
  );
  await type.keyboard('{ArrowRight}');
  expect(chosen('Umar Faruq')).toBe('failed');
  await type.keyboard('{ArrowDown}');
  await waitFor(() =>
    expect(document.activeElement).toBe(row('Zaid Abdullah').getByRole('radio', { name: 'Lulus' })),
  );
  expect(examined('Zaid Abdullah')).toBe(false);
  await type.keyboard(' ');
  expect(examined('Zaid Abdullah')).toBe(true);
  await type.keyboard('{ArrowUp}');
  await waitFor(() =>
    expect(document.activeElement).toBe(row('Umar Faruq').getByRole('radio', { name: 'Tidak Lulus' })),
  );
  expect(screen.getByText(/Semua sudah diperiksa$/u)).toBeTruthy();
  expect(api.bodies(CREATE)).toEqual([]);
});

test('when those shown are changed together, then only a result that becomes another one counts as examined, and it can be taken back', async () => {
  const { type } = open();
  fill();
  await screen.findByText('Umar Faruq');
  const bulk = async (count: number, entry: string) => {
    await type.click(await screen.findByRole('button', { name: `Yang tampil (${count})` }));
    await type.click(await screen.findByRole('menuitem', { name: entry }));
  };
  await bulk(3, 'Jadikan Lulus');
  expect(screen.getByText('3 siswa: 3 lulus, 0 tidak lulus, 0 ditunda · 3 belum diperiksa')).toBeTruthy();
  await bulk(3, 'Jadikan Tidak Lulus');
  expect(screen.getByText('3 siswa: 0 lulus, 3 tidak lulus, 0 ditunda · Semua sudah diperiksa')).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Urungkan' }));
  expect(
    await screen.findByText('3 siswa: 3 lulus, 0 tidak lulus, 0 ditunda · 3 belum diperiksa'),
  ).toBeTruthy();
  await type.type(screen.getByRole('searchbox'), 'umar{Enter}');
  await waitFor(() => expect(screen.queryByRole('row', { name: /Zaid Abdullah/u })).toBeNull());
  await bulk(1, 'Tandai sudah diperiksa');
  expect(screen.getByText('3 siswa: 3 lulus, 0 tidak lulus, 0 ditunda · 2 belum diperiksa')).toBeTruthy();
});

test('when only keys are used in a row, then digits choose, N and Escape go to the note and back, and Space marks', async () => {
  const { type } = open();
  fill();
  await screen.findByText('Umar Faruq');
  act(() => row('Aisyah Putri').getByRole('radio', { name: 'Lulus' }).focus());
  await type.keyboard('2');
  expect([chosen('Aisyah Putri'), examined('Aisyah Putri')]).toEqual(['failed', true]);
  await type.keyboard('nBelum siap 1 2 3{Escape}');
  expect(row('Aisyah Putri').getByRole<HTMLTextAreaElement>('textbox').value).toBe('Belum siap 1 2 3');
  await waitFor(() =>
    expect(document.activeElement).toBe(row('Aisyah Putri').getByRole('radio', { name: 'Tidak Lulus' })),
  );
  await type.keyboard('{ArrowDown}3{ArrowDown} ');
  expect(chosen('Umar Faruq')).toBe('left_out');
  expect([chosen('Zaid Abdullah'), examined('Zaid Abdullah')]).toEqual(['passed', true]);
  await type.keyboard(' ');
  expect(examined('Zaid Abdullah')).toBe(false);
});

test('when only those not looked at are shown, then a row stays under the fingers until the view changes', async () => {
  const { type } = open();
  fill();
  await screen.findByText('Umar Faruq');
  await type.click(row('Umar Faruq').getByRole('radio', { name: 'Lulus' }));
  await type.click(screen.getByRole('button', { name: 'Belum diperiksa 2' }));
  expect(screen.queryByRole('row', { name: /Umar Faruq/u })).toBeNull();
  await type.click(row('Zaid Abdullah').getByRole('radio', { name: 'Tunda' }));
  expect(examined('Zaid Abdullah')).toBe(true);
  await type.click(screen.getByRole('button', { name: 'Ditunda' }));
  expect(row('Zaid Abdullah')).toBeTruthy();
  expect(screen.queryByRole('row', { name: /Aisyah Putri/u })).toBeNull();
});

test('when it is saved, then what was chosen is sent once, the specified message comes, and the list opens', async () => {
  const { api, type } = open();
  fill();
  await screen.findByText('Umar Faruq');
  await type.click(row('Umar Faruq').getByRole('radio', { name: 'Tidak Lulus' }));
  await type.click(row('Zaid Abdullah').getByRole('radio', { name: 'Tunda' }));
  put(/^Catatan untuk Umar/u, 'Belum siap.');
  await type.click(save());
  await findToast(
    'Announcement created successfully',
    'Draf pengumuman tersimpan. Ajukan untuk ditinjau bila sudah lengkap.',
  );
  expect(await screen.findByText('at /admin/announcements')).toBeTruthy();
  expect(api.bodies(CREATE)).toEqual([
    {
      title: 'Hasil SD',
      content: 'Terima kasih.',
      observation_period: 'November',
      jenjang: 'SD',
      results: [
        {
          child_id: idOf(301),
          registration_id: idOf(201),
          result: 'passed',
          individual_note: null,
          checked: false,
        },
        {
          child_id: idOf(302),
          registration_id: idOf(202),
          result: 'failed',
          individual_note: 'Belum siap.',
          checked: true,
        },
      ],
    },
  ]);
  expect(api.asked.find(({ method }) => method === 'POST')?.headers['idempotency-key']).toMatch(
    /^[0-9a-f-]{36}$/u,
  );
});

test('when it is to go to the head of the school, then it is stored first and its page asks', async () => {
  const { api, type } = open();
  fill();
  await screen.findByText('Umar Faruq');
  await type.click(screen.getByRole('button', { name: 'Ajukan ke Kepala Sekolah' }));
  expect(await screen.findByText(`at /admin/announcements/edit/${idOf(1)}`)).toBeTruthy();
  expect(api.bodies(CREATE)).toHaveLength(1);
});

test('when no student waits at the level, then the specified message comes and nothing is sent', async () => {
  const { api, type } = open();
  fill('KB');
  expect(await screen.findByText('Belum ada siswa yang menunggu pengumuman di jenjang ini.')).toBeTruthy();
  await type.click(save());
  await findToast('No students found waiting for announcement in the selected jenjang');
  expect(api.bodies(CREATE)).toEqual([]);
});

test('when the students cannot be read, then the list is cleared, the specified message comes, and another try brings them', async () => {
  const { api, type } = open({ [WAITING]: refused(503, 'Sibuk') });
  fill();
  await findToast('Failed to fetch students waiting for announcement');
  expect(screen.queryByRole('table')).toBeNull();
  await type.click(save());
  expect(api.bodies(CREATE)).toEqual([]);
  api.answer(WAITING, { body: STUDENTS });
  await type.click(screen.getByRole('button', { name: 'Coba lagi' }));
  expect(await screen.findByText('Umar Faruq')).toBeTruthy();
});

test('when the server refuses, then everything typed stays, the message stands in both places, and the list is read anew', async () => {
  const { api, type } = open({ [CREATE]: refused(409, 'Umar Faruq sudah ada di pengumuman lain.') });
  fill();
  await screen.findByText('Umar Faruq');
  await type.click(row('Aisyah Putri').getByRole('radio', { name: 'Tidak Lulus' }));
  api.answer(WAITING, { body: STUDENTS.filter(({ child }) => child.full_name !== 'Umar Faruq') });
  await type.click(save());
  await findToast('Failed to create announcement', 'Umar Faruq sudah ada di pengumuman lain.');
  await waitFor(() => expect(screen.queryByRole('row', { name: /Umar Faruq/u })).toBeNull());
  expect(chosen('Aisyah Putri')).toBe('failed');
  expect(screen.getByLabelText<HTMLInputElement>(/^Judul/u).value).toBe('Hasil SD');
  expect(screen.getAllByText('Umar Faruq sudah ada di pengumuman lain.')).toHaveLength(2);
});

test('when something is unsaved, then it is kept on the device and leaving asks first', async () => {
  const { type } = open();
  fill();
  await screen.findByText('Umar Faruq');
  await type.click(row('Umar Faruq').getByRole('radio', { name: 'Tidak Lulus' }));
  expect(await screen.findByText(/^Tersimpan \d\d\.\d\d di perangkat ini$/u)).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Kembali' }));
  await type.click(await screen.findByRole('button', { name: 'Tinggalkan' }));
  expect(await screen.findByText('at /admin/announcements')).toBeTruthy();
});

test('when a draft was kept on the device, then it can be taken up with its choices', async () => {
  kept.set(`${USER.id}:announcement-new`, {
    values: {
      title: 'Dari kemarin',
      content: '',
      observation_period: '',
      jenjang: 'SD',
      results: JSON.stringify([[idOf(202), { answer: 'failed', note: 'Catatan', seen: true }]]),
    },
    savedAt: Date.now() - 60_000,
  });
  const { type } = open();
  await type.click(await screen.findByRole('button', { name: 'Lanjutkan draf' }));
  await screen.findByText('Umar Faruq');
  expect(screen.getByLabelText<HTMLInputElement>(/^Judul/u).value).toBe('Dari kemarin');
  expect(chosen('Umar Faruq')).toBe('failed');
});

test('when three hundred wait, then all stand in one table, and each is chosen for itself', async () => {
  const many = Array.from({ length: 300 }, (_, index) =>
    aStudent(index, `Siswa ${String(index).padStart(3, '0')}`),
  );
  open({ [WAITING]: { body: many } });
  fill();
  const last = (await screen.findByText('Siswa 299')).closest('tr');
  expect(last?.parentElement?.children).toHaveLength(300);
  fireEvent.click(within(last ?? document.body).getByRole('radio', { name: 'Tidak Lulus' }));
  expect(
    screen.getByText(/^300 siswa: 299 lulus, 1 tidak lulus, 0 ditunda · 299 belum diperiksa$/u),
  ).toBeTruthy();
});
