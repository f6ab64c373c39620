import type { Announcement } from '@gerbang/contracts/announcement-shapes';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fireEvent, screen, within } from '@testing-library/react';
import { aResult, anAnnouncement, idOf, mayOf } from '../../test/samples.ts';
import { DetailPage } from './detail-page.tsx';

const READ = `GET /api/admin/announcements/${idOf(1)}`;

const DELIVERY = `GET /api/admin/announcements/${idOf(1)}/delivery`;
const ARRIVED = { total: 2, waiting: 0, sent: 0, delivered: 2, read: 0, failed: 0, failures: [] };

function open(changes: Partial<Announcement> = {}, answers: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({
    [READ]: { body: anAnnouncement(changes) },
    [DELIVERY]: { body: ARRIVED },
    ...answers,
  });
  return {
    api,
    ...renderPage(<DetailPage />, {
      path: `/announcement/${idOf(1)}`,
      route: '/announcement/:id',
      user: aUser({ role: 'admin' }),
    }),
  };
}

const fact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;

test('when a published announcement is open, then everything that is specified stands there', async () => {
  open({
    status: 'published',
    may: [],
    content: 'Baris satu.\nBaris dua.',
    review_notes: 'Sudah sesuai.',
    reviewed_by: { name: 'Kepala', role: 'manager_pendidikan' },
    reviewed_at: '2026-11-21T02:00:00.000Z',
    published_by: { name: 'Dewi', role: 'admin' },
    published_at: '2026-11-21T03:00:00.000Z',
  });
  await screen.findByRole('heading', { name: 'Hasil Observasi SD Gelombang 1' });
  expect(fact('Status')).toBe('Diterbitkan');
  expect(fact('Periode observasi')).toBe('16–20 November 2026');
  expect(fact('Jenjang')).toBe('SD');
  expect(fact('Dibuat')).toBe('20 November 2026, 10.00 WIBSari (Staf Pendidikan)');
  expect(fact('Ditinjau')).toBe('21 November 2026, 09.00 WIBKepala (Kepala Sekolah)');
  expect(fact('Diterbitkan')).toBe('21 November 2026, 10.00 WIBDewi (Administrator)');
  expect(screen.getByText(/Baris satu\.\s+Baris dua\./u)).toBeTruthy();
  expect(screen.getByText('Sudah sesuai.')).toBeTruthy();
  const table = screen.getByRole('table', { name: 'Hasil siswa' });
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['No', 'Siswa', 'Jenjang', 'Kelas', 'Hasil', 'Catatan'],
    ['1', 'Aisyah Putriputri Laila Fitriani · 00001', 'SD', 'Kelas 1', 'Lulus', '-'],
    [
      '2',
      'Umar Faruqputri Laila Fitriani · 00002',
      'SD',
      'Kelas 1',
      'Tidak Lulus',
      'Belum siap secara sosial.',
    ],
  ]);
});

test('when it is not reviewed or published yet, then there is a dash', async () => {
  open();
  await screen.findByRole('heading', { name: 'Hasil Observasi SD Gelombang 1' });
  expect(fact('Ditinjau')).toBe('-');
  expect(fact('Diterbitkan')).toBe('-');
});

test('when results were skipped at publication, then staff see which and why', async () => {
  open({
    status: 'published',
    may: [],
    results: [aResult(1, 'Aisyah Putri'), aResult(2, 'Umar Faruq', { skip_reason: 'stage' })],
  });
  expect(await screen.findByText(/^1 hasil tidak diterapkan saat pengumuman diterbitkan/u)).toBeTruthy();
  expect(screen.getByText('Umar Faruq (PSB-2026-SD-00002): Tidak lagi menunggu pengumuman')).toBeTruthy();
  expect(within(screen.getByRole('row', { name: /Umar Faruq/u })).getByText('Tidak diterapkan')).toBeTruthy();
});

