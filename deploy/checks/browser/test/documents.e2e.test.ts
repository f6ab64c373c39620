import { longTest } from '@gerbang/domain/testing/runs';
import type { Page } from 'playwright-core';
import { sendDocument } from '../../kit/documents.ts';
import { decideFee, paidFamily } from '../../kit/families.ts';
import { type Account, uniqueWord } from '../../kit/people.ts';
import { until } from '../../kit/until.ts';
import { countEffort } from '../counter.ts';
import { camera, notePages, pageImage, photographAndSend } from '../document-sending.ts';
import { eventually } from './eventually.ts';
import { tabTo, thumb } from '../family.ts';
import { pickFile } from './keys.ts';
import { photographPaper } from '../paper.ts';
import { holdDecisions } from './held-decisions.ts';
import * as portal from '../portal.ts';
import { DESKTOP, NARROW, PHONE, UPRIGHT, WIDE } from '../visitor.ts';
import { cutOff, wastedRows } from './room.ts';
import { client, staff, url, useBrowser } from './world.ts';

const { visitor, roughVisitor } = useBrowser();

const hand = thumb();

const MAX_BYTES = 500_000;
/** What a school wants of every child. */
const WANTED = [
  ['akta', 'Akta kelahiran', 1],
  ['kk', 'Kartu keluarga', 2],
  ['pas_foto', 'Pas foto anak', 1],
] as const;
/** Two taps to open the camera and take the picture, a page; one to send a document. */
const TAPS = 4 * 2 + WANTED.length;

interface Document {
  readonly id: string;
  readonly status: string;
  readonly type: { readonly key: string };
  readonly versions: readonly { readonly pages: readonly unknown[]; readonly note: string | null }[];
}

/** A family with a registered child, and what the portal knows of its documents. */
async function family() {
  const { parent, made } = await paidFamily(client, ['Aisyah Putri']);
  const [child] = made;
  if (!child) throw new Error('no child');
  const path = `/children/${child.childId}/dokumen`;
  const documents = () => parent.call<Document[]>('GET', `/api/children/${child.childId}/documents`);
  const find = async (key: string) => (await documents()).find(({ type }) => type.key === key);
  return { parent, child, path, find };
}

const card = (page: Page, label: string) => page.getByRole('region', { name: label });

test('when a phone photographs and sends three documents, then every page is small, eleven taps are enough, and all of them wait', async () => {
  const { parent, path, find } = await family();
  const studio = await visitor(DESKTOP);
  const papers = [await photographPaper(studio.page, 1), await photographPaper(studio.page, 2)];
  for (const { buffer } of papers) expect(buffer.length).toBeGreaterThan(3_500_000);
  const { page } = await visitor(PHONE, { as: parent });
  const effort = await countEffort(page);
  await page.goto(path);
  await portal.settled(page);
  const pages = notePages(page);
  for (const [, label, count] of WANTED) await photographAndSend(page, label, papers.slice(0, count));
  expect(await effort.read()).toEqual({ taps: TAPS, keys: 0 });
  const sizes = (await pages()).map(({ bytes }) => bytes);
  expect(sizes).toHaveLength(4);
  expect(sizes.filter((size) => !(size > 50_000 && size <= MAX_BYTES))).toEqual([]);
  for (const [key, , count] of WANTED) {
    const document = await find(key);
    expect([document?.status, document?.versions[0]?.pages.length]).toEqual(['uploaded', count]);
  }
  await portal.see(page, 'Semua dokumen sudah dikirim. Sekolah sedang memeriksanya.');
});

