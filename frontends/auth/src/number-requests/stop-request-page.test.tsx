import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, waitFor } from '@testing-library/react';
import { StopRequestPage } from './stop-request-page.tsx';

const STOP = 'POST /api/number-requests/stop';
const TOKEN = 'a'.repeat(43);

function show(hash: string) {
  const api = fakeApi({ [STOP]: { body: { message: 'Nomor akun Anda tidak berubah.' } } });
  const path = '/number-requests/stop';
  return { api, ...renderPage(<StopRequestPage />, { path: `${path}${hash}`, route: path }) };
}

test('when the link is opened, then nothing is sent before the button is pressed', async () => {
  const { api, type } = show(`#${TOKEN}`);
  const button = screen.getByRole('button', { name: 'Hentikan pergantian nomor' });
  expect(api.asked).toEqual([]);
  await type.click(button);
  expect(await screen.findByText('Nomor akun Anda tidak berubah.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Pergantian nomor dihentikan'));
  expect(api.bodies(STOP)).toEqual([{ token: TOKEN }]);
  expect(screen.getByRole('link', { name: 'Ganti password' }).getAttribute('href')).toBe('/forgot-password');
});

test('when the link was used or its time is over, then the server’s sentence is shown', async () => {
  const { api, type } = show(`#${TOKEN}`);
  api.answer(STOP, refused(422, 'Tautan ini sudah dipakai.', { code: 'expired' }));
  await type.click(screen.getByRole('button', { name: 'Hentikan pergantian nomor' }));
  const said = await screen.findByText('Tautan ini sudah dipakai.');
  expect(said.closest('[role=alert]')).toBeTruthy();
});

test('when the link lost its end, then the page says so and offers no button', () => {
  show('');
  expect(screen.getByText(/Tautan ini tidak lengkap/u)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
