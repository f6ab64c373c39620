import type { ListView } from '@gerbang/contracts/list-views';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { useLocation } from '@gerbang/web-kit/page/router';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { aStaffRow, aSummary, staffId } from '../../test/staff.ts';
import { StaffRegistrationsPage } from './staff-registrations-page.tsx';

const LIST = 'GET /api/admin/registrations';
const VIEWS = 'GET /api/admin/list-views';
const SAVE = 'POST /api/admin/list-views';

const aView = (changes: Partial<ListView> = {}): ListView => ({
  id: staffId(71),
  name: 'SD menunggu',
  settings: {
    filters: { payment_status: 'paid', jenjang: 'SD', gone: 'x' },
    sort: 'child_name',
    hidden: ['level'],
    widths: { stage: 'wide' },
  },
  shared: false,
  own: true,
  owner: null,
  version: 3,
  ...changes,
});

const Where = () => <output data-testid="where">{useLocation().search}</output>;

function show(views: readonly ListView[] = [], address = '', total = '1') {
  const api = fakeApi({
    [LIST]: { body: [aStaffRow()], headers: { 'x-total-count': total } },
    'GET /api/admin/registrations/summary': { body: aSummary({ paid: 14 }) },
    [VIEWS]: { body: views },
  });
  const page = (
    <>
      <StaffRegistrationsPage />
      <Where />
    </>
  );
  return {
    api,
    ...renderPage(page, { path: `/admin/registration${address}`, user: aUser({ role: 'finance' }) }),
  };
}

const loaded = () => screen.findByText('Umar Faruq');
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);
const searched = () => Object.fromEntries(new URLSearchParams(screen.getByTestId('where').textContent));
const last = <T,>(all: readonly T[]) => all[all.length - 1];

beforeEach(() => localStorage.clear());

test('when a saved view is chosen, then its filters, order and columns hold, and what the list does not have is passed over', async () => {
  const { api, type } = show([
    aView(),
    aView({ id: staffId(72), name: 'Ditolak', own: false, owner: 'Budi' }),
  ]);
  await loaded();
  expect(heads()).toContain('Jenjang / kelas');
  const stage = () => screen.getByRole('columnheader', { name: 'Tahap' }).style.width;
  const usual = Number.parseInt(stage(), 10);
  await type.click(screen.getByRole('button', { name: 'Tampilan' }));
  await screen.findByRole('menuitemradio', { name: 'Ditolak · Budi' });
  await type.click(screen.getByRole('menuitemradio', { name: 'SD menunggu' }));
  await waitFor(() =>
    expect(searched()).toEqual({ payment_status: 'paid', jenjang: 'SD', sort: 'child_name' }),
  );
  await waitFor(() => expect(heads()).not.toContain('Jenjang / kelas'));
  expect(stage()).toBe(`${usual * 1.5}px`);
  expect(
    Object.fromEntries(
      last(api.asked.filter(({ path }) => path === '/api/admin/registrations'))?.query ?? [],
    ),
  ).toMatchObject({
    payment_status: 'paid',
    jenjang: 'SD',
    sort: 'child_name',
  });
});

