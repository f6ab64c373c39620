import { fakeApi } from '@gerbang/web-kit/testing/fake-api';
import { keepDrafts } from '@gerbang/web-kit/testing/kept-drafts';
import { aUser, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { anAnnouncement, aStudent, idOf } from '../../test/samples.ts';
import { CreatePage } from './create-page.tsx';
import { readPasted } from './paste-results.ts';
import { choiceOf, studentsOf } from './editor-values.ts';

keepDrafts();

const CREATE = 'POST /api/admin/announcements';
const POOL = { id: idOf(900), kelas: '1', free: 1 };
const STUDENTS = [
  aStudent(1, 'Aisyah Putri', { pool: POOL }),
  aStudent(2, 'Umar Faruq', { pool: POOL }),
  aStudent(3, 'Zaid Abdullah', { kelas: '2' }),
];
const OVER = 'Sisa kursi SD 1: 1 · dipilih diterima: 2';

async function open() {
  const api = fakeApi({
    'GET /api/admin/announcements/students-waiting/SD': { body: STUDENTS },
    [CREATE]: { status: 201, body: anAnnouncement() },
  });
  const page = renderPage(<CreatePage />, {
    path: '/admin/announcements/create',
    user: aUser({ role: 'staff_pendidikan' }),
  });
  for (const [label, value] of [
    [/^Judul/u, 'Hasil SD'],
    [/^Periode/u, 'November'],
    [/^Isi pengumuman/u, 'Terima kasih.'],
    [/^Jenjang/u, 'SD'],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  await screen.findByText('Umar Faruq');
  return { api, ...page };
}
const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name, 'u') }));
const submit = () => screen.getByRole('button', { name: 'Ajukan ke Kepala Sekolah' });

test('when more are accepted than a class has places, then the figures say so and nothing can be submitted', async () => {
  const { api, type } = await open();
  expect(screen.getByText(OVER)).toBeTruthy();
  expect(screen.getByText(/ · 1–4 hasil · /u)).toBeTruthy();
  expect(submit().getAttribute('aria-disabled')).toBe('true');
  await type.click(submit());
  expect(api.bodies(CREATE)).toEqual([]);
  await type.click(row('Umar Faruq').getByRole('radio', { name: 'Cadangan' }));
  expect(screen.queryByText(OVER)).toBeNull();
  expect(screen.getByText('Sisa kursi SD 1: 1 · dipilih diterima: 1')).toBeTruthy();
  expect(screen.getByText(/^3 siswa: 2 lulus, 0 tidak lulus, 1 cadangan, 0 ditunda/u)).toBeTruthy();
  await type.click(submit());
  const [body] = api.bodies(CREATE) as { results: { result: string }[] }[];
  expect(body?.results.map(({ result }) => result)).toEqual(['passed', 'waitlisted', 'passed']);
});

test('when only some classes are limited, then only their children can wait, by mouse, by key and together', async () => {
  const { type } = await open();
  expect(row('Zaid Abdullah').queryByRole('radio', { name: 'Cadangan' })).toBeNull();
  act(() => row('Aisyah Putri').getByRole('radio', { name: 'Lulus' }).focus());
  await type.keyboard('4');
  expect(row('Aisyah Putri').getByRole<HTMLInputElement>('radio', { checked: true }).value).toBe(
    'waitlisted',
  );
  act(() => row('Zaid Abdullah').getByRole('radio', { name: 'Lulus' }).focus());
  await type.keyboard('4');
  expect(row('Zaid Abdullah').getByRole<HTMLInputElement>('radio', { checked: true }).value).toBe('passed');
  await type.click(screen.getByRole('button', { name: /^Cadangan$/u }));
  expect(await screen.findByRole('row', { name: /Aisyah/u })).toBeTruthy();
  expect(screen.queryByRole('row', { name: /Zaid/u })).toBeNull();
});

test('when a sheet says Cadangan, then it is taken for children of limited classes and unclear for others', () => {
  const students = studentsOf('SD', STUDENTS, null);
  const { recognised, problems } = readPasted(
    'Nama\tHasil\nAisyah Putri\tCadangan\nUmar Faruq\tLulus\nZaid Abdullah\tDaftar Tunggu',
    students,
  );
  expect(recognised.map(({ student, answer }) => [student.name, answer])).toEqual([
    ['Aisyah Putri', 'waitlisted'],
    ['Umar Faruq', 'passed'],
  ]);
  expect(problems.map(({ why, text }) => [why, text])).toEqual([['no_result', 'Zaid Abdullah']]);
  expect(choiceOf(students[0]!, {}).answer).toBe('passed');
});
