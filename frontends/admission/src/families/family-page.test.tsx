import type { Family } from '@gerbang/contracts/families';
import type { Role } from '@gerbang/domain/roles';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, within } from '@testing-library/react';
import { aStaffRow } from '../../test/staff.ts';
import { FamilyPage } from './family-page.tsx';

const ID = '0190f2f0-0000-7000-8000-000000000077';
const PAGE = `GET /api/admin/families/${ID}`;
const NOTES = `POST /api/admin/families/${ID}/notes`;
const LISTS = {
  invoices: 'GET /api/admin/invoices',
  papers: 'GET /api/admin/papers',
  refunds: 'GET /api/admin/refunds',
  unapplied: 'GET /api/admin/unapplied-receipts',
  messages: 'GET /api/admin/notifications',
} as const;

const aFamily = (changes: Partial<Family> = {}): Family => ({
  id: ID,
  parent: {
    father_name: 'Ahmad Fauzi',
    mother_name: 'Siti Maryam',
    contact_phone: '+6281234567890',
    name_from_account: null,
    phone_from_account: null,
  },
  registrations: [
    {
      ...aStaffRow({ payment_status: 'paid', current_stage: 'registered' }),
      re_enrolled: false,
      chooses_slot: false,
    },
  ],
  requests: [],
  unregistered: [],
  notes: [],
  ...changes,
});
const EMPTY = Object.fromEntries(Object.values(LISTS).map((call) => [call, { body: [] }]));
const open = (role: Role) =>
  renderPage(<FamilyPage />, {
    path: `/admin/families/${ID}`,
    route: '/admin/families/:id',
    user: aUser({ role }),
  });

const MONEY = ['Tagihan daftar ulang', 'Pengembalian dana', 'Dana belum dibukukan', 'Dokumen terbit'];
test.each([
  ['cs', ['Pesan terakhir']],
  ['finance', MONEY],
  ['staff_tu', []],
  ['admin', [...MONEY, 'Pesan terakhir']],
] as const)(
  'when %s opens a family, then each part is there that the role may read, and no other is asked for',
  async (role, parts) => {
    const api = fakeApi({ ...EMPTY, [PAGE]: { body: aFamily() } });
    open(role);
    expect(await screen.findByRole('heading', { name: 'Ahmad Fauzi · Siti Maryam' })).toBeTruthy();
    expect(screen.getByText('Pemeriksaan bukti biaya')).toBeTruthy();
    const call = screen.getByRole('link', { name: 'Telepon 0812-3456-7890' });
    expect(call.getAttribute('href')).toBe('tel:+6281234567890');
    const shown = [...MONEY, 'Pesan terakhir'].filter((name) => screen.queryByRole('region', { name }));
    expect(shown).toEqual(parts);
    expect(api.asked.filter(({ path }) => !path.includes('families'))).toHaveLength(parts.length);
    for (const { query } of api.asked.slice(1))
      expect(query.get('family') ?? query.get('recipient')).toBe(ID);
  },
);

test('when the family asked for something, then it waits for those who decide it; fees are summed, and a paper opens', async () => {
  const row = { ...aStaffRow({ current_stage: 'registered' }), re_enrolled: false, chooses_slot: false };
  const registrations = [
    { ...row, payment_status: 'verified' as const, payment_amount: 350_000, chooses_slot: true },
    { ...row, id: `${ID.slice(0, -1)}8`, payment_status: 'rejected' as const, payment_amount: 550_000 },
    {
      ...row,
      id: `${ID.slice(0, -1)}9`,
      payment_status: 'pending' as const,
      payment_amount: 450_000,
      current_stage: 'withdrawn' as const,
    },
  ];
  const requests: Family['requests'] = [
    { kind: 'withdrawal', child_name: 'Umar Faruq' },
    { kind: 'erasure', child_name: null },
  ];
  const paper = {
    id: ID,
    version: 1,
    kind: 'fee_receipt',
    number: 'KP-2026-000001',
    child_name: 'Umar Faruq',
    issued_on: '2026-11-20',
    amount: 350_000,
    revoked_at: null,
    reason: null,
    looks: 0,
    registration_id: ID,
    payment_id: null,
    confirmation_id: null,
  };
  fakeApi({
    ...EMPTY,
    [PAGE]: { body: aFamily({ registrations, requests }) },
    [LISTS.papers]: { body: [paper, { ...paper, id: row.id, number: 'KP-2026-000002', kind: 'refund' }] },
  });
  open('finance');
  const waits = within(await screen.findByRole('region', { name: 'Yang ditunggu' }));
  expect(waits.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    expect.stringMatching(/^Pilih jadwal observasiKeluarga/u),
    expect.stringMatching(/^Bukti baru setelah ditolakKeluarga/u),
    'Permintaan mengundurkan diriKepala SekolahUmar Faruq',
    'Permintaan penghapusan dataAdministrator',
  ]);
  const fees = within(screen.getByRole('region', { name: 'Biaya pendaftaran' }));
  expect(fees.getByText(/^Rp\s350\.000$/u)).toBeTruthy();
  expect(fees.getByText(/^Rp\s550\.000$/u)).toBeTruthy();
  const opened = await screen.findByRole('link', { name: 'KP-2026-000001 (PDF, tab baru)' });
  expect(opened.getAttribute('href')).toBe(`/api/registrations/${ID}/fee-receipt`);
  expect(screen.queryByRole('link', { name: /000002/u })).toBeNull();
});

