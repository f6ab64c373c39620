import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { sendDocument } from '../../kit/documents.ts';
import { paidFamily } from '../../kit/families.ts';
import { type Account, uniqueWord } from '../../kit/people.ts';
import { until } from '../../kit/until.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE, WIDE } from '../visitor.ts';
import { checkAll, checkThemes } from './checks.ts';
import { cutOff } from './room.ts';
import { client, useBrowser } from './world.ts';

const { visitor } = useBrowser();
const UPRIGHT = { name: 'upright', width: 768, height: 1024 } as const;

/** A child's document as its family reads it. */
async function ownDocument({ call }: Account, childId: string, key: string) {
  const all = await call<{ type: { key: string }; status: string; versions: { reason: string | null }[] }[]>(
    'GET',
    `/api/children/${childId}/documents`,
  );
  return all.find(({ type }) => type.key === key);
}

const becomes = (parent: Account, childId: string, key: string, status: string) =>
  until(`${key} ${status}`, async () => (await ownDocument(parent, childId, key))?.status === status);

/** Opens the queue with the documents of these children only, and the first of them. */
async function openQueue(page: Page, word: string, found: string): Promise<void> {
  await page.goto('/admin/documents');
  await page.getByRole('searchbox').fill(word);
  await portal.see(page, found);
  // What is typed goes to the search; the keys of the desk begin outside of it.
  await page.getByRole('heading', { name: 'Periksa dokumen', level: 1 }).focus();
  await page.keyboard.press('ArrowRight');
}

const deskOf = (page: Page) => page.getByRole('region', { name: 'Periksa dokumen' });
const ready = (page: Page, title: string) =>
  deskOf(page)
    .getByRole('heading', { name: title })
    .waitFor()
    .then(() =>
      deskOf(page)
        .getByRole('button', { name: /^Terima/u })
        .waitFor(),
    );

test('when a clerk returns a paper and accepts the next sending, then its facts are ticked until one is changed, and ticked again', async () => {
  const word = uniqueWord();
  const child = `Aisyah ${word}`;
  const { parent, made } = await paidFamily(client, [child]);
  const [registered] = made;
  if (!registered) throw new Error('nothing registered');
  const { childId, id } = registered;
  const typed = { full_name: child, gender: 'female', birth_city: 'Bogor', birth_date: '2019-05-14' };
  const kk_number = '9912341203880001';
  const write = (nik: string) => parent.call('PUT', `/api/children/${childId}`, { ...typed, nik, kk_number });
  await write('9912345405190002');
  await sendDocument(client, parent, childId, 'kk', 2);

  const { page } = await visitor(WIDE, { as: 'cs' });
  const keys = page.keyboard;
  const title = `Kartu keluarga: ${child}`;
  await openQueue(page, word, '1 dokumen');
  await ready(page, title);
  const wrong = await checkAll(page, 'desk', WIDE);
  await page.getByRole('img', { name: 'Kartu keluarga, halaman 1 dari 2' }).waitFor();
  await keys.press('n');
  await page.getByRole('img', { name: 'Kartu keluarga, halaman 2 dari 2' }).waitFor();
  await keys.press('r');
  await deskOf(page).getByRole('group', { name: 'Kembalikan karena' }).waitFor();
  Object.assign(wrong, await checkThemes(page, 'reasons'));
  await keys.press('2');
  await portal.see(page, /Selesai\. 0 menunggu\.$/u);
  await becomes(parent, childId, 'kk', 'returned');
  const [returned] = (await ownDocument(parent, childId, 'kk'))?.versions ?? [];
  expect(returned?.reason).toBe('Ada bagian yang terpotong. Foto seluruh halaman.');

  await sendDocument(client, parent, childId, 'kk', 2);
  await openQueue(page, word, '1 dokumen');
  await ready(page, title);
  await deskOf(page).getByText('9912 3454 0519 0002').waitFor();
  await keys.press('s');
  await keys.press('a');
  await portal.see(page, /Selesai\. 0 menunggu\.$/u);
  await becomes(parent, childId, 'kk', 'approved');

  const openDocuments = async () => {
    await page.goto(`/admin/registration?id=${id}`);
    await page.getByRole('tab', { name: 'Dokumen' }).click();
    await page.getByRole('list', { name: 'Dokumen anak ini' }).waitFor();
  };
  await openDocuments();
  await portal.see(page, '1 dari 3 lengkap');
  Object.assign(wrong, await checkAll(page, 'documents of a registration', WIDE));
  await eventually(() => page.getByText('Perlu diperiksa lagi').count()).toBe(0);
  await write('9912345405190003');
  await openDocuments();
  await portal.see(page, 'Perlu diperiksa lagi: NIK');
  // The queue holds it apart, and one tick is enough: the paper is there.
  await page.goto('/admin/documents?status=changed');
  await page.getByRole('searchbox').fill(word);
  await portal.see(page, '1 dokumen');
  await page.getByRole('button', { name: `Periksa ${title}` }).click();
  await deskOf(page).getByText('9912 3454 0519 0003').waitFor();
  Object.assign(wrong, await checkThemes(page, 'changed data'));
  await keys.press('s');
  await keys.press('a');
  await portal.see(page, /dicocokkan lagi\. Selesai\. 0 menunggu\.$/u);
  await until('compared', async () => {
    await openDocuments();
    return (await page.getByText('Perlu diperiksa lagi').count()) === 0;
  });
  expect(wrong).toEqual({});
}, 240_000);

