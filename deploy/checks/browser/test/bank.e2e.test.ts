import { dayText } from '@gerbang/domain/date-text';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { addDays } from '@gerbang/domain/reports';
import { longTest } from '@gerbang/domain/testing/runs';
import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import { moved, OPENING, ownAccount, statement } from '../../kit/bank-statements.ts';
import { type Call, sendKeyed } from '../../kit/client.ts';
import { registerChild } from '../../kit/families.ts';
import { type Account, logInDemo, newPerson, signUp } from '../../kit/people.ts';
import { until } from '../../kit/until.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE, WIDE } from '../visitor.ts';
import { brokenOff, wastedRows } from './room.ts';
import { tabTo } from '../family.ts';
import { ownPortal } from './own-portal.ts';

let finance: Account;
let admin: Account;
const own = ownPortal();
const { visitor } = own;

beforeAll(async () => {
  finance = await logInDemo(own.client, 'finance');
  admin = await logInDemo(own.client, 'admin');
  await useExactAmounts();
});

/** The place of the open line in the list: `3 / 50`. */
const POSITION = /^\d+ \/ \d+$/u;
/** A bank’s text without the name of a payer. */
const WAY = 'BI-FAST CR';

test('when finance uploads the bank’s file, then its lines are listed, and interest is set aside and taken back', async () => {
  const { number: account } = await ownAccount(finance.call);
  const lines = [
    moved('2026-11-02', 350_137, 'TRSF E-BANKING CR RINA WATI'),
    moved('2026-11-02', 15_321, 'BUNGA'),
  ];
  const { page } = await visitor(DESKTOP, { as: finance });
  await page.goto('/admin/bank?from=2026-11-02&to=2026-11-02');
  const picker = page.locator('input[type=file]');
  await picker.setInputFiles(statement('999999999', lines));
  await portal.see(page, /Berkas ini dari rekening lain/u);
  await picker.setInputFiles(statement(account, lines));
  await portal.see(page, /2 baris baru, 0 sudah dikenal/u);
  await portal.see(page, 'TRSF E-BANKING CR RINA WATI');
  await picker.setInputFiles(statement(account, lines));
  await portal.see(page, /Berkas ini sudah pernah diunggah/u);
  await page.getByRole('button', { name: 'Lihat berkas yang sudah diunggah' }).click();
  await page.getByRole('row', { name: /mutasi\.csv/u }).waitFor();
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
});

test('when the sums of a file do not fit, then only an admin takes it over, and only with a reason', async () => {
  const { number: account } = await ownAccount(finance.call);
  const file = statement(account, [moved('2026-11-03', 91_000, 'SETORAN TUNAI')], { opening: OPENING + 1 });
  for (const one of [finance, admin]) {
    const { page } = await visitor(DESKTOP, { as: one });
    await page.goto('/admin/bank?from=2026-11-03&to=2026-11-03');
    await page.locator('input[type=file]').setInputFiles(file);
    await portal.see(page, /tidak sama dengan saldo akhir/u);
    const force = page.getByRole('button', { name: 'Pakai juga, dengan alasan' });
    if (one === finance) {
      await eventually(() => force.count()).toBe(0);
      continue;
    }
    await force.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Alasan').fill('ya');
    await page.keyboard.press('Control+Enter');
    await dialog.getByText('Alasan harus diisi, paling sedikit 5 karakter').waitFor();
    await dialog.getByLabel('Alasan').fill('Saldo berkas dari bank salah');
    await dialog.getByRole('button', { name: 'Pakai berkas ini' }).click();
    await portal.see(page, /1 baris baru, 0 sudah dikenal/u);
  }
});

interface Expectation {
  readonly transfer_amount: number;
  readonly base: number;
  readonly unique_add: number;
}

interface Asked {
  readonly id: string;
  readonly number: string;
  /** What the family is asked to transfer, and what it owes, in rupiah. */
  readonly transfer: number;
  readonly base: number;
}

