import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { anOwnResult, idOf } from '../../test/samples.ts';
import { DashboardCards } from './dashboard-cards.tsx';

const READ = 'GET /api/dashboard';
const CONFIG = 'GET /api/config';
const SEAT = `GET /api/registrations/${idOf(201)}/seat`;
const family = (...results: ReturnType<typeof anOwnResult>[]) => ({
  announcement: { parent: { results }, staff: null },
  unavailable: [],
});

function open(body: unknown, answers: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({
    [READ]: { body },
    [CONFIG]: { body: { contact_whatsapp: '+6281200000000' } },
    ...answers,
  });
  return { api, ...renderPage(<DashboardCards />, { user: aUser({ role: 'wali_murid' }) }) };
}

test('when a child is accepted, then everything that is specified stands there, with the way to re-enrolment', async () => {
  const { api } = open(family(anOwnResult({ individual_note: 'Sangat antusias.' })));
  const entry = within(await screen.findByRole('listitem'));
  expect(screen.getByRole('heading', { name: 'Pengumuman Hasil Observasi' })).toBeTruthy();
  for (const text of [
    'Aisyah Putri Rahmawati',
    'Hasil Observasi SD Gelombang 1',
    '16–20 November 2026',
    'SD · Kelas 1',
    'Diterima',
    'Terima kasih telah mengikuti observasi.',
    'Sangat antusias.',
    '21 November 2026',
  ])
    expect(entry.getByText(text)).toBeTruthy();
  expect(entry.getByRole('link', { name: /^Lanjut ke Daftar Ulang/u }).getAttribute('href')).toBe(
    '/enrollment',
  );
  expect(api.asked.map(({ path }) => path)).toEqual(['/api/dashboard']);
});

test('when a child is not accepted, then kind words and the school’s contact follow, and nothing leads on', async () => {
  open(family(anOwnResult({ result: 'failed' })));
  expect(await screen.findByText('Ditolak')).toBeTruthy();
  expect(screen.getByText(/bukan ukuran kemampuan maupun masa depan Aisyah/u)).toBeTruthy();
  const chat = await screen.findByRole('link', { name: 'Hubungi panitia lewat WhatsApp (0812-0000-0000)' });
  expect(chat.getAttribute('href')).toBe('https://wa.me/6281200000000');
  expect(screen.queryByRole('link', { name: /Daftar Ulang/u })).toBeNull();
});

test('when the contact cannot be read, then the words stand without it', async () => {
  open(family(anOwnResult({ result: 'failed' })), { [CONFIG]: refused(503, 'Sibuk') });
  expect(await screen.findByText(/bukan ukuran kemampuan/u)).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

test('when several children have results, then each has its own entry', async () => {
  open(
    family(
      anOwnResult(),
      anOwnResult({ id: idOf(102), child: { full_name: 'Umar Faruq', nick_name: null }, result: 'failed' }),
    ),
  );
  const entries = await screen.findAllByRole('listitem');
  expect(entries.map((entry) => within(entry).getByRole('heading', { level: 3 }).textContent)).toEqual([
    'Aisyah Putri Rahmawati',
    'Umar Faruq',
  ]);
});

test('when there is no result, then there is no card', async () => {
  const { api } = open(family());
  expect(screen.getByText('Memuat pengumuman...')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Memuat pengumuman...')).toBeNull());
  expect(api.asked).toHaveLength(1);
  expect(screen.queryByRole('heading')).toBeNull();
});

test('when the area is down, then its own panel says so and another try brings it', async () => {
  const { api, type } = open({ announcement: null, unavailable: ['announcement'] });
  await screen.findByText('Pengumuman belum dapat dimuat. Bagian lain tetap dapat digunakan.');
  api.answer(READ, { body: family(anOwnResult()) });
  await type.click(screen.getByRole('button', { name: 'Coba lagi' }));
  expect(await screen.findByText('Aisyah Putri Rahmawati')).toBeTruthy();
});

const seatOf = (position: number | null, text: string | null, owes?: string) => ({
  kind: position === null ? 'none' : 'waitlist',
  offer: null,
  waitlist: position === null ? null : { position, owes },
  history: text === null ? [] : [{ at: '2026-12-01T03:00:00.000Z', text }],
});

test.each([
  ['waitlisted', 'waitlisted', 'Daftar Tunggu', 'Daftar tunggu, urutan 3', seatOf(3, null)],
  ['waitlisted', 'waitlisted', 'Daftar Tunggu', /Anda tidak perlu membayar/u, seatOf(3, null)],
  ['waitlisted', 'waitlisted', 'Daftar Tunggu', /terverifikasi lagi\.$/u, seatOf(3, null, 'fee')],
  ['waitlisted', 'passed', 'Diterima', 'Selamat, Aisyah sekarang diterima.', seatOf(null, null)],
  ['waitlisted', 'failed', 'Ditolak', /Daftar tunggu sudah ditutup/u, seatOf(null, 'Daftar tunggu ditutup')],
  [
    'waitlisted',
    'released',
    'Kursi Dilepas',
    'Keluar dari daftar tunggu.',
    seatOf(null, 'Keluar dari daftar tunggu'),
  ],
  [
    'passed',
    'released',
    'Kursi Dilepas',
    'Kursi dilepas oleh sekolah.',
    seatOf(null, 'Kursi dilepas oleh sekolah'),
  ],
] as const)(
  'when the result was %s and the stage is %s now, then the card says what holds now',
  async (result, stage, label, words, seat) => {
    const row = anOwnResult({ result });
    open(
      {
        ...family(row),
        admission: {
          parent: { registrations: [{ id: row.registration.id, current_stage: stage }] },
          staff: null,
        },
      },
      { [SEAT]: { body: seat } },
    );
    expect(await screen.findByText(label)).toBeTruthy();
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByText('21 November 2026')).toBeTruthy();
    expect(screen.queryByText(/bukan ukuran kemampuan|^Selamat!/u)).toBeNull();
    expect(screen.queryByRole('link', { name: /Daftar Ulang/u }) !== null).toBe(stage === 'passed');
  },
);