longTest(
  'when the line breaks while pages are on their way, then they stay, and it goes on by itself',
  async () => {
    const { parent, path, find } = await family();
    const { page, context } = await roughVisitor(PHONE, { as: parent });
    const paper = await photographPaper(page, 1);
    await page.goto(path);
    await portal.settled(page);
    const label = 'Kartu keluarga';
    for (const count of [1, 2]) {
      await camera(page, label).setInputFiles(paper);
      await pageImage(page, count, count, label).waitFor();
    }
    let left = 1;
    await page.route('**/api/upload/child-document', async (route) => {
      left -= 1;
      if (left < 0) await route.abort('connectionreset');
      else await route.continue();
    });
    await hand.press(portal.button(page, 'Kirim 2 halaman'));
    await portal.see(page, /Halaman Anda masih di sini, kami coba lagi sendiri/u);
    await context.setOffline(true);
    await pageImage(page, 2, 2, label).waitFor();
    // Closing the tab now would lose the pages: the browser asks.
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    left = 10;
    await context.setOffline(false);
    await portal.see(page, `${label} terkirim`);
    const document = await find('kk');
    expect([document?.versions.length, document?.versions[0]?.pages.length]).toEqual([1, 2]);
  },
);

longTest(
  'when a keyboard alone is used on the narrowest screen, then pages are chosen, put in order, turned and sent',
  async () => {
    const { parent, path, find } = await family();
    const { page } = await visitor(NARROW, { as: parent });
    const paper = await photographPaper(page, 1);
    await page.goto(path);
    await portal.settled(page);
    await eventually(() => cutOff(page)).toEqual([]);
    const ways = card(page, 'Yang lain untuk pendaftaran ini').getByRole('link');
    await ways.first().waitFor();
    const lowest = () =>
      ways.evaluateAll((links) => Math.min(...links.map((link) => link.getBoundingClientRect().height)));
    await eventually(lowest).toBeAtLeast(44);
    const label = 'Kartu keluarga';
    await pickFile(page, page.getByLabel(`Pilih berkas: ${label}`), paper);
    await pageImage(page, 1, 1, label).waitFor();
    const second = { ...paper, name: 'kedua.jpg' };
    await pickFile(page, page.getByLabel(`Tambah berkas: ${label}`), second);
    await pageImage(page, 2, 2, label).waitFor();
    const first = await pageImage(page, 1, 2, label).getAttribute('src');
    await tabTo(page, portal.button(page, 'Turunkan halaman 1'));
    await page.keyboard.press('Enter');
    await portal.see(page, 'Sekarang halaman 2 dari 2');
    await eventually(() => pageImage(page, 2, 2, label).getAttribute('src')).toBe(first);
    await tabTo(page, portal.button(page, 'Putar halaman 2'));
    await page.keyboard.press('Enter');
    await portal.see(page, 'Halaman 2 diputar');
    const turned = await pageImage(page, 2, 2, label).evaluate((image: HTMLImageElement) =>
      image.decode().then(() => image.naturalWidth > image.naturalHeight),
    );
    expect(turned).toBe(true);
    await eventually(() => cutOff(page)).toEqual([]);
    await tabTo(page, portal.field(page, 'Catatan untuk sekolah (opsional)'));
    await page.keyboard.type('Halaman depan dan belakang');
    await tabTo(page, portal.button(page, 'Kirim 2 halaman'));
    await page.keyboard.press('Enter');
    await portal.see(page, `${label} terkirim`);
    const kk = card(page, label);
    await tabTo(page, kk.getByText('Riwayat (1 kiriman)'));
    await page.keyboard.press('Enter');
    await pageImage(page, 2, 2, label).waitFor();
    await eventually(() => cutOff(page)).toEqual([]);
    expect((await find('kk'))?.versions[0]?.note).toBe('Halaman depan dan belakang');
  },
);

