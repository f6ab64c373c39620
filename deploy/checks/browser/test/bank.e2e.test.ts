import { movementsOf, PRINTERS } from '@gerbang/billing-service/test/bank-files';
import * as portal from '../portal.ts';
import { DESKTOP } from '../visitor.ts';
import { checkAll } from './checks.ts';
import { staff, useBrowser } from './world.ts';

const { visitor } = useBrowser();
const OPENING = 100_000_000;

const moved = (day: string, rupiah: number, text: string) => ({
  day,
  direction: 'in' as const,
  sen: rupiah * 100,
  text,
  reference: '',
});

/** Digits of the school's own account. */
async function ownAccount(): Promise<string> {
  const { accounts } = await staff('finance')<{ accounts: { account_number: string }[] }>(
    'GET',
    '/api/config',
  );
  return accounts[0]?.account_number.replace(/\D/gu, '') ?? '';
}

/** A statement as the bank's site gives it. */
const statement = (account: string, lines: readonly ReturnType<typeof moved>[], name = 'mutasi.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(
    PRINTERS['bca-bisnis']({
      account,
      opening: OPENING,
      movements: movementsOf(OPENING, lines),
      grouped: true,
    }),
  ),
});

test('when finance uploads the bank’s file, then its lines are listed, and interest is set aside and taken back', async () => {
  const account = await ownAccount();
  const lines = [
    moved('2026-11-02', 350_137, 'TRSF E-BANKING CR RINA WATI'),
    moved('2026-11-02', 15_321, 'BUNGA'),
  ];
  const { page } = await visitor(DESKTOP, { as: 'finance' });
  await page.goto('/admin/bank?from=2026-11-02&to=2026-11-02');
  const picker = page.locator('input[type=file]');
  await picker.setInputFiles(statement('999999999', lines));
  await portal.see(page, /Berkas ini dari rekening lain/u);
  await picker.setInputFiles(statement(account, lines));
  await portal.see(page, /2 baris baru, 0 sudah dikenal/u);
  await portal.see(page, 'TRSF E-BANKING CR RINA WATI');
  const wrong = await checkAll(page, '/admin/bank');
  await picker.setInputFiles(statement(account, lines));
  await portal.see(page, /Berkas ini sudah pernah diunggah/u);
  await page.getByRole('button', { name: 'Lihat berkas yang sudah diunggah' }).click();
  await page.getByRole('row', { name: /mutasi\.csv/u }).waitFor();
  Object.assign(wrong, await checkAll(page, 'uploaded files'));
  await page.goto('/admin/bank?from=2026-11-02&to=2026-11-02');

  await page.getByRole('row', { name: /BUNGA/u }).click();
  const panel = page.getByRole('region', { name: /^Baris mutasi Rp\s15\.321/u });
  await panel.getByRole('button', { name: /^Sisihkan/u }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Alasan').fill('Bunga tabungan');
  await dialog.getByRole('button', { name: 'Sisihkan' }).click();
  await portal.seeToast(page, 'Berhasil', 'Baris disisihkan');
  await page.getByRole('row', { name: /Bunga tabungan/u }).click();
  await panel.getByRole('button', { name: 'Kembalikan' }).click();
  await portal.seeToast(page, 'Berhasil', 'Baris dikembalikan');
  expect(wrong).toEqual({});
}, 240_000);
