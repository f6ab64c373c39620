import { movementsOf, PRINTERS } from '@gerbang/billing-service/test/bank-files';
import * as portal from '../portal.ts';
import { DESKTOP } from '../visitor.ts';
import { checkAll } from './checks.ts';
import { staff, useBrowser } from './world.ts';

const { visitor } = useBrowser();

test('when finance uploads the bank’s file, then its lines are listed, and interest is set aside and taken back', async () => {
  const { accounts } = await staff('finance')<{ accounts: { account_number: string }[] }>(
    'GET',
    '/api/config',
  );
  const opening = 100_000_000;
  const moved = (rupiah: number, text: string) => ({
    day: '2026-11-02',
    direction: 'in' as const,
    sen: rupiah * 100,
    text,
    reference: '',
  });
  const movements = movementsOf(opening, [
    moved(350_137, 'TRSF E-BANKING CR RINA WATI'),
    moved(15_321, 'BUNGA'),
  ]);
  const account = accounts[0]?.account_number.replace(/\D/gu, '') ?? '';
  const file = (of: string) => ({
    name: 'mutasi.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(PRINTERS['bca-bisnis']({ account: of, opening, movements, grouped: true })),
  });
  const { page } = await visitor(DESKTOP, { as: 'finance' });
  await page.goto('/admin/bank');
  const picker = page.locator('input[type=file]');
  await picker.setInputFiles(file('999999999'));
  await portal.see(page, /Berkas ini dari rekening lain/u);
  await picker.setInputFiles(file(account));
  await portal.see(page, /2 baris baru, 0 sudah dikenal/u);
  await portal.see(page, 'TRSF E-BANKING CR RINA WATI');
  const wrong = await checkAll(page, '/admin/bank');
  await picker.setInputFiles(file(account));
  await portal.see(page, /Berkas ini sudah pernah diunggah/u);

  await page.getByRole('button', { name: /^Sisihkan Rp\s15\.321/u }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Alasan').fill('Bunga tabungan');
  Object.assign(wrong, await checkAll(page, 'setting aside'));
  await dialog.getByRole('button', { name: 'Sisihkan' }).click();
  await portal.seeToast(page, 'Berhasil', 'Baris disisihkan');
  await page.getByRole('button', { name: /^Kembalikan Rp\s15\.321/u }).click();
  await portal.seeToast(page, 'Berhasil', 'Baris dikembalikan');
  expect(wrong).toEqual({});
}, 240_000);
