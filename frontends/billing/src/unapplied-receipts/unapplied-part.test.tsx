import type { Role } from '@gerbang/domain/roles';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { screen, within } from '@testing-library/react';
import { id } from '../../test/samples.ts';
import { aStaffInvoice } from '../../test/staff-samples.ts';
import type { Receipt } from './unapplied-receipts.api.ts';
import { UnappliedPart } from './unapplied-part.tsx';

const download = jest.fn();
jest.mock('@gerbang/web-kit/files/download', () => ({
  download: (...args: unknown[]) => download(...args) as unknown,
}));

const ASSIGN = `POST /api/admin/unapplied-receipts/${id(60)}/assign`;
const RETURN = `POST /api/admin/unapplied-receipts/${id(60)}/return`;
const aReceipt = (changes: Partial<Receipt> = {}): Receipt => ({
  id: id(60),
  version: 1,
  line: {
    id: id(90),
    account_key: 'utama',
    booked_on: '2026-11-20',
    amount: 600_000,
    description: 'BI-FAST CR RINA WATI',
  },
  amount: 500_000,
  cause: 'overpaid',
  status: 'open',
  paid_numbers: ['INV-2026-000007'],
  assigned_number: null,
  note: null,
  returned_on: null,
  decided_by: null,
  decided_at: null,
  created_at: '2026-11-20T03:00:00.000Z',
  ...changes,
});
const DECIDED = {
  decided_by: { name: 'Ani', role: 'admin' },
  decided_at: '2026-11-21T03:00:00.000Z',
} as const;

function show(role: Role = 'finance', answers: Parameters<typeof fakeApi>[0] = {}, receipt = aReceipt()) {
  const api = fakeApi({
    'GET /api/admin/unapplied-receipts': { body: [receipt], headers: { 'x-total-count': '1' } },
    'GET /api/admin/unapplied-receipts/summary': {
      body: {
        status: {
          open: { receipts: 3, amount: 900_000 },
          assigned: { receipts: 12, amount: 1 },
          returned: { receipts: 0, amount: 0 },
        },
      },
    },
    'GET /api/admin/invoices': {
      body: [aStaffInvoice({ remaining: 400_000 })],
      headers: { 'x-total-count': '1' },
    },
    'GET /api/admin/registrations': { body: [], headers: { 'x-total-count': '0' } },
    ...answers,
  });
  const path = '/admin/bank?bagian=funds&status=open';
  return { api, ...renderPage(<UnappliedPart />, { path, user: aUser({ role }) }) };
}
const plain = (element: Element | null | undefined) => element?.textContent?.replaceAll('\u00A0', ' ');
const rowOf = async () => (await screen.findByText('BI-FAST CR RINA WATI')).closest('tr');

describe('unapplied money', () => {
  test('when the sums are downloaded, then they are those of the part that is open', async () => {
    const { type } = show('manager_pendidikan');
    await type.click(await screen.findByRole('button', { name: 'Unduh' }));
    await type.click(await screen.findByRole('menuitem', { name: 'CSV' }));
    await findToast('Berhasil', 'File CSV sudah diunduh');
    expect(download.mock.calls[0]?.slice(0, 2)).toEqual([
      '/api/admin/unapplied-receipts/export?status=open&sort=-created_at&format=csv',
      'dana-belum-dibukukan.csv',
    ]);
  });

  test('when it is listed, then each row says why it is there, and each part how many it has', async () => {
    show();
    expect(plain(await rowOf())).toMatch(
      /20 Nov 2026.*Rp 500\.000dari Rp 600\.000.*Kelebihan bayar.*selebihnya untuk INV-2026-000007/u,
    );
    const parts = screen.getByRole('group', { name: 'Status dana' });
    expect(plain(parts)).toMatch(/^Belum dibukukan 3Dibukukan 12Dikembalikan 0/u);
  });

  test('when it is given to a bill, then at most what the bill owes, with what was seen and one key', async () => {
    const { api, type } = show('finance', {
      [ASSIGN]: { body: aReceipt({ status: 'assigned', ...DECIDED }) },
    });
    await rowOf();
    await type.click(screen.getByRole('button', { name: /^Bukukan Rp/u }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Bukukan dana' }));
    await type.click(dialog.getByRole('button', { name: 'Bukukan' }));
    expect(await dialog.findByText('Cari dan pilih tagihan atau pendaftaran')).toBeTruthy();
    await type.type(dialog.getByRole('searchbox'), 'INV-2026');
    await dialog.findByText('1 hasil');
    await type.keyboard('{Enter}');
    expect(plain(await dialog.findByText(/^Sisa Rp/u))).toBe(
      'Sisa Rp 100.000 tetap menjadi dana belum dibukukan.',
    );
    await type.click(dialog.getByRole('button', { name: 'Bukukan' }));
    await findToast('Berhasil', `Dana dibukukan untuk ${aStaffInvoice().child_name}`);
    expect(api.bodies(ASSIGN)).toEqual([{ kind: 'invoice', id: aStaffInvoice().id, amount: 400_000 }]);
    expect(api.asked.find(({ path }) => path.endsWith('/assign'))?.headers).toMatchObject({
      'if-match': '"1"',
      'idempotency-key': expect.any(String),
    });
  });

  test('when the importer notes a return, then the refusal stays in the dialog with what was typed', async () => {
    const { api, type } = show('finance', {
      [RETURN]: refused(403, 'Pengembalian dicatat oleh petugas lain daripada yang mengunggah mutasinya.'),
    });
    await rowOf();
    await type.click(screen.getByRole('button', { name: /^Kembalikan Rp/u }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Catat pengembalian dana' }));
    await type.type(dialog.getByLabelText('Catatan'), 'ibu');
    await type.click(dialog.getByRole('button', { name: 'Catat pengembalian' }));
    expect(await dialog.findByText('Catatan harus diisi, paling sedikit 5 karakter')).toBeTruthy();
    await type.type(dialog.getByLabelText('Catatan'), ' di BSI');
    await type.click(dialog.getByRole('button', { name: 'Catat pengembalian' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('petugas lain');
    expect(dialog.getByLabelText<HTMLInputElement>('Catatan').value).toBe('ibu di BSI');
    expect(api.bodies(RETURN)).toMatchObject([{ note: 'ibu di BSI', returned_on: expect.any(String) }]);
  });

  test('when it is decided, then it says what became of it and offers nothing', async () => {
    const returned = aReceipt({
      status: 'returned',
      note: 'rekening ibu',
      returned_on: '2026-11-21',
      ...DECIDED,
    });
    show('finance', {}, returned);
    expect(plain(await rowOf())).toMatch(/Dikembalikan.*21 Nov 2026: rekening ibu/u);
    expect(screen.queryByRole('button', { name: /^(?:Bukukan|Kembalikan) Rp/u })).toBeNull();
  });

  test('when no money waits, then the list says what comes here, and not that a filter found nothing', async () => {
    const none = { body: [], headers: { 'x-total-count': '0' } };
    show('finance', { 'GET /api/admin/unapplied-receipts': none });
    expect(await screen.findByText('Tidak ada dana yang belum dibukukan.')).toBeTruthy();
    expect(screen.queryByText('Tidak ada dana dengan status ini.')).toBeNull();
  });

  test('when the role only reads, then there is nothing to decide', async () => {
    show('manager_pendidikan');
    await rowOf();
    expect(screen.queryByRole('button', { name: /^(?:Bukukan|Kembalikan) Rp/u })).toBeNull();
  });
});
