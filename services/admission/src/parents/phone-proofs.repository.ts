import type { EventPayload } from '@gerbang/contracts/events';
import type { Db } from '@gerbang/service-kit/data/database';

/** Keeps whether an account has proved its number; a replay of the version that is stored fills it in. */
export async function markPhoneProof(
  trx: Db,
  { id, version, phone_verified }: EventPayload<'account.changed'>,
): Promise<void> {
  await trx('accounts')
    .where({ id, version })
    .update({ phone_verified: phone_verified ?? null });
}
