import { DAY_MS } from '@gerbang/service-kit/program/timers';
import type { Knex } from 'knex';
import { financeAccounts } from '../bank-days/finance-digest.repository.ts';
import type { Context } from '../context.ts';
import { rupiahText } from '../texts.ts';
import { findListed } from './pay-lists.repository.ts';
import type { PayRow, PayWordRow } from './pay-requests.repository.ts';

/** Tells each active finance account that a request needs a look: what was paid, and for which bill. */
export async function tellReview(
  { config, outbox, now }: Pick<Context, 'config' | 'outbox' | 'now'>,
  trx: Knex.Transaction,
  { id, version }: PayRow,
  word: Pick<PayWordRow, 'amount'>,
): Promise<void> {
  const listed = await findListed(trx, id);
  if (!listed) throw new Error('a request that is reviewed is not listed');
  for (const account of await financeAccounts(trx)) {
    await outbox.publish(trx, 'message.requested', {
      kind: 'pay_review',
      dedupeKey: `pay_review:${id}:${version}:${account.id}`,
      params: {
        number: listed.number,
        amount: rupiahText(word.amount ?? listed.amount),
        link: new URL('/admin/payments-online?status=review&academic_year=semua', config.PUBLIC_ORIGIN).href,
      },
      to: account.phone,
      accountId: account.id,
      priority: 'normal',
      expiresAt: new Date(now().getTime() + DAY_MS).toISOString(),
    });
  }
}
