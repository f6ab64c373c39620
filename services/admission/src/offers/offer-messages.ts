import { momentText } from '@gerbang/domain/date-text';
import { levelSentence } from '@gerbang/domain/level-words';
import { STAGE_LABELS } from '@gerbang/domain/registration-stages';
import type { Db } from '@gerbang/service-kit/data/database';
import { publishAccountMessage } from '@gerbang/service-kit/events/account-messages';
import type { Context } from '../context.ts';
import { notifyFamily } from '../registrations/registration-messages.ts';
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
export const seatLink = (context: Context, id: string): string =>
  new URL(`/registrations?lihat=${id}`, context.config.PUBLIC_ORIGIN).href;

/** Child, class and page, as every message about seats names them. */
export const seatParams = (context: Context, subject: SeatSubject) => ({
  child: subject.child_full_name,
  level: levelSentence(context.school.settings.levels, subject),
  link: seatLink(context, subject.id),
});

/** Tells a family that a seat from the waiting list is held for it. */
export async function notifyOffered(
  context: Context,
  trx: Db,
  subject: SeatSubject,
  { id, answer_until }: OfferRecord,
): Promise<void> {
  if (answer_until === null) return;
  await publishAccountMessage(context, trx, subject.family_user_id, {
    kind: 'seat_offered',
    dedupeKey: `seat_offered:${id}`,
    params: { ...seatParams(context, subject), until: momentText(answer_until) },
  });
}

/** Reminds a family of its deadline, once a day at most. */
export async function notifyReminder(
  context: Context,
  trx: Db,
  subject: SeatSubject,
  { id, answer_until }: OfferRecord,
  day: string,
): Promise<void> {
  if (answer_until === null) return;
  const { level: _level, ...params } = seatParams(context, subject);
  await publishAccountMessage(context, trx, subject.family_user_id, {
    kind: 'seat_reminder',
    dedupeKey: `seat_reminder:${id}:${day}`,
    params: { ...params, until: momentText(answer_until) },
  });
}

/** Tells a family that its seat is gone; one that gave it back itself knows. */
export async function notifyReleased(
  context: Context,
  trx: Db,
  subject: SeatSubject,
  { id, release_cause }: OfferRecord,
): Promise<void> {
  if (release_cause === 'deadline') {
    const { level: _level, ...params } = seatParams(context, subject);
    await publishAccountMessage(context, trx, subject.family_user_id, {
      kind: 'seat_released',
      dedupeKey: `seat_released:${id}`,
      params,
    });
  }
  if (release_cause === 'staff') {
    const params = { stage: STAGE_LABELS.released };
    await notifyFamily(context, trx, { origin: {} }, subject, { kind: 'stage_changed', entryId: id, params });
  }
}
