import type { Priority, WaitlistEntry } from '@gerbang/contracts/waitlists.types';
import { dayText, timeText } from '@gerbang/domain/date-text';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { ROLE_WORDS } from '@gerbang/domain/roles';
import { changeWords, type Criterion, criterionWords, moveWords } from '@gerbang/domain/waitlist';
import type { Db } from '@gerbang/service-kit/data/database';
import { namesOf } from '../offers/offer-names.repository.ts';
import type { PoolRecord } from '../seat-pools/seat-pools.repository.ts';
import { isSystem } from '../seat-pools/system-actor.ts';
import { type PriorityRecord, prioritiesOf } from './priorities.repository.ts';
import {
  type EntryRecord,
  type EventRecord,
  eventsOf,
  lastMoves,
  lastRules,
  type MoveRecord,
  waitingEntries,
} from './waitlist.repository.ts';

/** `3 Januari 2027 pukul 09.14` */
const spokenMoment = (iso: string) => {
  const at = new Date(iso);
  return `${dayText(jakartaDay(at))} pukul ${timeText(at)}`;
};

/** The criteria of an entry in the order of the list, in words. */
export const criteriaOf = (criteria: readonly Criterion[], { criteria_values }: EntryRecord) =>
  criteria.map((criterion) => criterionWords(criterion, criteria_values, spokenMoment));

/** A change of a number, without any family in it. */
export const toMove = (move: MoveRecord) => ({
  at: move.at.toISOString(),
  from: move.before,
  position: move.position,
  of: move.of,
  text: changeWords(move),
});

/** A priority as staff see it. */
export const toPriority = ({ kind, confirmed, note, by_name, by_role, at }: PriorityRecord): Priority => ({
  kind,
  confirmed,
  note,
  by: isSystem(by_role) ? null : { name: by_name, role: by_role },
  at: at.toISOString(),
});

/** Who set the order of a list and when, as staff say it on the phone; nothing where it is as it was made. */
async function ruleWords(db: Db, poolId: string): Promise<string> {
  const [rule] = await lastRules(db, [poolId]);
  if (!rule) return '';
  return `, aturan ditetapkan ${dayText(jakartaDay(rule.at))} oleh ${ROLE_WORDS[rule.actor_role]}`;
}

/** The waiting entries of a pool in their order. */
export async function listOf(db: Db, pool: PoolRecord): Promise<WaitlistEntry[]> {
  const entries = await waitingEntries(db, pool.id);
  const ids = entries.map(({ registration_id }) => registration_id);
  const names = await namesOf(db, ids);
  const moves = new Map((await lastMoves(db, pool.id)).map((move) => [move.entry_id, move]));
  const priorities = Map.groupBy(await prioritiesOf(db, ids), (one) => one.registration_id);
  const rule = await ruleWords(db, pool.id);
  return entries.flatMap((entry, at) => {
    const named = names.get(entry.registration_id);
    if (!named) return [];
    const move = moves.get(entry.id);
    const [position, of] = [at + 1, entries.length];
    const moved = move && moveWords(move.before, move.position, changeWords(move));
    return {
      id: entry.id,
      version: entry.version,
      registration_id: entry.registration_id,
      registration_number: named.registration_number,
      child_name: named.child_name,
      position,
      of,
      criteria: criteriaOf(pool.criteria, entry),
      joined_at: entry.joined_at.toISOString(),
      confirmed_at: entry.confirmed_at.toISOString(),
      asked_at: entry.asked_at?.toISOString() ?? null,
      last_move: move ? toMove(move) : null,
      sentence: `Urutan ${position} dari ${of}${moved ? `, ${moved}` : ''}${rule}`,
      priorities: (priorities.get(entry.registration_id) ?? []).map(toPriority),
    };
  });
}

const EVENTS = 200;

function toEvent({ id, cause, count, note, child_name, at, ...event }: EventRecord) {
  const { actor_name: name, actor_role: role } = event;
  return {
    id: Number(id),
    cause,
    count,
    text: changeWords({ cause, count, ...event }),
    note,
    child_name,
    actor: isSystem(role) ? null : { name, role },
    at: at.toISOString(),
  };
}

/** What changed a list, the newest first. */
export async function changesOf(db: Db, poolId: string) {
  return (await eventsOf(db, poolId, EVENTS)).map(toEvent);
}
