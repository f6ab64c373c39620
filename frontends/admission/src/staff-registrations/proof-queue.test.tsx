import type { ProofCheck } from '@gerbang/contracts/proof-checks';
import type { Role } from '@gerbang/domain/roles';
import type { StaffRegistrationRow } from '@gerbang/contracts/staff-registrations';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fakeApi, refused, staleAnswer } from '@gerbang/web-kit/testing/fake-api';
import { act, screen, waitFor, within } from '@testing-library/react';
import { aDocumentRow, someStaffDocuments } from '../../test/document-samples.ts';
import { aStaffRecord, aStaffRow, aSummary, staffId } from '../../test/staff.ts';
import { StaffRegistrationsPage } from './staff-registrations-page.tsx';

const NAMES = ['Umar Faruq', 'Naura Salsabila', 'Khalid Ramadhan'];
const ROWS = NAMES.map((full_name, at) =>
  aStaffRow({ id: staffId(at + 1), child: { full_name, nick_name: null, gender: null } }),
);
const [UMAR, NAURA, KHALID] = ROWS as [StaffRegistrationRow, StaffRegistrationRow, StaffRegistrationRow];
const verify = ({ id }: { id: string }) => `PUT /api/admin/registrations/${id}/verify-payment`;

const aCheck = (changes: Partial<ProofCheck> = {}): ProofCheck => ({
  id: UMAR.id,
  version: 4,
  waiting: true,
  proof_url: `/api/files/${staffId(90)}`,
  proof_filename: 'slip.jpg',
  amount: 550_000,
  expected: 550_000,
  payer: 'Ahmad Fauzi',
  payer_is: 'father',
  account: 'BSI •••• 7890',
  sent_at: '2026-11-20T03:00:00.000Z',
  proof_alert: false,
  same: [],
  ...changes,
});

function show(
  answers: Parameters<typeof fakeApi>[0] = {},
  { path = '/admin/registration?payment_status=paid', role = 'finance' as Role } = {},
) {
  const api = fakeApi({
    'GET /api/admin/registrations': { body: ROWS, headers: { 'x-total-count': '3' } },
    'GET /api/admin/registrations/summary': { body: aSummary({ paid: 3 }) },
    ...Object.fromEntries(
      ROWS.flatMap((row, at) => [
        [
          `GET /api/admin/registrations/${row.id}/proof-check`,
          { body: aCheck({ id: row.id, proof_url: `/api/files/${staffId(90 + at)}` }) },
        ],
        [
          `GET /api/admin/registrations/${row.id}`,
          { body: aStaffRecord({ id: row.id, child: { ...aStaffRecord().child, ...row.child } }) },
        ],
        [verify(row), { body: aStaffRecord({ id: row.id, payment_status: 'verified' }) }],
      ]),
    ),
    ...answers,
  });
  const page = renderPage(<StaffRegistrationsPage />, {
    path,
    user: aUser({ role }),
  });
  return { api, ...page };
}

const panel = () => screen.findByRole('region', { name: 'Detail Pendaftaran' });
const stands = async (name: string) => within(await panel()).findByRole('heading', { name });
const ready = async (name: string) => {
  await stands(name);
  await within(await panel()).findByRole('button', { name: /^Verifikasi & lanjut/u });
};
const leave = () => act(() => void window.dispatchEvent(new Event('pagehide')));
const sentTo = (api: ReturnType<typeof fakeApi>) => ROWS.map((row) => api.bodies(verify(row)));

test('when J opens the queue, then the proof stands beside what it is compared with, and no personal record is read', async () => {
  const { api, type } = show();
  await screen.findByText('Umar Faruq');
  await type.keyboard('j');
  await ready('Umar Faruq');
  const inside = within(await panel());
  for (const text of ['= ayah', 'BSI •••• 7890', '1 / 3', 'tidak ada'])
    expect(inside.getByText(text)).toBeTruthy();
  expect(api.asked.some(({ path }) => path === `/api/admin/registrations/${UMAR.id}`)).toBe(false);
  await waitFor(() =>
    expect(api.asked.some(({ path }) => path === `/api/admin/registrations/${NAURA.id}/proof-check`)).toBe(
      true,
    ),
  );
  const pictures = () =>
    [...document.querySelectorAll('img')].map((one) => [one.getAttribute('src'), one.hidden]);
  await waitFor(() =>
    expect(pictures()).toEqual([
      [`/api/files/${staffId(90)}`, false],
      [`/api/files/${staffId(91)}`, true],
    ]),
  );
});