test('when a clerk reviews twenty papers with the keyboard alone, then it takes two keys each, and all are accepted', async () => {
  const word = uniqueWord();
  const children = [...'ABCDEFGHIJKLMNOPQRST'].map((letter) => `Anak ${letter} ${word}`);
  // A family may add only so many children a day.
  const families = [
    await paidFamily(client, children.slice(0, 10)),
    await paidFamily(client, children.slice(10)),
  ];
  for (const { parent, made } of families)
    for (const { childId } of made) await sendDocument(client, parent, childId, 'akta');

  const { page } = await visitor(WIDE, { as: 'cs' });
  await page.goto('/admin/documents');
  await page.getByRole('searchbox').fill(word);
  await portal.see(page, '20 dokumen');
  const rows = await page.evaluate(() =>
    [...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect()),
  );
  expect(rows[0]?.top).toBeLessThanOrEqual(220);
  expect(rows.filter(({ bottom }) => bottom <= WIDE.height).length).toBeGreaterThanOrEqual(14);
  const wrong = await checkAll(page, 'queue', DESKTOP);
  for (const size of [UPRIGHT, PHONE]) {
    await page.setViewportSize({ width: size.width, height: size.height });
    const cut = await cutOff(page);
    if (cut.length > 0) wrong[`queue at ${size.width}`] = cut;
  }
  await page.setViewportSize({ width: WIDE.width, height: WIDE.height });

  let pressed = 0;
  const press = async (key: string) => {
    pressed += 1;
    await page.keyboard.press(key);
  };
  await page.getByRole('heading', { name: 'Periksa dokumen', level: 1 }).focus();
  await press('ArrowRight');
  for (const child of children) {
    await ready(page, `Akta kelahiran: ${child}`);
    await press('s');
    await press('a');
  }
  await portal.see(page, /Selesai\. 0 menunggu\.$/u);
  expect(pressed).toBe(41);
  for (const { parent, made } of families)
    for (const { childId } of made) await becomes(parent, childId, 'akta', 'approved');
  expect(wrong).toEqual({});
}, 300_000);

test('when the family sends a newer paper while a clerk looks at one, then the decision is refused in words, and the newer one is decided', async () => {
  const word = uniqueWord();
  const child = `Khalid ${word}`;
  const { parent, made } = await paidFamily(client, [child]);
  const childId = made[0]?.childId ?? '';
  await sendDocument(client, parent, childId, 'akta');
  const { page } = await visitor(WIDE, { as: 'cs' });
  await openQueue(page, word, '1 dokumen');
  await ready(page, `Akta kelahiran: ${child}`);
  await sendDocument(client, parent, childId, 'akta');
  await page.keyboard.press('a');
  await portal.seeToast(
    page,
    `Belum tersimpan: Akta kelahiran ${child}`,
    'Keluarga baru mengirim versi lain.',
  );
  const versions = async () => (await ownDocument(parent, childId, 'akta'))?.versions.length;
  expect([await versions(), (await ownDocument(parent, childId, 'akta'))?.status]).toEqual([2, 'uploaded']);
  await openQueue(page, word, '1 dokumen');
  await ready(page, `Akta kelahiran: ${child}`);
  await page.keyboard.press('a');
  await becomes(parent, childId, 'akta', 'approved');
}, 120_000);

test('when an upright tablet shows the types of documents, then their names are there and nothing is cut', async () => {
  const { page } = await visitor(UPRIGHT, { as: 'staff_tu' });
  await page.goto('/admin/document-types');
  await portal.settled(page);
  await eventually(() => page.getByRole('rowheader', { name: /^Akta kelahiran/u }).isVisible()).toBe(true);
  await eventually(() => page.getByRole('button', { name: 'Tutup Akta kelahiran' }).isVisible()).toBe(true);
  expect(await cutOff(page)).toEqual([]);
}, 60_000);

test('when a clerk opens a paper on a phone, then nothing is cut and the decision is in reach', async () => {
  const word = uniqueWord();
  const { parent, made } = await paidFamily(client, [`Umar ${word}`]);
  const childId = made[0]?.childId ?? '';
  await sendDocument(client, parent, childId, 'akta');
  const { page } = await visitor(PHONE, { as: 'cs' });
  await page.goto('/admin/documents');
  await page.getByRole('searchbox').fill(word);
  await page.getByRole('button', { name: `Periksa Akta kelahiran: Umar ${word}` }).tap();
  const sheet = page.getByRole('dialog', { name: `Akta kelahiran: Umar ${word}` });
  await sheet.getByRole('button', { name: /^Terima/u }).waitFor();
  const cut = await cutOff(page);
  await page.setViewportSize(UPRIGHT);
  cut.push(...(await cutOff(page)));
  await page.setViewportSize({ width: PHONE.width, height: PHONE.height });
  expect(cut).toEqual([]);
  await sheet.getByRole('button', { name: /^Terima/u }).tap();
  await portal.see(page, /Selesai\. 0 menunggu\.$/u);
  await becomes(parent, childId, 'akta', 'approved');
}, 120_000);