/** Lets the school ask for amounts that belong to one bill; an admin activates what finance drafted. */
async function useExactAmounts(): Promise<void> {
  const path = '/api/admin/school';
  const { active } = await finance.call<{ active: { settings: object } }>('GET', path);
  const settings = { ...active.settings, unique_code: { on: true, max: 999 } };
  const { row_version } = await finance.call<{ row_version: number }>('PUT', `${path}/draft`, { settings });
  await sendKeyed(own.client, admin, `${path}/draft/activate`, { row_version, note: 'Nominal unik' });
}

/** What the family is asked for; billing knows of the registration and of the settings a moment later. */
const exactAmount = (call: Call, id: string): Promise<Expectation> =>
  until('The amount that a family is asked for', () =>
    call<Expectation>('POST', '/api/payment-expectations', { kind: 'registration_fee', id }).then(
      (one) => (one.unique_add > 0 ? one : null),
      () => null,
    ),
  );

/** So many registrations whose families have opened the payment dialog: each is asked for an amount of its own. */
async function askedFees(count: number): Promise<Asked[]> {
  const asked: Asked[] = [];
  while (asked.length < count) {
    const { call } = await signUp(own.client, newPerson(), { proves: false });
    for (let child = 0; child < 8 && asked.length < count; child += 1) {
      const { id } = await registerChild(call, `Anak ${String.fromCharCode(65 + child)}`);
      const expectation = await exactAmount(call, id);
      const { registration_number: number } = await finance.call<{ registration_number: string }>(
        'GET',
        `/api/admin/registrations/${id}`,
      );
      asked.push({ id, number, transfer: expectation.transfer_amount, base: expectation.base });
    }
  }
  return asked;
}

/** A hand that counts what it presses and clicks. */
function countedKeys(page: Page) {
  let pressed = 0;
  return {
    click: async (target: Locator) => {
      pressed += 1;
      await target.click();
    },
    choose: async (target: Locator, value: string) => {
      pressed += 2;
      await target.selectOption(value);
    },
    press: async (key: string) => {
      pressed += 1;
      await page.keyboard.press(key);
    },
    type: async (text: string) => {
      pressed += text.length;
      await page.keyboard.type(text);
    },
    count: () => pressed,
  };
}

/** Waits until what is typed goes there. */
const takesKeys = (target: Locator) =>
  eventually(() => target.evaluate((one) => one === document.activeElement)).toBe(true);

/** Lines that are certain, and those that are worked one by one. */
const EXACT = 5;
const SINGLE = 7;

