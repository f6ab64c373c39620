import { dayText, momentText } from '@gerbang/domain/date-text';
import { levelSentence } from '@gerbang/domain/level-words';
import { STAGE_LABELS } from '@gerbang/domain/registration-stages';
import type { Db } from '@gerbang/service-kit/data/database';
import {
  type AccountMessage,
  byDay,
  publishAccountMessage,
} from '@gerbang/service-kit/events/account-messages';
import type { Context } from '../../context.ts';
import { notifyFamily } from '../../registration-record/notify.ts';
import type { OfferRecord } from './offers.repository.ts';

/** The registration that a message about a seat or a list is about. */
export interface SeatSubject {
  readonly id: string;
  readonly child_full_name: string;
  readonly registration_number: string;
  readonly jenjang: string;
  readonly kelas: string | null;
  readonly family_user_id: string;
}

/** The family's page with this registration open. */
const seatLink = (context: Context, id: string): string =>
  new URL(`/registrations?lihat=${id}`, context.config.PUBLIC_ORIGIN).href;

/** A message about a seat or a list, with child, class and page as every one of them names them. */
export const seatMessage = (
  context: Context,
  subject: SeatSubject,
  { params, ...message }: Pick<AccountMessage, 'kind' | 'dedupeKey'> & Partial<AccountMessage>,
): AccountMessage => ({
  ...message,
  ...byDay(context),
  params: {
    child: subject.child_full_name,
    level: levelSentence(context.school.settings.levels, subject),
    link: seatLink(context, subject.id),
    ...params,
  },
});

/** The message that a seat from the waiting list is held for a family. */
export const offeredMessage = (
  context: Context,
  subject: SeatSubject,
  { id, until }: { readonly id: string; readonly until: Date },
): AccountMessage =>
  seatMessage(context, subject, {
    kind: 'seat_offered',
    dedupeKey: `seat_offered:${id}`,
    params: { until: momentText(until) },
  });

/** Reminds a family of its deadline, once a day at most. */
export async function notifyReminder(
  context: Context,
  trx: Db,
  subject: SeatSubject,
  { id, until, day }: { readonly id: string; readonly until: Date; readonly day: string },
): Promise<void> {
  const message = seatMessage(context, subject, {
    kind: 'seat_reminder',
    dedupeKey: `seat_reminder:${id}:${day}`,
    params: { until: momentText(until) },
  });
  await publishAccountMessage(context, trx, subject.family_user_id, message);
}

/** Tells a family that its seat is gone; one that gave it back itself knows. */
export async function notifyReleased(
  context: Context,
  trx: Db,
  subject: SeatSubject,
  { id, release_cause }: OfferRecord,
): Promise<void> {
  if (release_cause === 'deadline') {
    const message = seatMessage(context, subject, {
      kind: 'seat_released',
      dedupeKey: `seat_released:${id}`,
    });
    await publishAccountMessage(context, trx, subject.family_user_id, message);
  }
  if (release_cause === 'staff') {
    const params = { stage: STAGE_LABELS.released };
    const notice = { kind: 'stage_changed', entryId: id, params, ...byDay(context) } as const;
    await notifyFamily(context, trx, { origin: {} }, subject, notice);
  }
}

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
