import type { Database, Db } from '@gerbang/service-kit/data/database';
import type { KeyRing } from '@gerbang/service-kit/data/sealing';
import { recipientKey, recipientKeys } from './recipient-key.ts';

export type BlockCause = 'bounced' | 'complained';

/**
 * Marks an address that letters come back from, or whose owner complained: no letter goes there any more. Of the address
 * only a keyed hash is kept.
 */
export async function blockAddress(
  database: Database,
  keys: KeyRing,
  email: string,
  cause: BlockCause,
): Promise<void> {
  await database.transaction(async (trx) => {
    const [owner] = await trx('accounts')
      .where({ email })
      .update({ email: null })
      .returning<{ id: string }[]>('id');
    await trx('blocked_addresses')
      .insert({ address_key: recipientKey(keys, email), cause, account_id: owner?.id ?? null })
      .onConflict('address_key')
      .ignore();
  });
}

/** Those of the addresses that letters may go to. */
export async function openAddresses(
  db: Db,
  keys: KeyRing,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set();
  const hashes = new Map(emails.map((email) => [email, recipientKeys(keys, email)]));
  const rows: { address_key: string }[] = await db('blocked_addresses')
    .select('address_key')
    .whereIn('address_key', [...hashes.values()].flat());
  const blocked = new Set(rows.map(({ address_key }) => address_key));
  return new Set(emails.filter((email) => !hashes.get(email)?.some((hash) => blocked.has(hash))));
}

/** Forgets that letters to an erased account's address came back. */
export async function forgetAddress(db: Db, account_id: string): Promise<void> {
  await db('blocked_addresses').where({ account_id }).delete();
}
