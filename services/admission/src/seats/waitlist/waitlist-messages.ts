import { dayText } from '@gerbang/domain/date-text';
import type { Db } from '@gerbang/service-kit/data/database';
import { type AccountMessage, publishAccountMessage } from '@gerbang/service-kit/events/account-messages';
import type { Context } from '../../context.ts';
import { type SeatSubject, seatMessage } from '../record/seat-messages.ts';

/** The message that a family waits no more, once an entry. */
export const endedMessage = (context: Context, subject: SeatSubject, entryId: string): AccountMessage =>
  seatMessage(context, subject, { kind: 'waitlist_ended', dedupeKey: `waitlist_ended:${entryId}` });

/** Asks a family whether it still waits; `key` tells the question from its reminders. */
export async function notifyStay(
  context: Context,
  trx: Db,
  subject: SeatSubject,
  { key, before }: { readonly key: string; readonly before: string },
): Promise<void> {
  const message = seatMessage(context, subject, {
    kind: 'waitlist_stay',
    dedupeKey: `waitlist_stay:${key}`,
    params: { before: dayText(before) },
  });
  await publishAccountMessage(context, trx, subject.family_user_id, message);
}
