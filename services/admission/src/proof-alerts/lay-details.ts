/** A picture's averages of grey, row by row. */
export interface Plane {
  readonly columns: number;
  readonly rows: number;
  readonly cells: Float64Array;
}

/** The ways in which a copy differs: contrast, brightness, moved and stretched across and down. */
const WAYS = 6;
/** Copies are moved by at most this share of the picture, and stretched by twice that. */
const MOST_MOVED = 0.03;

/** How another picture lies on this one, in shares of its width and height. */
export interface Place {
  readonly x: number;
  readonly wider: number;
  readonly y: number;
  readonly taller: number;
}

/** Where each of `length` cells lies: the cell before it, and how far it is on its way to the next. */
function placesOf(
  length: number,
  moved: number,
  stretched: number,
): { cell: Int32Array; part: Float64Array } {
  const [cell, part] = [new Int32Array(length), new Float64Array(length)];
  for (let at = 0; at < length; at += 1) {
    const middle = (at + 0.5) / length - 0.5;
    const place = Math.min(length - 1.001, Math.max(0, at + (moved + stretched * middle) * length));
    cell[at] = Math.floor(place);
    part[at] = place - Math.floor(place);
  }
  return { cell, part };
}

/** The picture as it lies there. */
export function laid({ columns, rows, cells }: Plane, { x, wider, y, taller }: Place): Plane {
  const [across, down] = [placesOf(columns, x, wider), placesOf(rows, y, taller)];
  const moved = new Float64Array(cells.length);
  for (let row = 0; row < rows; row += 1) {
    const [from, below] = [(down.cell[row] as number) * columns, down.part[row] as number];
    for (let column = 0; column < columns; column += 1) {
      const [at, right] = [from + (across.cell[column] as number), across.part[column] as number];
      const upper = (cells[at] as number) * (1 - right) + (cells[at + 1] as number) * right;
      const lower =
        (cells[at + columns] as number) * (1 - right) + (cells[at + columns + 1] as number) * right;
      moved[row * columns + column] = upper * (1 - below) + lower * below;
    }
  }
  return { columns, rows, cells: moved };
}

/** How many cells at each edge do not count: a border or a cut changes them wholly. */
export const edgeOf = (columns: number) => Math.max(1, Math.round(columns / 48));

/** Calls with each cell that counts, and its place from the middle in shares of the picture. */
export function eachInner({ columns, rows }: Plane, see: (at: number, x: number, y: number) => void): void {
  const edge = edgeOf(columns);
  for (let row = edge; row < rows - edge; row += 1) {
    for (let column = edge; column < columns - edge; column += 1)
      see(row * columns + column, (column + 0.5) / columns - 0.5, (row + 0.5) / rows - 0.5);
  }
}

/** Solves equations that are symmetric, by elimination; a way that the picture does not show stays 0. */
function solved(equations: readonly (readonly number[])[]): number[] {
  const scales = equations.map((row, at) => Math.sqrt(row[at] as number) + 1e-9);
  const rows = equations.map((row, at) =>
    row.map(
      (value, column) => value / (scales[at] as number) / (scales[column] ?? 1) + (column === at ? 1e-6 : 0),
    ),
  );
  for (const [at, pivot] of rows.entries()) {
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = (row[at] as number) / (pivot[at] as number);
      for (let column = at; column <= WAYS; column += 1)
        row[column] = (row[column] as number) - factor * (pivot[column] as number);
    }
  }
  return rows.map((row, at) => (row[WAYS] as number) / (row[at] as number) / (scales[at] as number));
}

const within = (value: number, most: number) => Math.min(most, Math.max(-most, value));

/** One step of least squares towards how `other` lies on `plane`, with its brightness and contrast fitted beside. */
export function nearer(plane: Plane, other: Plane, place: Place): Place {
  const { columns, rows } = plane;
  const { cells } = laid(other, place);
  const ways = new Float64Array(WAYS + 1);
  const sums = new Float64Array(WAYS * (WAYS + 1));
  eachInner(plane, (at, x, y) => {
    const across = (((cells[at + 1] as number) - (cells[at - 1] as number)) * columns) / 2;
    const down = (((cells[at + columns] as number) - (cells[at - columns] as number)) * rows) / 2;
    ways[0] = cells[at] as number;
    ways[1] = 1;
    ways[2] = across;
    ways[3] = across * x;
    ways[4] = down;
    ways[5] = down * y;
    ways[6] = plane.cells[at] as number;
    for (let one = 0; one < WAYS; one += 1) {
      const way = ways[one] as number;
      for (let two = one; two <= WAYS; two += 1) {
        const sum = one * (WAYS + 1) + two;
        sums[sum] = (sums[sum] as number) + way * (ways[two] as number);
      }
    }
  });
  const equations = Array.from({ length: WAYS }, (_none, one) =>
    Array.from(
      { length: WAYS + 1 },
      (_same, two) => sums[two < one ? two * (WAYS + 1) + one : one * (WAYS + 1) + two] as number,
    ),
  );
  const [contrast = 1, , x = 0, wider = 0, y = 0, taller = 0] = solved(equations);
  // One step goes a cell at most, and stretches by two.
  const scale = Math.abs(contrast) > 0.2 ? contrast : 1;
  const moved = (from: number, step: number, cells: number) =>
    within(from + within(step / scale, 1 / cells), MOST_MOVED);
  const stretched = (from: number, step: number, cells: number) =>
    within(from + within(step / scale, 2 / cells), 2 * MOST_MOVED);
  return {
    x: moved(place.x, x, columns),
    wider: stretched(place.wider, wider, columns),
    y: moved(place.y, y, rows),
    taller: stretched(place.taller, taller, rows),
  };
}