test('when the slip pays several fees, then all of them stand beside it with their sum', async () => {
  const fee = (row: StaffRegistrationRow, amount: number, payment_status: 'paid' | 'verified') => ({
    id: row.id,
    number: row.registration_number,
    child_name: row.child.full_name,
    amount,
    payment_status,
  });
  const slip = { total: 900_000, fees: [fee(UMAR, 550_000, 'paid'), fee(NAURA, 350_000, 'verified')] };
  const { type } = show({
    [`GET /api/admin/registrations/${UMAR.id}/proof-check`]: { body: aCheck({ slip }) },
  });
  await screen.findByText('Umar Faruq');
  await type.keyboard('j');
  await ready('Umar Faruq');
  const shown = within(screen.getByRole('region', { name: 'Satu bukti untuk 2 biaya pendaftaran' }));
  const rows = shown.getAllByRole('listitem');
  expect(rows.map((row) => row.getAttribute('aria-current'))).toEqual(['true', null]);
  expect(rows[1]?.textContent).toMatch(/^Naura Salsabila.*Terverifikasi.*Rp\s350\.000$/u);
  expect(shown.getByText(/^Rp\s900\.000$/u)).toBeTruthy();
});

test('when V is pressed, then the next one comes at once, the call leaves with what was seen, and Z brings one back', async () => {
  const { api, type } = show();
  await screen.findByText('Umar Faruq');
  await type.keyboard('j');
  await ready('Umar Faruq');
  await type.keyboard('v');
  expect(await screen.findByTitle('Umar Faruq terverifikasi')).toBeTruthy();
  await ready('Naura Salsabila');
  expect(sentTo(api)).toEqual([[], [], []]);
  await type.keyboard('v');
  await ready('Khalid Ramadhan');
  await type.keyboard('z');
  await ready('Naura Salsabila');
  leave();
  await findToast('Berhasil', 'Status pembayaran berhasil diupdate');
  expect(sentTo(api)).toEqual([[{ payment_status: 'verified' }], [], []]);
  expect(api.asked.find(({ method }) => method === 'PUT')?.headers['if-match']).toBe('"4"');
});

test('when a quick reason or a reason of its own rejects, then the family gets its words, and the queue ends', async () => {
  const { api, type } = show();
  await screen.findByText('Umar Faruq');
  await type.keyboard('j');
  await ready('Umar Faruq');
  await type.keyboard('2');
  await ready('Naura Salsabila');
  await type.keyboard('t');
  await type.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Alasan penolakan diperlukan')).toBeTruthy();
  await type.keyboard('Slip lama{Control>}{Enter}{/Control}');
  await ready('Khalid Ramadhan');
  await type.keyboard('v');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Detail Pendaftaran' })).toBeNull());
  leave();
  expect(await screen.findByText('Semua bukti di antrean ini sudah diperiksa.')).toBeTruthy();
  const rejected = (rejection_reason: string) => [{ payment_status: 'rejected', rejection_reason }];
  await waitFor(() =>
    expect(sentTo(api)).toEqual([
      rejected('Foto bukti buram atau terpotong, sehingga tidak terbaca.'),
      rejected('Slip lama'),
      [{ payment_status: 'verified' }],
    ]),
  );
});

