import type { EventPayload } from '@gerbang/contracts/events';
import { newestOf } from '@gerbang/service-kit/data/copies';
import type { Db } from '@gerbang/service-kit/data/database';
import { saveAccounts } from '@gerbang/service-kit/events/accounts';
import type { Context } from '../context.ts';
import { parentsOf } from '../parents/parents.repository.ts';
import { loginPhonesOf, markPhoneProofs } from '../parents/phone-proofs.repository.ts';
import { publishRegistrationsOf } from '../registrations/registration-events.ts';

/**
 * Keeps the accounts of these events. Where a login phone is another one now, the family's registrations are published
 * again, because other services keep it beside them.
 */
export async function keepAccounts(
  context: Pick<Context, 'outbox'>,
  trx: Db,
  accounts: readonly EventPayload<'account.changed'>[],
): Promise<void> {
  const newest = newestOf(accounts);
  const ids = newest.map(({ id }) => id);
  const phones = await loginPhonesOf(trx, ids);
  const written = new Set(await saveAccounts(trx, newest));
  await markPhoneProofs(trx, newest);
  const moved = newest.filter(({ id, phone }) => written.has(id) && phones.get(id) !== phone);
  for (const { id } of await parentsOf(trx, moved)) {
    await publishRegistrationsOf(context, trx, { 'c.parent_id': id });
  }
}
