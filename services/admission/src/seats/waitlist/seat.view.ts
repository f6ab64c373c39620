import type { Seat } from '@gerbang/contracts/waitlists';
import { daysBetween, jakartaDay } from '@gerbang/domain/jakarta-time';
import { levelSentence } from '@gerbang/domain/level-words';
import type { ReleaseCause } from '@gerbang/domain/offers';
import { ASK_DAYS, type EntryStatus, STAY_DAYS } from '@gerbang/domain/waitlist';
import { preparedIn } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';
import type { Context } from '../../context.ts';
import { type PlaceRecord, readSeatRecord, type SeatRecord } from './seat.repository.ts';
import { criteriaOf, toMove } from './waitlist.view.ts';

const DAY_MS = 86_400_000;
const plusDays = (from: Date, days: number) => new Date(from.getTime() + days * DAY_MS);

const RELEASED: Readonly<Record<ReleaseCause, string>> = {
  deadline: 'Kursi dilepas karena batas waktunya lewat',
  family: 'Kursi dilepas atas permintaan Anda',
  staff: 'Kursi dilepas oleh sekolah',
};
const ENDED: Readonly<Record<Exclude<EntryStatus, 'waiting'>, string>> = {
  offered: 'Mendapat tawaran kursi dari daftar tunggu',
  withdrawn: 'Keluar dari daftar tunggu',
  expired: 'Keluar dari daftar tunggu karena tidak ada jawaban',
  closed: 'Daftar tunggu ditutup',
};

const inUtc = (at: string) => new Date(at).toISOString();

/** What ended, the newest first. */
function historyOf({ offers, ended }: SeatRecord): Seat['history'] {
  const released = offers.flatMap(({ released_at, release_cause }) =>
    released_at && release_cause ? { at: inUtc(released_at), text: RELEASED[release_cause] } : [],
  );
  const left = ended.map(({ status, ended_at }) => ({ at: inUtc(ended_at), text: ENDED[status] }));
  return [...released, ...left].sort((one, other) => (one.at < other.at ? 1 : -1));
}

function heldOffer({ id, status, answer_until }: SeatRecord['offers'][number], now: Date): Seat['offer'] {
  const until = answer_until === null ? null : new Date(answer_until);
  const counts = status === 'open' && until !== null && now < until;
  return {
    id,
    status,
    answer_until: until?.toISOString() ?? null,
    days_left: counts ? daysBetween(jakartaDay(now), jakartaDay(until)) : null,
  };
}

function toPlace({ school }: Pick<Context, 'school'>, place: PlaceRecord): Seat['waitlist'] {
  const { of, joined_at, confirmed_at, asked_at, answer_days, criteria, owes } = place;
  const moves = place.moves.map(toMove);
  const [latest] = moves;
  if (!latest) throw new Error('an entry of a list without its number');
  return {
    position: latest.position,
    of,
    class_label: levelSentence(school.settings.levels, place),
    joined_at: joined_at.toISOString(),
    answer_days,
    criteria: criteriaOf(criteria, place),
    history: moves,
    next_review: asked_at === null ? plusDays(confirmed_at, ASK_DAYS).toISOString() : null,
    answer_by: asked_at && jakartaDay(plusDays(asked_at, STAY_DAYS)),
    ...(owes && { owes }),
  };
}

/** The seat of a registration, or its place on the list: its own numbers and nothing of other families. */
export function toSeat(context: Pick<Context, 'school' | 'now'>, record: SeatRecord): Seat {
  const history = historyOf(record);
  const held = record.offers.find(({ status }) => status !== 'released');
  if (held) return { kind: 'offer', offer: heldOffer(held, context.now()), waitlist: null, history };
  if (!record.place) return { kind: 'none', offer: null, waitlist: null, history };
  return { kind: 'waitlist', offer: null, waitlist: toPlace(context, record.place), history };
}

/** The same, read inside a transaction. */
export async function seatOf(
  context: Pick<Context, 'school' | 'now'>,
  trx: Knex.Transaction,
  registrationId: string,
): Promise<Seat> {
  const record = await readSeatRecord(preparedIn(trx), registrationId, null);
  if (!record) throw new Error('a registration whose seat is read is gone');
  return toSeat(context, record);
}
