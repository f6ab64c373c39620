import type { Page } from 'playwright-core';
import { moved, ownAccount, statement } from '../kit/bank-statements.ts';
import { sendDocument } from '../kit/documents.ts';
import { decideFee, paidFamily, type PaidFamily } from '../kit/families.ts';
import { uniqueWord } from '../kit/people.ts';
import type { Call, Client } from '../kit/client.ts';
import { camera, pageImage } from './document-sending.ts';
import { photographPaper } from './paper.ts';
import * as portal from './portal.ts';
import { chooseFor, userRow } from './staff.ts';

/** What a family sees that has nothing yet, by address. */
export const EMPTY_PAGES = [
  '/dashboard',
  '/children',
  '/registrations',
  '/enrollment',
  '/tagihan',
  '/notifications',
];

/** What a page shows after something was done on it; each begins with an address of its own. */
export type State = readonly [name: string, open: (page: Page) => Promise<unknown>];

const dialog = (page: Page) => page.getByRole('dialog').last();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

/** Opens an address and, where a button is named, presses it and waits for its dialog. */
export const opened = (address: string, name?: string | RegExp) => async (page: Page) => {
  await page.goto(address);
  if (name === undefined) return;
  await portal.settled(page);
  await press(page, name);
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).last().waitFor();
};

/** What a guest sees of the two public forms. */
export const GUEST_STATES: readonly State[] = [
  ['landing before its program', (page) => page.goto('/')],
  ['login before its program', (page) => page.goto('/auth')],
  [
    'login with errors',
    async (page) => {
      await page.goto('/auth');
      await portal.ready(page);
      await portal.button(page, 'Masuk').click();
      await portal.see(page, 'Password harus diisi');
    },
  ],
  [
    'registration with errors',
    async (page) => {
      await portal.openRegister(page);
      await portal.button(page, 'Daftar').click();
      await portal.see(page, 'Nama harus diisi');
    },
  ],
];

/** A family whose first proof waits for finance, whose second was refused and whose third was verified; one has papers. */
export async function familyWithWork(
  client: Client,
  finance: Call,
  word = uniqueWord(),
): Promise<PaidFamily> {
  const family = await paidFamily(client, [`Hasan ${word}`, `Maryam ${word}`, `Zaki ${word}`]);
  const [, refused, verified] = family.made;
  if (!refused || !verified) throw new Error('Nothing was registered');
  await decideFee(finance, refused, 'rejected');
  await decideFee(finance, verified, 'verified');
  await sendDocument(client, family.parent, verified.childId, 'kk', 2);
  return family;
}

/** What such a family sees of its own work. */
export const familyStates = ({ made }: PaidFamily): readonly State[] => [
  [
    'user menu',
    async (page) => {
      await page.goto('/dashboard');
      await portal.openUserMenu(page);
    },
  ],
  ['sheet of notifications', opened('/dashboard', /^Pemberitahuan/u)],
  [
    'form of a child with errors',
    async (page) => {
      await opened('/children', 'Tambah Anak')(page);
      await dialog(page).getByRole('button', { name: 'Simpan', exact: true }).click();
      await dialog(page).locator('[aria-invalid="true"]').first().waitFor({ state: 'attached' });
    },
  ],
  ['form of a registration', opened('/registrations', 'Daftarkan anak')],
  [
    'open choice of a region',
    async (page) => {
      await page.goto('/profile?bagian=alamat');
      await portal.settled(page);
      await press(page, /Provinsi$/u);
      await page.getByRole('listbox').waitFor();
    },
  ],
  [
    'proof with errors',
    async (page) => {
      await page.goto(`/registrations/${made[1]?.id}/bayar?langkah=bukti`);
      await portal.settled(page);
      await portal.button(page, 'Kirim bukti').click();
      await page.locator('[aria-invalid="true"]').first().waitFor({ state: 'attached' });
    },
  ],
  [
    'pages of a document before they are sent',
    async (page) => {
      await page.goto(`/children/${made[0]?.childId}/dokumen`);
      await portal.settled(page);
      const label = 'Kartu keluarga';
      await camera(page, label).setInputFiles(await photographPaper(page, 1));
      await pageImage(page, 1, 1, label).waitFor();
    },
  ],
  ['question before an erasure', opened('/privacy', 'Ajukan penghapusan')],
  [
    'form of a new number',
    async (page) => {
      await page.goto('/phone');
      await portal.settled(page);
      await portal.button(page, 'Ganti nomor').click();
      await portal.field(page, 'Nomor WhatsApp baru').waitFor();
    },
  ],
];

const tab = (page: Page) => page.getByRole('tab').first();

/** Opens the record of a registration. */
const record = (id: string | undefined) => async (page: Page) => {
  await page.goto(`/admin/registration?id=${id}`);
  await portal.settled(page);
  await tab(page).waitFor();
};

