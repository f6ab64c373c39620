import type { EventPayload } from '@gerbang/contracts/events';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { lockRegistration } from '../registrations/registrations.repository.ts';
import {
  findFeeReceipt,
  insertPapers,
  newPaper,
  type PaperRecord,
  printedOf,
  replacePrinted,
} from './papers.repository.ts';
import { factsOf } from './papers.view.ts';

/**
 * Saves copies by `save`, and revokes the papers that print a value which staff corrected with them, or an amount that the
 * difference of a corrected fee changed. What a family changes
 * itself revokes none.
 */
export async function replaceCorrected(
  { now }: Pick<Context, 'now'>,
  trx: Knex.Transaction,
  changes: readonly EventPayload<'registration.changed'>[],
  save: () => Promise<string[]>,
): Promise<string[]> {
  const corrected = changes.flatMap(({ id, corrections = 0 }) => (corrections > 0 ? [id] : []));
  if (corrected.length === 0) return save();
  const before = await printedOf(trx, corrected);
  const written = await save();
  await replacePrinted(trx, before, now());
  return written;
}

/** The receipt of a fee: the one that counts, or in place of one that was replaced a new one with its number. */
export async function feeReceiptOf(
  { database, school }: Pick<Context, 'database' | 'school'>,
  registrationId: string,
): Promise<PaperRecord | undefined> {
  const found = await findFeeReceipt(database.knex, registrationId);
  if (!found?.facts.replaced) return found;
  return database.transaction(async (trx) => {
    const child = await lockRegistration(trx, registrationId);
    const newest = await findFeeReceipt(trx, registrationId);
    const stands = child?.payment_verified_at?.getTime() === newest?.fee_verified_at?.getTime();
    if (!child || !newest?.facts.replaced || !stands) return newest;
    const { number, fee_verified_at, issued_on, facts } = newest;
    const paid = { amount: child.payment_amount + child.fee_extra, on: facts.paid_on ?? issued_on };
    await insertPapers(trx, [
      newPaper({
        kind: 'fee_receipt',
        registration_id: registrationId,
        fee_verified_at,
        number,
        facts: factsOf(school.settings, child, paid),
        issued_on,
      }),
    ]);
    return findFeeReceipt(trx, registrationId);
  });
}
