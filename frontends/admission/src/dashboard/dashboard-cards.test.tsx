import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, within } from '@testing-library/react';
import { aDashboard, aRow } from '../../test/samples.ts';
import { DashboardCards } from './dashboard-cards.tsx';

const READ = 'GET /api/dashboard';
const ROW = aRow({ jenjang: 'SD', kelas: '1', current_stage: 'obs_scheduled' });
const HISTORY = `GET /api/registrations/${ROW.id}/stage-history`;

function open(body: unknown, answers: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({ [READ]: { body }, ...answers });
  return { api, ...renderPage(<DashboardCards />, { user: aUser({ role: 'wali_murid' }) }) };
}

const entry = (changes: object) => ({
  id: ROW.id,
  registration_id: ROW.id,
  child_id: ROW.child_id,
  stage: 'registered',
  content: null,
  observation_time: null,
  observation_place: null,
  note: null,
  file_attachment_url: null,
  file_attachment_filename: null,
  reached_at: '2026-11-12T03:00:00.000Z',
  created_at: '2026-11-12T03:00:00.000Z',
  created_by: { name: 'Siti', role: 'cs' },
  ...changes,
});

test('when there is no registration, then the specified words and link are shown', async () => {
  open(aDashboard({ children_count: 1 }));
  expect(await screen.findByText('Belum ada pendaftaran')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Daftar Sekarang' }).getAttribute('href')).toBe('/registrations');
});

test.each([
  ['before its copy is there', [], false, 1],
  ['after the proof, before its copy says so', ['phone_unverified'], true, 0],
] as const)(
  'when the account says more of its number %s, then its word counts',
  async (_when, kinds, verified, shown) => {
    const nobody = { registration_id: null, child_id: null, child_name: null };
    fakeApi({ [READ]: { body: aDashboard({ tasks: kinds.map((kind) => ({ ...nobody, kind })) }) } });
    const user = aUser({ role: 'wali_murid', phone_verified: verified });
    renderPage(<DashboardCards />, { user });
    await screen.findByText('Belum ada pendaftaran');
    expect(screen.queryAllByRole('link', { name: 'Verifikasi nomor WhatsApp' })).toHaveLength(shown);
  },
);

test('when a registration is opened, then its history is read then, with long dates and attachments', async () => {
  const { api, type } = open(aDashboard({ registrations: [ROW], children_count: 1 }), {
    [HISTORY]: {
      body: [
        entry({}),
        entry({
          id: ROW.child_id,
          stage: 'obs_scheduled',
          content: '2026-11-28',
          observation_time: '08:00',
          note: 'Bawa akta kelahiran.',
          file_attachment_url: '/api/files/0190f2f0-0000-7000-8000-000000000098',
          file_attachment_filename: 'undangan.pdf',
        }),
      ],
    },
  });
  const button = await screen.findByRole('button', { name: 'Lihat Detail: Aisyah Putri' });
  expect(api.asked.some(({ path }) => path.endsWith('stage-history'))).toBe(false);
  await type.click(button);
  const timeline = await screen.findByRole('list', { name: 'Riwayat Tahapan' });
  expect(within(timeline).getByText('28 November 2026, 08.00 WIB')).toBeTruthy();
  expect(within(timeline).getByText('Bawa akta kelahiran.')).toBeTruthy();
  expect(
    within(timeline).getByRole('link', { name: 'Lampiran: undangan.pdf' }).getAttribute('href'),
  ).toContain('/api/files/');
  await type.click(screen.getByRole('button', { name: 'Tutup Detail: Aisyah Putri' }));
  expect(screen.queryByRole('list', { name: 'Riwayat Tahapan' })).toBeNull();
});

test('when the history is empty, then that is said', async () => {
  const { type } = open(aDashboard({ registrations: [ROW], children_count: 1 }), { [HISTORY]: { body: [] } });
  await type.click(await screen.findByRole('button', { name: /Lihat Detail/u }));
  expect(await screen.findByText('Belum ada riwayat tahapan')).toBeTruthy();
});

test.each([
  ['the area is down', { body: { admission: null, unavailable: ['admission'] } }],
  ['the read fails', refused(503, 'Layanan sibuk')],
])('when %s, then its own panel says so and a retry loads it', async (_what, answer) => {
  const { api, type } = open(undefined, { [READ]: answer });
  await screen.findByText(/belum dapat dimuat/u);
  api.answer(READ, { body: aDashboard({ children_count: 1 }) });
  await type.click(screen.getByRole('button', { name: 'Coba lagi' }));
  expect(await screen.findByText('Belum ada pendaftaran')).toBeTruthy();
});
