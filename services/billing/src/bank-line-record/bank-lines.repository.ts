import type { LineDirection } from '@gerbang/domain/bank-lines';
import type { Knex } from 'knex';
import type { Tables } from '../database.types.ts';

export type LineRecord = Tables['bank_lines'];

/** The line of this direction, locked until the transaction ends. */
export async function lockLine(
  trx: Knex.Transaction,
  id: string,
  direction: LineDirection = 'in',
): Promise<LineRecord | undefined> {
  return trx('bank_lines').select<LineRecord[]>('*').where({ id, direction }).forUpdate().first();
}

/** Writes a line's new status; its row was locked and checked before. */
export async function updateLine(
  trx: Knex.Transaction,
  present: LineRecord,
  change: Pick<LineRecord, 'status' | 'ignored_reason'>,
): Promise<LineRecord> {
  const [row] = await trx('bank_lines')
    .where({ id: present.id, status: present.status, version: present.version })
    .update({ ...change, version: present.version + 1, updated_at: trx.fn.now() })
    .returning('*');
  if (!row) throw new Error('A bank line changed under its lock');
  return row;
}
