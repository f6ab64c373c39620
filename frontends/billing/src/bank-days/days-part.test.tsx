import type { Role } from '@gerbang/domain/roles';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { screen, within } from '@testing-library/react';
import type { BankDay } from './bank-days.api.ts';
import { DaysPart } from './days-part.tsx';

const CLOSE = 'PUT /api/admin/bank-days/utama/2026-11-20/close';
const aDay = (changes: Partial<BankDay> = {}): BankDay => ({
  account_key: 'utama',
  day: '2026-11-20',
  in_total: 1_000_000,
  booked: 900_000,
  surplus: 137,
  settlement: 0,
  ignored: 50_000,
  unapplied: 49_863,
  unknown_lines: 0,
  unknown: 0,
  open_receipts: 0,
  difference: 0,
  closed: null,
  ...changes,
});

function show(days: readonly BankDay[], role: Role = 'finance', answers: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({ 'GET /api/admin/bank-days': { body: days }, ...answers });
  const path = '/admin/bank?bagian=days&bulan=2026-11';
  return { api, ...renderPage(<DaysPart />, { path, user: aUser({ role }) }) };
}
const plain = (element: Element | null | undefined) => element?.textContent?.replaceAll('\u00A0', ' ');
const rowOf = async (day: RegExp) => (await screen.findByText(day)).closest('tr');

describe('the days of a month', () => {
  test('when a day is settled, then it shows where its money went and is closed after a confirmation', async () => {
    const closed = aDay({
      closed: { by: { name: 'Fina', role: 'finance' }, at: '2026-11-21T03:00:00.000Z' },
    });
    const { api, type } = show([aDay()], 'finance', { [CLOSE]: { body: closed } });
    expect(plain(await rowOf(/20 November 2026/u))).toMatch(
      /Rp 1\.000\.000.*Rp 900\.000.*Rp 137 kode unik.*Rp 50\.000 disisihkan.*Rp 49\.863 dana.*Siap ditutup/u,
    );
    await type.click(screen.getByRole('button', { name: /^Tutup hari/u }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/Cocokkan dahulu dengan aplikasi bank/u)).toBeTruthy();
    api.answer('GET /api/admin/bank-days', { body: [closed] });
    await type.click(dialog.getByRole('button', { name: 'Tutup hari' }));
    await findToast('Berhasil', 'Hari 20 November 2026 ditutup');
    expect(await screen.findByText('Ditutup')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Tutup hari/u })).toBeNull();
  });

  test('when a day is open, then each reason leads to exactly what is missing', async () => {
    show([aDay({ unknown_lines: 2, unknown: 60_000, difference: 60_000, open_receipts: 1 })]);
    const lines = await screen.findByRole('link', { name: /^2 baris belum diputuskan/u });
    expect(lines.getAttribute('href')).toBe(
      '/admin/bank?status=undecided&from=2026-11-20&to=2026-11-20&account=utama',
    );
    expect(screen.getByRole('link', { name: '1 dana belum dibukukan' }).getAttribute('href')).toBe(
      '/admin/bank?bagian=funds&status=open',
    );
    expect(screen.queryByRole('button', { name: /^Tutup hari/u })).toBeNull();
  });

  test('when another line came in between, then the refusal says why the day stays open', async () => {
    const { type } = show([aDay()], 'finance', {
      [CLOSE]: refused(409, 'Hari 20 November 2026 belum dapat ditutup: 1 mutasi belum dikenal.', {
        code: 'not_zero',
      }),
    });
    await type.click(await screen.findByRole('button', { name: /^Tutup hari/u }));
    await type.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Tutup hari' }),
    );
    await findToast(
      'Hari belum ditutup',
      'Hari 20 November 2026 belum dapat ditutup: 1 mutasi belum dikenal.',
    );
  });

  test('when the role only reads, then there is nothing to close', async () => {
    show([aDay()], 'manager_pendidikan');
    await rowOf(/20 November 2026/u);
    expect(screen.queryByRole('button', { name: /^Tutup hari/u })).toBeNull();
  });

  test('when the month is empty, then that is said', async () => {
    show([]);
    expect(await screen.findByText('Belum ada mutasi pada bulan ini.')).toBeTruthy();
  });
});