longTest(
  'when a page is cut off, then the family reads why, sends again from the list of its children, and it is accepted',
  async () => {
    const { parent, child, find } = await family();
    const { page } = await visitor(PHONE, { as: parent });
    await sendDocument(client, parent, child.childId, 'kk', 2);
    const review = async (number: number, decision: object) => {
      const document = await find('kk');
      await staff('cs')('PUT', `/api/admin/documents/${document?.id}/review`, { number, ...decision });
    };
    await review(1, { decision: 'returned', reason_code: 'terpotong' });

    await page.goto('/children');
    await hand.press(page.getByRole('link', { name: `Dokumen 0/3: ${child.child}` }));
    const words = 'Ada bagian yang terpotong. Foto seluruh halaman.';
    await card(page, 'Kartu keluarga').getByText(words, { exact: true }).waitFor();
    await photographAndSend(page, 'Kartu keluarga', [await photographPaper(page, 1)]);
    await review(2, { decision: 'approved' });
    await page.goto('/registrations');
    await hand.press(page.getByRole('link', { name: `Dokumen 1/3: ${child.child}` }));
    await portal.see(page, '1 dari 3 lengkap');
    await card(page, 'Kartu keluarga').getByText('Diterima', { exact: true }).first().waitFor();
  },
);

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

longTest(
  'when a clerk returns a paper and accepts the next sending, then its facts are ticked until one is changed, and ticked again',
  async () => {
    const word = uniqueWord();
    const child = `Aisyah ${word}`;
    const { parent, made } = await paidFamily(client, [child]);
    const [registered] = made;
    if (!registered) throw new Error('nothing registered');
    const { childId, id } = registered;
    const typed = { full_name: child, gender: 'female', birth_city: 'Bogor', birth_date: '2019-05-14' };
    const kk_number = '9912341203880001';
    const write = (nik: string) =>
      parent.call('PUT', `/api/children/${childId}`, { ...typed, nik, kk_number });
    await write('9912345405190002');
    await sendDocument(client, parent, childId, 'kk', 2);

    const { page } = await visitor(WIDE, { as: 'cs' });
    const leave = await holdDecisions(page);
    const keys = page.keyboard;
    const title = `Kartu keluarga: ${child}`;
    await openQueue(page, word, '1 dokumen');
    await ready(page, title);
    await page.getByRole('img', { name: 'Kartu keluarga, halaman 1 dari 2' }).waitFor();
    await keys.press('n');
    await page.getByRole('img', { name: 'Kartu keluarga, halaman 2 dari 2' }).waitFor();
    await keys.press('r');
    await deskOf(page).getByRole('group', { name: 'Kembalikan karena' }).waitFor();
    await keys.press('2');
    await portal.see(page, /Selesai\. 0 menunggu\.$/u);
    await leave();
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
    await leave();
    await becomes(parent, childId, 'kk', 'approved');

    const openDocuments = async () => {
      await page.goto(`/admin/registration?id=${id}`);
      await page.getByRole('tab', { name: 'Dokumen' }).click();
      await page.getByRole('list', { name: 'Dokumen anak ini' }).waitFor();
    };
    await openDocuments();
    await portal.see(page, '1 dari 3 lengkap');
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
    await keys.press('s');
    await keys.press('a');
    await portal.see(page, /dicocokkan lagi\. Selesai\. 0 menunggu\.$/u);
    await leave();
    await until('compared', async () => {
      await openDocuments();
      return (await page.getByText('Perlu diperiksa lagi').count()) === 0;
    });
  },
);

test('when a clerk reviews papers with the keyboard alone, then it takes two keys each, and all are accepted', async () => {
  const word = uniqueWord();
  const children = [...'ABCDEF'].map((letter) => `Anak ${letter} ${word}`);
  const { parent, made } = await paidFamily(client, children);
  for (const { childId } of made) await sendDocument(client, parent, childId, 'akta');

  const { page } = await visitor(WIDE, { as: 'cs' });
  const leave = await holdDecisions(page);
  await page.goto('/admin/documents');
  await page.getByRole('searchbox').fill(word);
  await portal.see(page, `${children.length} dokumen`);
  await eventually(() => wastedRows(page.locator('tbody tr'))).toEqual([]);

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
  expect(pressed).toBe(2 * children.length + 1);
  await leave();
  for (const { childId } of made) await becomes(parent, childId, 'akta', 'approved');
});

longTest(
  'when the family sends a newer paper while a clerk looks at one, then the decision is refused in words, and the newer one is decided',
  async () => {
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
  },
);

