import type { Page } from 'playwright-core';
import { thumb } from './family.ts';
import type { Paper } from './paper.ts';
import * as portal from './portal.ts';

/** A line of 400 kbit/s, as it is on 3G at the edge of a town. */
export const SLOW_LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
} as const;
/** Two pages on the slow line, on a busy machine. */
export const PATIENCE_MS = 180_000;

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
