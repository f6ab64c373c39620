import type { PageWarning } from '@gerbang/contracts/documents';
import { loadSharp } from './image-library.ts';

const SMALL_SIDE = 600;
const DARK_BELOW = 40;
const BLURRED_BELOW = 60;
/** Sharpness is measured at one size, so that the same paper looks the same to every camera. */
const MEASURED_SIDE = 1000;

/** Variance of the Laplacian, small where no edge is sharp (Pech-Pacheco et al. 2000). */
function sharpness(grey: Buffer, width: number, height: number): number {
  let sum = 0;
  let squares = 0;
  const at = (x: number, y: number): number => grey[y * width + x] ?? 0;
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const value = at(x, y - 1) + at(x, y + 1) + at(x - 1, y) + at(x + 1, y) - 4 * at(x, y);
      sum += value;
      squares += value * value;
    }
  }
  const count = Math.max((width - 2) * (height - 2), 1);
  return squares / count - (sum / count) ** 2;
}

/**
 * What may make a page hard to read: fewer than 600 pixels on its short side, a mean luminance below 40 of 255, or a
 * variance of the Laplacian below 60.
 */
export async function pageWarnings(image: Buffer): Promise<PageWarning[]> {
  const library = await loadSharp();
  const { width, height } = await library(image).metadata();
  const { data: grey, info } = await library(image)
    .resize({ width: MEASURED_SIDE, height: MEASURED_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .greyscale()
    .toFormat('raw')
    .toBuffer({ resolveWithObject: true });
  let luminance = 0;
  for (const value of grey) luminance += value;
  const warnings: PageWarning[] = [];
  if (Math.min(width, height) < SMALL_SIDE) warnings.push('small');
  if (luminance / grey.length < DARK_BELOW) warnings.push('dark');
  if (sharpness(grey, info.width, info.height) < BLURRED_BELOW) warnings.push('blurred');
  return warnings;
}
