import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { isMessageHour } from '@gerbang/domain/message-hours';
import { REMINDERS } from '@gerbang/domain/observation-slots';
import { addDays } from '@gerbang/domain/reports';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { notifyFamily } from '../registration-record/notify.ts';
import { nextUntold, noteTold, takeReminders, waitingFor } from './slot-messages.repository.ts';
import { whenOf } from './move-families.ts';
import { hasRoom } from './slots.repository.ts';

const BY_JOB = { origin: {} };

/** How many families one transaction tells. */
const AT_ONCE = 100;

/** The words before a day that is near. */
const NEAR: Readonly<Record<number, string>> = { 0: 'hari ini, ', 1: 'besok, ' };

/**
 * What is to be reminded of now, by the days until the slot: three days before, on the evening before, and on the day itself
 * what that evening missed because its slot was moved to this day by night, or no worker ran.
 */
function dueOn(today: string, now: Date) {
  const dues = [
    ...REMINDERS.map((one) => ({ ...one, on: today })),
    { ...REMINDERS[1], days: 0, on: addDays(today, -1) },
  ];
  return dues
    .map(({ days, from, on }) => ({
      days,
      day: addDays(today, days),
      due: new Date(`${on}T${from}:00+07:00`),
      since: on,
    }))
    .filter(({ due }) => due <= now);
}

/** Reminds some families of their slots; returns how many. */
async function remind(context: Context, trx: Db): Promise<number> {
  const now = context.now();
  const today = jakartaDay(now);
  let reminded = 0;
  for (const { days, ...due } of dueOn(today, now)) {
    for (const one of await takeReminders(trx, { ...due, today, now }, AT_ONCE)) {
      const when = Object.values(whenOf(one)).join(', ');
      await notifyFamily(context, trx, BY_JOB, one, {
        kind: 'slot_reminder',
        entryId: `${one.booking_id}:${due.day}:${today}`,
        params: {
          when: `${NEAR[days] ?? ''}${when}`,
          place: one.place,
          bring: one.instructions ?? '',
        },
        expiresAt: one.starts_at.toISOString(),
        priority: 'bulk',
      });
      reminded += 1;
    }
  }
  return reminded;
}

/**
 * Tells some families that wait of slots that opened, where they had none to choose from; returns how many, null where
 * there is nothing to tell.
 */
async function tellNew(context: Context, trx: Db): Promise<number | null> {
  const now = context.now();
  const slot = await nextUntold(trx, now);
  if (!slot) return null;
  const some = (await hasRoom(trx, slot, now, now)) ? [] : await waitingFor(trx, slot, AT_ONCE);
  for (const one of some) {
    const message = { kind: 'slot_new', entryId: `${one.id}:${slot.id}`, priority: 'bulk' } as const;
    await notifyFamily(context, trx, BY_JOB, one, message);
  }
  await noteTold(trx, slot, now, some.length < AT_ONCE ? null : (some.at(-1)?.id ?? null));
  return some.length;
}

/** Sends by day what families should know of slots without a change by a person, in pieces. Returns how many messages it sent. */
export async function remindOfSlots(context: Context): Promise<number> {
  if (!isMessageHour(context.now())) return 0;
  const { database } = context;
  let sent = 0;
  for (let some = AT_ONCE; some > 0; sent += some) {
    some = await database.transaction((trx) => remind(context, trx));
  }
  for (;;) {
    const some = await database.transaction((trx) => tellNew(context, trx));
    if (some === null) return sent;
    sent += some;
  }
}
