/** Cells of a thumb in each direction. */
export const THUMB_SIDE = 32;

/** The most bits in which the difference hashes of two prints differ that are compared cell by cell. */
export const HASH_DISTANCE = 6;
/**
 * How far apart the same cell of two copies may be once brightness and position are fitted: so much of 255, and so large a
 * part of what the cells around it differ by, because at edges a copy is moved by a part of a cell.
 */
const TOLERANCE = 6;
const TOLERANCE_AT_EDGES = 1 / 4;
/**
 * How many of a thousand cells must be that close for a copy: 898 of the 900 inside the outermost ring. Of copies of slips
 * of ten apps none has less, and of different payments of one app one in eleven has as many: those are told apart by their
 * details.
 */
export const CELLS_ALIKE = 997;

/** The cells inside the outermost ring, which a border of a pixel or two changes wholly. */
export const INNER = Array.from({ length: THUMB_SIDE ** 2 }, (_none, at) => at).filter((at) => {
  const [x, y] = [at % THUMB_SIDE, Math.floor(at / THUMB_SIDE)];
  return x > 0 && y > 0 && x < THUMB_SIDE - 1 && y < THUMB_SIDE - 1;
});

/** The ways in which a copy of a picture may differ from it. */
const WAYS = 6;

/**
 * By how much each way changes each inner cell: lighter, of more contrast, and moved or stretched by less than a cell,
 * because a screenshot of a screenshot loses a pixel or two at its edges.
 */
function changesOf(thumb: Uint8Array): Float64Array {
  const cell = (place: number) => thumb[place] as number;
  const changes = INNER.flatMap((at) => {
    const across = (cell(at + 1) - cell(at - 1)) / 2;
    const down = (cell(at + THUMB_SIDE) - cell(at - THUMB_SIDE)) / 2;
    const x = (at % THUMB_SIDE) / THUMB_SIDE - 0.5;
    const y = Math.floor(at / THUMB_SIDE) / THUMB_SIDE - 0.5;
    return [1, cell(at), across, across * x, down, down * y];
  });
  return Float64Array.from(changes);
}

const AROUND = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((across) => down * THUMB_SIDE + across));

/** How far apart each inner cell of a copy may be. */
const tolerancesOf = (thumb: Uint8Array): Float64Array =>
  Float64Array.from(INNER, (at) => {
    const around = AROUND.map((step) => thumb[at + step] as number);
    return TOLERANCE + TOLERANCE_AT_EDGES * (Math.max(...around) - Math.min(...around));
  });

/** The products of each two ways, summed over the cells. */
function productsOf(changes: Float64Array): number[][] {
  const products = Array.from({ length: WAYS }, () => Array.from({ length: WAYS }, () => 0));
  for (let from = 0; from < changes.length; from += WAYS) {
    for (const [one, row] of products.entries()) {
      for (let two = 0; two < WAYS; two += 1) {
        row[two] = (row[two] as number) + (changes[from + one] as number) * (changes[from + two] as number);
      }
    }
  }
  return products;
}

/** The inverse of a small symmetric matrix by elimination; the ridge answers for ways that a picture does not show. */
function inverseOf(symmetric: readonly (readonly number[])[]): number[][] {
  const rows = symmetric.map((row, at) => [
    ...row.map((value, column) => (column === at ? value + 1e-3 : value)),
    ...row.map((_value, column) => (column === at ? 1 : 0)),
  ]);
  for (const [at, pivot] of rows.entries()) {
    const scale = pivot[at] as number;
    for (let column = 0; column < pivot.length; column += 1)
      pivot[column] = (pivot[column] as number) / scale;
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = row[at] as number;
      for (let column = at; column < row.length; column += 1) {
        row[column] = (row[column] as number) - factor * (pivot[column] as number);
      }
    }
  }
  return rows.map((row) => row.slice(WAYS));
}

/** By how much each inner cell of another thumb makes each way larger where it is fitted (least squares). */
function weightsOf(changes: Float64Array): Float64Array {
  const inverse = inverseOf(productsOf(changes));
  return changes.map((_change, at) => {
    const from = at - (at % WAYS);
    const row = inverse[at % WAYS] as number[];
    return row.reduce((sum, factor, way) => sum + factor * (changes[from + way] as number), 0);
  });
}

/**
 * How alike other thumbs are to this one, in thousandths of the cells; at least `CELLS_ALIKE` for a copy, and 0 once it can
 * be none. Brightness, contrast and position are fitted first. It is quick and leaves few for `likenessOfDetails`.
 */
export function likenessTo(thumb: Uint8Array): (other: Uint8Array) => number {
  const changes = changesOf(thumb);
  const weights = weightsOf(changes);
  const tolerances = tolerancesOf(thumb);
  const mostApart = INNER.length - Math.ceil((INNER.length * CELLS_ALIKE) / 1000);
  const inner = new Float64Array(INNER.length);
  const fitted = new Float64Array(WAYS);
  return (other) => {
    fitted.fill(0);
    for (let index = 0; index < inner.length; index += 1) {
      const value = other[INNER[index] as number] as number;
      inner[index] = value;
      for (let way = 0; way < WAYS; way += 1) {
        fitted[way] = (fitted[way] as number) + (weights[index * WAYS + way] as number) * value;
      }
    }
    let apart = 0;
    for (let index = 0; index < inner.length; index += 1) {
      let difference = inner[index] as number;
      for (let way = 0; way < WAYS; way += 1) {
        difference -= (fitted[way] as number) * (changes[index * WAYS + way] as number);
      }
      if (Math.abs(difference) > (tolerances[index] as number)) apart += 1;
      if (apart > mostApart) return 0;
    }
    return Math.floor(((inner.length - apart) * 1000) / inner.length);
  };
}
