import type { Role } from '@gerbang/domain/roles';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { screen, within } from '@testing-library/react';
import { aLine, aMatch, counts } from '../../test/bank-samples.ts';
import { id } from '../../test/samples.ts';
import { BankPage } from './bank-page.tsx';

const LIST = 'GET /api/admin/bank-lines';
const IGNORE = `POST /api/admin/bank-lines/${id(90)}/ignore`;
const RESTORE = `POST /api/admin/bank-lines/${id(90)}/restore`;
const NEW = aLine({ status: 'new', matches: [] });
const ASIDE = aLine({ version: 2, status: 'ignored', ignored_reason: 'Bunga tabungan', matches: [] });
const plain = (element: Element | null | undefined) => element?.textContent?.replaceAll('\u00A0', ' ');

function show(role: Role = 'finance', line: unknown = aLine(), answers: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({
    [LIST]: { body: line === null ? [] : [line], headers: { 'x-total-count': line === null ? '0' : '1' } },
    'GET /api/admin/bank-lines/summary': {
      body: counts({
        status: { new: { lines: 2, amount: 700_000 } },
        confidence: { exact: { lines: 41, amount: 48_212_377 } },
      }),
    },
    'GET /api/config': { body: { accounts: [{ key: 'utama', label: 'Utama', closed: false }] } },
    [IGNORE]: { body: ASIDE },
    [RESTORE]: { body: NEW },
    ...answers,
  });
  return { api, ...renderPage(<BankPage />, { path: '/admin/bank', user: aUser({ role }) }) };
}

describe('/admin/bank', () => {
  test('when finance opens it, then each line shows day, amount, text, what it may pay and why', async () => {
    show();
    const row = (await screen.findByText('BI-FAST CR RINA WATI')).closest('tr');
    expect(plain(row)).toMatch(
      /20 Nov 2026.*Rp 350\.137.*Ref\. 0303.*Umar Faruq.*PSB-2026-SD-00042.*nominal unik.*hari sama.*Cocok pasti/u,
    );
    const parts = screen.getByRole('group', { name: 'Jumlah baris mutasi' });
    expect(plain(parts)).toMatch(/^Cocok pasti 41Cocok kuat 0Mungkin 0Belum dikenal 2/u);
    expect(screen.getByRole('button', { name: 'Pilih berkas mutasi' })).toBeTruthy();
  });

  test('when a line pays a part of a bill, then what is owed stands beside its number', async () => {
    show('finance', aLine({ amount: 100_000, matches: [aMatch({ amount: 100_000, surplus: 0 })] }));
    const row = (await screen.findByText('BI-FAST CR RINA WATI')).closest('tr');
    expect(plain(row)).toContain('PSB-2026-SD-00042 · terutang Rp 350.000');
  });

  test('when a part is chosen, then lines and address follow', async () => {
    const { api, type } = show();
    await screen.findByText('BI-FAST CR RINA WATI');
    await type.click(screen.getByRole('button', { name: /^Cocok kuat/u }));
    const last = api.asked.filter(({ path }) => path === '/api/admin/bank-lines').at(-1);
    expect(Object.fromEntries(last?.query ?? [])).toEqual({
      status: 'proposed',
      confidence: 'strong',
      limit: '50',
    });
  });

  test('when the head of the school opens it, then there is nothing to upload, to book or to set aside', async () => {
    const { type } = show('manager_pendidikan');
    await type.click(await screen.findByText('BI-FAST CR RINA WATI'));
    await screen.findByRole('region', { name: /^Baris mutasi/u });
    expect(screen.queryByRole('button', { name: /Pilih berkas|Sisihkan|Bukukan|Cari tagihan/u })).toBeNull();
  });

  test('when there is no line yet, then the page says where to begin', async () => {
    show('finance', null);
    expect(await screen.findByText(/Unduh mutasi hari ini dari internet banking/u)).toBeTruthy();
  });

  test('when a line is set aside, then its reason is sent with the version that was seen', async () => {
    const { api, type } = show('finance', NEW);
    await type.click(await screen.findByText('BI-FAST CR RINA WATI'));
    await type.click(await screen.findByRole('button', { name: /^Sisihkan/u }));
    const dialog = await screen.findByRole('dialog', { name: 'Sisihkan baris ini' });
    await type.click(within(dialog).getByRole('button', { name: 'Sisihkan' }));
    expect(await within(dialog).findByText('Alasan harus diisi, paling sedikit 5 karakter')).toBeTruthy();
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
    await type.click(await screen.findByText('Bunga tabungan'));
    await type.click(await screen.findByRole('button', { name: /^Kembalikan/u }));
    await findToast('Baris ini sudah diubah. Muat ulang lalu coba lagi.');
  });

  test('when the uploaded files are opened, then each shows its days, lines and checks', async () => {
    const { type } = show('finance', aLine(), {
      'GET /api/admin/bank-statements': {
        headers: { 'x-total-count': '1' },
        body: [
          {
            id: id(70),
            account_key: 'utama',
            profile: 'bca-bisnis',
            file_name: 'mutasi.csv',
            period_from: '2026-11-20',
            period_to: '2026-11-20',
            credits_total: 350_137,
            debits_total: 0,
            lines_total: 1,
            lines_new: 1,
            lines_known: 0,
            checks: [{ check: 'gap', result: 'warning', text: 'Mutasi 18–19 November belum diunggah' }],
            forced_reason: null,
            imported_by: { name: 'Fina', role: 'finance' },
            imported_at: '2026-11-20T03:00:00.000Z',
          },
        ],
      },
    });
    await type.click(await screen.findByRole('tab', { name: 'Berkas' }));
    const row = (await screen.findByText('mutasi.csv')).closest('tr');
    expect(plain(row)).toMatch(/BCA Bisnis.*1 baru, 0 dikenal.*Mutasi 18–19 November belum diunggah.*Fina/u);
    expect(screen.queryByRole('searchbox')).toBeNull();
  });
});
