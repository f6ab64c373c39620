import { inJakarta, jakartaDay } from '@gerbang/domain/jakarta-time';
import { isMessageHour } from '@gerbang/domain/message-hours';
import type { Context } from '../../context.ts';
import { lockOne, registrations } from '../../registration-record/registrations.repository.ts';
import { isClosed } from '../record/pool-rules.ts';
import { lockPool, poolsToPromote } from '../record/seat-pools.repository.ts';
import { SEAT_JOBS } from '../../registration-record/system-actor.ts';
import { offerableEntries } from '../record/waitlist.repository.ts';
import { notifyReminder } from '../record/seat-messages.ts';
import {
  lockOffer,
  noteReminder,
  offersToRemind,
  overdueOffers,
  releasedSincePromotion,
} from '../record/offers.repository.ts';
import { promote } from './promote.ts';
import { beginRelease } from './release-offer.ts';

const AT_ONCE = 100;
const DAY_MS = 86_400_000;

const REMINDER_HOUR = 8;

/** Begins the release of seats whose deadline is over; each in a transaction of its own. Returns how many. */
export async function expireOffers(context: Context): Promise<number> {
  const now = context.now();
  let begun = 0;
  for (const { id, registration_id } of await overdueOffers(context.database.knex, now, AT_ONCE)) {
    begun += await context.database.transaction(async (trx) => {
      if (!(await lockOne(registrations(trx), registration_id))) return 0;
      const offer = await lockOffer(trx, id);
      // Answered, or given more time, since the list was read.
      if (offer?.status !== 'open' || offer.answer_until === null || offer.answer_until >= now) return 0;
      await beginRelease(context, trx, offer, { cause: 'deadline', by: null });
      return 1;
    });
  }
  return begun;
}

/** Offers free places to the first of the lists that offer by themselves. Returns how many. */
export async function promoteWaiting(context: Context): Promise<number> {
  let promoted = 0;
  for (const id of await poolsToPromote(context.database.knex)) {
    promoted += await context.database.transaction(async (trx) => {
      const pool = await lockPool(trx, id);
      if (!pool?.auto_offer || isClosed(pool, context.now())) return 0;
      const free = pool.offer_limit - pool.taken;
      if (free <= 0) return 0;
      const entries = await offerableEntries(trx, id, Math.min(free, AT_ONCE));
      const [released, ...others] = await releasedSincePromotion(trx, id);
      const isOneCause = released !== undefined && others.length === 0 && released.n >= entries.length;
      const made = await promote(context, trx, pool, entries, {
        by: SEAT_JOBS,
        cause: 'promotion',
        source: 'waitlist',
        note: null,
        release_cause: isOneCause ? released.release_cause : null,
      });
      return made.length;
    });
  }
  return promoted;
}

/** Reminds families two days before their deadline and on its day, from 08.00. Returns how many. */
export async function remindOffers(context: Context): Promise<number> {
  const now = context.now();
  if (!isMessageHour(now) || Number(inJakarta(now).slice(11, 13)) < REMINDER_HOUR) return 0;
  const day = jakartaDay(now);
  const due = await offersToRemind(context.database.knex, {
    after: now,
    ending: [day, jakartaDay(new Date(now.getTime() + 2 * DAY_MS))],
    day,
    limit: AT_ONCE,
  });
  let reminded = 0;
  for (const { id, registration_id } of due) {
    reminded += await context.database.transaction(async (trx) => {
      const subject = await lockOne(registrations(trx), registration_id);
      const offer = await lockOffer(trx, id);
      const until = offer?.status === 'open' && offer.reminded_on !== day ? offer.answer_until : null;
      if (!subject || until === null) return 0;
      await noteReminder(trx, id, day);
      await notifyReminder(context, trx, subject, { id, until, day });
      return 1;
    });
  }
  return reminded;
}
