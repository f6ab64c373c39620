import { screen, waitFor, within } from '@testing-library/react';
import { arrivedAt, renderApp } from './render-app.tsx';

const asked: string[] = [];
jest.mock('../src/remotes/remotes.ts', () => ({
  remoteOf: () => undefined,
  loadPage: async (area: string) => {
    asked.push(area);
    return { routes: { '/auth': () => <input aria-label="Nama lengkap" /> } };
  },
  forgetRoutes: () => undefined,
}));

const tab = (name: string) => screen.getByRole('tab', { name });
const panel = () => within(screen.getByRole('tabpanel'));

test('when the arrow keys, Home and End are pressed, then the tab and its panel change and only one is in the tab order', async () => {
  const { type } = renderApp('/auth', null);
  expect(tab('Masuk').getAttribute('aria-selected')).toBe('true');
  await type.click(tab('Masuk'));
  await type.keyboard('{ArrowRight}');
  await waitFor(() => expect(document.activeElement).toBe(tab('Daftar')));
  expect(tab('Daftar').tabIndex).toBe(0);
  expect(tab('Masuk').tabIndex).toBe(-1);
  expect(await panel().findByLabelText('Nama lengkap')).toBeTruthy();
  await type.keyboard('{ArrowRight}');
  await waitFor(() => expect(document.activeElement).toBe(tab('Masuk')));
  await type.keyboard('{End}');
  await waitFor(() => expect(document.activeElement).toBe(tab('Daftar')));
  await type.keyboard('{Home}');
  await waitFor(() => expect(document.activeElement).toBe(tab('Masuk')));
});

test('when the address asks for registration, then that tab is open; choosing the other one changes the address', async () => {
  const { type } = renderApp('/auth?tab=daftar', null);
  expect(tab('Daftar').getAttribute('aria-selected')).toBe('true');
  expect(await panel().findByLabelText('Nama lengkap')).toBeTruthy();
  await type.click(tab('Masuk'));
  await arrivedAt('/auth');
});

test('when the other tab is opened and closed, then what was typed is still there', async () => {
  const { type } = renderApp('/auth', null);
  await type.type(screen.getByLabelText('Email atau nomor telepon'), 'siti@contoh.id');
  await type.click(tab('Daftar'));
  await type.type(await panel().findByLabelText('Nama lengkap'), 'Siti');
  await type.click(tab('Masuk'));
  expect(screen.getByLabelText<HTMLInputElement>('Email atau nomor telepon').value).toBe('siti@contoh.id');
  await type.click(tab('Daftar'));
  expect((await panel().findByLabelText<HTMLInputElement>('Nama lengkap')).value).toBe('Siti');
});

test('when a user only logs in, then no remote is loaded; with the other tab it is', async () => {
  asked.length = 0;
  const { type } = renderApp('/auth', null);
  await type.type(screen.getByLabelText('Email atau nomor telepon'), 'siti@contoh.id');
  expect(asked).toEqual([]);
  await type.click(tab('Daftar'));
  await panel().findByLabelText('Nama lengkap');
  expect(asked).toEqual(['auth']);
});
