import { eachInner, edgeOf, laid, nearer, type Place, type Plane } from './lay-details.ts';

/** Cells of a detail across and down. */
export const DETAIL = { columns: 96, rows: 192 };

/**
 * The least likeness of copies, in thousandths, at the whole and at half the fineness. Measured over slips of eleven apps
 * saved in 24 ways: copies have at least 811, different payments of one app at most 620.
 */
export const DETAILS_ALIKE = 760;
/** So many windows may differ more: a finger's mark or a badge of the telephone is no other slip. */
const WINDOWS_FREE = 6;
/** Cells of a window in each direction; about two letters of a slip. */
const WINDOW = 6;
/** What compression changes on an even surface, squared, of 255. */
const NOISE = 144;
const STEPS = 3;
const LEVELS = 4;

/** Weights 1, 2, 1 in one direction; a cell at the edge counts for the one that is missing beyond it. */
function blurredAlong(cells: Float64Array, step: number, length: number): Float64Array {
  const result = new Float64Array(cells.length);
  const line = step * (length - 1);
  for (let first = 0; first < cells.length; first += (first + 1) % step === 0 ? line + 1 : 1) {
    for (let at = first; at <= first + line; at += step) {
      const value = cells[at] as number;
      const before = at > first ? (cells[at - step] as number) : value;
      const after = at < first + line ? (cells[at + step] as number) : value;
      result[at] = (before + 2 * value + after) / 4;
    }
  }
  return result;
}

/** Moved by a part of a cell, fine text gives other averages unless it is blurred. */
const blurred = ({ columns, rows, cells }: Plane): Plane => ({
  columns,
  rows,
  cells: blurredAlong(blurredAlong(cells, 1, columns), columns, rows),
});

/** Half as many cells in each direction. */
function halved({ columns, rows, cells }: Plane): Plane {
  const half = { columns: columns / 2, rows: rows / 2, cells: new Float64Array(cells.length / 4) };
  for (let at = 0; at < half.cells.length; at += 1) {
    const upper = Math.floor(at / half.columns) * 2 * columns + (at % half.columns) * 2;
    const lower = upper + columns;
    const [one, two] = [cells[upper] as number, cells[upper + 1] as number];
    half.cells[at] = (one + two + (cells[lower] as number) + (cells[lower + 1] as number)) / 4;
  }
  return half;
}

/** A detail at rising fineness: a copy that is moved by whole cells is only found from coarse to fine. */
export function levelsOf(detail: Uint8Array): readonly Plane[] {
  let plane = blurred(blurred({ ...DETAIL, cells: Float64Array.from(detail) }));
  const levels = [plane];
  while (levels.length < LEVELS) levels.unshift((plane = halved(plane)));
  return levels;
}

/** Sums over everything above and left of a cell, of which a window takes four. */
function sumsOf({ columns, rows }: Plane, value: (at: number) => number): Float64Array {
  const wide = columns + 1;
  const sums = new Float64Array(wide * (rows + 1));
  for (let row = 0; row < rows; row += 1) {
    let along = 0;
    for (let column = 0; column < columns; column += 1) {
      along += value(row * columns + column);
      sums[(row + 1) * wide + column + 1] = (sums[row * wide + column + 1] as number) + along;
    }
  }
  return sums;
}

/** The share of the larger contrast of both by which the window differs that differs most but for `WINDOWS_FREE`. */
function apartAt(plane: Plane, other: Float64Array): number {
  const { columns, rows, cells } = plane;
  const ones = sumsOf(plane, (at) => cells[at] as number);
  const squares = sumsOf(plane, (at) => (cells[at] as number) ** 2);
  const otherOnes = sumsOf(plane, (at) => other[at] as number);
  const otherSquares = sumsOf(plane, (at) => (other[at] as number) ** 2);
  const differences = sumsOf(plane, (at) => ((cells[at] as number) - (other[at] as number)) ** 2);
  const wide = columns + 1;
  const mean = (sums: Float64Array, from: number) => {
    const to = from + WINDOW * wide;
    const [upper, lower] = [
      (sums[from + WINDOW] as number) - (sums[from] as number),
      (sums[to + WINDOW] as number) - (sums[to] as number),
    ];
    return (lower - upper) / WINDOW ** 2;
  };
  const edge = edgeOf(columns);
  const most = new Float64Array(WINDOWS_FREE + 1);
  for (let row = edge; row <= rows - edge - WINDOW; row += 1) {
    for (let column = edge; column <= columns - edge - WINDOW; column += 1) {
      const from = row * wide + column;
      const contrast = Math.max(
        mean(squares, from) - mean(ones, from) ** 2,
        mean(otherSquares, from) - mean(otherOnes, from) ** 2,
      );
      const apart = mean(differences, from) / (contrast + NOISE);
      if (apart <= (most[0] as number)) continue;
      most[0] = apart;
      most.sort();
    }
  }
  return most[0] as number;
}

/** The other picture's cells with the brightness and contrast that fit best. */
function fitted(plane: Plane, other: Plane): Float64Array {
  let [count, ones, others, products, squares] = [0, 0, 0, 0, 0];
  eachInner(plane, (at) => {
    const [one, two] = [plane.cells[at] as number, other.cells[at] as number];
    count += 1;
    ones += one;
    others += two;
    products += one * two;
    squares += two * two;
  });
  const contrast = (products - (ones * others) / count) / Math.max(squares - others ** 2 / count, 1e-9);
  return other.cells.map((cell) => (cell - others / count) * contrast + ones / count);
}

/** What of a picture at this fineness looks like the other one that lies on it, in thousandths. */
function likenessAt(plane: Plane, other: Plane, place: Place): number {
  const apart = apartAt(plane, fitted(plane, laid(other, place)));
  return Math.max(0, Math.floor(1000 * (1 - apart)));
}

/**
 * How alike another picture is to this one, both as `levelsOf` a detail, in thousandths: at least `DETAILS_ALIKE` for a copy,
 * and 0 once it can be none. It is laid on this one first, because a screenshot of a screenshot loses some pixels at its
 * edges. Then each window must show the same: slips of one app differ in the windows of their payer, day and reference.
 */
export function likenessOfDetails(levels: readonly Plane[], others: readonly Plane[]): number {
  let place: Place = { x: 0, wider: 0, y: 0, taller: 0 };
  let likeness = 0;
  for (const [at, plane] of levels.entries()) {
    const other = others[at] as Plane;
    // The last level only adds a part of a cell to what the one before it found.
    for (let step = at === levels.length - 1 ? STEPS - 1 : 0; step < STEPS; step += 1)
      place = nearer(plane, other, place);
    const isHalf = at === levels.length - 2;
    if (isHalf || at === levels.length - 1) likeness = likenessAt(plane, other, place);
    if (isHalf && likeness < DETAILS_ALIKE) return 0;
  }
  return likeness;
}