test('when money went back or stands unapplied, then its sums, its state and where it is worked on are there', async () => {
  const refund = {
    id: ID,
    number: 'PD-2026-000001',
    status: 'approved',
    cause: 'overpaid',
    total: 400_000,
    registration: { id: ID, number: 'PSB-2026-SD-00001', child_name: 'Umar Faruq' },
  };
  const receipt = {
    id: ID,
    amount: 266_000,
    cause: 'duplicate',
    line: { booked_on: '2026-11-20' },
    asked_for: { number: 'INV-2026-000001', child_name: 'Umar Faruq' },
    created_at: '2026-11-21T03:00:00.000Z',
  };
  const paid = {
    ...refund,
    id: `${ID.slice(0, -1)}8`,
    number: 'PD-2026-000002',
    status: 'paid',
    total: 100_000,
  };
  fakeApi({
    ...EMPTY,
    [PAGE]: { body: aFamily() },
    [LISTS.refunds]: { body: [refund, paid] },
    [LISTS.unapplied]: { body: [receipt] },
  });
  open('finance');
  const back = within(await screen.findByRole('region', { name: 'Pengembalian dana' }));
  const number = await back.findByRole('link', { name: 'PD-2026-000001' });
  expect(number.getAttribute('href')).toBe(`/admin/refunds?id=${ID}`);
  const words = (label: string) =>
    screen.getByText(label).parentElement?.textContent.replaceAll('\u00A0', ' ');
  expect(words('Sudah dikembalikan')).toContain('Rp 100.000');
  expect(words('Dalam proses')).toContain('Rp 400.000');
  const loose = within(screen.getByRole('region', { name: 'Dana belum dibukukan' }));
  expect(await loose.findByText('Dibayar dua kali')).toBeTruthy();
  expect(loose.getByText('Umar Faruq · INV-2026-000001 · masuk 20 Nov 2026')).toBeTruthy();
  expect(words('Menunggu dibukukan')).toContain('Rp 266.000');
});

test('when one part fails, then the others stay, and it alone is read again', async () => {
  const api = fakeApi({ ...EMPTY, [PAGE]: { body: aFamily() }, [LISTS.papers]: refused(503, 'Sibuk') });
  const { type } = open('finance');
  const part = within(await screen.findByRole('region', { name: 'Dokumen terbit' }));
  await part.findByRole('alert');
  expect(await screen.findByText('Belum ada tagihan daftar ulang.')).toBeTruthy();
  api.answer(LISTS.papers, { body: [] });
  await type.click(part.getByRole('button', { name: 'Coba lagi' }));
  expect(await screen.findByText('Belum ada kuitansi atau surat.')).toBeTruthy();
  expect(api.asked.filter(({ path }) => path.endsWith('/invoices'))).toHaveLength(1);
});

test('when there is no such family, then the page says so and leads on', async () => {
  fakeApi({ [PAGE]: refused(404, 'Keluarga tidak ditemukan') });
  open('cs');
  expect(await screen.findByText('Keluarga tidak ditemukan')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ke pendaftaran' })).toBeTruthy();
});

test('when a call is noted, then a failure keeps the words and the key, and the note is then on the page', async () => {
  let family = aFamily();
  const api = fakeApi({ ...EMPTY, [PAGE]: () => ({ body: family }), [NOTES]: { offline: true } });
  const { type } = open('cs');
  await type.click(await screen.findByRole('button', { name: 'Catat telepon' }));
  const dialog = within(await screen.findByRole('dialog'));
  await type.click(dialog.getByRole('button', { name: 'Simpan catatan' }));
  expect(dialog.getByText('Catatan paling sedikit 3 karakter')).toBeTruthy();
  await type.type(dialog.getByRole('textbox'), 'Menanyakan jadwal');
  await type.click(dialog.getByRole('button', { name: 'Simpan catatan' }));
  await findToast('Catatan belum tersimpan');
  expect(dialog.getByDisplayValue('Menanyakan jadwal')).toBeTruthy();
  const note = {
    id: ID,
    text: 'Menanyakan jadwal',
    by: { name: 'Dewi', role: 'cs' as const },
    at: '2026-11-28T03:00:00.000Z',
  };
  api.answer(NOTES, () => {
    family = aFamily({ notes: [note] });
    return { status: 201, body: note };
  });
  await type.click(dialog.getByRole('button', { name: 'Simpan catatan' }));
  await findToast('Tersimpan');
  const notes = within(screen.getByRole('region', { name: 'Catatan telepon' }));
  expect(await notes.findByText('Menanyakan jadwal')).toBeTruthy();
  expect(notes.getByText('Dewi · CS · 28 November 2026, 10.00 WIB')).toBeTruthy();
  const keys = api.asked.flatMap(({ method, headers }) =>
    method === 'POST' ? [headers['idempotency-key']] : [],
  );
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});
