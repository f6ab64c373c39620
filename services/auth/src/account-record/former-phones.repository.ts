import type { Db } from '@gerbang/service-kit/data/database';

/** How long the holder of a number that an account had hears of resets of its password. */
const HOURS = 72;

/** Keeps a number that an account no longer has. */
export async function keepFormerPhone(trx: Db, userId: string, phone: string): Promise<void> {
  await trx('former_phones')
    .insert({ user_id: userId, phone })
    .onConflict(['user_id', 'phone'])
    .merge({ changed_at: trx.fn.now() });
}

/** The numbers that an account had in the last 72 hours. */
export async function formerPhonesOf(db: Db, userId: string): Promise<string[]> {
  const { rows } = await db.raw(
    `select phone from former_phones where user_id = ? and changed_at > now() - make_interval(hours => ?)
     order by changed_at`,
    [userId, HOURS],
  );
  return (rows as Array<{ phone: string }>).map(({ phone }) => phone);
}
