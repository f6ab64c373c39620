import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import type { Picture } from './studio.ts';

/** Width of a picture on the sheet (px), by its screen. */
const WIDTHS: Readonly<Record<string, number>> = { phone: 180, desktop: 420 };
/** What is below this is cut (px). */
const MOST = 420;
const SHEET = 1800;

/** Writes `contact-<viewer>.png` for each viewer: all of the viewer's pictures, small, under their names. */
export async function contactSheets(
  browser: Browser,
  folder: string,
  pictures: readonly Picture[],
): Promise<void> {
  for (const viewer of new Set(pictures.map((one) => one.viewer))) {
    const own = pictures
      .filter((one) => one.viewer === viewer)
      .toSorted((a, b) => a.screen.localeCompare(b.screen) || a.theme.localeCompare(b.theme));
    const figures: string[] = [];
    for (const one of own) {
      figures.push(`<figure><img src="${await small(folder, one)}"><figcaption>${one.name}
        (${one.screen}, ${one.theme})</figcaption></figure>`);
    }
    const page = await browser.newPage({ viewport: { width: SHEET, height: 800 } });
    await page.setContent(`<!doctype html><style>
      body { display: flex; flex-wrap: wrap; gap: 16px; margin: 24px; font: 12px sans-serif; background: #ddd }
      figure { margin: 0; max-width: 420px } figcaption { margin-top: 4px; overflow-wrap: anywhere; max-width: fit-content }
      </style><body>${figures.join('')}`);
    writeFileSync(join(folder, `contact-${viewer}.png`), await page.screenshot({ fullPage: true }));
    await page.close();
  }
}

/** The upper part of a picture in the size of the sheet, as a data address. */
async function small(folder: string, { file, screen }: Picture): Promise<string> {
  const resized = await sharp(join(folder, file))
    .resize({ width: WIDTHS[screen] ?? 300 })
    .png()
    .toBuffer();
  const { width, height } = await sharp(resized).metadata();
  const cut = sharp(resized).extract({ left: 0, top: 0, width, height: Math.min(height, MOST) });
  return `data:image/jpeg;base64,${(await cut.jpeg({ quality: 80 }).toBuffer()).toString('base64')}`;
}
