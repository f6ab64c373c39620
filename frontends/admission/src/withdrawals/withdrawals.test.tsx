import type { WithdrawalState } from '@gerbang/contracts/withdrawals';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, within } from '@testing-library/react';
import { aRow } from '../../test/samples.ts';
import { aStaffRecord } from '../../test/staff.ts';
import { LeaveForFamily } from './leave-for-family.tsx';
import { LeaveSheet } from './leave-sheet.tsx';
import { LeftPart } from './left-part.tsx';

const row = aRow();
const STATE = `GET /api/registrations/${row.id}/withdrawal`;
const LEAVE = `POST /api/registrations/${row.id}/withdrawal`;
const OBJECT = `POST /api/registrations/${row.id}/withdrawal/object`;
const refundable = {
  rule_version: 2,
  lines: [{ kind: 'fee' as const, paid: 550_000, percent: 60, back: 330_000 }],
  deduct: 30_000,
  total: 300_000,
};
const LEFT = {
  id: row.id,
  asked_by: 'staff' as const,
  reason_code: 'moving' as const,
  note: null,
  status: 'done' as const,
  decided_at: null,
  decided_reason: null,
  refundable,
  created_at: '2026-11-28T03:00:00.000Z',
  objected_at: null,
};
const state = (change: Partial<WithdrawalState> = {}): WithdrawalState => ({
  may: 'done',
  why: null,
  follows: [{ kind: 'seat', text: 'Kursinya dilepas.' }],
  refundable: { ...refundable, text: 'Kembali 60 persen.' },
  present: null,
  ...change,
});

const NOTHING = { ...refundable, lines: [], deduct: 0, total: 0, text: '' };

function openSheet(answers: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({ [STATE]: { body: state() }, [LEAVE]: { status: 201, body: LEFT }, ...answers });
  const onClose = jest.fn();
  return { api, onClose, ...renderPage(<LeaveSheet row={row} onClose={onClose} />, { user: aUser() }) };
}

