import type { CounterCard, openCounterFamily as call } from '@gerbang/contracts/counter';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { counterToken } from '@gerbang/service-kit/http/counter-token';
import { tooMany, unprocessable } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { noFamily } from '../families/read-family.ts';
import { cardOf } from './counter-card.ts';
import {
  type CounterFamily,
  countTry,
  familyOf,
  hasBirthDate,
  hasNumber,
  returnTry,
} from './counter.repository.ts';
import { readMaker } from './counter-maker.client.ts';

type Body = z.output<(typeof call)['body']>;

/** Whether what was typed proves that this family stands at the counter. */
async function isRight(
  context: Context,
  caller: Caller,
  family: CounterFamily,
  typed: Body,
): Promise<boolean> {
  const db = context.database.knex;
  if (typed.birth_date !== undefined) return hasBirthDate(db, family.id, typed.birth_date);
  if (typed.registration_number !== undefined) return hasNumber(db, family.id, typed.registration_number);
  // A family without a child has nothing else to be asked for; its maker knows its whole number.
  if (family.children.length > 0 || typed.phone !== family.phone) return false;
  return (await readMaker(context, family.id, caller.origin.requestId)) === caller.id;
}

/**
 * Opens a family to the caller for 30 minutes. A wrong answer is 422 and counts; after five in an hour it is 429 for every
 * family. The trail keeps both, without what was typed.
 */
export async function openFamily(
  context: Context,
  caller: Caller,
  userId: string,
  typed: Body,
): Promise<{ token: string; expires_at: string; family: CounterCard }> {
  const { config, database, now } = context;
  const db = database.knex;
  const family = await familyOf(db, userId);
  if (!family) throw noFamily();
  // Counted before it is compared, so that answers that come together count as those one after the other.
  const wait = await countTry(db, caller.id, 'wrong');
  if (wait > 0) throw tooMany(wait, 'Terlalu banyak jawaban salah dalam satu jam. Silakan coba lagi nanti.');
  const right = await isRight(context, caller, family, typed);
  const by = Object.keys(typed).find((name) => typed[name as keyof Body] !== undefined) ?? '';
  await audit(db, {
    action: right ? 'counter.opened' : 'counter.refused',
    actor: await actorOf(db, caller),
    subject: userId,
    details: { by },
    origin: caller.origin,
  });
  if (!right) {
    const message = 'Jawaban tidak cocok dengan data keluarga ini. Tanyakan sekali lagi, lalu coba lagi.';
    throw unprocessable('wrong_answer', message, [{ path: by, message }]);
  }
  await returnTry(db, caller.id, 'wrong');
  const opening = { staff: caller.id, family: userId };
  return { ...counterToken(config.INTERNAL_KEY, opening, now()), family: await cardOf(context, family) };
}