test('when a decision is taken back while a reason is asked for, then the question ends and nothing is rejected for another child', async () => {
  const { api, type } = show();
  await screen.findByText('Umar Faruq');
  await type.keyboard('j');
  await ready('Umar Faruq');
  await type.keyboard('v');
  await ready('Naura Salsabila');
  await type.keyboard('t');
  await type.type(await screen.findByRole('textbox', { name: /^Alasan/u }), 'Slip Naura');
  await type.click(screen.getByRole('button', { name: 'Urungkan' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await ready('Umar Faruq');
  leave();
  expect(sentTo(api)).toEqual([[], [], []]);
});

test('when a colleague was faster, then that is said with the child’s name, and the work goes on', async () => {
  const { type } = show({
    [verify(UMAR)]: staleAnswer(
      { payment_status: 'verified', current_stage: 'registered' },
      { name: 'Dewi', role: 'finance' },
    ),
  });
  await screen.findByText('Umar Faruq');
  await type.keyboard('j');
  await ready('Umar Faruq');
  await type.keyboard('v');
  leave();
  await findToast(
    'Gagal mengupdate status pembayaran: Umar Faruq',
    'Sudah diperiksa Dewi (Keuangan), 21 November 2026, 10.42 WIB.',
  );
  await ready('Naura Salsabila');
});

const DECIDE = `PUT /api/admin/proof-alerts/${staffId(70)}`;
const OWN: ProofCheck['same'][number]['own'] = {
  kind: 'registration_payment',
  record_id: UMAR.id,
  child_name: 'Umar Faruq',
  number: 'PSB-2026-SD-00101',
  family: 'Ahmad & Rahma',
  proof_url: `/api/files/${staffId(90)}`,
  proof_filename: 'slip.jpg',
  sent_at: '2026-11-20T03:00:00.000Z',
};
const aSame = (): ProofCheck['same'][number] => ({
  own: OWN,
  kind: 'registration_payment',
  record_id: KHALID.id,
  child_name: 'Khalid Ramadhan',
  number: 'PSB-2026-SD-00144',
  family: 'Umar & Salma',
  proof_url: `/api/files/${staffId(80)}`,
  proof_filename: 'slip.jpg',
  sent_at: '2026-11-03T03:00:00.000Z',
  alert: {
    id: staffId(70),
    version: 1,
    kind: 'same_file',
    score: 1000,
    status: 'open',
    same_family: false,
    note: null,
    decided_by: null,
    decided_at: null,
    later: true,
  },
});
const held = {
  [`GET /api/admin/registrations/${UMAR.id}/proof-check`]: {
    body: aCheck({ proof_alert: true, same: [aSame()] }),
  },
};
const compare = async (type: ReturnType<typeof show>['type']) => {
  await screen.findByText('Umar Faruq');
  await type.keyboard('j');
  await ready('Umar Faruq');
  await type.click(screen.getByRole('button', { name: 'Bandingkan dengan PSB-2026-SD-00144' }));
  return within(await screen.findByRole('dialog', { name: 'Bandingkan bukti' }));
};

test('when the proof is like another one, then V is refused in words', async () => {
  const { api, type } = show(held);
  await screen.findByText('Umar Faruq');
  await type.keyboard('j');
  await ready('Umar Faruq');
  expect(
    screen.getByText(
      /^Bukti ini sama dengan bukti PSB-2026-SD-00144 \(Keluarga lain, 3 November(?: 2026)?\)\.$/u,
    ),
  ).toBeTruthy();
  await type.keyboard('v');
  await findToast(
    'Gagal mengupdate status pembayaran: Umar Faruq',
    'Bukti ini mirip dengan bukti lain. Bandingkan keduanya dan putuskan sebelum memverifikasi.',
  );
  expect(sentTo(api)).toEqual([[], [], []]);
});

test('when both are compared, then they stand side by side, no key verifies, and a decision needs a note', async () => {
  const { api, type } = show({ ...held, [DECIDE]: { body: {} } });
  const dialog = await compare(type);
  expect(dialog.getByText('Berkasnya persis sama')).toBeTruthy();
  for (const name of ['Dikirim lebih dahulu', 'Dikirim kemudian'])
    expect(dialog.getByRole('region', { name })).toBeTruthy();
  expect(
    within(dialog.getByRole('region', { name: 'Dikirim kemudian' })).getByText(OWN.number ?? ''),
  ).toBeTruthy();
  await type.keyboard('v');
  await type.click(dialog.getByRole('button', { name: 'Bukan bukti ganda' }));
  expect(await dialog.findByText('Catatan harus diisi, paling sedikit 5 karakter')).toBeTruthy();
  await type.type(dialog.getByLabelText(/^Catatan/u), 'Nomor referensi lain');
  await type.click(dialog.getByRole('button', { name: 'Bukan bukti ganda' }));
  await findToast('Berhasil', 'Pembayarannya dapat diverifikasi.');
  expect(api.bodies(DECIDE)).toEqual([{ version: 1, status: 'dismissed', note: 'Nomor referensi lain' }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('when another person has decided first, then that is said', async () => {
  const { type } = show({
    ...held,
    [DECIDE]: refused(409, 'Bukti ini sudah diputuskan.', { code: 'alert_decided' }),
  });
  const dialog = await compare(type);
  await type.type(dialog.getByLabelText(/^Catatan/u), 'Sama persis');
  await type.click(dialog.getByRole('button', { name: 'Bukti dipakai ulang' }));
  await findToast('Keputusan tidak tersimpan', 'Bukti ini sudah diputuskan.');
});

test('when another tab is chosen, then the record is read, and its empty fields are folded', async () => {
  const { api, type } = show();
  await type.click(await screen.findByText('Umar Faruq'));
  await ready('Umar Faruq');
  await type.click(screen.getByRole('tab', { name: 'Orang tua' }));
  expect(await screen.findByText(/^\d+ data belum diisi$/u)).toBeTruthy();
  expect(api.asked.some(({ path }) => path === `/api/admin/registrations/${UMAR.id}`)).toBe(true);
  await type.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Detail Pendaftaran' })).toBeNull());
});

test('when the address names a registration that the list does not have, then its documents stand under the child’s name', async () => {
  const id = staffId(77);
  const row = aDocumentRow({ registration_id: id });
  const { type } = show(
    {
      [`GET /api/admin/registrations/${id}`]: {
        body: aStaffRecord({ id, child: { ...aStaffRecord().child, full_name: 'Hafsah Nabila' } }),
      },
      [`GET /api/admin/registrations/${id}/documents`]: { body: someStaffDocuments([row]) },
    },
    { path: `/admin/registration?id=${id}`, role: 'staff_tu' },
  );
  await type.click(await within(await panel()).findByRole('tab', { name: 'Dokumen' }));
  await screen.findByRole('list', { name: 'Dokumen anak ini' });
  await stands('Hafsah Nabila');
});
