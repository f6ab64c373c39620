/** What a photographed page looks like that a person may not be able to read; a warning refuses nothing. */
export const PAGE_WARNINGS = ['small', 'dark', 'blurred'] as const;
export type PageWarning = (typeof PAGE_WARNINGS)[number];

/** Pages are measured at one size, so that the same paper looks the same to every camera. */
export const MEASURED_SIDE = 1000;
const SMALL_SIDE = 600;
const DARK_BELOW = 40;
const BLURRED_BELOW = 60;

interface Grey {
  /** A byte a pixel, row by row, at most `MEASURED_SIDE` on the longest side. */
  readonly grey: ArrayLike<number>;
  readonly width: number;
  readonly height: number;
}

/** Variance of the Laplacian, small where no edge is sharp (Pech-Pacheco et al. 2000). */
function sharpness({ grey, width, height }: Grey): number {
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
 * variance of the Laplacian below 60. The browser measures before a page is sent, the server what it keeps.
 */
export function pageWarningsOf(
  page: { readonly width: number; readonly height: number },
  measured: Grey,
): PageWarning[] {
  let luminance = 0;
  const pixels = measured.width * measured.height;
  for (let at = 0; at < pixels; at += 1) luminance += measured.grey[at] ?? 0;
  const warnings: PageWarning[] = [];
  if (Math.min(page.width, page.height) < SMALL_SIDE) warnings.push('small');
  if (luminance / pixels < DARK_BELOW) warnings.push('dark');
  if (sharpness(measured) < BLURRED_BELOW) warnings.push('blurred');
  return warnings;
}
