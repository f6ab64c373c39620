import type { StaffWithdrawal } from '@gerbang/contracts/withdrawals';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen } from '@testing-library/react';
import { staffId } from '../../test/staff.ts';
import { WithdrawalsPage } from './withdrawals-page.tsx';
import { WithdrawalsTab } from './withdrawals-tab.tsx';

const LIST = 'GET /api/admin/withdrawals';
const ROW: StaffWithdrawal = {
  id: staffId(7),
  asked_by: 'staff',
  reason_code: 'cost',
  note: 'Ayah pindah tugas',
  status: 'requested',
  refundable: {
    rule_version: 2,
    lines: [
      { kind: 'fee', paid: 550_000, percent: 0, back: 0 },
      { kind: 'education', paid: 5_000_000, percent: 60, back: 3_000_000 },
    ],
    deduct: 0,
    total: 3_000_000,
  },
  created_at: '2026-11-28T03:00:00.000Z',
  objected_at: null,
  decided_at: null,
  decided_reason: null,
  version: 1,
  registration_id: staffId(1),
  registration_number: 'PSB-2026-SD-00007',
  child_name: 'Umar Faruq',
  jenjang: 'SD',
  kelas: '1',
  academic_year: '2026/2027',
  by: { name: 'Citra', role: 'cs' },
  checked: ['called_back', 'birth_date'],
  decided_by: null,
  follows: [{ kind: 'seat', text: 'Kursinya dilepas.' }],
};
const CALL = `PUT /api/admin/withdrawals/${ROW.id}`;
const page = { path: '/admin/withdrawals', user: aUser({ role: 'manager_pendidikan' }) };
const listOf = (rows: readonly StaffWithdrawal[]) => ({
  body: rows,
  headers: { 'x-total-count': String(rows.length) },
});

test('when the school decides from the list, then it reads what follows, gives a reason, and the family is told', async () => {
  const api = fakeApi({ [LIST]: listOf([ROW]), [CALL]: { body: { ...ROW, status: 'done', version: 2 } } });
  const { type } = renderPage(<WithdrawalsPage />, page);
  await type.click(await screen.findByRole('button', { name: 'Lihat pengunduran diri Umar Faruq' }));
  expect(await screen.findByText('Keluarga, lewat Citra (CS)')).toBeTruthy();
  expect(screen.getByText('Rp 3.000.000 dari Rp 5.550.000')).toBeTruthy();
  expect(screen.getByText('Kursinya dilepas.')).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Setujui mundur' }));
  await type.type(await screen.findByLabelText('Alasan keputusan'), 'Sudah dibicarakan');
  await type.click(screen.getByRole('button', { name: 'Setujui mundur' }));
  await findToast('Keputusan tersimpan');
  expect(api.bodies(CALL)).toEqual([{ decision: 'done', reason: 'Sudah dibicarakan', version: 1 }]);
});

test('when a decision is refused, then what was typed stays', async () => {
  fakeApi({ [LIST]: listOf([ROW]), [CALL]: refused(503, 'Coba lagi.') });
  const { type } = renderPage(<WithdrawalsPage />, page);
  await type.click(await screen.findByRole('button', { name: 'Lihat pengunduran diri Umar Faruq' }));
  await type.click(await screen.findByRole('button', { name: 'Tolak' }));
  await type.type(await screen.findByLabelText('Alasan keputusan'), 'Menunggu surat');
  await type.click(screen.getByRole('button', { name: 'Tolak' }));
  await findToast('Keputusan belum tersimpan');
  expect((screen.getByLabelText('Alasan keputusan') as HTMLTextAreaElement).value).toBe('Menunggu surat');
});

test.each([
  ['manager_pendidikan', true],
  ['cs', false],
] as const)(
  'when %s opens the tab of a registration, then the buttons are there for those who decide',
  async (role, decides) => {
    fakeApi({ [LIST]: { body: [ROW] } });
    renderPage(<WithdrawalsTab registrationId={ROW.registration_id} />, { ...page, user: aUser({ role }) });
    expect(await screen.findByText('Ayah pindah tugas')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Setujui mundur' }) !== null).toBe(decides);
  },
);

test('when nothing was asked, then the tab says so', async () => {
  fakeApi({ [LIST]: { body: [] } });
  renderPage(<WithdrawalsTab registrationId={ROW.registration_id} />, page);
  expect(await screen.findByText('Keluarga ini belum meminta mundur.')).toBeTruthy();
});