/** What an administrator sees of this family, whose names hold the word, and of the school. */
export function staffStates(finance: Call, word: string, { made }: PaidFamily): readonly State[] {
  const [waiting, , verified] = made;
  return [
    ['record of a registration', record(waiting?.id)],
    [
      'reason of a refusal',
      async (page) => {
        await record(waiting?.id)(page);
        await press(page, /^Tolak/u);
        await page.getByRole('textbox', { name: 'Alasan penolakan' }).waitFor();
      },
    ],
    [
      'stage with its calendar',
      async (page) => {
        await record(verified?.id)(page);
        await page.getByRole('tab', { name: 'Riwayat' }).click();
        await portal.button(page, 'Ubah Tahap').click();
        await dialog(page).getByRole('group', { name: 'Tanggal Observasi' }).getByRole('button').click();
        await page.getByRole('grid').waitFor();
      },
    ],
    [
      'chosen registrations',
      async (page) => {
        await page.goto('/admin/registration');
        await page.getByRole('searchbox').fill(word);
        await portal.see(page, '3 pendaftaran');
        await page.getByRole('checkbox', { name: `Pilih Hasan ${word}` }).check();

        await portal.see(page, '1 dipilih');
      },
    ],
    [
      'desk of documents with its reasons',
      async (page) => {
        await page.goto('/admin/documents');
        await page.getByRole('searchbox').fill(word);
        await press(page, new RegExp(`^Periksa Kartu keluarga: .*${word}`, 'u'));
        await page.getByRole('button', { name: /^Terima/u }).waitFor();
        await page.keyboard.press('r');
        await page.getByRole('group', { name: 'Kembalikan karena' }).waitFor();
      },
    ],
    [
      'announcement with errors',
      async (page) => {
        await page.goto('/admin/announcements/create');
        await portal.settled(page);
        await portal.button(page, 'Simpan draf').click();
        await portal.seeToast(page, 'Please fill in all required fields');
      },
    ],
    ['form of a user', opened('/admin/users', 'Tambah pengguna')],
    [
      'question before a user is removed',
      async (page) => {
        await page.goto('/admin/users');
        await page.getByPlaceholder('Cari pengguna...').fill('finance@');
        await chooseFor(page, userRow(page, 'finance@'), 'Hapus');
        await page.getByRole('alertdialog').waitFor();
      },
    ],
    ['form of a wave', opened('/admin/waves', 'Tambah gelombang')],
    ['form of seats', opened('/admin/seats?jenjang=SMP', 'Batasi kursi')],
    ['templates of messages', opened('/admin/messages', 'Template WhatsApp')],
    ['request for a lost number', opened('/admin/number-requests', 'Buka permintaan')],
    [
      'record of an invoice',
      async (page) => {
        await page.goto('/admin/invoices');
        await press(page, /^Lihat pembayaran/iu);
        await page
          .getByRole('region', { name: 'Tagihan dan pembayaran' })
          .getByRole('heading')
          .first()
          .waitFor();
      },
    ],
    [
      'line of the bank with the question why it is set aside',
      async (page) => {
        const day = '2026-11-05';
        const { key, number } = await ownAccount(finance);
        // A line of the same day, account and sum would be one that is known already.
        const amount = 300_000 + (Date.now() % 100_000);
        const { buffer } = statement(number, [moved(day, amount, `TRSF E-BANKING CR RINA WATI ${word}`)]);
        const place = `/api/admin/bank-statements?account_key=${key}&file_name=mutasi.csv`;
        await finance('POST', place, buffer);
        await page.goto(`/admin/bank?from=${day}&to=${day}`);
        await page.getByRole('row', { name: new RegExp(word, 'u') }).click();
        await press(page, /^Sisihkan/u);
        await dialog(page).getByLabel('Alasan').waitFor();
      },
    ],
    [
      'reports as tables',
      async (page) => {
        await page.goto('/admin/reports');
        await page.locator('figure').first().waitFor();
        await press(page, 'Lihat sebagai tabel');
        await page.locator('figure table').first().waitFor();
      },
    ],
  ];
}

/** What the list of registrations shows instead of rows, and what belongs to its keys. */
export const LIST_STATES: readonly State[] = [
  [
    'list without a hit',
    async (page) => {
      await page.goto('/admin/registration');
      await page.getByRole('searchbox').fill('tidak ada yang begini');
      await portal.see(page, 'Tidak ada hasil yang sesuai dengan pencarian.');
    },
  ],
  [
    'list that failed',
    async (page) => {
      await page.route('**/api/admin/registrations?*', (route) => route.abort());
      await page.goto('/admin/registration');
      await portal.see(page, /^Data pendaftaran tidak dapat dimuat/u);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  ],
  [
    'columns and views of the list',
    async (page) => {
      await page.goto('/admin/registration');
      await portal.settled(page);
      await portal.button(page, 'Tampilan').click();
      await page.getByRole('menuitem', { name: 'Atur kolom dan simpan...' }).click();
      await page.getByRole('dialog', { name: 'Kolom dan tampilan' }).waitFor();
    },
  ],
  [
    'keys of the list',
    async (page) => {
      await page.goto('/admin/registration');
      await portal.settled(page);
      await page.keyboard.press('?');
      await portal.see(page, 'Pintasan papan ketik');
    },
  ],
];