test('when a family leaves, then it says why, reads what follows and what comes back, and only then it is sent', async () => {
  const { api, client, onClose, type } = openSheet();
  // As /tagihan and /enrollment have read them a moment ago: what is not paid is void from here on.
  const owed = [
    ['invoices', 'own'],
    ['confirmations', 'own'],
  ];
  for (const key of owed) client.setQueryData(key, []);
  await type.click(await screen.findByRole('button', { name: 'Lanjut' }));
  expect(await screen.findByText('Pilih alasannya')).toBeTruthy();
  expect(screen.queryByLabelText('Diakhiri sekolah')).toBeNull();
  await type.click(screen.getByLabelText('Biaya'));
  await type.click(screen.getByRole('button', { name: 'Lanjut' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Kursinya dilepas.')).toBeTruthy();
  expect(dialog.getByText('Rp 330.000 dari Rp 550.000')).toBeTruthy();
  expect(dialog.getByText('Rp 300.000')).toBeTruthy();
  expect(dialog.getByText('Kembali 60 persen.')).toBeTruthy();
  expect(api.bodies(LEAVE)).toEqual([]);
  await type.click(dialog.getByRole('button', { name: 'Kembali' }));
  expect((screen.getByLabelText('Biaya') as HTMLInputElement).checked).toBe(true);
  await type.click(screen.getByRole('button', { name: 'Lanjut' }));
  await type.click(await dialog.findByRole('button', { name: 'Lanjut' }));
  await type.selectOptions(await dialog.findByLabelText('Bank'), '014');
  const paste = async (label: string, text: string) => {
    await type.clear(dialog.getByLabelText(label));
    await type.paste(text);
  };
  await paste('Nomor rekening', '0123 456 789');
  await paste('Ulangi nomor rekening', '0123456780');
  await paste('Nama pemilik rekening', 'Budi Santoso');
  await type.click(dialog.getByRole('button', { name: /^Ya, undurkan/u }));
  expect((await dialog.findAllByText('Nomor ini berbeda dari yang pertama')).length).toBeGreaterThan(0);
  expect(api.bodies(LEAVE)).toEqual([]);
  await paste('Ulangi nomor rekening', '0123456789');
  await type.click(dialog.getByRole('button', { name: /^Ya, undurkan/u }));
  await findToast('Pengunduran diri tercatat');
  expect(owed.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
  const to = { bank_code: '014', number: '0123456789', owner: 'Budi Santoso' };
  expect(api.bodies(LEAVE)).toEqual([{ reason_code: 'cost', note: null, confirm: true, to }]);
  expect(onClose).toHaveBeenCalled();
});

test('when it is refused, then the dialog stays with what was chosen; where no way is left, it says why', async () => {
  const { onClose, type } = openSheet({
    [STATE]: { body: state({ refundable: NOTHING }) },
    [LEAVE]: refused(409, 'Pengunduran diri pendaftaran ini sudah tercatat.'),
  });
  await type.click(await screen.findByLabelText('Kesehatan'));
  await type.click(screen.getByRole('button', { name: 'Lanjut' }));
  await type.click(screen.getByRole('button', { name: /^Ya, undurkan/u }));
  await findToast('Pengunduran diri belum tercatat');
  expect(onClose).not.toHaveBeenCalled();
});

test('when re-enrolment is processed, then the sheet asks the school, and says that nothing changes until it answers', async () => {
  const asked = { ...LEFT, asked_by: 'family', status: 'requested' };
  const { api, type, onClose } = openSheet({
    [STATE]: { body: state({ may: 'request', why: 'Sekolah yang memutuskan.' }) },
    [LEAVE]: { status: 201, body: asked },
  });
  expect(await screen.findByText('Sekolah yang memutuskan.')).toBeTruthy();
  await type.click(screen.getByLabelText('Biaya'));
  await type.click(screen.getByRole('button', { name: 'Lanjut' }));
  expect(await screen.findByText('Yang terjadi bila sekolah menyetujui')).toBeTruthy();
  expect(screen.getByText(/^Sampai sekolah memutuskan/u)).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Lanjut' }));
  await type.click(await screen.findByRole('button', { name: 'Isi rekening nanti' }));
  await findToast('Permintaan mundur terkirim');
  expect(api.bodies(LEAVE)).toEqual([{ reason_code: 'cost', note: null, confirm: true }]);
  expect(onClose).toHaveBeenCalled();
});

test('when a registration has ended, then the sheet says so, without a button that leaves', async () => {
  openSheet({ [STATE]: { body: state({ may: 'no', why: 'Sudah berakhir.', follows: [] }) } });
  expect(await screen.findByText('Sudah berakhir.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Lanjut' })).toBeNull();
});

const WAITING = { ...LEFT, asked_by: 'family' as const, status: 'requested' as const, may_object: false };

test('when a request waits, then the family reads so and takes it back', async () => {
  const cancel = `DELETE /api/registrations/${row.id}/withdrawal`;
  const api = fakeApi({
    [STATE]: { body: state({ may: 'no', present: WAITING }) },
    [cancel]: { status: 204 },
  });
  const { type } = renderPage(<LeftPart registrationId={row.id} />, { user: aUser() });
  expect(await screen.findByText('Permintaan mundur menunggu keputusan sekolah')).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Batalkan permintaan' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await type.click(dialog.getByRole('button', { name: 'Batalkan permintaan' }));
  await findToast('Permintaan dibatalkan');
  expect(api.asked.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('when a request was refused, then the family reads why, and may ask again elsewhere', async () => {
  const refusal = { decided_at: LEFT.created_at, decided_reason: 'Menunggu surat pindah' };
  const present = { ...WAITING, ...refusal, status: 'refused' as const };
  fakeApi({ [STATE]: { body: state({ may: 'request', present }) } });
  renderPage(<LeftPart registrationId={row.id} />, { user: aUser() });
  expect(await screen.findByText(/^Jawaban sekolah pada .*: Menunggu surat pindah$/u)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Batalkan permintaan' })).toBeNull();
});

test('when staff did it, then the family reads so, and objects once', async () => {
  const present = { ...LEFT, may_object: true };
  const api = fakeApi({
    [STATE]: { body: state({ may: 'no', present }) },
    [OBJECT]: { status: 201, body: { ...LEFT, objected_at: LEFT.created_at } },
  });
  const { type } = renderPage(<LeftPart registrationId={row.id} />, { user: aUser() });
  expect(await screen.findByText(/^Sekolah mencatat pengunduran diri .* Pindah rumah\.$/u)).toBeTruthy();
  expect(screen.getByText(/Rp 300\.000/u)).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Bukan Anda?' }));
  await type.type(await screen.findByLabelText('Apa yang terjadi?'), 'Kami tidak menelepon');
  await type.click(screen.getByRole('button', { name: 'Kirim ke sekolah' }));
  await findToast('Sudah kami terima');
  expect(api.bodies(OBJECT)).toEqual([{ text: 'Kami tidak menelepon' }]);
});

test('when staff do it for a family, then a reason and two checks are asked for first', async () => {
  const of = aStaffRecord();
  const call = `POST /api/admin/registrations/${of.id}/withdrawal`;
  const api = fakeApi({ [call]: { status: 201, body: LEFT } });
  const onClose = jest.fn();
  const { type } = renderPage(<LeaveForFamily registration={of} onClose={onClose} />, {
    user: aUser({ role: 'cs' }),
  });
  await type.click(screen.getByLabelText('Tanggal lahir anak cocok'));
  await type.click(screen.getByRole('button', { name: 'Undurkan' }));
  expect(await screen.findByText('Pilih alasannya')).toBeTruthy();
  expect(screen.getByText('Periksa paling sedikit dua hal')).toBeTruthy();
  await type.click(screen.getByLabelText('Diakhiri sekolah'));
  await type.click(screen.getByLabelText('Nomor keluarga ditelepon balik'));
  await type.click(screen.getByRole('button', { name: 'Undurkan' }));
  await findToast('Pendaftaran diundurkan');
  expect(api.bodies(call)).toEqual([
    { reason_code: 'school_ended', note: null, checked: ['birth_date', 'called_back'] },
  ]);
  expect(onClose).toHaveBeenCalled();
});
