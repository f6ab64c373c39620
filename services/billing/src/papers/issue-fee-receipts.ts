import { setTimeout as sleep } from 'node:timers/promises';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { nextDocumentNumbers } from '../invoices/document-numbers.repository.ts';
import {
  lacksVerifications,
  lockOldFees,
  newFees,
  type ReceiptableFee,
  revokeUndoneFees,
  tryLockOldReceipts,
} from './fee-receipts.repository.ts';
import { insertPapers, newPaper } from './papers.repository.ts';
import { factsOf } from './papers.view.ts';

/** Gives each fee its receipt, dated and numbered in the year of the verification; the registrations' rows are locked. */
async function issueReceipts(
  { school }: Pick<Context, 'school'>,
  trx: Knex.Transaction,
  fees: readonly ReceiptableFee[],
): Promise<void> {
  if (fees.length === 0) return;
  const verified = fees.map(({ payment_verified_at }) => payment_verified_at);
  const numbers = await nextDocumentNumbers(trx, 'KP', verified);
  const papers = fees.map((fee, at) => {
    const { id: registration_id, payment_amount: amount, payment_verified_at: fee_verified_at } = fee;
    const issued_on = jakartaDay(fee_verified_at);
    const facts = factsOf(school.settings, fee, { amount, on: issued_on });
    const number = numbers[at] as string;
    return newPaper({ kind: 'fee_receipt', registration_id, fee_verified_at, number, facts, issued_on });
  });
  await insertPapers(trx, papers);
}

/**
 * Makes the receipts of registrations follow their fees, in the transaction that wrote their copies: a verification gets one receipt,
 * however often its event comes; a receipt whose verification was undone is revoked, also where only the event of the next
 * verification came.
 */
export async function followFees(
  context: Pick<Context, 'school' | 'now'>,
  trx: Knex.Transaction,
  registrationIds: readonly string[],
): Promise<void> {
  if (registrationIds.length === 0) return;
  await revokeUndoneFees(trx, registrationIds, context.now());
  await issueReceipts(context, trx, await newFees(trx, registrationIds));
}

/** The counter of numbers is locked while so many receipts are made, and new ones wait for it. */
const TOGETHER = 50;
/** From one transaction to the next: 10,000 receipts take 100 seconds, and other calls have the database nearly for themselves. */
const EVERY_MS = 500;

/**
 * Gives the fees that were verified before there were papers their receipts, in the order of the verifications. Between two
 * transactions it rests at least as long as the last one took, so that calls which need a number or a connection do not wait. It
 * begins once all copies say when their fee was verified, and goes on where it ended. Returns the number of receipts.
 */
export async function issueOldReceipts(
  context: Pick<Context, 'school' | 'database'>,
  together = TOGETHER,
): Promise<number> {
  if (await lacksVerifications(context.database.knex)) return 0;
  let issued = 0;
  let since = new Date(0);
  for (;;) {
    const begun = performance.now();
    const fees = await context.database.transaction(async (trx) => {
      if (!(await tryLockOldReceipts(trx))) return [];
      const next = await lockOldFees(trx, since, together);
      await issueReceipts(context, trx, next);
      return next;
    });
    issued += fees.length;
    since = fees.at(-1)?.payment_verified_at ?? since;
    if (fees.length < together) return issued;
    const took = performance.now() - begun;
    await sleep(Math.max(took, EVERY_MS - took));
  }
}
