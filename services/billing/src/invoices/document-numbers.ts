import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { documentNumber } from '@gerbang/domain/payment-schemes';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';

/**
 * The next number of invoices (`INV`) or receipts (`KW`) of this year. The counter's row stays locked until the
 * transaction ends, so that a number is either used or given to the next one: no gaps (decisions, Re-enrolment). To be
 * asked for late in a transaction, because everybody who wants a number waits for it.
 */
export async function nextDocumentNumber(
  { now }: Pick<Context, 'now'>,
  trx: Db,
  kind: 'INV' | 'KW',
): Promise<string> {
  const year = Number(jakartaDay(now()).slice(0, 4));
  const { rows } = await trx.raw(
    `insert into document_counters as counter (kind, year, last) values (?, ?, 1)
     on conflict (kind, year) do update set last = counter.last + 1 returning last`,
    [kind, year],
  );
  const sequence = (rows as { last: number }[])[0]?.last;
  if (sequence === undefined) throw new Error('the counter gave no number');
  return documentNumber(kind, year, sequence);
}
