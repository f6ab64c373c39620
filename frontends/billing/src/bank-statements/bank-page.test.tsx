import type { Role } from '@gerbang/domain/roles';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/components/testing/render-page';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { screen, within } from '@testing-library/react';
import { id } from '../../test/samples.ts';
import { BankPage } from './bank-page.tsx';

const LIST = 'GET /api/admin/bank-lines';
const IGNORE = `POST /api/admin/bank-lines/${id(90)}/ignore`;
const RESTORE = `POST /api/admin/bank-lines/${id(90)}/restore`;
const LINE = {
  id: id(90),
  version: 1,
  account_key: 'utama',
  booked_on: '2026-11-20',
  direction: 'in',
  amount: 350_137,
  description: 'BI-FAST CR RINA WATI',
  bank_reference: '0303',
  status: 'new',
  ignored_reason: null,
};
const ASIDE = { ...LINE, version: 2, status: 'ignored', ignored_reason: 'Bunga tabungan' };

function show(role: Role = 'finance', line: unknown = LINE, answers: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({
    [LIST]: { body: line === null ? [] : [line], headers: { 'x-total-count': line === null ? '0' : '1' } },
    'GET /api/admin/bank-lines/summary': {
      body: { status: { new: { lines: 1, amount: 350_137 }, ignored: { lines: 0, amount: 0 } } },
    },
    'GET /api/config': { body: { accounts: [{ key: 'utama', label: 'Utama', closed: false }] } },
    [IGNORE]: { body: ASIDE },
    [RESTORE]: { body: LINE },
    ...answers,
  });
  return { api, ...renderPage(<BankPage />, { path: '/admin/bank', user: aUser({ role }) }) };
}

describe('/admin/bank', () => {
  test('when finance opens it, then each line shows day, amount, text and reference', async () => {
    show();
    const row = (await screen.findByText('BI-FAST CR RINA WATI')).closest('tr');
    expect(row?.textContent?.replaceAll('\u00A0', ' ')).toMatch(
      /20 Nov 2026.*Rp 350\.137.*Ref\. 0303.*Belum dikenal/u,
    );
    expect(screen.getByRole('button', { name: 'Pilih berkas mutasi' })).toBeTruthy();
  });

  test('when the head of the school opens it, then there is nothing to upload and nothing to set aside', async () => {
    show('manager_pendidikan');
    await screen.findByText('BI-FAST CR RINA WATI');
    expect(screen.queryByRole('button', { name: /Pilih berkas|Sisihkan/u })).toBeNull();
  });

  test('when there is no line yet, then the page says where to begin', async () => {
    show('finance', null);
    expect(await screen.findByText(/Unduh mutasi hari ini dari internet banking/u)).toBeTruthy();
  });

  test('when a line is set aside, then its reason is sent with the version that was seen', async () => {
    const { api, type } = show();
    await type.click(await screen.findByRole('button', { name: /^Sisihkan/u }));
    const dialog = await screen.findByRole('dialog');
    await type.click(within(dialog).getByRole('button', { name: 'Sisihkan' }));
    expect(within(dialog).getByText('Alasan harus diisi, paling sedikit 5 karakter')).toBeTruthy();
    await type.type(within(dialog).getByLabelText('Alasan'), 'Bunga tabungan');
    await type.click(within(dialog).getByRole('button', { name: 'Sisihkan' }));
    await findToast('Baris disisihkan');
    expect(api.asked.filter(({ path }) => path.endsWith('/ignore'))).toMatchObject([
      { body: { reason: 'Bunga tabungan' }, headers: { 'if-match': '"1"' } },
    ]);
  });

  test('when a line is taken back, or another person was faster, then that is said', async () => {
    const { type } = show('finance', ASIDE, {
      [RESTORE]: refused(409, 'Baris ini sudah diubah. Muat ulang lalu coba lagi.', { code: 'line_state' }),
    });
    expect(await screen.findByText('Bunga tabungan')).toBeTruthy();
    await type.click(screen.getByRole('button', { name: /^Kembalikan/u }));
    await findToast('Baris ini sudah diubah. Muat ulang lalu coba lagi.');
  });
});
