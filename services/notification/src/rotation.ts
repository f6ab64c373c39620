import type { Database } from '@gerbang/service-kit/data/database';
import { createSealer, type KeyRing, type Sealer } from '@gerbang/service-kit/data/sealing';
import { z } from 'zod';
import { phoneAad } from './accounts/accounts.repository.ts';
import { recipientKey } from './accounts/recipient-key.ts';
import { messageAad } from './delivery/claims.repository.ts';

const AT_ONCE = 200;

interface SealedRow {
  readonly id: string;
  readonly recipient_sealed: string;
  readonly params_sealed: string | null;
}

/**
 * Seals with the first key of the ring what older keys sealed, and renews the hash by which a number is
 * found; in batches, so that sending goes on meanwhile. The hashes of the accounts are renewed by the next replay of the
 * events. When a second run returns 0, the old key can leave the ring.
 */
export async function rotateMessages(database: Database, keys: KeyRing): Promise<number> {
  const sealer = createSealer(keys);
  let [rotated, after]: [number, string | null] = [0, null];
  do {
    after = await database.transaction(async (trx): Promise<string | null> => {
      const rows: SealedRow[] = await trx('notifications')
        .select('id', 'recipient_sealed', 'params_sealed')
        .modify((query) => {
          if (after !== null) void query.where('id', '>', after);
        })
        .orderBy('id')
        .limit(AT_ONCE)
        .forNoKeyUpdate();
      for (const { id, recipient_sealed: recipient, params_sealed: params } of rows) {
        if (!sealer.needsRotation(recipient) && !(params && sealer.needsRotation(params))) continue;
        const to = z.string().parse(sealer.open(recipient, messageAad('recipient', id)));
        await trx('notifications')
          .where({ id })
          .update({
            recipient_sealed: sealer.seal(to, messageAad('recipient', id)),
            recipient_key: recipientKey(keys, to),
            ...(params && {
              params_sealed: sealer.seal(
                sealer.open(params, messageAad('params', id)),
                messageAad('params', id),
              ),
            }),
          });
        rotated += 1;
      }
      return rows.length < AT_ONCE ? null : (rows.at(-1)?.id ?? null);
    });
  } while (after !== null);
  await rotatePhones(database, sealer);
  return rotated;
}

/** Seals the accounts' numbers with the first key. */
async function rotatePhones(database: Database, sealer: Sealer): Promise<void> {
  const accounts = await database.knex('accounts').whereNotNull('phone_sealed').select('id', 'phone_sealed');
  for (const { id, phone_sealed: sealed } of accounts) {
    if (!sealer.needsRotation(sealed)) continue;
    // An event that came meanwhile has sealed a newer number.
    await database
      .knex('accounts')
      .where({ id, phone_sealed: sealed })
      .update({ phone_sealed: sealer.seal(sealer.open(sealed, phoneAad(id)), phoneAad(id)) });
  }
}
