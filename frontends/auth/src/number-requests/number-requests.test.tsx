import type { NumberRequest } from '@gerbang/contracts/number-requests';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { messageAt } from '@gerbang/web-kit/testing/form-errors';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { NumberRequestsPage } from './number-requests-page.tsx';

const id = (last: number) => `0190f2f0-0000-7000-8000-00000000000${last}`;
const LIST = 'GET /api/admin/number-requests';
const FIND = 'GET /api/admin/number-requests/accounts';
const OPEN = `POST /api/admin/users/${id(5)}/number-requests`;
const DECIDE = `PUT /api/admin/number-requests/${id(9)}`;
const RINA = { id: id(2), name: 'Rina', role: 'cs' } as const;
const DEWI = { id: id(3), name: 'Dewi', role: 'admin' } as const;
const MELATI = {
  id: id(5),
  name: 'Ibu Melati',
  role: 'wali_murid',
  email: 'melati@contoh.id',
  phone: '0812-••••-•890',
} as const;

const aRequest = (changes: Partial<NumberRequest> = {}): NumberRequest => ({
  id: id(9),
  status: 'open',
  phone: '+6281298765432',
  checked: ['email_proved', 'id_card_seen'],
  opened_at: '2026-11-22T02:00:00.000Z',
  decided_at: null,
  note: null,
  counts_at: null,
  ended_at: null,
  failure: null,
  account: MELATI,
  opened_by: RINA,
  decided_by: null,
  ...changes,
});
const APPROVED = aRequest({
  status: 'approved',
  decided_by: DEWI,
  decided_at: '2026-11-22T03:00:00.000Z',
  counts_at: '2026-11-23T03:00:00.000Z',
});

function show(user: { id: string; name: string; role: 'cs' | 'admin' }, rows: readonly NumberRequest[] = []) {
  const api = fakeApi({
    [LIST]: { body: rows, headers: { 'x-total-count': String(rows.length) } },
    [FIND]: { body: [MELATI, { ...DEWI, email: 'dewi@contoh.id', phone: null }] },
    [OPEN]: { status: 201, body: aRequest() },
    [DECIDE]: { body: APPROVED },
  });
  return {
    api,
    ...renderPage(<NumberRequestsPage />, { path: '/admin/number-requests', user: aUser(user) }),
  };
}

/** Opens the dialog of a new request and chooses the family. */
async function chooseFamily(type: ReturnType<typeof show>['type']) {
  await type.click((await screen.findAllByRole('button', { name: 'Buka permintaan' }))[0]!);
  const dialog = within(await screen.findByRole('dialog'));
  await type.type(dialog.getByRole('searchbox'), 'melati');
  const choice = await dialog.findByRole('button', { name: /Ibu Melati/u });
  const other = dialog.getByRole('button', { name: /Dewi/u });
  expect([other.hasAttribute('disabled'), other.textContent]).toEqual([
    true,
    expect.stringContaining('Hanya Administrator'),
  ]);
  await type.click(choice);
  return dialog;
}

test('when customer service opens a request, then it finds the account, types the number, and ticks two checks', async () => {
  const { api, type } = show(RINA);
  expect(await screen.findByText('Belum ada permintaan nomor hilang.')).toBeTruthy();
  const dialog = await chooseFamily(type);
  expect(dialog.getByText('0812-••••-•890')).toBeTruthy();
  await type.click(dialog.getByRole('button', { name: 'Buka permintaan' }));
  const phone = dialog.getByLabelText('Nomor WhatsApp baru');
  expect(messageAt(phone)).toBe('Nomor telepon minimal 10 digit');
  expect(dialog.getByText('Pilih sedikitnya dua pemeriksaan.')).toBeTruthy();
  await type.type(phone, '0812-9876-5432');
  await type.click(dialog.getByRole('checkbox', { name: 'KTP pemilik akun sudah dilihat' }));
  await type.click(dialog.getByRole('button', { name: 'Buka permintaan' }));
  expect(api.bodies(OPEN)).toEqual([]);
  await type.click(dialog.getByRole('checkbox', { name: /^Nomor pendaftaran/u }));
  expect(dialog.queryByText('Pilih sedikitnya dua pemeriksaan.')).toBeNull();
  await type.click(dialog.getByRole('button', { name: 'Buka permintaan' }));
  await findToast('Permintaan dibuka', 'Admin lain perlu menyetujuinya.');
  expect(api.bodies(OPEN)).toEqual([
    { phone: '0812-9876-5432', checked: ['id_card_seen', 'registration_known'] },
  ]);
  await waitFor(() => expect(api.asked.filter(({ path }) => LIST.endsWith(path))).toHaveLength(2));
});

test('when the number is taken, then that stands at the field, and what was typed stays', async () => {
  const { api, type } = show(RINA);
  const message = 'Nomor ini sudah digunakan akun lain';
  api.answer(OPEN, refused(409, message, { code: 'phone_taken', issues: [{ path: 'phone', message }] }));
  const dialog = await chooseFamily(type);
  const phone = dialog.getByLabelText('Nomor WhatsApp baru');
  await type.type(phone, '0812-9876-5432');
  for (const box of dialog.getAllByRole('checkbox').slice(0, 2)) await type.click(box);
  await type.click(dialog.getByRole('button', { name: 'Buka permintaan' }));
  await waitFor(() => expect(messageAt(phone)).toBe(message));
  expect((phone as HTMLInputElement).value).toBe('0812-9876-5432');
});