test('when the author opens what waits for review, then the page says that another person reviews it', async () => {
  open({ status: 'pending_review', own: true, may: mayOf('pending_review', 'admin', true) });
  expect(await screen.findByText('Anda penyusunnya, jadi orang lain yang meninjau.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Review/u })).toBeNull();
});

test.each([404, 400])(
  'when the address names nothing (%s), then the specified words say so',
  async (status) => {
    open({}, { [READ]: refused(status, 'Tidak ada') });
    expect(await screen.findByText('Pengumuman tidak ditemukan')).toBeTruthy();
  },
);

test('when it cannot be read, then another try brings it', async () => {
  const { api, type } = open({}, { [READ]: refused(503, 'Sibuk') });
  await screen.findByText(/tidak dapat dimuat/u);
  api.answer(READ, { body: anAnnouncement() });
  await type.click(screen.getByRole('button', { name: 'Coba lagi' }));
  await screen.findByRole('heading', { name: 'Hasil Observasi SD Gelombang 1' });
});

test('when there are hundreds of results, then the first come at once and paper gets them all', async () => {
  const results = Array.from({ length: 301 }, (_, index) => aResult(index, `Siswa ${index}`));
  const { type } = open({ results });
  const rows = () => within(screen.getByRole('table')).getAllByRole('row').length - 1;
  await screen.findByRole('table');
  expect(rows()).toBe(300);
  fireEvent(window, new Event('beforeprint'));
  expect(rows()).toBe(301);
  const print = jest.fn();
  Object.assign(window, { print });
  await type.click(screen.getByRole('button', { name: 'Cetak' }));
  expect(print).toHaveBeenCalledTimes(1);
});

describe('when messages of a published announcement failed', () => {
  const failure = {
    id: idOf(900),
    registration_id: idOf(202),
    channel: 'whatsapp',
    phone: '0812-••••-•890',
    reason: 'refused',
    error_code: 131026,
    resend_refusal: null,
    failed_at: '2026-11-21T03:10:00.000Z',
  };
  const some = { total: 27, waiting: 0, sent: 0, delivered: 25, read: 1, failed: 1, failures: [failure] };
  const RESEND = `POST /api/admin/announcements/${idOf(1)}/delivery/resend`;

  test('then the page counts all, names the child with the reason, and sends one again', async () => {
    const { api, type } = open(
      { status: 'published', may: [] },
      { [DELIVERY]: { body: some }, [RESEND]: { body: { ...some, waiting: 1, failed: 0, failures: [] } } },
    );
    expect(await screen.findByText('27 pesan: 1 dibaca · 25 sampai · 1 gagal')).toBeTruthy();
    const list = within(screen.getByRole('list', { name: 'Pesan yang gagal' }));
    expect(list.getByText('Umar Faruq')).toBeTruthy();
    expect(list.getByText('putri Laila Fitriani · 00002 · 0812-••••-•890')).toBeTruthy();
    await type.click(list.getByRole('button', { name: 'Kirim ulang pesan untuk keluarga Umar Faruq' }));
    await findToast('Pesan dikirim ulang');
    expect(api.bodies(RESEND)).toEqual([{ message_id: failure.id }]);
    expect(await screen.findByText('27 pesan: 1 dibaca · 25 sampai · 1 menunggu')).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Pesan yang gagal' })).toBeNull();
  });

  test('then one that may not go again says why instead', async () => {
    const failures = [{ ...failure, resend_refusal: 'text_gone' }];
    open({ status: 'published', may: [] }, { [DELIVERY]: { body: { ...some, failures } } });
    expect(await screen.findByText(/Isi pesan ini tidak tersimpan lagi/u)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Kirim ulang/u })).toBeNull();
  });

  test('then a draft asks for no delivery', async () => {
    const { api } = open();
    await screen.findByRole('table');
    expect(api.asked.some(({ path }) => path.endsWith('/delivery'))).toBe(false);
  });
});

test('when it is reviewed or published, then the page says who examined the results', async () => {
  open({ status: 'approved' });
  expect(await screen.findByText('2 dari 2 diperiksa oleh Siti Nurhaliza.')).toBeTruthy();
});

test('when messages will not reach some families, then the review page says how many, with the way to them', async () => {
  const REACH = 'POST /api/admin/missed-messages/reach';
  const results = [
    aResult(1, 'Aisyah Putri', { user_id: idOf(7) }),
    aResult(2, 'Umar Faruq', { user_id: idOf(7) }),
    aResult(3, 'Salma', { user_id: idOf(8) }),
  ];
  const { api } = open({ status: 'approved', results }, { [REACH]: { body: { unreached: 1 } } });
  expect(await screen.findByText(/^1 dari 2 keluarga tidak akan menerima pesan/u)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Buka “Perlu dihubungi”' }).getAttribute('href')).toBe(
    '/admin/messages?view=missed',
  );
  expect(api.bodies(REACH)).toEqual([{ account_ids: [idOf(7), idOf(8)] }]);
});

test('when a message can no longer be sent, then the panel says what to do instead of a button', async () => {
  const failure = {
    id: idOf(50),
    registration_id: idOf(99),
    channel: 'whatsapp',
    phone: '0812-••••-•890',
    reason: 'limit-unproved',
    error_code: null,
    resend_refusal: 'text_gone',
    failed_at: null,
  };
  open(
    { status: 'published', may: [] },
    { [DELIVERY]: { body: { ...ARRIVED, delivered: 1, failed: 1, failures: [failure] } } },
  );
  expect(await screen.findByText(/Sampaikan lewat telepon\.$/u)).toBeTruthy();
  expect(screen.getByText(/menunggu di “Perlu dihubungi” milik CS/u)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Buka “Perlu dihubungi”' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /salin/u })).toBeNull();
});
