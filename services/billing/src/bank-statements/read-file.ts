import type { OwnShape } from '@gerbang/domain/statement-profiles';
import { findOwnHead } from './own-shapes.ts';
import { readCells } from './read-cells.ts';
import { readStatement } from './read-statement.ts';
import { type Cell, type Statement, UnreadableStatement } from './statement.ts';
import { findHead } from './statement-shapes.ts';

/** The shapes of the school's own that a file may have. */
export interface OwnShapes {
  /** In the order in which they are tried. */
  readonly shapes: readonly OwnShape[];
  /** Whether the file is said to be of one of them, whatever a built-in shape would make of it. */
  readonly chosen: boolean;
}

const isBlank = (row: readonly Cell[]) => row.every((cell) => String(cell).trim() === '');

/** The statement by the first of these shapes whose header row the file has; null where it has none of them. */
async function readOwn(bytes: Uint8Array, shapes: readonly OwnShape[]): Promise<Statement | null> {
  for (const shape of shapes) {
    const rows = (await readCells(bytes, shape)).filter((row) => !isBlank(row));
    const head = findOwnHead(rows, shape);
    if (head) return readStatement(rows, head);
  }
  return null;
}

/** The statement in a file by a built-in shape, else by one of the school's own; throws `UnreadableStatement`. */
export async function readFile(bytes: Uint8Array, { shapes, chosen }: OwnShapes): Promise<Statement> {
  const rows = await readCells(bytes);
  const head = chosen ? null : findHead(rows);
  const statement = head ? null : await readOwn(bytes, shapes);
  if (chosen && statement === null) throw new UnreadableStatement({ code: 'other_shape' });
  return statement ?? readStatement(rows, head);
}
