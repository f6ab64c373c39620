import type { Seat } from '@gerbang/contracts/waitlists.types';
import { daysBetween, jakartaDay } from '@gerbang/domain/jakarta-time';
import { levelSentence } from '@gerbang/domain/level-words';
import type { ReleaseCause } from '@gerbang/domain/offers';
import { ASK_DAYS, type EntryStatus, STAY_DAYS } from '@gerbang/domain/waitlist';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { type OfferRecord, offersOf } from '../offers/offers.repository.ts';
import { readAnyPool } from '../seat-pools/seat-pools.repository.ts';
import { countWaiting, entriesOf, type EntryRecord, movesOf } from './waitlist.repository.ts';
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

/** What ended, the newest first. */
function historyOf(offers: readonly OfferRecord[], entries: readonly EntryRecord[]): Seat['history'] {
  const released = offers.flatMap(({ released_at, release_cause }) =>
    released_at && release_cause ? { at: released_at.toISOString(), text: RELEASED[release_cause] } : [],
  );
  const ended = entries.flatMap(({ status, ended_at }) =>
    status !== 'waiting' && ended_at ? { at: ended_at.toISOString(), text: ENDED[status] } : [],
  );
  return [...released, ...ended].sort((one, other) => (one.at < other.at ? 1 : -1));
}

function heldOffer({ id, status, answer_until }: OfferRecord, now: Date): Seat['offer'] {
  const counts = status === 'open' && answer_until !== null;
  return {
    id,
    status,
    answer_until: answer_until?.toISOString() ?? null,
    days_left: counts ? Math.max(0, daysBetween(jakartaDay(now), jakartaDay(answer_until))) : null,
  };
}

async function placeOf(
  { school }: Pick<Context, 'school'>,
  db: Db,
  entry: EntryRecord,
): Promise<Seat['waitlist']> {
  const [pool, records, of] = await Promise.all([
    readAnyPool(db, entry.pool_id),
    movesOf(db, entry.id),
    countWaiting(db, entry.pool_id),
  ]);
  const moves = records.map(toMove);
  const [latest] = moves;
  if (!pool || !latest) throw new Error('an entry of a list without its number');
  return {
    position: latest.position,
    of,
    class_label: levelSentence(school.settings.levels, pool),
    joined_at: entry.joined_at.toISOString(),
    answer_days: pool.answer_days,
    criteria: criteriaOf(pool.criteria, entry),
    history: moves,
    next_review: entry.asked_at === null ? plusDays(entry.confirmed_at, ASK_DAYS).toISOString() : null,
    answer_by: entry.asked_at && jakartaDay(plusDays(entry.asked_at, STAY_DAYS)),
  };
}

/** The seat of a registration, or its place on the list: its own numbers and nothing of other families. */
export async function seatOf(
  context: Pick<Context, 'school' | 'now'>,
  db: Db,
  registrationId: string,
): Promise<Seat> {
  const [offers, entries] = await Promise.all([offersOf(db, registrationId), entriesOf(db, registrationId)]);
  const history = historyOf(offers, entries);
  const held = offers.find(({ status }) => status !== 'released');
  if (held) return { kind: 'offer', offer: heldOffer(held, context.now()), waitlist: null, history };
  const waits = entries.find(({ status }) => status === 'waiting');
  if (!waits) return { kind: 'none', offer: null, waitlist: null, history };
  return { kind: 'waitlist', offer: null, waitlist: await placeOf(context, db, waits), history };
}
