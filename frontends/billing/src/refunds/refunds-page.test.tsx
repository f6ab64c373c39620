import type { Refund } from '@gerbang/contracts/refund-shapes';
import type { GivableMoney } from '@gerbang/contracts/refunds';
import type { Role } from '@gerbang/domain/roles';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { id } from '../../test/samples.ts';
import { RefundsPage } from './refunds-page.tsx';

const download = jest.fn();
jest.mock('@gerbang/web-kit/files/download', () => ({
  download: (...args: unknown[]) => download(...args) as unknown,
}));

const LIST = 'GET /api/admin/refunds';
const GIVABLE = 'GET /api/admin/refunds/givable';
const aRefund = (changes: Partial<Refund> = {}): Refund => ({
  id: id(1),
  version: 3,
  number: 'PD-2026-000001',
  status: 'draft',
  cause: 'withdrawal',
  registration: { id: id(2), number: 'PSB-2026-SD-00042', child_name: 'Aisyah Putri' },
  lines: [
    {
      kind: 'invoice',
      target: id(60),
      number: 'INV-2026-000001',
      paid: 2_500_000,
      percent: 60,
      rule_back: 1_500_000,
      back: 1_200_000,
    },
  ],
  deduct: 0,
  total: 1_200_000,
  account: { bank_code: '014', number: '•••• 6789', owner: 'Tono Sugiarto', fits: null },
  reason: null,
  steps: [{ step: 'begun', at: '2026-11-20T03:00:00.000Z', by: null, reason: null }],
  objections: [],
  own: false,
  paid_on: null,
  proof_url: null,
  bank_line_id: null,
  offers: [],
  created_at: '2026-11-20T03:00:00.000Z',
  ...changes,
});
const money: GivableMoney = {
  registration: aRefund().registration,
  lines: [
    { kind: 'fee', target: id(2), number: 'PSB-2026-SD-00042', paid: 350_000, left: 350_000 },
    { kind: 'invoice', target: id(60), number: 'INV-2026-000001', paid: 2_500_000, left: 2_500_000 },
  ],
  invoices: [{ id: id(61), number: 'INV-2026-000009', child_name: 'Zahra Putri', remaining: 5_000_000 }],
};

function open(
  refund: Refund,
  answers: Parameters<typeof fakeApi>[0] = {},
  role: Role = 'finance',
  query = `id=${id(1)}`,
) {
  const api = fakeApi({
    [LIST]: { body: [refund], headers: { 'x-total-count': '1' } },
    [GIVABLE]: { body: money },
    ...answers,
  });
  return { api, ...renderPage(<RefundsPage />, { path: `/admin/refunds?${query}`, user: aUser({ role }) }) };
}
const panel = async () => within(await screen.findByRole('region', { name: 'Pengembalian dana' }));
const plain = (element: Element) => element.textContent?.replaceAll('\u00A0', ' ');
const press = async (type: ReturnType<typeof open>['type'], name: string) =>
  type.click(await (await panel()).findByRole('button', { name }));

test('when one is open, then each figure stands beside the rule’s, and an owner of another name is marked', async () => {
  const objection = { text: 'Jumlah ini keliru', at: '2026-11-21T03:00:00.000Z' };
  open(aRefund({ objections: [objection] }));
  const row = await (await panel()).findByRole('row', { name: /INV-2026-000001/u });
  expect(plain(row)).toBe(
    'TagihanINV-2026-000001dibayar Rp 2.500.000Rp 1.500.00060 %Rp 1.200.000beda dari ketentuan',
  );
  expect((await panel()).getByText(/bukan nama orang tua/u)).toBeTruthy();
  expect((await panel()).getByText('Jumlah ini keliru')).toBeTruthy();
});

test('when the list is downloaded, then it is that of the filters, in the chosen format', async () => {
  const { type } = open(aRefund(), {}, 'it', 'status=approved&sort=-total');
  await type.click(await screen.findByRole('button', { name: 'Unduh' }));
  await type.click(await screen.findByRole('menuitem', { name: 'CSV' }));
  await findToast('Berhasil', 'File CSV sudah diunduh');
  expect(download.mock.calls[0]?.slice(0, 2)).toEqual([
    '/api/admin/refunds/export?status=approved&sort=-total&format=csv',
    'pengembalian-dana.csv',
  ]);
});

