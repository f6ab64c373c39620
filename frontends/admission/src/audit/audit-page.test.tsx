import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { staffId } from '../../test/staff.ts';
import { AuditPage } from './audit-page.tsx';

const LIST = 'GET /api/admin/audit';
const ACCOUNTS = 'GET /api/admin/audit/accounts';
const ENTRY = {
  id: staffId(1),
  at: '2026-11-20T04:00:00.000Z',
  action: 'registration.payment_rejected',
  actor: { id: staffId(2), name: 'Dewi', role: 'finance' },
  subject_id: staffId(3),
  subject: { name: null, number: 'REG-2026-0007', family_id: staffId(3) },
  details: { payment_status: { from: 'paid', to: 'rejected' }, reason: 'Nominal kurang' },
  request_id: 'req-7',
  address: '10.0.0.1',
};
const SYSTEM = {
  ...ENTRY,
  id: staffId(4),
  action: 'demo.seeded',
  actor: null,
  subject_id: null,
  subject: null,
  details: {},
};

function show(address = '', answer: Parameters<typeof fakeApi>[0][string] = { body: [ENTRY, SYSTEM] }) {
  const changed = { ...ENTRY, action: 'user.updated', details: { fields: ['name', 'role'] } };
  const api = fakeApi({ [LIST]: answer, [ACCOUNTS]: { body: [changed] } });
  const page = renderPage(<AuditPage />, { path: `/admin/audit${address}`, user: aUser({ role: 'it' }) });
  return { api, asked: () => api.asked.map(({ query }) => Object.fromEntries(query)), ...page };
}

test('when the trail is open, then each row says who did what to which record, when, and what changed', async () => {
  show();
  const row = (await screen.findByText('Dewi')).closest('tr') ?? document.body;
  for (const text of [
    '20 Nov 2026',
    '11.00 WIB',
    'Keuangan',
    'Menolak pembayaran',
    'Status pembayaran: Menunggu Verifikasi → Ditolak',
    'Alasan: Nominal kurang',
    'Permintaan req-7',
    'REG-2026-0007',
  ])
    expect(within(row).getByText(text)).toBeTruthy();
  const technical = within(row).getByText('Permintaan req-7').closest('details');
  expect(technical?.open).toBe(false);
  expect(
    within(row)
      .getByText(/^Status pembayaran/u)
      .closest('summary'),
  ).toBeTruthy();
  expect(screen.getByText('Sistem')).toBeTruthy();
  expect(within(screen.getByRole('table')).getByText('Membuat data contoh')).toBeTruthy();
});

test('when it is filtered by action, day, record and person, then the server filters', async () => {
  const { asked, type } = show('?from=2026-11-01');
  await screen.findByText('Dewi');
  await type.selectOptions(screen.getByLabelText('Tindakan'), 'Membuka data pendaftaran');
  await waitFor(() =>
    expect(asked().at(-1)).toEqual({ action: 'registration.read', from: '2026-11-01', limit: '25' }),
  );
  await type.click(screen.getByRole('button', { name: 'Hanya ini: REG-2026-0007' }));
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ subject_id: staffId(3) }));
  await type.type(screen.getByRole('searchbox'), 'dewi');
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ search: 'dewi' }));
  await type.click(screen.getByRole('button', { name: 'Hapus saringan' }));
  await waitFor(() => expect(asked().at(-1)).toEqual({ search: 'dewi', limit: '25' }));
});

test('when another part is chosen, then its own trail is asked with the days, and without a record or an action of the other', async () => {
  const { api, asked, type } = show(`?from=2026-11-01&action=registration.read&subject_id=${staffId(3)}`);
  await screen.findByText('Dewi');
  await type.selectOptions(screen.getByLabelText('Bagian'), 'Akun');
  expect(await within(await screen.findByRole('table')).findByText('Mengubah pengguna')).toBeTruthy();
  expect(screen.getByText('Isian yang berubah: 2 (Nama, Peran)')).toBeTruthy();
  expect(api.asked.at(-1)).toMatchObject({ path: '/api/admin/audit/accounts' });
  expect(asked().at(-1)).toEqual({ from: '2026-11-01', limit: '25' });
  await type.click(screen.getByRole('button', { name: 'Hapus saringan' }));
  await waitFor(() => expect(asked().at(-1)).toEqual({ limit: '25' }));
  expect(api.asked.at(-1)).toMatchObject({ path: '/api/admin/audit/accounts' });
});

test('when nothing fits, or nothing can be read, then that is said', async () => {
  const { api, type } = show('', refused(503, 'Layanan sibuk.'));
  await screen.findByText(/tidak dapat dimuat/u);
  api.answer(LIST, { body: [] });
  await type.click(screen.getByRole('button', { name: 'Coba lagi' }));
  expect(await screen.findByText('Tidak ada baris yang sesuai.')).toBeTruthy();
});

test('when a row has fields, figures and files, then they are shown in words, ids by their end', async () => {
  show('', {
    body: [
      {
        ...ENTRY,
        details: {
          fields: ['full_name', 'kab_kota', 'unheard_of'],
          fee: 550_000,
          personal: true,
          started_at: '2026-11-28T06:59:03.902Z',
          searched: false,
          file: { from: null, to: staffId(9) },
          filters: { current_stage: 'passed', observation_until: '2026-12-01' },
        },
      },
    ],
  });
  const row = (await screen.findByText('Dewi')).closest('tr') ?? document.body;
  for (const text of [
    'Isian yang berubah: 3 (Nama lengkap, Kabupaten/kota, unheard_of)',
    /^Biaya: Rp\s550\.000$/u,
    'Dengan NIK dan No. KK: Ya',
    'Dengan pencarian: Tidak',
    /: 28 November 2026, 13\.59 WIB$/u,
    `File: - → …${staffId(9).slice(-8)}`,
    'Saringan: Tahap: Lulus; Observasi sampai: 1 Desember 2026',
  ])
    expect(within(row).getByText(text)).toBeTruthy();
});

test('when ids and unchanged values stand before a change, then the change stays in sight', async () => {
  show('', {
    body: [
      {
        ...ENTRY,
        details: {
          child_id: staffId(8),
          locked: { from: true, to: true },
          current_stage: { from: 'waiting_announcement', to: 'passed' },
          reason: 'Lengkap',
        },
      },
    ],
  });
  const row = (await screen.findByText('Dewi')).closest('tr') ?? document.body;
  const technical = within(row).getByText('Detail teknis').closest('details');
  const line = technical?.querySelector('summary');
  for (const text of ['Tahap: Menunggu Pengumuman → Lulus', 'Alasan: Lengkap'])
    expect(line?.contains(within(row).getByText(text))).toBe(true);
  for (const text of [`…${staffId(8).slice(-8)}`, 'Ya → Ya']) {
    expect(technical?.textContent).toContain(text);
    expect(line?.textContent).not.toContain(text);
  }
});
