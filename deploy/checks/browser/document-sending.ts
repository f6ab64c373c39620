import type { Page } from 'playwright-core';
import { thumb } from './family.ts';
import type { Paper } from './paper.ts';
import * as portal from './portal.ts';

/** A line of 400 kbit/s, as it is on 3G at the edge of a town. */
const SLOW_LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
} as const;
/** Two pages on the slow line, on a busy machine. */
const PATIENCE_MS = 180_000;

const SLOWDOWN = 6;

/** Makes a phone of this page, six times slower than this machine, on that line. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', SLOW_LINE);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

/** Four documents of six pages in all: their names, and how many pages each has. */
export const SIX_PAGES = [
  ['Akta kelahiran', 2],
  ['Kartu keluarga', 2],
  ['Pas foto anak', 1],
  ['KTP ayah', 1],
] as const;

/** A page that left the phone: its bytes, and the milliseconds from its first to the response. */
export interface LeftPage {
  readonly bytes: number;
  readonly ms: number;
}

/** Notes every page that leaves the phone; they are read once they are all there. */
export function notePages(page: Page): () => Promise<LeftPage[]> {
  const left: Promise<LeftPage>[] = [];
  page.on('requestfinished', (request) => {
    if (!request.url().endsWith('/api/upload/child-document')) return;
    const { requestStart, responseEnd } = request.timing();
    const ms = responseEnd - requestStart;
    left.push(request.allHeaders().then((headers) => ({ bytes: Number(headers['content-length']), ms })));
  });
  return () => Promise.all(left);
}

const hand = thumb();

/** Where a phone's camera hands over a page of this document. */
export const camera = (page: Page, label: string) =>
  page.getByLabel(new RegExp(`^(?:Ambil foto|Foto halaman lain): ${label}$`, 'u'));

/** The picture of a page before it is sent. */
export const pageImage = (page: Page, at: number, of: number, label: string) =>
  page.getByAltText(`Halaman ${at} dari ${of}, ${label}`, { exact: true }).first();

/** Photographs the pages of a document one after the other, as a phone does, and sends them. */
export async function photographAndSend(page: Page, label: string, papers: readonly Paper[]): Promise<void> {
  for (const [at, paper] of papers.entries()) {
    await camera(page, label).setInputFiles(paper);
    await pageImage(page, at + 1, at + 1, label).waitFor({ timeout: PATIENCE_MS });
  }
  await hand.press(portal.button(page, `Kirim ${papers.length} halaman`));
  await page.getByText(`${label} terkirim`, { exact: true }).waitFor({ timeout: PATIENCE_MS });
}
