import { setImmediate as turn } from 'node:timers/promises';

/** Rows that are written or read at once; other calls have their turn between two pieces. */
export const PIECE = 100;

/**
 * Rows as texts of some rows each: thousands of objects in one message between processes are read in one turn of the loop,
 * in which no other call of the service goes on.
 */
export async function toPieces(rows: readonly object[]): Promise<string[]> {
  const pieces: string[] = [];
  for (let from = 0; from < rows.length; from += PIECE) {
    if (from > 0) await turn();
    pieces.push(JSON.stringify(rows.slice(from, from + PIECE)));
  }
  return pieces;
}

/** The rows of such texts. */
export async function fromPieces<Row>(pieces: readonly string[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const piece of pieces) {
    rows.push(...(JSON.parse(piece) as Row[]));
    await turn();
  }
  return rows;
}
