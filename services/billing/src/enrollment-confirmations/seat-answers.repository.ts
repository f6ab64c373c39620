import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

/** What was answered about an offer, as of the version that was asked. */
export type SeatAnswer = Pick<Tables['seat_answers'], 'offer_id' | 'registration_id' | 'version' | 'answer'>;

/** The answer about an offer; undefined where it was never to be released. */
export async function answerOf(db: Db, offerId: string): Promise<SeatAnswer | undefined> {
  return db('seat_answers')
    .where({ offer_id: offerId })
    .first<SeatAnswer | undefined>('offer_id', 'registration_id', 'version', 'answer');
}

/** Writes the first answer about an offer, or a newer one. To be called under the lock of the registration's copy. */
export async function saveAnswer(trx: Db, answer: SeatAnswer): Promise<void> {
  await trx('seat_answers').insert(answer).onConflict('offer_id').merge(['version', 'answer']);
}

/** Whether a moment has passed by the database's clock, which all programs share. */
export async function hasPassed(db: Db, moment: string): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { passed: boolean }[] }>(
    'select clock_timestamp() > ?::timestamptz as passed',
    [moment],
  );
  return rows[0]?.passed === true;
}
