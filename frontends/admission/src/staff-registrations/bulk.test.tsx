import type { Role } from '@gerbang/domain/roles';
import type { StaffRegistrationRow } from '@gerbang/contracts/staff-registrations';
import { fakeApi, later, refused, staleAnswer } from '@gerbang/web-kit/testing/fake-api';
import { aUser, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { aStaffRecord, aStaffRow, aSummary, staffId } from '../../test/staff.ts';
import { StaffRegistrationsPage } from './staff-registrations-page.tsx';

const NAMES = ['Umar Faruq', 'Aisyah Putri', 'Khalid Ramadhan'];
const rowsAt = (changes: Partial<StaffRegistrationRow> = {}) =>
  NAMES.map((full_name, index) =>
    aStaffRow({
      id: staffId(index + 1),
      version: 4 + index,
      child: { full_name, nick_name: null, gender: null },
      registration_number: `PSB-2026-SD-0000${index + 1}`,
      ...changes,
    }),
  );
const verify = (index: number) => `PUT /api/admin/registrations/${staffId(index)}/verify-payment`;
const stage = (index: number) => `PUT /api/admin/registrations/${staffId(index)}/stage`;

function show(
  rows: readonly StaffRegistrationRow[],
  role: Role,
  answers: Parameters<typeof fakeApi>[0] = {},
) {
  const api = fakeApi({
    'GET /api/admin/registrations': { body: rows, headers: { 'x-total-count': '3' } },
    'GET /api/admin/registrations/summary': { body: aSummary() },
    ...answers,
  });
  return {
    api,
    ...renderPage(<StaffRegistrationsPage />, { path: '/admin/registration', user: aUser({ role }) }),
  };
}

const bar = () => screen.queryByRole('group', { name: 'Tindakan untuk pilihan' });
const press = (name: string) => screen.getByRole('button', { name });
const all = () => screen.findByLabelText('Pilih semua di halaman ini');

test('when nothing is chosen, then there is no bar; it offers what the role may do, and never a rejection', async () => {
  const { type } = show(rowsAt(), 'finance');
  await type.click(await screen.findByLabelText('Pilih Umar Faruq'));
  const shown = bar();
  if (!shown) throw new Error('No bar');
  expect(within(shown).getByText('1 dipilih')).toBeTruthy();
  expect(
    within(shown)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Verifikasi', 'Batalkan pilihan']);
  await type.click(press('Batalkan pilihan'));
  expect(bar()).toBeNull();
});

test('when another part is shown, then nothing of the choice is left, and the filters are back', async () => {
  const { type } = show(rowsAt(), 'admin');
  await type.click(await all());
  expect(await screen.findByText('3 dipilih')).toBeTruthy();
  expect(screen.queryByLabelText('Jenjang')).toBeNull();
  await type.click(press('Ditolak 1'));
  await waitFor(() => expect(bar()).toBeNull());
  expect(screen.getByLabelText('Jenjang')).toBeTruthy();
});

test('when several fees are verified, then one call follows the other, and it is said which failed and why', async () => {
  const first = later();
  const { api, type } = show(rowsAt(), 'finance', {
    [verify(1)]: first.answer,
    [verify(2)]: refused(409, 'Pembayaran belum dapat diverifikasi karena belum ada bukti pembayaran.'),
    [verify(3)]: { body: aStaffRecord({ id: staffId(3), payment_status: 'verified' }) },
  });
  await type.click(await all());
  await type.click(press('Verifikasi'));
  const dialog = await screen.findByRole('dialog', { name: 'Verifikasi 3 pembayaran' });
  expect(within(dialog).getByText('Umar Faruq · PSB-2026-SD-00001')).toBeTruthy();
  await type.click(within(dialog).getByRole('button', { name: 'Verifikasi' }));
  expect(await within(dialog).findByText('0 dari 3 selesai')).toBeTruthy();
  expect(api.asked.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  first.release({ body: aStaffRecord({ payment_status: 'verified' }) });
  expect(await within(dialog).findByText('2 berhasil, 1 gagal')).toBeTruthy();
  expect(
    within(dialog).getByText(
      'Aisyah Putri · PSB-2026-SD-00002: Pembayaran belum dapat diverifikasi karena belum ada bukti pembayaran.',
    ),
  ).toBeTruthy();
  const open = within(dialog).getByRole('link', { name: 'Buka Aisyah Putri · PSB-2026-SD-00002' });
  expect(open.getAttribute('href')).toBe(`/admin/registration?id=${staffId(2)}`);
  expect(
    api.asked.filter(({ method }) => method === 'PUT').map(({ headers }) => headers['if-match']),
  ).toEqual(['"4"', '"5"', '"6"']);
  await type.click(within(dialog).getAllByRole('button', { name: 'Tutup' })[1] as HTMLElement);
  expect(await screen.findByText('1 dipilih')).toBeTruthy();
});

test('when another user was faster with one of them, then that user is named and the row is no longer ticked', async () => {
  const done = (index: number) => ({
    body: aStaffRecord({ id: staffId(index), payment_status: 'verified' }),
  });
  const { type } = show(rowsAt(), 'finance', {
    [verify(1)]: done(1),
    [verify(2)]: staleAnswer(
      { payment_status: 'rejected', current_stage: 'registered' },
      { name: 'Dewi', role: 'finance' },
    ),
    [verify(3)]: done(3),
  });
  await type.click(await all());
  await type.click(press('Verifikasi'));
  const dialog = await screen.findByRole('dialog');
  await type.click(within(dialog).getByRole('button', { name: 'Verifikasi' }));
  expect(
    await within(dialog).findByText(
      'Aisyah Putri · PSB-2026-SD-00002: Sudah ditolak oleh Dewi (Keuangan) pada 21 November 2026, 10.42 WIB.',
    ),
  ).toBeTruthy();
  await type.click(within(dialog).getAllByRole('button', { name: 'Tutup' })[1] as HTMLElement);
  await waitFor(() => expect(bar()).toBeNull());
});

test('when the work is stopped, then the rest is left and that is said', async () => {
  const first = later();
  const { api, type } = show(rowsAt(), 'finance', { [verify(1)]: first.answer });
  await type.click(await all());
  await type.click(press('Verifikasi'));
  const dialog = await screen.findByRole('dialog');
  await type.click(within(dialog).getByRole('button', { name: 'Verifikasi' }));
  await type.click(await within(dialog).findByRole('button', { name: 'Hentikan' }));
  first.release({ body: aStaffRecord() });
  expect(await within(dialog).findByText('Dihentikan: 2 belum diproses.')).toBeTruthy();
  expect(api.asked.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});

test('when several registrations are at the same stage, then the same next stage is offered and set for each', async () => {
  const body = { body: aStaffRecord() };
  const rows = rowsAt({ payment_status: 'verified', current_stage: 'obs_attended' });
  const { api, type } = show(rows, 'staff_pendidikan', {
    [stage(1)]: body,
    [stage(2)]: body,
    [stage(3)]: body,
  });
  await type.click(await all());
  await type.click(press('Ubah tahap'));
  const dialog = await screen.findByRole('dialog', { name: 'Ubah tahap 3 pendaftaran' });
  expect(
    within(dialog)
      .getAllByRole<HTMLInputElement>('radio')
      .map(({ value }) => value),
  ).toEqual(['waiting_announcement']);
  expect(within(dialog).queryByText('Lampiran')).toBeNull();
  await type.click(within(dialog).getByRole('button', { name: 'Ubah tahap' }));
  expect(await within(dialog).findByText('3 berhasil, 0 gagal')).toBeTruthy();
  for (const index of [1, 2, 3])
    expect(api.bodies(stage(index))).toEqual([
      { current_stage: 'waiting_announcement', content: null, note: null },
    ]);
});

test('when the chosen ones have no next stage in common, then that is said', async () => {
  const [one, two] = rowsAt({ payment_status: 'verified' });
  if (!one || !two) throw new Error('No rows');
  const { type } = show([one, { ...two, current_stage: 'obs_attended' }], 'cs');
  await type.click(await all());
  await type.click(press('Ubah tahap'));
  expect(await screen.findByText(/Tidak ada tahap berikut yang sama/u)).toBeTruthy();
});
