import { loadSharp, MAX_PIXELS, TIME_SECONDS } from './image-library.ts';
import { DETAIL } from './like-details.ts';
import { INNER, THUMB_SIDE } from './like-prints.ts';

/** What is kept of a picture to find it again. */
export interface Print {
  /** 64 times 0 or 1: whether each cell of 9 × 8 is lighter than its right neighbour. */
  readonly dhash: string;
  /** 32 × 32 averages of grey, a byte each. */
  readonly thumb: Buffer;
  /** 96 × 192 averages of grey, a byte each. */
  readonly detail: Buffer;
}

/** A picture that is less varied, or smaller than a detail, holds no slip. */
const LEAST_CONTRAST = 8;
/** How much lighter a cell must be to count, of 255: compression makes even surfaces a little uneven. */
const LIGHTER = 2;

interface Grey {
  readonly data: ArrayLike<number>;
  readonly width: number;
  readonly height: number;
}

/** Into which of `cells` each of `pixels` falls, and with which share of it; the rest falls into the next cell. */
function placesOf(pixels: number, cells: number): { readonly cell: number; readonly share: number }[] {
  return Array.from({ length: pixels }, (_none, at) => {
    const start = (at * cells) / pixels;
    const end = ((at + 1) * cells) / pixels;
    const next = Math.floor(start) + 1;
    return { cell: next - 1, share: end > next ? (next - start) / (end - start) : 1 };
  });
}

/**
 * The exact average of each cell of a grid that is no finer than the picture. Resizing of the image library is quicker,
 * but it leaves out pixels or sharpens edges, differently for each format and size, by as much as two slips differ.
 */
function averages({ data, width, height }: Grey, columns: number, rows: number): Float64Array {
  const bands = new Float64Array((rows + 1) * width);
  for (const [y, { cell, share }] of placesOf(height, rows).entries()) {
    const [from, band] = [y * width, cell * width];
    for (let x = 0; x < width; x += 1) {
      const value = data[from + x] as number;
      bands[band + x] = (bands[band + x] as number) + value * share;
      if (share < 1) bands[band + width + x] = (bands[band + width + x] as number) + value * (1 - share);
    }
  }
  const cells = new Float64Array(rows * columns + 1);
  const across = placesOf(width, columns);
  for (let row = 0; row < rows; row += 1) {
    for (const [x, { cell, share }] of across.entries()) {
      const value = bands[row * width + x] as number;
      const at = row * columns + cell;
      cells[at] = (cells[at] as number) + value * share;
      cells[at + 1] = (cells[at + 1] as number) + value * (1 - share);
    }
  }
  const perCell = (columns * rows) / (width * height);
  return cells.subarray(0, rows * columns).map((sum) => sum * perCell);
}

function hashOf(thumb: ArrayLike<number>): string {
  const side = THUMB_SIDE - 2;
  const inner = INNER.map((at) => thumb[at] as number);
  const cells = averages({ data: inner, width: side, height: side }, 9, 8);
  let bits = '';
  for (let y = 0; y < 8; y += 1) {
    for (let x = 0; x < 8; x += 1) {
      const [left, right] = [cells[y * 9 + x] as number, cells[y * 9 + x + 1] as number];
      bits += left > right + LIGHTER ? '1' : '0';
    }
  }
  return bits;
}

/** The print of a picture as people see it, upright; null for one that is too small or shows nothing. */
export async function printImage(bytes: Buffer): Promise<Print | null> {
  const library = await loadSharp();
  const { data, info } = await library(bytes, {
    limitInputPixels: MAX_PIXELS,
    failOn: 'error',
    pages: 1,
    sequentialRead: true,
  })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .greyscale()
    .toColourspace('b-w')
    .timeout({ seconds: TIME_SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  if (width < DETAIL.columns || height < DETAIL.rows) return null;
  const detail = averages({ data, width, height }, DETAIL.columns, DETAIL.rows);
  const cells = averages(
    { data: detail, width: DETAIL.columns, height: DETAIL.rows },
    THUMB_SIDE,
    THUMB_SIDE,
  );
  const thumb = Buffer.from(cells.map(Math.round));
  if (Math.max(...thumb) - Math.min(...thumb) < LEAST_CONTRAST) return null;
  return { dhash: hashOf(cells), thumb, detail: Buffer.from(detail.map(Math.round)) };
}
