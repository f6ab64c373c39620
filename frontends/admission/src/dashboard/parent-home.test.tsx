import { fakeApi, later } from '@gerbang/web-kit/testing/fake-api';
import { aUser, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { anExpectation } from '@gerbang/web-kit/testing/expectations';
import { aDashboard, aRow, aSchool } from '../../test/samples.ts';
import { DashboardCards } from './dashboard-cards.tsx';

const ROW = aRow({ jenjang: 'SD', kelas: '1', child: { full_name: 'Aisyah Putri', nick_name: 'Aisyah' } });
const NOBODY = { registration_id: null, child_id: null, child_name: null };
const PROFILE = {
  father_name: null,
  mother_name: null,
  filled: 7,
  total: 14,
  missing: { father: 0, mother: 7, contact: 0, address: 0 },
};

type Shown = Parameters<typeof aDashboard>[0];

const REJECTED = `GET /api/enrollment-invoice-payments/invoice/${ROW.id}`;

function open(parent: Shown, more: object = {}, answers: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({
    'GET /api/dashboard': { body: { ...aDashboard(parent), ...more } },
    'GET /api/config': { body: aSchool() },
    [REJECTED]: {
      body: [{ verification_status: 'rejected', rejection_reason: 'Nama pengirim berbeda.' }],
    },
    ...answers,
  });
  const user = aUser({ role: 'wali_murid', phone_verified: true });
  return { api, ...renderPage(<DashboardCards />, { user }) };
}
const hero = async () => within(await screen.findByRole('region', { name: 'Langkah Anda berikutnya' }));

test('when a fee is not paid, then the hero has its amount and the way to pay; the profile is a row with its ring', async () => {
  open({
    registrations: [ROW],
    children_count: 1,
    tasks: [
      { ...NOBODY, kind: 'fee_unpaid', registration_id: ROW.id },
      { ...NOBODY, kind: 'profile_incomplete' },
    ],
    profile: PROFILE,
  });
  const first = await hero();
  expect(await first.findByText('Rp 350.000')).toBeTruthy();
  expect(first.getByText('Biaya pendaftaran · Aisyah')).toBeTruthy();
  expect(first.getByRole('link', { name: 'Bayar sekarang' }).getAttribute('href')).toBe(
    `/registrations?bayar=${ROW.id}`,
  );
  const others = within(screen.getByRole('region', { name: 'Perlu tindakan Anda' }));
  expect(others.getByRole('link', { name: 'Lengkapi data ibu' }).getAttribute('href')).toBe(
    '/profile?bagian=ibu',
  );
  expect(others.getByText('7 isian lagi · sekitar 2 menit')).toBeTruthy();
  expect(others.getByRole('img', { name: '7 dari 14 isian terisi' })).toBeTruthy();
});

describe('beside the child’s way', () => {
  const message = {
    id: ROW.id,
    kind: 'stage_changed',
    title: 'Tahap pendaftaran berubah',
    text: 'Teks',
    link: '/registrations',
    channel: 'whatsapp',
    state: 'WhatsApp · dibaca 17.23',
    created_at: '2026-11-30T10:23:00Z',
    read_at: null,
  };
  const MESSAGES = 'GET /api/notifications';
  const READ = 'POST /api/notifications/read';
  const waiting = {
    registrations: [ROW],
    children_count: 1,
    tasks: [
      { ...NOBODY, kind: 'document_missing' as const, child_id: ROW.child_id, documents: ['Akta', 'KK'] },
    ],
  };
  const widen = (wide: boolean) =>
    jest
      .spyOn(window, 'matchMedia')
      .mockImplementation(
        () => ({ matches: wide, addEventListener: () => {}, removeEventListener: () => {} }) as never,
      );
  afterEach(() => jest.restoreAllMocks());

  test('when a desktop shows the dashboard, then the last three messages stand there, and following one marks it as read', async () => {
    widen(true);
    const { api, type } = open(
      waiting,
      {},
      {
        [MESSAGES]: { body: [message, { ...message, id: ROW.child_id, link: null, title: 'Kabar lain' }] },
        [READ]: { body: { unread: 0 } },
      },
    );
    const link = await screen.findByRole('link', { name: 'Tahap pendaftaran berubah' });
    expect(api.asked.find(({ path }) => path === '/api/notifications')?.query.get('limit')).toBe('3');
    expect(screen.getByText('Kabar lain').closest('a')).toBeNull();
    const documents = screen.getByRole('link', { name: '2 dokumen ditunggu Buka dokumen' });
    expect(documents.getAttribute('href')).toBe(`/children/${ROW.child_id}/dokumen`);
    await type.click(link);
    expect(api.bodies(READ)).toEqual([{ ids: [ROW.id] }]);
  });

  test.each([
    ['the window is narrow', false, { body: [message] }],
    ['there is no message yet', true, { body: [] }],
    ['they cannot be read', true, { status: 503, body: {} }],
  ])('when %s, then nothing is said of messages', async (_when, wide, answer) => {
    widen(wide);
    const { api } = open(waiting, {}, { [MESSAGES]: answer });
    await screen.findByText('Status Pendaftaran (1)');
    const asks = () => api.asked.some(({ path }) => path === '/api/notifications');
    await waitFor(() => expect(asks()).toBe(wide));
    expect(screen.queryByText('Pesan terakhir')).toBeNull();
  });
});

describe('several open fees', () => {
  const MORE = ROW.id.replace(/..$/u, '78');
  const unpaid = {
    registrations: [ROW, aRow({ id: MORE, jenjang: 'SD', payment_amount: 550_000 })],
    children_count: 2,
    tasks: [ROW.id, MORE].map((id) => ({ ...NOBODY, kind: 'fee_unpaid' as const, registration_id: id })),
  };

  const exact = {
    'GET /api/config': { body: aSchool({ unique_code: { on: true, max: 999 } }) },
    'POST /api/payment-expectations': { body: anExpectation(350_000, 137) },
  };
  const ON_PAGE = /^Jumlah biaya Rp\s900\.000 \(jumlah transfernya, tepat .+ di halaman pembayaran\)$/u;
  const accepted = {
    registration_id: ROW.id,
    child_name: 'Umar',
    jenjang: 'SD',
    kelas: '1',
    declined: false,
  };
  const billing = {
    parent: { next_payment: null, outstanding: { invoices: 0, amount: 0 }, to_confirm: [accepted] },
    staff: null,
  };

  test('when they go to one account, then the hero has their sum and one payment, and no row repeats one of them', async () => {
    open(unpaid);
    const first = await hero();
    expect(await first.findByText(/^2 biaya · Rp\s900\.000$/u)).toBeTruthy();
    expect(first.getByText('Biaya pendaftaran Aisyah')).toBeTruthy();
    const way = first.getByRole('link', { name: 'Bayar sekaligus' });
    expect(way.getAttribute('href')).toBe('/registrations/bayar');
    expect(screen.queryByRole('region', { name: 'Perlu tindakan Anda' })).toBeNull();
  });

  test('when they are of many children, then two of them are named', async () => {
    const fees = ['Umar', 'Fatih', 'Zahra', 'Yusuf'].map((full_name, at) =>
      aRow({ id: ROW.id.replace(/..$/u, `8${at}`), jenjang: 'SD', child: { full_name, nick_name: null } }),
    );
    open({
      registrations: fees,
      children_count: 4,
      tasks: fees.map(({ id }) => ({ ...NOBODY, kind: 'fee_unpaid' as const, registration_id: id })),
    });
    expect(await (await hero()).findByText('Biaya pendaftaran Umar, Fatih, dan 2 anak lain')).toBeTruthy();
  });

  test('when the account is not known yet, then no fee of them stands alone meanwhile', async () => {
    const { answer, release } = later();
    const { api } = open(unpaid, {}, { 'GET /api/config': answer });
    await screen.findByText('Menyiapkan jumlah transfer...');
    expect(screen.queryByRole('link', { name: 'Bayar sekarang' })).toBeNull();
    expect(api.bodies('POST /api/payment-expectations')).toEqual([]);
    release({ body: aSchool() });
    expect(await (await hero()).findByRole('link', { name: 'Bayar sekaligus' })).toBeTruthy();
  });

  test('when the school asks for exact amounts, then their sum is told apart from what is to be transferred, and none is asked for', async () => {
    const { api } = open(unpaid, {}, exact);
    const first = await hero();
    expect(first.getByText('2 biaya')).toBeTruthy();
    expect(first.getByText(ON_PAGE)).toBeTruthy();
    expect(api.bodies('POST /api/payment-expectations')).toEqual([]);
  });

  test('when something else comes first, then one row pays them, in place of a row each', async () => {
    open(unpaid, { billing });
    const others = within(await screen.findByRole('region', { name: 'Perlu tindakan Anda' }));
    const way = await others.findByRole('link', { name: 'Bayar sekaligus' });
    expect(way.getAttribute('href')).toBe('/registrations/bayar');
    expect(others.getByText(/^2 biaya · Rp\s900\.000$/u)).toBeTruthy();
    expect(others.getAllByRole('link')).toHaveLength(1);
  });
});

test('when a proof was rejected, then its reason stands there and a new one can be sent', async () => {
  const rejected = {
    ...ROW,
    payment_status: 'rejected' as const,
    rejection_reason: 'Jumlahnya tidak terbaca.',
  };
  open({
    registrations: [rejected],
    children_count: 1,
    tasks: [{ ...NOBODY, kind: 'fee_rejected', registration_id: ROW.id }],
  });
  const first = await hero();
  expect(first.getByText('Jumlahnya tidak terbaca.')).toBeTruthy();
  expect(first.getByRole('link', { name: 'Kirim bukti baru' }).getAttribute('href')).toBe(
    `/registrations?bayar=${ROW.id}`,
  );
});

test('when the payment of an invoice was rejected, then its reason is read and stands with the way to a new proof', async () => {
  const next_payment = {
    invoice_id: ROW.id,
    invoice_number: 'INV-2026-000123',
    installment_name: 'Tahap 1',
    child_name: 'Umar',
    due_date: '2099-12-01',
    remaining: 8_000_000,
    status: 'payment_rejected',
    overdue: false,
  };
  const outstanding = { invoices: 1, amount: 8_000_000 };
  open(
    { registrations: [ROW], children_count: 1 },
    { billing: { parent: { next_payment, outstanding, to_confirm: [] }, staff: null } },
  );
  const first = await hero();
  expect(await first.findByText('Nama pengirim berbeda.')).toBeTruthy();
  expect(first.getByRole('link', { name: 'Kirim bukti baru' }).getAttribute('href')).toBe(
    `/tagihan?bayar=${ROW.id}`,
  );
});

test('when an invoice and a confirmation are open, then the invoice that is due leads and the child is confirmed below', async () => {
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  open(
    { registrations: [{ ...ROW, current_stage: 'passed' }], children_count: 1 },
    {
      billing: {
        parent: {
          next_payment: {
            invoice_id: ROW.id,
            invoice_number: 'INV-2026-000123',
            installment_name: 'Tahap 1',
            child_name: 'Umar',
            due_date: day,
            remaining: 8_000_000,
            status: 'pending',
            overdue: false,
          },
          outstanding: { invoices: 4, amount: 16_000_000 },
          to_confirm: [
            {
              registration_id: ROW.id,
              child_name: 'Aisyah Putri',
              jenjang: 'SD',
              kelas: '1',
              declined: false,
            },
          ],
        },
        staff: null,
      },
    },
  );
  const first = await hero();
  expect(await first.findByText('Rp 8.000.000')).toBeTruthy();
  expect(first.getByText('Tagihan Tahap 1 · Umar')).toBeTruthy();
  expect(first.getByRole('link', { name: 'Bayar sekarang' }).getAttribute('href')).toBe(
    `/tagihan?bayar=${ROW.id}`,
  );
  expect(screen.getByRole('link', { name: 'Konfirmasi daftar ulang Aisyah' }).getAttribute('href')).toBe(
    `/enrollment-confirmation/${ROW.id}`,
  );
  expect(screen.getByText(/^4 tagihan belum lunas, seluruhnya Rp\s16\.000\.000\.$/u)).toBeTruthy();
});

test('when the seat of an accepted child is held until a day, then the next step says until when, once', async () => {
  const until = new Date(Date.now() + 4 * 86_400_000).toISOString();
  const child = { registration_id: ROW.id, child_name: 'Aisyah Putri', jenjang: 'SD', kelas: '1' };
  open(
    { registrations: [{ ...ROW, current_stage: 'passed' }], children_count: 1 },
    {
      billing: {
        parent: {
          next_payment: null,
          outstanding: { invoices: 0, amount: 0 },
          to_confirm: [{ ...child, declined: false, answer_until: until }],
        },
        staff: null,
      },
    },
  );
  const first = await hero();
  expect(first.getByText(/^Kursi disediakan sampai \S+, \d+ \S+\.$/u)).toBeTruthy();
  expect(first.getByText('4 hari lagi')).toBeTruthy();
  expect(first.getByRole('link', { name: 'Konfirmasi daftar ulang Aisyah' })).toBeTruthy();
});

test('when results are new, then a row leads to them, before the other tasks', async () => {
  const result = {
    id: ROW.child_id,
    registration: { id: ROW.id, jenjang: 'SD', kelas: '1' },
    child: ROW.child,
    published_at: new Date().toISOString(),
  };
  const announcement = { parent: { results: [result] }, staff: null };
  open({ registrations: [ROW], children_count: 1, opened_results: [] }, { announcement });
  await hero();
  const link = screen.getByRole('link', { name: 'Buka hasil observasi' });
  expect(link.getAttribute('href')).toBe(`/hasil/${ROW.id}`);
  expect(screen.getAllByText('Baru')).toHaveLength(2);
});

test('when nothing is open, then that is said; not while the invoices are unknown', async () => {
  const done = { ...ROW, current_stage: 'passed', payment_status: 'verified' } as const;
  open({ registrations: [done], children_count: 1 });
  expect((await hero()).getByText('Semua beres.')).toBeTruthy();
  cleanup();
  // One child of two still waits: for its fee, its observation, its result, or a place.
  for (const waiting of [
    { payment_status: 'paid' },
    { current_stage: 'registered' },
    { current_stage: 'obs_attended' },
    { current_stage: 'waiting_announcement' },
    { current_stage: 'waitlisted' },
  ] as const) {
    open({ registrations: [done, { ...done, id: ROW.child_id, ...waiting }], children_count: 2 });
    expect((await hero()).getByText('Tidak ada yang perlu Anda lakukan sekarang.')).toBeTruthy();
    expect(screen.queryByText('Semua beres.')).toBeNull();
    cleanup();
  }
  open({ registrations: [ROW], children_count: 1 }, { unavailable: ['billing'] });
  expect(await screen.findByText(/^Tagihan dan daftar ulang belum dapat dimuat/u)).toBeTruthy();
  expect(screen.queryByText('Semua beres.')).toBeNull();
});

test('when more than three tasks wait beside the first, then the others come on demand', async () => {
  const kinds = [
    'profile_incomplete',
    'contact_unverified',
    'child_missing',
    'registration_missing',
  ] as const;
  const { type } = open({
    registrations: [ROW],
    children_count: 1,
    tasks: [
      { ...NOBODY, kind: 'fee_unpaid', registration_id: ROW.id },
      ...kinds.map((kind) => ({ ...NOBODY, kind })),
    ],
  });
  const list = () =>
    within(screen.getByRole('region', { name: 'Perlu tindakan Anda' })).getAllByRole('listitem');
  await hero();
  expect(list()).toHaveLength(3);
  await type.click(screen.getByRole('button', { name: 'Lihat semua (4)' }));
  expect(list()).toHaveLength(4);
});

test('when an observation is scheduled, then day, time, place and what to bring stand on a leaf with the calendar’s file', async () => {
  open({
    registrations: [{ ...ROW, current_stage: 'obs_scheduled', payment_status: 'verified' }],
    children_count: 1,
    observations: [
      {
        registration_id: ROW.id,
        day: '2099-11-27',
        time: '08:00',
        place: 'Gedung SD',
        bring: 'akta lahir asli',
      },
    ],
  });
  const first = await hero();
  expect(first.getByText('Jumat, 27 November')).toBeTruthy();
  expect(first.getByText('Observasi Aisyah · 08.00 WIB · Gedung SD')).toBeTruthy();
  const card = within(screen.getByRole('article'));
  expect(card.getByText('Jumat, 27 November · 08.00 WIB')).toBeTruthy();
  expect(card.getByText('Bawa atau siapkan: akta lahir asli')).toBeTruthy();
  expect(card.getByRole('link', { name: 'Simpan ke kalender: observasi Aisyah' }).getAttribute('href')).toBe(
    `/api/registrations/${ROW.id}/observation.ics`,
  );
  const other = await card.findByRole('link', {
    name: 'Minta jadwal lain: observasi Aisyah, lewat WhatsApp',
  });
  const chat = new URL(other.getAttribute('href') ?? '');
  expect([chat.origin, chat.pathname]).toEqual(['https://wa.me', '/6281200000000']);
  expect(chat.searchParams.get('text')).toMatch(/observasi Aisyah \(27 November\)\?$/u);
});

test('when a child is chosen, then its way is shown, each step with its state', async () => {
  const other = aRow({
    id: ROW.child_id,
    child_id: ROW.id,
    child: { full_name: 'Umar Faruq', nick_name: null },
    payment_status: 'verified',
    payment_verified_at: '2026-11-13T03:00:00.000Z',
    current_stage: 'failed',
  });
  const { type } = open({ registrations: [ROW, other], children_count: 2 });
  const steps = () =>
    within(screen.getByRole('list', { name: /^Perjalanan pendaftaran/u }))
      .getAllByRole('listitem')
      .map((step) => step.getAttribute('aria-label'));
  await screen.findByRole('button', { name: 'Aisyah', pressed: true });
  expect(steps()).toEqual([
    'Daftar, 12 Nov, selesai',
    'Bayar, sekarang',
    'Observasi, belum',
    'Hasil, belum',
    'Daftar ulang, belum',
  ]);
  await type.click(screen.getByRole('button', { name: 'Umar Faruq' }));
  expect(steps()).toEqual([
    'Daftar, 12 Nov, selesai',
    'Bayar, 13 Nov, selesai',
    'Observasi, selesai',
    'Hasil, berhenti di sini',
    'Daftar ulang, belum',
  ]);
});

test('when documents are to be sent, then a returned one comes before those that were never sent, each with its page', async () => {
  const documents = (kind: 'document_returned' | 'document_missing', names: string[]) => ({
    kind,
    registration_id: ROW.id,
    child_id: ROW.child_id,
    child_name: 'Aisyah Putri',
    documents: names,
  });
  open({
    registrations: [ROW],
    children_count: 1,
    tasks: [
      documents('document_returned', ['Akta kelahiran']),
      documents('document_missing', ['Kartu keluarga', 'Pas foto anak', 'Rapor']),
    ],
    profile: { ...PROFILE, filled: 14 },
  });
  const first = await hero();
  expect(first.getByText('Dokumen perlu diulang')).toBeTruthy();
  expect(first.getByRole('link', { name: 'Kirim ulang Akta kelahiran' }).getAttribute('href')).toBe(
    `/children/${ROW.child_id}/dokumen`,
  );
  const others = within(screen.getByRole('region', { name: 'Perlu tindakan Anda' }));
  expect(
    others.getByRole('link', { name: 'Kirim Kartu keluarga dan 2 dokumen lain' }).getAttribute('href'),
  ).toBe(`/children/${ROW.child_id}/dokumen`);
});

describe('where the school asks for exact amounts', () => {
  const ASK = 'POST /api/payment-expectations';
  const next_payment = {
    invoice_id: ROW.id,
    invoice_number: 'INV-2026-000123',
    installment_name: 'Tahap 1',
    child_name: 'Umar',
    due_date: '2099-12-01',
    remaining: 8_000_000,
    status: 'pending',
    overdue: false,
  };
  const billing = (exact_amounts: boolean, payment: typeof next_payment | null = null) => ({
    billing: {
      parent: {
        next_payment: payment,
        exact_amounts,
        outstanding: { invoices: 1, amount: 8_000_000 },
        to_confirm: [],
      },
      staff: null,
    },
  });
  const asked = ({ body }: { body: unknown }) => {
    const { amount } = body as { amount: number };
    return { body: anExpectation(amount, 137) };
  };
  const unpaid = {
    registrations: [ROW],
    children_count: 1,
    tasks: [{ ...NOBODY, kind: 'fee_unpaid' as const, registration_id: ROW.id }],
  };

  test('when a fee is not paid, then the hero names the exact amount with its words, and the later payment too', async () => {
    const { api } = open(unpaid, billing(true, next_payment), {
      'GET /api/config': { body: aSchool({ unique_code: { on: true, max: 999 } }) },
      [ASK]: asked,
    });
    const first = await hero();
    expect(await first.findByText('Rp 350.137')).toBeTruthy();
    expect(first.getByText('Biaya pendaftaran · Aisyah · tepat sampai angka terakhir')).toBeTruthy();
    const others = within(screen.getByRole('region', { name: 'Perlu tindakan Anda' }));
    expect(await others.findByText('Rp 8.000.137')).toBeTruthy();
    expect(others.getByText('· tepat sampai angka terakhir')).toBeTruthy();
    expect(api.bodies(ASK)).toEqual(
      expect.arrayContaining([
        { kind: 'registration_fee', id: ROW.id, amount: 350_000, keep: true },
        { kind: 'invoice', id: ROW.id, amount: 8_000_000, keep: true },
      ]),
    );
  });

  test('when it is not known yet, then no other amount stands in its place', async () => {
    const { answer, release } = later();
    open(unpaid, billing(true), {
      'GET /api/config': { body: aSchool({ unique_code: { on: true, max: 999 } }) },
      [ASK]: answer,
    });
    const first = await hero();
    expect(await first.findByText('Menyiapkan jumlah transfer...')).toBeTruthy();
    expect(first.queryByText(/^Rp/u)).toBeNull();
    release({ body: anExpectation(350_000, 137) });
    expect(await first.findByText('Rp 350.137')).toBeTruthy();
  });

  test('when it does not, then the fee stands there at once, and nothing is asked for', async () => {
    const { api } = open(unpaid, billing(false));
    const first = await hero();
    expect(first.getByText('Rp 350.000')).toBeTruthy();
    expect(first.queryByText(/angka terakhir/u)).toBeNull();
    expect(api.bodies(ASK)).toEqual([]);
  });
});
