import type { CounterCard } from '@gerbang/contracts/counter';
import type { Role } from '@gerbang/domain/roles';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { messageAt } from '@gerbang/web-kit/testing/form-errors';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { aRow, aSchool } from '../../test/samples.ts';
import { CheckedSections } from './checked-sections.tsx';
import { CounterPage } from './counter-page.tsx';

const CHILD = '0190f2f0-0000-7000-8000-000000000078';
const REGISTRATION = '0190f2f0-0000-7000-8000-000000000079';
const ID = '0190f2f0-0000-7000-8000-000000000077';
const FIND = 'GET /api/admin/counter/families';
const MAKE = 'POST /api/admin/counter/families';
const OPEN = `POST /api/admin/counter/families/${ID}/open`;
const PROFILE = `PUT /api/admin/counter/families/${ID}/profile`;
const UNCHECKED = 'GET /api/admin/counter/unchecked';
const REST = {
  [UNCHECKED]: { body: [] },
  'GET /api/config': { body: aSchool() },
  'GET /api/indonesian-data/provinces': { body: [] },
};
const FOUND = {
  user_id: ID,
  name: 'S••• A•••••',
  phone: '0812-••••-•890',
  children: ['B•••'],
  opened: false,
};

const card = {
  user_id: ID,
  name: 'Siti Aminah',
  phone: '+6281234567890',
  profile: { user_id: ID, version: 3, mother_name: 'Siti' },
  children: [],
  registrations: [],
} as unknown as CounterCard;
const OPENED = { token: 'tanda', expires_at: '2026-11-29T08:30:00.000Z', family: card };

const show = (role: Role = 'cs') =>
  renderPage(<CounterPage />, { path: '/admin/counter', user: aUser({ role }) });
const search = () => screen.getByRole('searchbox', { name: 'Cari keluarga' });

async function found(role: Role = 'cs') {
  const { type } = show(role);
  await type.type(search(), 'siti{Enter}');
  await type.click(await screen.findByRole('button', { name: 'Buka keluarga S••• A•••••' }));
  return type;
}

test('when fewer than three letters are typed, then nothing is asked', async () => {
  const api = fakeApi(REST);
  const { type } = show();
  await type.type(search(), 'si{Enter}');
  await waitFor(() => expect(messageAt(search())).toBe('Tulis paling sedikit 3 huruf atau angka'));
  expect(api.asked.filter(({ path }) => path.includes('families'))).toEqual([]);
});

test('when nothing is found or the hour is used up, then the page says so', async () => {
  fakeApi({ ...REST, [FIND]: { body: [] } });
  const { type } = show();
  await type.type(search(), 'siti{Enter}');
  expect(await screen.findByText(/Tidak ada keluarga yang cocok/u)).toBeTruthy();
  fakeApi({ ...REST, [FIND]: refused(429, 'Terlalu banyak pencarian', { retryAfter: 1200 }) });
  await type.type(search(), ' aminah{Enter}');
  expect(await screen.findByText('Terlalu banyak pencarian. Silakan coba lagi dalam 20 menit.')).toBeTruthy();
});