test('when an upright tablet shows the types of documents, then their names are there and nothing is cut', async () => {
  const { page } = await visitor(UPRIGHT, { as: 'staff_tu' });
  await page.goto('/admin/document-types');
  await portal.settled(page);
  await eventually(() => page.getByRole('rowheader', { name: /^Akta kelahiran/u }).isVisible()).toBe(true);
  await eventually(() => page.getByRole('button', { name: 'Tutup Akta kelahiran' }).isVisible()).toBe(true);
  await eventually(() => cutOff(page)).toEqual([]);
});

test('when a clerk opens a paper on a phone, then nothing is cut and the decision is in reach', async () => {
  const word = uniqueWord();
  const { parent, made } = await paidFamily(client, [`Umar ${word}`]);
  const childId = made[0]?.childId ?? '';
  await sendDocument(client, parent, childId, 'akta');
  const { page } = await visitor(PHONE, { as: 'cs' });
  await page.goto('/admin/documents');
  await page.getByRole('searchbox').fill(word);
  await portal.see(page, '1 dokumen');
  await page.getByRole('button', { name: `Periksa Akta kelahiran: Umar ${word}` }).tap();
  await ready(page, `Akta kelahiran: Umar ${word}`);
  await eventually(() => cutOff(page)).toEqual([]);
  await page.setViewportSize(UPRIGHT);
  await eventually(() => cutOff(page)).toEqual([]);
  await page.setViewportSize({ width: PHONE.width, height: PHONE.height });
  await deskOf(page)
    .getByRole('button', { name: /^Terima/u })
    .tap();
  await portal.see(page, /Selesai\. 0 menunggu\.$/u);
  await becomes(parent, childId, 'akta', 'approved');
});

test('when a fee is verified, then its family has a kuitansi that anyone checks on a phone, until the fee is taken back', async () => {
  const child = `Aisyah ${uniqueWord()}`;
  const { parent, made } = await paidFamily(client, [child]);
  const [registered] = made;
  if (!registered) throw new Error('the family has no registration');
  await decideFee(staff('finance'), registered, 'verified');

  const { page: home } = await visitor(PHONE, { as: parent });
  const receipt = `/api/registrations/${registered.id}/fee-receipt`;
  const answers = (status: number) =>
    until(
      `${receipt} answers ${status}`,
      async () => (await home.request.get(`${url}${receipt}`)).status() === status,
    );
  await answers(200);
  const link = (await home.request.get(`${url}${receipt}`)).headers().link ?? '';
  const address = /<([^>]+)>/u.exec(link)?.[1] ?? '';
  await home.goto('/registrations');
  await home.getByRole('link', { name: 'Unduh kuitansi (tab baru)' }).waitFor();

  const { page: stranger } = await visitor(PHONE);
  await stranger.goto(new URL(address).pathname);
  await portal.see(stranger, /^Dokumen ini asli dan diterbitkan /u);
  await portal.see(stranger, /^Rp\s\d/u);
  await eventually(() => stranger.getByText(child).count()).toBe(0);
  await stranger.getByRole('textbox', { name: 'Periksa kode lain' }).fill('70W3 GE1R 70W3 GE1R 70W3 GE1R 70');
  await stranger.keyboard.press('Enter');
  await portal.see(stranger, 'Kode tidak dikenal. Dokumen ini tidak dapat kami pastikan.');

  const { page: desk } = await visitor(DESKTOP, { as: 'finance' });
  await desk.goto('/admin/papers');
  await desk.getByRole('searchbox').fill(child);
  await desk.getByRole('row', { name: new RegExp(`KP-\\d{4}-\\d{6}.*${child}`, 'u') }).waitFor();

  await decideFee(staff('finance'), registered, 'rejected');
  await answers(409);
  await stranger.goto(new URL(address).pathname);
  await portal.see(stranger, /^Dokumen ini sudah tidak berlaku sejak /u);
});