test('when columns are chosen and saved, then they are remembered here, and the view holds what is shown but for the year', async () => {
  const { api, type } = show([], '?payment_status=paid&academic_year=2026%2F2027');
  api.answer(SAVE, ({ body }) => ({ status: 201, body: { ...aView(), ...(body as object) } }));
  await loaded();
  await type.click(screen.getByRole('button', { name: 'Tampilan' }));
  await screen.findByText('Belum ada tampilan tersimpan');
  await type.click(screen.getByRole('menuitem', { name: 'Atur kolom dan simpan...' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Kolom dan tampilan' }));
  await type.click(dialog.getByRole('checkbox', { name: 'Tahap' }));
  await type.selectOptions(dialog.getByLabelText(/^Lebar kolom Orang tua/u), 'Lebar');
  await type.click(dialog.getByRole('button', { name: 'Simpan tampilan' }));
  expect(dialog.getByText('Nama tampilan harus diisi')).toBeTruthy();
  await type.type(dialog.getByLabelText('Nama tampilan'), 'Pagi');
  await type.click(dialog.getByRole('checkbox', { name: 'Bagikan dengan semua Keuangan' }));
  await type.click(dialog.getByRole('button', { name: 'Simpan tampilan' }));
  await findToast('Tampilan tersimpan', 'Pagi ada di menu Tampilan');
  expect(api.bodies(SAVE)).toEqual([
    {
      list: 'staff-registrations',
      name: 'Pagi',
      shared: true,
      settings: {
        filters: { payment_status: 'paid' },
        sort: 'payment_since',
        hidden: ['stage'],
        widths: { parent: 'wide' },
      },
    },
  ]);
  cleanup();
  show();
  await loaded();
  expect(heads()).not.toContain('Tahap');
});

test('when a name is taken, then the dialog keeps what was typed and says so', async () => {
  const { api, type } = show();
  api.answer(SAVE, refused(409, 'Anda sudah punya tampilan dengan nama ini', { code: 'name_taken' }));
  await loaded();
  await type.click(screen.getByRole('button', { name: 'Tampilan' }));
  await type.click(await screen.findByRole('menuitem', { name: 'Atur kolom dan simpan...' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Kolom dan tampilan' }));
  await type.type(dialog.getByLabelText('Nama tampilan'), 'Pagi');
  await type.click(dialog.getByRole('button', { name: 'Simpan tampilan' }));
  await findToast('Tampilan belum tersimpan', 'Anda sudah punya tampilan dengan nama ini');
  expect(dialog.getByLabelText<HTMLInputElement>('Nama tampilan').value).toBe('Pagi');
});

test('when an own view is shared, renewed and deleted, then each names the version that was seen, the last two after a question', async () => {
  const { api, type } = show([aView()], '?payment_status=rejected');
  const one = `/api/admin/list-views/${aView().id}`;
  api.answer(`PUT ${one}`, ({ body }) => ({ body: { ...aView(), ...(body as object) } }));
  api.answer(`DELETE ${one}`, { status: 204 });
  await loaded();
  await type.click(screen.getByRole('button', { name: 'Tampilan' }));
  await screen.findByRole('menuitemradio', { name: 'SD menunggu' });
  await type.click(screen.getByRole('menuitem', { name: 'Atur kolom dan simpan...' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Kolom dan tampilan' }));
  await type.click(dialog.getByRole('checkbox', { name: 'Bagikan SD menunggu' }));
  await findToast('Tampilan tersimpan');
  await type.click(dialog.getByRole('button', { name: 'Perbarui SD menunggu' }));
  await type.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Perbarui' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await type.click(dialog.getByRole('button', { name: 'Hapus SD menunggu' }));
  await type.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Hapus' }));
  await findToast('Tampilan dihapus');
  expect(api.bodies(`PUT ${one}`)).toMatchObject([
    { shared: true, settings: aView().settings },
    { shared: false, settings: { filters: { payment_status: 'rejected' }, hidden: [], widths: {} } },
  ]);
  const sent = api.asked.filter(({ method, path }) => method === 'PUT' && path === one);
  expect(sent.map(({ headers }) => headers['if-match'])).toEqual(['"3"', '"3"']);
});

test('when rows come while the list is open, then their number is offered, and the list changes only when it is pressed', async () => {
  jest.useFakeTimers();
  try {
    const { api } = show();
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(screen.getByText('Umar Faruq')).toBeTruthy();
    api.answer(LIST, {
      body: [
        aStaffRow({ id: staffId(5), child: { full_name: 'Baru Datang', nick_name: null, gender: 'male' } }),
      ],
      headers: { 'x-total-count': '4' },
    });
    await act(() => jest.advanceTimersByTimeAsync(125_000));
    const offered = screen.getByRole('button', { name: '3 baru, tampilkan' });
    expect(screen.queryByText('Baru Datang')).toBeNull();
    const looked = last(api.asked.filter(({ path }) => path === '/api/admin/registrations'));
    expect([looked?.query.get('limit'), looked?.headers['x-unattended']]).toEqual(['1', '1']);
    await act(async () => offered.click());
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(screen.getByText('Baru Datang')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /baru, tampilkan/u })).toBeNull();
    const read = last(api.asked.filter(({ path }) => path === '/api/admin/registrations'));
    expect(read?.headers['x-unattended']).toBeUndefined();
  } finally {
    jest.useRealTimers();
  }
});