test('when the whole number is asked for, then it is read by its own call', async () => {
  const whole = aRefund({ account: { ...aRefund().account!, number: '0123456789' } });
  const { api, type } = open(aRefund(), { [`GET /api/admin/refunds/${id(1)}`]: { body: whole } });
  expect((await panel()).queryByText(/0123456789/u)).toBeNull();
  await press(type, 'Tampilkan nomor utuh');
  expect(await (await panel()).findByText(/BCA 0123456789/u)).toBeTruthy();
  expect(api.asked.filter(({ path }) => path.endsWith(id(1)))).toHaveLength(1);
});

test('when finance changes figures and account, then it is asked for a reason and the number twice, and a stale version loses nothing', async () => {
  const change = `PUT /api/admin/refunds/${id(1)}`;
  const { body, status } = refused(409, 'Sudah diubah', { code: 'stale' });
  const stale = {
    status,
    body: { ...(body as object), stale: { changed_by: null, changed_at: null, present: aRefund() } },
  };
  const { api, type } = open(aRefund(), { [change]: stale });
  await press(type, 'Ubah');
  const dialog = within(await screen.findByRole('dialog', { name: 'Ubah pengembalian dana' }));
  const amount = await dialog.findByLabelText(/^Tagihan · INV-2026-000001/u);
  await type.clear(amount);
  await type.type(amount, '2600000');
  expect(await dialog.findByText(/^Paling banyak Rp\s2\.500\.000 dapat dikembalikan/u)).toBeTruthy();
  await type.clear(amount);
  await type.type(amount, '1000000');
  fireEvent.change(dialog.getByLabelText(/^Bank/u), { target: { value: '014' } });
  fireEvent.change(dialog.getByLabelText(/^Nomor rekening/u), { target: { value: '0123456789' } });
  fireEvent.change(dialog.getByLabelText(/^Ketik ulang/u), { target: { value: '0123456788' } });
  fireEvent.change(dialog.getByLabelText(/^Nama pemilik/u), { target: { value: 'Budi Santoso' } });
  await type.click(dialog.getByRole('button', { name: 'Simpan' }));
  expect(await dialog.findByText(/Kedua nomor rekening berbeda/u)).toBeTruthy();
  expect(dialog.getByText('Alasan harus diisi, paling sedikit 10 karakter')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText(/^Ketik ulang/u), { target: { value: '0123456789' } });
  fireEvent.change(dialog.getByLabelText(/^Alasan/u), { target: { value: 'Seragam sudah diambil' } });
  await type.click(dialog.getByRole('button', { name: 'Simpan' }));
  expect(await dialog.findByText(/Angka terbaru sudah dimuat/u)).toBeTruthy();
  expect(dialog.getByLabelText<HTMLInputElement>(/^Alasan/u).value).toBe('Seragam sudah diambil');
  expect(api.bodies(change)).toEqual([
    {
      lines: [{ kind: 'invoice', target: id(60), back: 1_000_000 }],
      deduct: 0,
      reason: 'Seragam sudah diambil',
      account: { bank_code: '014', number: '0123456789', owner: 'Budi Santoso' },
      version: 3,
    },
  ]);
});

test('when money of an unknown payer goes back, then its account is typed although nothing else says whose it is', async () => {
  const line = { kind: 'unapplied' as const, target: id(70), number: 'PSB-2026-SD-00042', paid: 900_000 };
  const refund = aRefund({
    lines: [{ ...line, percent: null, rule_back: null, back: 900_000 }],
    total: 900_000,
    account: null,
  });
  const change = `PUT /api/admin/refunds/${id(1)}`;
  const { api, type } = open(refund, {
    [GIVABLE]: ({ query }) => ({
      body: query.get('unapplied_id') === id(70) ? { ...money, lines: [{ ...line, left: 900_000 }] } : money,
    }),
    [change]: { body: refund },
  });
  await press(type, 'Ubah');
  const dialog = within(await screen.findByRole('dialog', { name: 'Ubah pengembalian dana' }));
  fireEvent.change(await dialog.findByLabelText(/^Bank/u), { target: { value: '014' } });
  fireEvent.change(dialog.getByLabelText(/^Nomor rekening/u), { target: { value: '0123456789' } });
  fireEvent.change(dialog.getByLabelText(/^Ketik ulang/u), { target: { value: '0123456789' } });
  fireEvent.change(dialog.getByLabelText(/^Nama pemilik/u), { target: { value: 'Budi Santoso' } });
  await type.click(dialog.getByRole('button', { name: 'Simpan' }));
  await waitFor(() =>
    expect(api.bodies(change)).toEqual([
      { account: { bank_code: '014', number: '0123456789', owner: 'Budi Santoso' }, version: 3 },
    ]),
  );
});