test('when a day of transfers is worked, then one person closes it with few keys, and all money is accounted for', async () => {
  // Of the month before: the present one may have begun today.
  const month = addDays(`${jakartaDay(new Date()).slice(0, 7)}-01`, -1).slice(0, 7);
  const DAY = `${month}-18`;
  const { number: account } = await ownAccount(finance.call);
  const asked = await askedFees(EXACT + 6);
  const forRest = asked.pop();
  const exact = asked.slice(0, EXACT);
  const [first, ...strong] = asked.slice(EXACT, -1);
  const byHand = asked.at(-1);
  if (!first || !byHand || !forRest) throw new Error('Too few registrations');
  const { page } = await visitor(DESKTOP, { as: finance });
  const keys = countedKeys(page);
  const shown = `/admin/bank?from=${DAY}&to=${DAY}`;
  await page.goto(shown);
  await page.locator('input[type=file]').setInputFiles(
    statement(account, [
      ...exact.map(({ transfer }) => moved(DAY, transfer, WAY)),
      // The sender's bank added its fee.
      moved(DAY, first.transfer + 2500, WAY),
      ...strong.map(({ base, number }) => moved(DAY, base, `${WAY} ${number}`)),
      moved(DAY, byHand.base + 1_234_567, 'SETORAN TUNAI'),
      moved(DAY, 77_123, 'BUNGA'),
      moved(DAY, 5_321, 'BUNGA'),
    ]),
  );
  await portal.see(page, /12 baris baru, 0 sudah dikenal/u);
  await eventually(() => page.getByText(/^Cocok pasti \d+ · /u).textContent()).toBe(
    `Cocok pasti ${EXACT} · Cocok kuat 4 · Mungkin 0 · Belum dikenal 3`,
  );

  // What is certain, at once.
  await page.getByRole('button', { name: /^Bukukan 5 yang cocok pasti/u }).waitFor();
  await keys.press('b');
  await page
    .getByRole('alertdialog')
    .getByText(/untuk 1 keluarga/u)
    .waitFor();
  await keys.press('Tab');
  await keys.press('Enter');
  await portal.see(page, `${EXACT} baris dibukukan.`);
  await keys.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  // The others, one after the other.
  await page.getByRole('button', { name: /^Dibukukan 5/u }).waitFor();
  await keys.press('ArrowDown');
  const panel = page.getByRole('region', { name: /^Baris mutasi/u });
  for (let line = 0; line < SINGLE; line += 1) {
    const position = await panel.getByText(POSITION).textContent();
    const text = await panel.getByRole('region', { name: 'Keterangan bank' }).textContent();
    if (text?.startsWith(WAY)) {
      await panel.getByRole('button', { name: /^Bukukan & lanjut/u }).waitFor();
      await keys.press('Enter');
    } else if (text?.startsWith('SETORAN')) {
      await keys.press('c');
      await takesKeys(panel.getByRole('searchbox'));
      await keys.type(byHand.number);
      await panel.getByText('1 hasil').waitFor();
      await keys.press('Enter');
      await panel.getByText(/^Sisa Rp/u).waitFor();
      await keys.press('Enter');
      await keys.type('kata ibu');
      await keys.press('Enter');
    } else {
      await keys.press('s');
      await takesKeys(page.getByRole('dialog').getByLabel('Alasan'));
      await keys.type('bunga');
      await keys.press('Control+Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    if (line === SINGLE - 1) break;
    // Lines of one amount follow each other, so the position tells them apart.
    await until('The next line', async () => {
      const [now] = await panel.getByText(POSITION).allTextContents();
      return now !== undefined && now !== position;
    });
  }
  await portal.see(page, 'Semua baris di daftar ini sudah diputuskan.');
  // Whatever is certain goes at once: only the other lines take keys.
  expect(keys.count()).toBeLessThanOrEqual(90);
  // The last decision leaves when it can no longer be taken back.
  await page.getByRole('button', { name: /^Dibukukan 10/u }).waitFor();
  await page.getByRole('button', { name: /^Disisihkan 2/u }).waitFor();
  await Promise.all(
    asked.slice(0, 3).map(({ id }) =>
      until(`The verified fee of ${id}`, async () => {
        const found = await finance.call<{ payment_status: string }>('GET', `/api/admin/registrations/${id}`);
        return found.payment_status === 'verified';
      }),
    ),
  );

  // What is left of two transfers: a bill gets a part, and an admin, who did not import it, notes what went back.
  const showDays = async () => {
    await keys.click(page.getByRole('tab', { name: 'Hari' }));
    await keys.choose(page.getByLabel('Bulan'), month);
  };
  await showDays();
  const day = page.getByRole('row', { name: dayText(DAY) });
  await keys.click(day.getByRole('link', { name: '2 dana belum dibukukan' }));
  await keys.click(page.getByRole('button', { name: /^Bukukan Rp\s1\.234\.567/u }));
  const assigning = page.getByRole('dialog', { name: 'Bukukan dana' });
  await assigning.getByRole('searchbox').click();
  await keys.type(forRest.number);
  await assigning.getByText('1 hasil').waitFor();
  await keys.press('Enter');
  await assigning.getByText(/^Sisa Rp/u).waitFor();
  await keys.click(assigning.getByRole('button', { name: 'Bukukan' }));
  await portal.see(page, /^Dana dibukukan untuk/u);
  const other = await visitor(DESKTOP, { as: admin });
  const others = countedKeys(other.page);
  await other.page.goto('/admin/bank?bagian=funds&status=open');
  await other.page.getByRole('button', { name: /^Belum dibukukan 2/u }).waitFor();
  for (let left = 2; left > 0; left -= 1) {
    await others.click(other.page.getByRole('button', { name: /^Kembalikan Rp/u }).first());
    const returning = other.page.getByRole('dialog', { name: 'Catat pengembalian dana' });
    await returning.getByLabel('Catatan').click();
    await others.type('ke ibu');
    await others.click(returning.getByRole('button', { name: 'Catat pengembalian' }));
    await returning.waitFor({ state: 'detached' });
    await other.page.getByRole('button', { name: `Belum dibukukan ${left - 1}` }).waitFor();
  }

  // The day is closed; a line that is taken out of it opens it again.
  const closeDay = async () => {
    await showDays();
    await day.getByText('Siap ditutup').waitFor();
    await keys.click(day.getByRole('button', { name: /^Tutup hari/u }));
    await keys.click(page.getByRole('alertdialog').getByRole('button', { name: 'Tutup hari' }));
    await day.getByText('Ditutup').waitFor();
  };
  await page.reload();
  await closeDay();
  const whole = keys.count() + others.count();
  expect(whole).toBeLessThanOrEqual(150);

  await page.goto(`${shown}&status=ignored`);
  await keys.click(page.getByRole('row', { name: /Rp\s5\.321/u }));
  await keys.click(panel.getByRole('button', { name: 'Kembalikan' }));
  await portal.seeToast(page, 'Berhasil', 'Baris dikembalikan');
  await showDays();
  await keys.click(day.getByRole('link', { name: /^1 baris belum diputuskan/u }));
  await page.waitForURL(/status=undecided/u);
  await portal.see(page, '1 uang masuk');
  await keys.press('ArrowDown');
  await panel.getByRole('button', { name: /^Jadikan dana/u }).waitFor();
  await keys.press('s');
  await takesKeys(page.getByRole('dialog').getByLabel('Alasan'));
  await keys.type('bunga');
  await keys.press('Control+Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await closeDay();
});

test('when the money of a day is listed on a wide screen, then its first row is near the top, fourteen fit, and its head sorts', async () => {
  const { page } = await visitor(WIDE, { as: finance });
  // Parts that are seldom there make their line the longest.
  await page.route('**/api/admin/bank-lines/summary*', async (route) => {
    const response = await route.fetch();
    const counts = (await response.json()) as { status: Record<string, { lines: number }> };
    for (const status of ['attention', 'settlement'])
      counts.status[status] = { ...counts.status[status], lines: 3 };
    await route.fulfill({ response, json: counts });
  });
  await page.goto('/admin/bank');
  await page.getByRole('button', { name: /^Penyelesaian/u }).waitFor();
  const rows = page.locator('tbody tr');
  await rows.first().waitFor();
  await portal.settled(page);
  await eventually(() => wastedRows(rows)).toEqual([]);
  await page.getByRole('columnheader', { name: 'Jumlah' }).getByRole('button').click();
  await page.locator('th[aria-sort]:has-text("Jumlah")').waitFor();
});

longTest(
  'when the bank has large amounts, empty days and no money left over, then nothing is cut and each says what it is',
  async () => {
    const DAY = '2026-11-20';
    const { number: account } = await ownAccount(finance.call);
    const { page } = await visitor(DESKTOP, { as: finance });
    await page.goto(`/admin/bank?from=${DAY}&to=${DAY}`);
    await page
      .locator('input[type=file]')
      .setInputFiles(
        statement(account, [
          moved(DAY, 1_250_000_000, 'RTGS PT MAJU BERSAMA'),
          moved(DAY, 350_999, 'KOREKSI SALAH TRANSFER'),
        ]),
      );
    await portal.see(page, /2 baris baru, 0 sudah dikenal/u);
    await page.getByRole('row', { name: /SALAH TRANSFER/u }).click();
    const panel = page.getByRole('region', { name: /^Baris mutasi/u });
    await panel.getByText('Perlu diperiksa dahulu').waitFor();
    for (const place of [
      `?from=${DAY}&to=${DAY}`,
      '?bagian=days',
      '?bagian=days&bulan=2020-01',
      '?bagian=funds&status=assigned',
    ]) {
      await page.goto(`/admin/bank${place}`);
      await portal.settled(page);
      for (const { name, width, height } of [DESKTOP, PHONE]) {
        await page.setViewportSize({ width, height });
        await eventually(async () => [place, name, await brokenOff(page)]).toEqual([place, name, []]);
      }
    }
    // On a phone every part of the page can be seen and tapped.
    const end = () =>
      page
        .getByRole('tab')
        .evaluateAll((tabs) => Math.max(...tabs.map((tab) => tab.getBoundingClientRect().right)));
    await eventually(end).toBeAtMost(PHONE.width);
  },
);

test('when money went out, then its part lists it without the bank’s text, and nothing of it is cut', async () => {
  const DAY = '2026-11-21';
  const { number: account } = await ownAccount(finance.call);
  const { page } = await visitor(DESKTOP, { as: finance });
  await page.goto(`/admin/bank?from=${DAY}&to=${DAY}`);
  const out = { ...moved(DAY, 1_250_000_000, 'DB LISTRIK PLN'), direction: 'out' } as const;
  await page.locator('input[type=file]').setInputFiles(statement(account, [out]));
  await portal.see(page, /1 baris baru, 0 sudah dikenal/u);
  await page.getByRole('tab', { name: 'Keluar' }).click();
  await page.getByRole('row', { name: /Rp\s1\.250\.000\.000.*Bukan pengembalian/u }).waitFor();
  for (const { name, width, height } of [DESKTOP, PHONE]) {
    await page.setViewportSize({ width, height });
    await eventually(async () => [name, await brokenOff(page)]).toEqual([name, []]);
  }
});

test('when a bank’s file has a shape of its own, then its columns are named once and the upload goes on', async () => {
  const day = '14/11/2026';
  const { page } = await visitor(DESKTOP, { as: finance });
  await page.goto('/admin/bank?from=2026-11-14&to=2026-11-14');
  const rows = [
    ['Tgl', 'Uraian Transaksi', 'Nominal', 'D/K', 'Saldo Akhir'],
    [day, 'TRF RINA WATI', '350.137,00', 'K', '1.350.137,00'],
    [day, 'BUNGA', '15.321,00', 'K', '1.365.458,00'],
  ];
  const buffer = Buffer.from(rows.map((row) => row.join(';')).join('\r\n'));
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'aneh.csv', mimeType: 'application/octet-stream', buffer });
  await page.getByRole('button', { name: 'Susun kolomnya' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('row', { name: /14 Nov 2026.*Masuk.*350\.137/u }).waitFor();
  await dialog.getByLabel('Nama susunan').fill('Bank daerah');
  await dialog.getByRole('button', { name: 'Simpan dan unggah berkas' }).click();
  await portal.see(page, /2 baris baru, 0 sudah dikenal/u);
  await portal.see(page, 'TRF RINA WATI');
});

const amountOn = async (page: Page) => {
  const shown = page.getByText(/^Rp\s\d{3}\.\d{3}$/u).first();
  await shown.waitFor();
  return (await shown.innerText()).replaceAll(/\D/gu, '');
};

test('when the school uses exact amounts, then a family on a phone is asked for one, copies it by keyboard, and finds it again', async () => {
  const family = await signUp(own.client, newPerson('Rina Wati'));
  const { id } = await registerChild(family.call);
  await exactAmount(family.call, id);
  const { page, context } = await visitor(PHONE, { as: family });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const address = `/registrations/${id}/bayar`;

  await page.goto(address);
  const amount = await amountOn(page);
  expect(Number(amount) % 1000).toBeGreaterThan(0);
  await portal.see(page, /angka terakhir \(\d{1,3}\) membuat pembayaran Anda dikenali otomatis\./iu);
  await portal.see(page, 'Biaya transfer bank jangan ditambahkan.');
  await portal.see(page, /^Berlaku sampai \d{1,2} \S+ \d{4} \d\d\.\d\d$/u);
  for (const [label, copied] of [
    ['Salin jumlah transfer', new RegExp(`^${amount}$`, 'u')],
    ['Salin nomor rekening', /^\d+$/u],
    ['Salin berita transfer', /^GB-[0-9A-HJKMNP-TV-Z]{6}$/u],
  ] as const) {
    await tabTo(page, portal.button(page, label));
    await page.keyboard.press('Enter');
    await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(copied);
  }

  // Every page names the amount that is to be transferred, not the fee that it stands for.
  for (const path of ['/dashboard', '/registrations', address]) {
    await page.goto(path);
    await eventually(() => amountOn(page)).toBe(amount);
  }
  await portal.button(page, 'Sudah transfer? Kirim bukti (boleh, tidak wajib)').tap();
  await portal.button(page, 'Kirim bukti').waitFor();
});