test('when the answer is wrong, then it is said at the field; when it is right, then the steps are there, and one is saved with the token', async () => {
  const wrong = refused(422, 'Jawaban tidak cocok', {
    issues: [{ path: 'registration_number', message: 'Jawaban tidak cocok' }],
  });
  fakeApi({ ...REST, [FIND]: { body: [FOUND] }, [OPEN]: wrong });
  const type = await found();
  const number = screen.getByLabelText<HTMLInputElement>(/^Nomor pendaftaran/u);
  await type.type(number, 'PSB-1{Enter}');
  await waitFor(() => expect(messageAt(number)).toBe('Jawaban tidak cocok'));
  const saved = { ...card.profile, mother_name: 'Siti Aminah', version: 4 };
  const api = fakeApi({ ...REST, [OPEN]: { body: OPENED }, [PROFILE]: { body: saved } });
  await type.click(screen.getByRole('button', { name: 'Buka' }));
  const heading = await screen.findByRole('heading', { name: 'Siti Aminah' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  const step = within(screen.getByRole('group', { name: '1. Keluarga' }));
  await type.type(step.getByLabelText(/^Nama ibu/u), ' Aminah{Enter}');
  await findToast('Tersimpan', 'Data keluarga tersimpan.');
  expect(api.bodies(PROFILE)).toEqual([{ mother_name: 'Siti Aminah' }]);
});

test('when more waits to be checked than is shown, then the page says how much', async () => {
  const section = {
    key: 'profile',
    label: 'Data orang tua',
    entered_by: { name: 'Dewi', role: 'cs' },
    entered_at: '2026-11-29T08:00:00.000Z',
    user_id: ID,
    name: 'Siti Aminah',
    seen_at: '2026-12-27T08:00:00.000Z',
  };
  fakeApi({ ...REST, [UNCHECKED]: { body: [section], headers: { 'x-total-count': '214' } } });
  show();
  expect(await screen.findByText(/^1 yang terlama dari 214; /u)).toBeTruthy();
});

test('when the number belongs to a family, then that family is offered', async () => {
  const known = refused(409, 'Nomor ini sudah dipakai', {
    code: 'known_family',
    details: { user_id: ID, name: 'B••• S••••••' },
  });
  fakeApi({ ...REST, [MAKE]: known });
  const { type } = show();
  await type.click(screen.getByRole('button', { name: 'Keluarga baru' }));
  await type.type(screen.getByLabelText('Nama orang tua atau wali'), 'Siti');
  await type.type(screen.getByLabelText('Nomor WhatsApp'), '081234567890{Enter}');
  expect(await screen.findByText('Nomor ini sudah dipakai keluarga B••• S••••••.')).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Buka keluarga itu' }));
  expect(await screen.findByRole('heading', { name: 'Buka keluarga B••• S••••••' })).toBeTruthy();
});

test('when finance opens a family, then it reads and fills in nothing', async () => {
  fakeApi({ ...REST, [FIND]: { body: [FOUND] }, [OPEN]: { body: OPENED } });
  const type = await found('finance');
  expect(screen.queryByRole('button', { name: 'Keluarga baru' })).toBeNull();
  await type.type(screen.getByLabelText(/^Nomor pendaftaran/u), 'PSB-1{Enter}');
  expect(await screen.findByText(/Peran Anda hanya membaca/u)).toBeTruthy();
  expect(screen.getByRole('group', { name: '4. Biaya' })).toBeTruthy();
  expect(screen.queryByRole('group', { name: '1. Keluarga' })).toBeNull();
});

test('when finance takes a fee in cash at the counter, then its receipt is printed, and the fee is verified on the card', async () => {
  const registration = { ...aRow({ id: REGISTRATION, child_id: CHILD }), version: 4 };
  const family = {
    ...card,
    children: [{ id: CHILD, full_name: 'Bima Putra' }],
    registrations: [registration],
  } as unknown as CounterCard;
  const take = `POST /api/admin/registrations/${REGISTRATION}/fee/cash`;
  const api = fakeApi({
    ...REST,
    'GET /api/config': { body: aSchool({ cash_drawers: true }) },
    [FIND]: { body: [FOUND] },
    [OPEN]: { body: { ...OPENED, family } },
    [take]: { status: 201, body: { receipt: 'KP-2026-000009', amount: 350_000, registration: {} } },
  });
  const open = jest.spyOn(window, 'open').mockReturnValue(null);
  const type = await found('finance');
  await type.type(screen.getByLabelText(/^Nomor pendaftaran/u), 'PSB-1{Enter}');
  await type.click(await screen.findByRole('button', { name: 'Bayar tunai: Bima Putra' }));
  await type.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Bayar tunai' }),
  );
  await screen.findByRole('dialog', { name: 'Kuitansi KP-2026-000009' });
  await type.keyboard('c');
  expect(open.mock.calls.map(([address]) => address)).toEqual([
    `/api/registrations/${REGISTRATION}/fee-receipt?size=a5`,
  ]);
  await type.click(screen.getByRole('button', { name: 'Selesai' }));
  expect(screen.queryByRole('button', { name: 'Bayar tunai: Bima Putra' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Kuitansi Bima Putra (tab baru)' })).toBeTruthy();
  expect(api.bodies(take)).toEqual([{}]);
  open.mockRestore();
});

test('when the drawer was closed, then the question stays, leads to where the next one is opened, and the same fee is taken afterwards', async () => {
  const registration = { ...aRow({ id: REGISTRATION, child_id: CHILD }), version: 4 };
  const children = [{ id: CHILD, full_name: 'Bima Putra' }];
  const family = { ...card, children, registrations: [registration] } as unknown as CounterCard;
  const take = `POST /api/admin/registrations/${REGISTRATION}/fee/cash`;
  const words = 'Belum ada kas loket yang terbuka. Buka kas Anda di “Kas Loket”, lalu coba lagi.';
  const api = fakeApi({
    ...REST,
    'GET /api/config': { body: aSchool({ cash_drawers: true }) },
    [FIND]: { body: [FOUND] },
    [OPEN]: { body: { ...OPENED, family } },
    [take]: refused(409, words, { code: 'no_drawer' }),
  });
  const type = await found('finance');
  await type.type(screen.getByLabelText(/^Nomor pendaftaran/u), 'PSB-1{Enter}');
  await type.click(await screen.findByRole('button', { name: 'Bayar tunai: Bima Putra' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await type.click(dialog.getByRole('button', { name: 'Bayar tunai' }));
  expect(await dialog.findByText(words)).toBeTruthy();
  const link = dialog.getByRole('link', { name: /^Buka kas loket/u });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/admin/drawers', '_blank']);
  api.answer(take, { status: 201, body: { receipt: 'KP-2026-000009', amount: 350_000, registration: {} } });
  await type.click(dialog.getByRole('button', { name: 'Bayar tunai' }));
  await screen.findByRole('dialog', { name: 'Kuitansi KP-2026-000009' });
});

test('when the school has no drawers, then cash is taken at the counter all the same, and the question says where it goes', async () => {
  const registration = { ...aRow({ id: REGISTRATION, child_id: CHILD }), version: 4 };
  const children = [{ id: CHILD, full_name: 'Bima Putra' }];
  const family = { ...card, children, registrations: [registration] } as unknown as CounterCard;
  fakeApi({ ...REST, [FIND]: { body: [FOUND] }, [OPEN]: { body: { ...OPENED, family } } });
  const type = await found('finance');
  await type.type(screen.getByLabelText(/^Nomor pendaftaran/u), 'PSB-1{Enter}');
  await type.click(await screen.findByRole('button', { name: 'Bayar tunai: Bima Putra' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/^Sekolah belum memakai kas loket/u)).toBeTruthy();
});

test('when a family says that a section is right, then it is gone', async () => {
  const section = {
    key: 'profile',
    label: 'Data orang tua',
    entered_by: { name: 'Dewi', role: 'cs' },
    entered_at: '2026-11-29T08:00:00.000Z',
  };
  const api = fakeApi({
    'GET /api/checked-sections': { body: [section] },
    'POST /api/checked-sections': { body: [] },
  });
  const { type } = renderPage(<CheckedSections />, { path: '/dashboard' });
  expect((await screen.findByRole('link', { name: 'Perbaiki: Data orang tua' })).getAttribute('href')).toBe(
    '/profile',
  );
  await type.click(screen.getByRole('button', { name: 'Betul: Data orang tua' }));
  await findToast('Terima kasih', 'Bagian ini sudah Anda periksa.');
  expect(api.bodies('POST /api/checked-sections')).toEqual([{ sections: ['profile'] }]);
  expect(screen.queryByRole('region', { name: 'Periksa data yang diisi sekolah' })).toBeNull();
});
