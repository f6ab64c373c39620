import type { Page } from 'playwright-core';
import { moved, ownAccount, statement } from '../kit/bank-statements.ts';
import { sendKeyed } from '../kit/client.ts';
import { jakartaDate, registerChild } from '../kit/families.ts';
import { newPerson, signUp, uniqueWord } from '../kit/people.ts';
import * as portal from './portal.ts';
import type { Studio } from './studio.ts';
import { TABLET, type Visitor } from './visitor.ts';

const FUNDS = '/admin/bank?bagian=funds&status=open';
/** Before any statement. */
const NO_DAYS = '/admin/bank?bagian=days&bulan=2020-01';

interface Line {
  readonly id: string;
  readonly version: number;
  readonly description: string | null;
}

/** Yesterday's money: one line with a proposal, an unknown one, two in question, interest, and two that pay no bill. */
async function money(studio: Studio, day: string, word: string): Promise<(text: string) => Line> {
  const finance = await studio.staff('finance');
  const { call: family } = await signUp(studio.client, newPerson());
  const { id } = await registerChild(family, 'Muhammad Zaidan Al-Fatih Ramadhan');
  const { registration_number: number } = await finance.call<{ registration_number: string }>(
    'GET',
    `/api/admin/registrations/${id}`,
  );
  const { key, number: account } = await ownAccount(finance.call);
  const { buffer } = statement(account, [
    moved(day, 550_000, `BI-FAST CR BIF TRANSFER DR 451 RINA WATI ${number} ${word}`),
    moved(day, 12_250_000, `SETORAN TUNAI ${word}`),
    moved(day, 350_137, `KOREKSI SALAH TRANSFER DR YAYASAN PENDIDIKAN MELATI PUTIH ${word}`),
    moved(day, 1_250_000_000, `RTGS PT MAJU BERSAMA SEJAHTERA ABADI ${word}`),
    moved(day, 15_321, `BUNGA ${word}`),
    moved(day, 400_000, `TRSF E-BANKING CR BUDI SANTOSO ${word}`),
    moved(day, 11_900_000, `TRSF E-BANKING CR NURUL HIDAYAH ${word}`),
  ]);
  await finance.call('POST', `/api/admin/bank-statements?account_key=${key}&file_name=${word}.csv`, buffer);
  const lines = await finance.call<Line[]>('GET', `/api/admin/bank-lines?from=${day}&to=${day}&limit=200`);
  const found = (text: string) => {
    const line = lines.find(({ description }) => description === `${text} ${word}`);
    if (!line) throw new Error(`no line of ${text}`);
    return line;
  };
  await finance.call('POST', `/api/admin/bank-lines/${found('BUNGA').id}/ignore`, {
    reason: 'Bunga tabungan bulan November, bukan pembayaran keluarga',
  });
  for (const payer of ['BUDI SANTOSO', 'NURUL HIDAYAH'])
    await sendKeyed(
      studio.client,
      finance,
      `/api/admin/bank-lines/${found(`TRSF E-BANKING CR ${payer}`).id}/match`,
      {
        targets: [],
        unapplied: payer.startsWith('BUDI') ? 'unknown' : 'duplicate',
        reason: 'Ayah dan ibu mentransfer',
      },
    );
  return found;
}

/** What finance sees of the bank: its lines, days and unapplied money, each empty, filled, and with what is asked. */
export async function bankScreens(studio: Studio): Promise<void> {
  await studio.needsSchool();
  const finance = await studio.open(await studio.staff('finance'));
  const { page } = finance;
  await studio.visit(finance, NO_DAYS, '110-bank-days-empty');
  await page.route('**/api/admin/bank-days?*', (route) => route.abort());
  await page.goto('/admin/bank?bagian=days');
  await portal.see(page, /^Hari mutasi tidak dapat dimuat/u);
  await studio.shoot(finance, '110-bank-days-failed');
  await page.route('**/api/admin/unapplied-receipts?*', (route) => route.fulfill({ json: [] }));
  await studio.visit(finance, FUNDS, '111-bank-funds-empty');
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  const word = uniqueWord();
  const day = jakartaDate(-1);
  const line = await money(studio, day, word);
  const open = (text: string) => openLine(finance, day, line(text));
  await studio.visit(finance, `/admin/bank?from=${day}&to=${day}`, '112-bank-lines');
  await studio.visit(finance, '/admin/bank?status=attention', '113-bank-attention');
  await open('KOREKSI SALAH TRANSFER DR YAYASAN PENDIDIKAN MELATI PUTIH');
  await portal.see(page, 'Perlu diperiksa dahulu');
  await studio.shoot(finance, '113-bank-attention-line', false);
  await open('RTGS PT MAJU BERSAMA SEJAHTERA ABADI');
  await page.getByRole('button', { name: /^Sisihkan/u }).click();
  await page.getByRole('dialog').last().getByLabel('Alasan').waitFor();
  await studio.shoot(finance, '113-bank-set-aside', false);
  await studio.visit(finance, '/admin/bank?status=ignored', '114-bank-ignored');
  await open('BUNGA');
  await page.getByText(/^Disisihkan:/u).waitFor();
  await studio.shoot(finance, '114-bank-ignored-line', false);

  await studio.visit(finance, '/admin/bank?bagian=days', '115-bank-days');
  await studio.visit(finance, FUNDS, '116-bank-funds');
  await ask(page, /^Bukukan Rp/u);
  await studio.shoot(finance, '116-bank-funds-book', false);
  await page.goto(FUNDS);
  await ask(page, /^Kembalikan Rp/u);
  await studio.shoot(finance, '116-bank-funds-return', false);
}

async function openLine({ page, screen }: Visitor, day: string, { id }: Line): Promise<void> {
  await page.goto(`/admin/bank?from=${day}&to=${day}&id=${id}`);
  const place = screen.width > TABLET.width ? page.getByRole('region', { name: /^Baris mutasi/u }) : page;
  await place.getByRole('region', { name: 'Keterangan bank' }).waitFor();
}

async function ask(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').waitFor();
}
