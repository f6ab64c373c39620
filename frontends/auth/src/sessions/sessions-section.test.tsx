import { screen, waitFor, within } from '@testing-library/react';
import { fakeApi, later, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { useSessions } from './sessions.api.ts';
import { SessionsSection } from './sessions-section.tsx';

const LIST = 'GET /api/sessions';
const aSession = (number: number, changes: object = {}) => ({
  id: `0190f2f0-0000-7000-8000-00000000000${number}`,
  device: 'Chrome, Android',
  network: '203.0.113.0/24',
  started_at: '2026-11-20T01:00:00.000Z',
  last_seen_at: '2026-11-22T01:00:00.000Z',
  current: false,
  ...changes,
});
const THIS = aSession(1, { current: true });
const OTHER = aSession(2, { device: 'Firefox, Windows', network: '198.51.100.0/24' });

const Part = () => <SessionsSection sessions={useSessions()} />;

function show(answers: Parameters<typeof fakeApi>[0]) {
  const api = fakeApi(answers);
  return { api, ...renderPage(<Part />, { path: '/security', user: aUser() }) };
}

test('when sessions are listed, then device, network and time stand in words and this device is marked', async () => {
  show({
    [LIST]: {
      body: [
        OTHER,
        THIS,
        aSession(3, { device: null, network: null }),
        aSession(4, { network: '192.168.1.0/24' }),
        aSession(5),
      ],
    },
  });
  const [mine, other, unknown, local, same] = await screen.findAllByRole('listitem');
  expect(mine?.textContent).toContain('Chrome di Android');
  expect(mine?.textContent).toContain('Perangkat ini');
  expect(mine?.textContent).toContain('Jaringan 203.0.113.…');
  expect(mine?.textContent).toContain('Sedang dipakai');
  expect(within(mine ?? document.body).queryByRole('button')).toBeNull();
  expect(other?.textContent).toContain('Firefox di Windows');
  expect(other?.textContent).toContain('Jaringan 198.51.100.…, bukan jaringan perangkat ini');
  expect(other?.textContent).toContain('Terakhir dipakai 22 November 2026, 08.00 WIB');
  expect(unknown?.textContent).toContain('Perangkat tidak dikenal');
  expect(unknown?.textContent).toContain('Jaringan tidak tercatat');
  expect(local?.textContent).toContain('Jaringan lokal, bukan jaringan perangkat ini');
  expect(same?.textContent).toContain('Jaringan yang sama dengan perangkat ini');
});

test('when a session is ended, then its row goes and a toast says which device must log in again', async () => {
  const end = later();
  const { api, type } = show({
    [LIST]: { body: [THIS, OTHER] },
    [`DELETE /api/sessions/${OTHER.id}`]: end.answer,
  });
  await type.click(await screen.findByRole('button', { name: 'Akhiri sesi Firefox di Windows' }));
  expect(await screen.findByText('Mengakhiri...')).toBeTruthy();
  api.answer(LIST, { body: [THIS] });
  end.release({ status: 204 });
  await findToast('Sesi diakhiri', 'Firefox di Windows harus masuk lagi.');
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(screen.getByText('Tidak ada perangkat lain yang masuk dengan akun ini.')).toBeTruthy();
});

test('when a session is gone already, then the toast says so and the list is read again', async () => {
  const { api, type } = show({
    [LIST]: { body: [THIS, OTHER] },
    [`DELETE /api/sessions/${OTHER.id}`]: refused(404, 'Data tidak ditemukan.'),
  });
  const button = await screen.findByRole('button', { name: 'Akhiri sesi Firefox di Windows' });
  api.answer(LIST, { body: [THIS] });
  await type.click(button);
  await findToast('Gagal mengakhiri sesi', 'Data tidak ditemukan.');
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
});

test('when all other sessions are to end, then it asks first, and says how many have ended', async () => {
  const { api, type } = show({
    [LIST]: { body: [THIS, OTHER] },
    'POST /api/sessions/end-others': { body: { ended: 1 } },
  });
  await type.click(await screen.findByRole('button', { name: 'Akhiri semua sesi lain' }));
  await type.click(await screen.findByRole('button', { name: 'Batal' }));
  expect(api.bodies('POST /api/sessions/end-others')).toEqual([]);
  await type.click(screen.getByRole('button', { name: 'Akhiri semua sesi lain' }));
  const question = await screen.findByRole('alertdialog');
  api.answer(LIST, { body: [THIS] });
  await type.click(within(question).getByRole('button', { name: 'Akhiri semua sesi lain' }));
  await findToast('Sesi diakhiri', '1 sesi di perangkat lain diakhiri.');
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
});

test('when the list cannot be read, then a sentence says so and a button reads it again', async () => {
  const { api, type } = show({ [LIST]: { offline: true } });
  const again = await screen.findByRole('button', { name: 'Coba lagi' });
  expect(screen.getByText(/^Daftar perangkat tidak dapat dimuat/u)).toBeTruthy();
  api.answer(LIST, { body: [THIS] });
  await type.click(again);
  expect(await screen.findByText('Chrome di Android')).toBeTruthy();
});
