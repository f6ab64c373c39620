import { screen, waitFor } from '@testing-library/react';
import { fakeApi, later, refused } from '@gerbang/web-kit/testing/fake-api';
import { messageAt } from '@gerbang/web-kit/testing/form-errors';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { ChangePasswordPage } from './change-password-page.tsx';

const CHANGE = 'POST /api/change-password';
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const show = (bound = false) =>
  renderPage(<ChangePasswordPage />, { path: '/password', user: aUser({ must_change_password: bound }) });

async function send(type: ReturnType<typeof show>['type']) {
  await type.type(field('Password saat ini'), 'sementara');
  await type.type(field('Password baru'), 'rumah teduh');
  await type.type(field('Konfirmasi password baru'), 'rumah teduh');
  await type.click(screen.getByRole('button', { name: 'Ubah Password' }));
}

test('when the fields are wrong, then each message of the specification is shown at its field', async () => {
  const { type } = show();
  await type.type(field('Password baru'), 'pendek');
  await type.click(screen.getByRole('button', { name: 'Ubah Password' }));
  await waitFor(() => expect(messageAt(field('Password saat ini'))).toBe('Password saat ini harus diisi'));
  expect(messageAt(field('Password baru'))).toBe('Password baru minimal 8 karakter');
  expect(messageAt(field('Konfirmasi password baru'))).toBe('Konfirmasi password tidak cocok');
});

test('when the change succeeds, then the toast shows the server’s sentence and the dashboard opens', async () => {
  const change = later();
  const api = fakeApi({ [CHANGE]: change.answer });
  const { type, client } = show(true);
  await send(type);
  expect(await screen.findByRole('button', { name: 'Menyimpan...' })).toBeTruthy();
  change.release({ body: { message: 'Password Anda telah diperbarui' } });
  await findToast('Password berhasil diubah', 'Password Anda telah diperbarui');
  expect(await screen.findByText('at /dashboard')).toBeTruthy();
  expect(api.bodies(CHANGE)).toEqual([{ currentPassword: 'sementara', newPassword: 'rumah teduh' }]);
  expect(client.getQueryData(['user'])).toMatchObject({ must_change_password: false });
});

test('when the current password is wrong, then the toast and the field say so and nothing is lost', async () => {
  const message = 'Password saat ini salah';
  fakeApi({ [CHANGE]: refused(422, message, { issues: [{ path: 'currentPassword', message }] }) });
  const { type } = show();
  await send(type);
  await findToast('Gagal mengubah password', message);
  expect(messageAt(field('Password saat ini'))).toBe(message);
  expect(field('Password baru').value).toBe('rumah teduh');
});

test('when the page is open, then it gives tips and Batal leads to the dashboard', () => {
  show();
  expect(screen.getByRole('heading', { name: 'Tips keamanan password' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Batal' }).getAttribute('href')).toBe('/dashboard');
});

test('when the password is an administrator’s, then the page says why and offers no way around', () => {
  show(true);
  expect(screen.getByText('Buat password Anda sendiri dulu')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Batal' })).toBeNull();
});

test('when a password field’s toggle is pressed, then the password is shown and hidden again', async () => {
  const { type } = show();
  await type.click(screen.getByRole('button', { name: 'Tampilkan Password baru' }));
  expect(field('Password baru').type).toBe('text');
  await type.click(screen.getByRole('button', { name: 'Sembunyikan Password baru' }));
  expect(field('Password baru').type).toBe('password');
});
