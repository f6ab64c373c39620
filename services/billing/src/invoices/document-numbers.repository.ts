import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { documentNumber } from '@gerbang/domain/payment-schemes';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

/**
 * The next numbers of invoices (`INV`), receipts (`KW`, of registration fees `KP`), letters (`SK`) or refunds (`PD`), one for each moment in
 * its Jakarta year and in the order given. The counter's row stays locked until the transaction ends, so a number is either
 * used or given to the next caller: no gaps. To be called late in a transaction, because every other transaction that needs
 * a number waits for it.
 */
export async function nextDocumentNumbers(
  trx: Db,
  kind: Tables['document_counters']['kind'],
  moments: readonly Date[],
): Promise<string[]> {
  const years = moments.map((moment) => Number(jakartaDay(moment).slice(0, 4)));
  const counts = new Map<number, number>();
  for (const year of years.toSorted((one, two) => one - two)) counts.set(year, (counts.get(year) ?? 0) + 1);
  const next = new Map<number, number>();
  for (const [year, count] of counts) {
    const { rows } = await trx.raw('select count_documents(?, ?, ?) as last', [kind, year, count]);
    const [{ last }] = rows as [{ last: number }];
    next.set(year, last - count + 1);
  }
  return years.map((year) => {
    const sequence = next.get(year) as number;
    next.set(year, sequence + 1);
    return documentNumber(kind, year, sequence);
  });
}

/** The next number of this year; see `nextDocumentNumbers`. */
export async function nextDocumentNumber(
  trx: Db,
  kind: Tables['document_counters']['kind'],
  now: Date,
): Promise<string> {
  const [number] = await nextDocumentNumbers(trx, kind, [now]);
  return number as string;
}
