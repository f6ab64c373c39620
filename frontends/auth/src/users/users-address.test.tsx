import type { User } from '@gerbang/contracts/users';
import { fakeApi, refused, type Asked } from '@gerbang/web-kit/testing/fake-api';
import { aUser, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, waitFor } from '@testing-library/react';
import { useLocation, useNavigate } from '@gerbang/web-kit/page/router';
import { UsersPage } from './users-page.tsx';

const LIST = 'GET /api/admin/users';
const ME = aUser({ name: 'Saya Sendiri', email: 'saya@contoh.id' });
const IT = aUser({ id: `${ME.id.slice(0, -1)}2`, name: 'Ivan Teknisi', email: 'it@contoh.id', role: 'it' });

function pages({ query }: Asked) {
  const users: readonly User[] = [ME, IT].filter(
    ({ role }) => query.get('part') === 'staff' && (!query.has('role') || role === query.get('role')),
  );
  const second = query.get('cursor') === 'Kedua';
  const link = second
    ? '</api/admin/users?cursor=Pertama>; rel="prev"'
    : '</api/admin/users?cursor=Kedua>; rel="next"';
  return { body: users, headers: { 'x-total-count': '26', link } };
}

function Where() {
  const navigate = useNavigate();
  return (
    <>
      <output>{useLocation().search}</output>
      <button type="button" onClick={() => void navigate(-1)}>
        mundur
      </button>
    </>
  );
}

function show(address: string) {
  const api = fakeApi({ [LIST]: pages });
  const page = (
    <>
      <UsersPage />
      <Where />
    </>
  );
  const asked = () =>
    api.asked
      .filter(({ query }) => query.get('limit') === '25')
      .map(({ query }) => Object.fromEntries(query));
  return { api, asked, ...renderPage(page, { path: `/admin/users${address}`, user: ME }) };
}

const address = () => document.querySelector('output')?.textContent;
const loaded = () => screen.findByText('Ivan Teknisi');

test('when a role, an order and a page are chosen, then they are in the address and asked for; back undoes each', async () => {
  const { type, asked } = show('');
  await loaded();
  await type.selectOptions(screen.getByLabelText('Peran'), 'it');
  await type.selectOptions(screen.getByLabelText('Urutkan'), 'name');
  await type.click(await screen.findByRole('button', { name: 'Berikutnya' }));
  expect(address()).toBe('?role=it&sort=name&cursor=Kedua&halaman=2');
  await screen.findByText('Halaman 2 dari 2');
  expect(asked()).toContainEqual({ part: 'staff', role: 'it', sort: 'name', limit: '25', cursor: 'Kedua' });
  for (const before of ['?role=it&sort=name', '?role=it', '']) {
    await type.click(screen.getByRole('button', { name: 'mundur' }));
    await waitFor(() => expect(address()).toBe(before));
  }
  expect(screen.getByLabelText<HTMLSelectElement>('Peran').value).toBe('');
});

test('when the address is opened again, then filter, order and page are those of the address', async () => {
  const { asked } = show('?role=it&sort=-name&cursor=Kedua&halaman=2');
  await screen.findByText('Halaman 2 dari 2');
  expect(screen.getByLabelText<HTMLSelectElement>('Peran').value).toBe('it');
  expect(screen.getByLabelText<HTMLSelectElement>('Urutkan').value).toBe('-name');
  expect(asked()).toContainEqual({ part: 'staff', role: 'it', sort: '-name', limit: '25', cursor: 'Kedua' });
});

test('when the address says nonsense, then the list is the usual one', async () => {
  const { asked } = show('?part=staff&role=raja&sort=warna&halaman=-3');
  await loaded();
  expect(asked()).toEqual([{ part: 'staff', limit: '25' }]);
});

test('when something is searched, then its text and its pages stay out of the address, which goes to the first page', async () => {
  const { type, asked } = show('?role=it&cursor=Kedua&halaman=2');
  await loaded();
  await type.type(screen.getByPlaceholderText('Cari pengguna...'), 'ivan');
  await waitFor(() => expect(address()).toBe('?role=it'));
  await waitFor(() =>
    expect(asked()).toContainEqual({ part: 'staff', search: 'ivan', role: 'it', limit: '25' }),
  );
  await type.click(await screen.findByRole('button', { name: 'Berikutnya' }));
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ search: 'ivan', cursor: 'Kedua' }));
  expect(address()).toBe('?role=it');
});

test('when the filter is cleared, then the whole list is back', async () => {
  const { type } = show('?role=it');
  await loaded();
  expect(screen.queryByText('Saya Sendiri')).toBeNull();
  await type.click(screen.getByRole('button', { name: 'Hapus saringan' }));
  await screen.findByText('Saya Sendiri');
  expect(address()).toBe('');
});

test('when the page of an old address no longer exists, then a retry begins at the first page', async () => {
  const { api, type } = show('?cursor=Lama&halaman=9');
  await loaded();
  api.answer(LIST, (asked) =>
    asked.query.get('cursor') === 'Lama' ? refused(400, 'Halaman tidak dikenal') : pages(asked),
  );
  await type.click(screen.getByRole('button', { name: 'Muat ulang' }));
  await screen.findByText('Failed to fetch users');
  await type.click(screen.getByRole('button', { name: 'Coba lagi' }));
  await loaded();
  expect(address()).toBe('');
});
