import { findCashFee } from '@gerbang/contracts/internal-calls';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import { callOrRefuse } from '@gerbang/service-kit/http/internal';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { bookFee, dropCash, findCash, heldCash, insertCash } from './cash-fees.repository.ts';
import { fallIn } from './fall-in.ts';

/**
 * Keeps cash of a fee in the open drawer of the first of these people, until admission's event books it; the same id again keeps
 * nothing more. 409 `no_drawer`.
 */
export async function holdCash(
  context: Pick<Context, 'school' | 'now'>,
  trx: Knex.Transaction,
  cash: {
    readonly id: string;
    readonly registration_id: string;
    readonly amount: number;
    readonly asked?: boolean;
  },
  people: readonly [Actor, ...Actor[]],
): Promise<{ drawer_id: string }> {
  const known = await findCash(trx, cash.id);
  if (known) return known;
  const drawer_id = await fallIn(context, trx, people);
  await insertCash(trx, { asked: false, ...cash, drawer_id });
  return { drawer_id };
}

/** Asks admission what became of cash whose event did not come yet: it is booked, or taken away where no fee was paid by it. */
export async function settleHeld(context: Context, drawerId: string, requestId: string): Promise<void> {
  const { config, database } = context;
  const target = { origin: config.ADMISSION_URL, key: config.INTERNAL_KEY, requestId };
  for (const { id, registration_id, asked } of await heldCash(database.knex, drawerId)) {
    const { fee } = await callOrRefuse(findCashFee, target, { id, registration_id });
    await database.transaction(async (trx) => {
      if (fee) await bookFee(trx, fee);
      else if (!asked) await dropCash(trx, id);
    });
  }
}
