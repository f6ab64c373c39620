import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { isMessageHour } from '@gerbang/domain/message-hours';
import { ASK_DAYS, STAY_DAYS } from '@gerbang/domain/waitlist';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { publishAccountMessage } from '@gerbang/service-kit/events/account-messages';
import type { Context } from '../../context.ts';
import { stageMove, writeStages } from '../../registration-record/stages.repository.ts';
import { publishMoves } from '../../registration-record/publish.ts';
import {
  type LockedRegistration,
  lockOne,
  registrations,
} from '../../registration-record/registrations.repository.ts';
import { lockAnyPool } from '../record/seat-pools.repository.ts';
import { SEAT_JOBS } from '../../registration-record/system-actor.ts';
import { endWaiting } from './list-changes.ts';
import { endedMessage, notifyStay } from '../record/seat-messages.ts';
import { entriesToAsk, type EntryRecord, readEntry, writeAsking } from '../record/waitlist.repository.ts';

const AT_ONCE = 100;
const DAY_MS = 86_400_000;
/** Days after the question on which a family that has not answered is reminded. */
const REMINDER_DAYS = [7, 14] as const;

const since = (from: Date, now: Date) => (now.getTime() - from.getTime()) / DAY_MS;

async function expire(context: Context, trx: Db, entry: EntryRecord, present: LockedRegistration) {
  await endWaiting(trx, entry, { status: 'expired', at: context.now(), by: SEAT_JOBS });
  await writeStages(trx, [{ present, to: 'released', by: 'seats', actor: SEAT_JOBS }]);
  await audit(trx, {
    action: 'waitlist.expired',
    actor: null,
    subject: present.id,
    details: { pool_id: entry.pool_id },
  });
  await publishMoves(context, trx, [stageMove({ present, to: 'released', by: 'seats' })]);
  await publishAccountMessage(context, trx, present.family_user_id, endedMessage(context, present, entry.id));
}

/** The next step with a family: the question, a reminder of it, or the end; returns whether there was one. */
async function follow(context: Context, trx: Db, entry: EntryRecord, present: LockedRegistration) {
  const now = context.now();
  const ask = async (asked_at: Date, reminders: number) => {
    await writeAsking(trx, entry.id, { asked_at, reminders });
    const before = jakartaDay(new Date(asked_at.getTime() + STAY_DAYS * DAY_MS));
    const key = `${entry.id}:${asked_at.toISOString()}:${reminders}`;
    await notifyStay(context, trx, present, { key, before });
    return true;
  };
  if (entry.asked_at === null) return since(entry.confirmed_at, now) >= ASK_DAYS ? ask(now, 0) : false;
  if (since(entry.asked_at, now) >= STAY_DAYS && entry.reminders === REMINDER_DAYS.length) {
    await expire(context, trx, entry, present);
    return true;
  }
  const next = REMINDER_DAYS[entry.reminders];
  if (next === undefined || since(entry.asked_at, now) < next) return false;
  return ask(entry.asked_at, entry.reminders + 1);
}

/**
 * Asks families every ninety days whether they still wait, reminds them twice, and ends the waiting of those who do not
 * answer within twenty-one days. Returns how many steps there were.
 */
export async function askWaiting(context: Context): Promise<number> {
  const now = context.now();
  if (!isMessageHour(now)) return 0;
  const db = context.database.knex;
  const asked = new Date(now.getTime() - REMINDER_DAYS[0] * DAY_MS);
  const confirmed = new Date(now.getTime() - ASK_DAYS * DAY_MS);
  let steps = 0;
  for (const { id, pool_id, registration_id } of await entriesToAsk(db, {
    confirmed,
    asked,
    limit: AT_ONCE,
  })) {
    const isDone = await context.database.transaction(async (trx) => {
      await lockAnyPool(trx, pool_id);
      const present = await lockOne(registrations(trx), registration_id);
      const entry = await readEntry(trx, id);
      return present && entry?.status === 'waiting' ? follow(context, trx, entry, present) : false;
    });
    if (isDone) steps += 1;
  }
  return steps;
}
