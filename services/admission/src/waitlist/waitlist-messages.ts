import { dayText } from '@gerbang/domain/date-text';
import type { Db } from '@gerbang/service-kit/data/database';
import { publishAccountMessage } from '@gerbang/service-kit/events/account-messages';
import type { Context } from '../context.ts';
import { type SeatSubject, seatParams } from '../offers/offer-messages.ts';

/** Tells a family that it waits no more, once an entry. */
export async function notifyEnded(context: Context, trx: Db, subject: SeatSubject, entryId: string) {
  await publishAccountMessage(context, trx, subject.family_user_id, {
    kind: 'waitlist_ended',
    dedupeKey: `waitlist_ended:${entryId}`,
    params: seatParams(context, subject),
  });
}

/** Asks a family whether it still waits; `key` tells the question from its reminders. */
export async function notifyStay(
  context: Context,
  trx: Db,
  subject: SeatSubject,
  { key, before }: { readonly key: string; readonly before: string },
) {
  await publishAccountMessage(context, trx, subject.family_user_id, {
    kind: 'waitlist_stay',
    dedupeKey: `waitlist_stay:${key}`,
    params: { ...seatParams(context, subject), before: dayText(before) },
  });
}