test('when the head approves, then it is sent once with a key, and a refusal keeps the question', async () => {
  const approve = `POST /api/admin/refunds/${id(1)}/approve`;
  const more = refused(
    409,
    'Dari INV-2026-000001 hanya Rp 1.000 yang masih dapat dikembalikan. Ubah angkanya lebih dahulu.',
  );
  const { api, type } = open(aRefund({ status: 'requested' }), { [approve]: more }, 'manager_pendidikan');
  await press(type, 'Setujui');
  const question = within(await screen.findByRole('alertdialog'));
  await type.click(question.getByRole('button', { name: 'Setujui' }));
  expect(await question.findByText(/Ubah angkanya lebih dahulu/u)).toBeTruthy();
  api.answer(approve, { body: aRefund({ status: 'approved' }) });
  await type.click(question.getByRole('button', { name: 'Setujui' }));
  await findToast('Berhasil', 'Pengembalian dana disetujui');
  const keys = api.asked
    .filter(({ path }) => path.endsWith('/approve'))
    .map(({ headers }) => headers['idempotency-key']);
  expect(keys).toEqual([expect.any(String), keys[0]]);
  expect(api.bodies(approve)[0]).toEqual({ version: 3 });
});

const button = (name: string) => screen.queryByRole('button', { name });
test.each([
  ['draft', 'finance', false, ['Batalkan', 'Ubah', 'Ajukan']],
  ['draft', 'manager_pendidikan', false, ['Batalkan']],
  ['draft', 'it', false, []],
  ['requested', 'finance', true, ['Batalkan', 'Ubah']],
  ['requested', 'admin', false, ['Batalkan', 'Ubah', 'Tolak', 'Setujui']],
  ['requested', 'admin', true, ['Batalkan', 'Ubah', 'Tolak']],
  ['approved', 'finance', true, ['Catat transfer']],
  ['approved', 'manager_pendidikan', false, ['Batalkan']],
  ['approved', 'admin', false, ['Batalkan', 'Catat transfer']],
  ['paid', 'admin', false, []],
] as const)('when it is %s and %s looks (own: %s), then %j can be done', async (status, role, own, acts) => {
  open(aRefund({ status, own }), {}, role);
  await (await panel()).findByRole('row', { name: /INV-2026-000001/u });
  const all = ['Batalkan', 'Ubah', 'Ajukan', 'Tolak', 'Setujui', 'Pindahkan ke anak lain', 'Catat transfer'];
  expect(all.filter((name) => button(name) !== null)).toEqual(acts);
  expect(screen.queryByText(/^Anda ikut menyusun/u) !== null).toBe(
    status === 'requested' && role === 'admin' && own,
  );
});

test('when the money paid nothing, then it can pay an invoice of the sister', async () => {
  const move = `POST /api/admin/refunds/${id(1)}/move`;
  const [line] = aRefund().lines;
  const refund = aRefund({ status: 'approved', lines: [{ ...line!, kind: 'unapplied' }] });
  const { api, type } = open(refund, { [move]: { body: { ...refund, status: 'moved' } } });
  await press(type, 'Pindahkan ke anak lain');
  const dialog = within(await screen.findByRole('dialog', { name: 'Pindahkan ke anak lain' }));
  await type.click(await dialog.findByRole('button', { name: 'Pindahkan ke anak lain' }));
  expect(await dialog.findByText('Pilih tagihannya')).toBeTruthy();
  await type.click(dialog.getByRole('radio', { name: /^Zahra Putri · INV-2026-000009/u }));
  await type.click(dialog.getByRole('button', { name: 'Pindahkan ke anak lain' }));
  await findToast('Berhasil', 'Dana dipindahkan');
  expect(api.bodies(move)).toEqual([{ invoice_id: id(61), version: 3 }]);
});

