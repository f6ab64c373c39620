import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { paidFamily } from '../../kit/families.ts';
import { countEffort } from '../counter.ts';
import { camera, notePages, pageImage, photographAndSend, SIX_PAGES, slowDown } from '../document-sending.ts';
import { tabTo, thumb } from '../family.ts';
import { pickFile } from '../keys.ts';
import { photographPaper } from '../paper.ts';
import * as portal from '../portal.ts';
import { DESKTOP, NARROW, PHONE } from '../visitor.ts';
import { checkThemes } from './checks.ts';
import { cutOff } from './room.ts';
import { client, staff, useBrowser } from './world.ts';

const { visitor, roughVisitor } = useBrowser();
const hand = thumb();

const MAX_BYTES = 500_000;
/** Two taps to open the camera and take the picture, a page; one to send a document. */
const TAPS = 6 * 2 + 4;

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

test('when a slow phone on a slow line sends four documents of six pages, then every page is small, sixteen taps are enough, and all of them wait', async () => {
  const { parent, path, find } = await family();
  const studio = await visitor(DESKTOP);
  const papers = [await photographPaper(studio.page, 1), await photographPaper(studio.page, 2)];
  for (const { buffer } of papers) expect(buffer.length).toBeGreaterThan(3_500_000);
  const { page } = await visitor(PHONE, { as: parent });
  const effort = await countEffort(page);
  await page.goto(path);
  await portal.settled(page);
  await slowDown(page);
  const pages = notePages(page);
  for (const [label, count] of SIX_PAGES) await photographAndSend(page, label, papers.slice(0, count));
  expect(await effort.read()).toEqual({ taps: TAPS, keys: 0 });
  const sizes = (await pages()).map(({ bytes }) => bytes);
  expect(sizes).toHaveLength(6);
  expect(sizes.filter((size) => !(size > 50_000 && size <= MAX_BYTES))).toEqual([]);
  for (const [key, count] of [
    ['akta', 2],
    ['kk', 2],
    ['pas_foto', 1],
    ['ktp_ayah', 1],
  ] as const) {
    const document = await find(key);
    expect([document?.status, document?.versions[0]?.pages.length]).toEqual(['uploaded', count]);
  }
  await portal.see(page, 'Semua dokumen sudah dikirim. Sekolah sedang memeriksanya.');
}, 600_000);

test('when the line breaks while pages are on their way, then they stay, and it goes on by itself', async () => {
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
}, 240_000);

test('when a keyboard alone is used on the narrowest screen, then pages are chosen, put in order, turned and sent', async () => {
  const { parent, path, find } = await family();
  const { page } = await visitor(NARROW, { as: parent });
  const paper = await photographPaper(page, 1);
  await page.goto(path);
  await portal.settled(page);
  expect(await cutOff(page)).toEqual([]);
  expect(await checkThemes(page, 'documents')).toEqual({});
  const ways = card(page, 'Yang lain untuk pendaftaran ini').getByRole('link');
  await ways.first().waitFor();
  const heights = await ways.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
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
  expect(await cutOff(page)).toEqual([]);
  expect(await checkThemes(page, 'pages')).toEqual({});
  await tabTo(page, portal.field(page, 'Catatan untuk sekolah (opsional)'));
  await page.keyboard.type('Halaman depan dan belakang');
  await tabTo(page, portal.button(page, 'Kirim 2 halaman'));
  await page.keyboard.press('Enter');
  await portal.see(page, `${label} terkirim`);
  const kk = card(page, label);
  await tabTo(page, kk.getByText('Riwayat (1 kiriman)'));
  await page.keyboard.press('Enter');
  await pageImage(page, 2, 2, label).waitFor();
  expect(await cutOff(page)).toEqual([]);
  expect(await checkThemes(page, 'history')).toEqual({});
  expect((await find('kk'))?.versions[0]?.note).toBe('Halaman depan dan belakang');
}, 300_000);

test('when a page is cut off, then the family reads why, sends again from the list of its children, and it is accepted', async () => {
  const { parent, child, path, find } = await family();
  const { page } = await visitor(PHONE, { as: parent });
  const papers = [await photographPaper(page, 1), await photographPaper(page, 2)];
  await page.goto(path);
  await portal.settled(page);
  await photographAndSend(page, 'Kartu keluarga', papers);
  const review = async (number: number, decision: object) => {
    const document = await find('kk');
    await staff('cs')('PUT', `/api/admin/documents/${document?.id}/review`, { number, ...decision });
  };
  await review(1, { decision: 'returned', reason_code: 'terpotong' });

  await page.goto('/children');
  await hand.press(page.getByRole('link', { name: `Dokumen 0/3: ${child.child}` }));
  const words = 'Ada bagian yang terpotong. Foto seluruh halaman.';
  await card(page, 'Kartu keluarga').getByText(words, { exact: true }).waitFor();
  await photographAndSend(page, 'Kartu keluarga', papers);
  await review(2, { decision: 'approved' });
  await page.goto('/registrations');
  await hand.press(page.getByRole('link', { name: `Dokumen 1/3: ${child.child}` }));
  await portal.see(page, '1 dari 3 lengkap');
  await card(page, 'Kartu keluarga').getByText('Diterima', { exact: true }).first().waitFor();
}, 300_000);