test('when accounts cannot be looked for, then that is said, and a second try finds them', async () => {
  const { api, type } = show(RINA);
  api.answer(FIND, refused(503, 'Layanan sibuk.'));
  await type.click((await screen.findAllByRole('button', { name: 'Buka permintaan' }))[0]!);
  await type.type(await screen.findByLabelText(/^Nama, email lengkap/u), 'me');
  expect(api.asked.some(({ path }) => FIND.endsWith(path))).toBe(false);
  await type.type(screen.getByLabelText(/^Nama, email lengkap/u), 'lati');
  expect(await screen.findByText(/Akun tidak dapat dicari/u)).toBeTruthy();
  api.answer(FIND, { body: [] });
  await type.click(screen.getByRole('button', { name: 'Coba lagi' }));
  expect(await screen.findByText('Tidak ada akun yang cocok.')).toBeTruthy();
});

test('when an administrator approves, then a second question comes first, and the wait is shown', async () => {
  const { api, type } = show(DEWI, [aRequest()]);
  await type.click(await screen.findByRole('button', { name: 'Lihat permintaan Ibu Melati' }));
  expect(
    await screen.findByText('Email terbukti milik pemilik akun; KTP pemilik akun sudah dilihat'),
  ).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Setujui' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/0812-9876-5432/u)).toBeTruthy();
  await type.click(question.getByRole('button', { name: 'Setujui' }));
  await findToast('Permintaan disetujui', 'Nomor baru berlaku mulai 23 November 2026, 10.00 WIB.');
  expect(api.bodies(DECIDE)).toEqual([{ decision: 'approved' }]);
});

test('when an administrator refuses, then with a reason', async () => {
  const { api, type } = show(DEWI, [aRequest()]);
  api.answer(DECIDE, { body: aRequest({ status: 'refused', note: 'KTP tidak cocok' }) });
  await type.click(await screen.findByRole('button', { name: 'Lihat permintaan Ibu Melati' }));
  await type.click(await screen.findByRole('button', { name: 'Tolak' }));
  const reason = await screen.findByLabelText('Alasan penolakan');
  await type.click(screen.getByRole('button', { name: 'Tolak' }));
  expect(await screen.findByText('Alasan penolakan harus diisi')).toBeTruthy();
  await type.type(reason, 'KTP tidak cocok');
  await type.click(screen.getByRole('button', { name: 'Tolak' }));
  await findToast('Permintaan ditolak');
  expect(api.bodies(DECIDE)).toEqual([{ decision: 'refused', note: 'KTP tidak cocok' }]);
});

test('when the account has no number, then the administrator reads that no number can be told', async () => {
  const { type } = show(DEWI, [aRequest({ account: { ...MELATI, phone: null } })]);
  await type.click(await screen.findByRole('button', { name: 'Lihat permintaan Ibu Melati' }));
  expect(await screen.findByText(/tidak ada yang dapat diberi tahu/u)).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Setujui' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/tidak ada yang dapat diberi tahu/u)).toBeTruthy();
});

test.each([
  ['customer service looks', RINA, aRequest(), 'Menunggu Persetujuan'],
  [
    'the administrator opened it',
    DEWI,
    aRequest({ opened_by: DEWI }),
    'Permintaan yang Anda buka sendiri harus diputuskan admin lain.',
  ],
  [
    'it waits',
    DEWI,
    APPROVED,
    'Nomor baru berlaku mulai 23 November 2026, 10.00 WIB. Nomor lama sudah diberi tahu dan dapat menghentikannya.',
  ],
  [
    'it failed',
    DEWI,
    aRequest({ status: 'failed', failure: 'phone_taken', ended_at: '2026-11-23T03:00:00.000Z' }),
    'Nomor baru sudah dibuktikan akun lain',
  ],
])('when %s, then it says so and offers no decision', async (_case, user, row, text) => {
  const { type } = show(user, [row]);
  await type.click(await screen.findByRole('button', { name: 'Lihat permintaan Ibu Melati' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(text)).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Setujui' })).toBeNull();
});

test('when a request waits, then the list shows from when the number counts', async () => {
  show(RINA, [APPROVED]);
  expect(await screen.findByText('Berlaku mulai 23 November 2026, 10.00 WIB')).toBeTruthy();
  expect(screen.getByText('0812-9876-5432')).toBeTruthy();
});

test('when the list is walked by keys, then J and K go from row to row and Enter opens the one in hand', async () => {
  const other = { ...MELATI, id: id(6), name: 'Ibu Kenanga', email: 'kenanga@contoh.id' };
  const { type } = show(RINA, [aRequest(), aRequest({ id: id(8), account: other })]);
  const named = async (name: string) => (await screen.findByText(name)).closest('tr');
  await named('Ibu Kenanga');
  await type.keyboard('j');
  await waitFor(async () => expect(document.activeElement).toBe(await named('Ibu Melati')));
  await type.keyboard('jj');
  await waitFor(async () => expect(document.activeElement).toBe(await named('Ibu Kenanga')));
  await type.keyboard('kkk');
  await waitFor(async () => expect(document.activeElement).toBe(await named('Ibu Melati')));
  await type.keyboard('j{Enter}');
  expect(within(await screen.findByRole('dialog')).getByText('kenanga@contoh.id')).toBeTruthy();
});