test('when a transfer is noted without its slip, then the slip is asked for', async () => {
  const { api, type } = open(aRefund({ status: 'approved' }));
  await press(type, 'Catat transfer');
  const dialog = within(await screen.findByRole('dialog', { name: 'Catat transfer' }));
  await type.click(dialog.getByRole('button', { name: 'Catat transfer' }));
  expect(await dialog.findByText('Unggah bukti transfernya')).toBeTruthy();
  expect(api.asked.some(({ method }) => method === 'POST')).toBe(false);
});

test('when the bank’s statement has the transfer, then its line is offered, and one of another amount only said', async () => {
  const paid = `POST /api/admin/refunds/${id(1)}/paid`;
  const line = { booked_on: '2026-11-22', account_key: 'utama', by: 'number' } as const;
  const offers = [
    { ...line, line_id: id(80), amount: 1_200_000 },
    { ...line, line_id: id(81), amount: 1_000_000 },
  ];
  const refund = aRefund({ status: 'approved', offers });
  const { api, type } = open(refund, { [paid]: { body: { ...refund, status: 'paid', offers: [] } } });
  await press(type, 'Catat transfer');
  const dialog = within(await screen.findByRole('dialog', { name: 'Catat transfer' }));
  expect(dialog.getAllByRole('radio')).toHaveLength(2);
  expect(dialog.getByText(/tetapi jumlahnya Rp\s1\.000\.000/u)).toBeTruthy();
  await type.click(dialog.getByRole('button', { name: 'Catat transfer' }));
  await findToast('Berhasil', 'Transfer tercatat, keluarga diberi tahu');
  expect(api.bodies(paid)).toEqual([{ bank_line_id: id(80), version: 3 }]);
});

test('when one is begun from a registration, then what is left of it is offered, and the draft opens', async () => {
  const begin = 'POST /api/admin/refunds';
  const { api, type } = open(
    aRefund(),
    { [begin]: { status: 201, body: aRefund() } },
    'finance',
    `mulai=${id(2)}`,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Kembalikan dana' }));
  await type.click(await dialog.findByRole('button', { name: 'Buat draf' }));
  expect(await dialog.findByText('Sebab harus dipilih')).toBeTruthy();
  await type.selectOptions(dialog.getByLabelText(/^Sebab/u), 'goodwill');
  await type.type(dialog.getByLabelText(/^Biaya pendaftaran/u), '350000');
  fireEvent.change(dialog.getByLabelText(/^Alasan/u), { target: { value: 'Kebijakan kepala sekolah' } });
  await type.click(dialog.getByRole('button', { name: 'Buat draf' }));
  await findToast('Berhasil', 'Draf pengembalian dana dibuat');
  expect(api.bodies(begin)).toEqual([
    {
      registration_id: id(2),
      cause: 'goodwill',
      lines: [{ kind: 'fee', target: id(2), back: 350_000 }],
      reason: 'Kebijakan kepala sekolah',
    },
  ]);
  await panel();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('when nothing says whose money it is, then its registration is searched for', async () => {
  const unknown = { ...money, registration: null };
  const found = [
    { id: id(2), child: { full_name: 'Aisyah Putri' }, registration_number: 'PSB-2026-SD-00042' },
  ];
  const { type } = open(
    aRefund(),
    {
      [GIVABLE]: ({ query }) => ({ body: query.has('registration_id') ? money : unknown }),
      'GET /api/admin/registrations': { body: found },
    },
    'finance',
    `dana=${id(70)}`,
  );
  await type.type(await screen.findByLabelText('Nama anak atau nomor pendaftaran'), 'Aisyah');
  await type.click(await screen.findByRole('button', { name: /^Aisyah Putri · PSB/u }));
  expect(await screen.findByRole('button', { name: 'Buat draf' })).toBeTruthy();
});
