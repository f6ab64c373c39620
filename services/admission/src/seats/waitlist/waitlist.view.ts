import type { SeatPool } from '@gerbang/contracts/seat-pools';
import type { Priority, WaitlistEntry } from '@gerbang/contracts/waitlists';
import { dayText } from '@gerbang/domain/date-text';
import { inJakarta, jakartaDay } from '@gerbang/domain/jakarta-time';
import { can } from '@gerbang/domain/abilities';
import { type Role, ROLE_WORDS } from '@gerbang/domain/roles';
import { changeWords, type Criterion, criterionWords, moveWords } from '@gerbang/domain/waitlist';
import type { Db } from '@gerbang/service-kit/data/database';
import { isSystem } from '../../registration-record/system-actor.ts';
import { covers, type PoolRecord, poolsOf } from '../record/seat-pools.repository.ts';
import { type PriorityRecord, prioritiesOf } from './priorities.repository.ts';
import { type MoveRecord, eventsById, listedEntries, type ListedEntry } from './list-numbers.repository.ts';
import { type EntryRecord, type EventRecord, eventsOf } from '../record/waitlist.repository.ts';

/** `3 Januari 2027 pukul 09.14` */
const spokenMoment = (iso: string) => {
  // Once a moment: a list has thousands of them.
  const [day = '', time = ''] = inJakarta(new Date(iso)).split('T');
  return `${dayText(day)} pukul ${time.slice(0, 5).replace(':', '.')}`;
};

/** The criteria of an entry in the order of the list, in words. */
export const criteriaOf = (
  criteria: readonly Criterion[],
  { criteria_values }: Pick<EntryRecord, 'criteria_values'>,
) => criteria.map((criterion) => criterionWords(criterion, criteria_values, spokenMoment));

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

type Registration = Pick<PoolRecord, 'id' | 'academic_year' | 'jenjang' | 'kelas'>;

/**
 * Shows the priorities of a registration whose class has limited seats to staff who read waiting lists; nothing otherwise,
 * so that a school without limits sees nothing of them.
 */
export async function showPriorities(
  _context: unknown,
  db: Db,
  registration: Registration,
  role: Role,
): Promise<{ readonly priorities?: Priority[] }> {
  if (!can(role, 'waitlist.read')) return {};
  const pools = await poolsOf(db, registration);
  if (!pools.some((pool) => covers(pool, registration))) return {};
  return { priorities: (await prioritiesOf(db, [registration.id])).map(toPriority) };
}

/** Who set the order of a list and when, as staff say it on the phone; nothing where it is as it was made. */
function ruleWords({ rule_set }: Pick<SeatPool, 'rule_set'>): string {
  if (!rule_set) return '';
  return `, aturan ditetapkan ${dayText(jakartaDay(new Date(rule_set.at)))} oleh ${ROLE_WORDS[rule_set.by.role]}`;
}

/** The last move of an entry: of a long list nearly all are by the same few events, whose words are written once. */
async function lastMoveOf(db: Db, entries: readonly ListedEntry[]) {
  const wanted = [...new Set(entries.flatMap(({ event_id }) => event_id ?? []))];
  const words = new Map(
    (await eventsById(db, wanted)).map((event) => [Number(event.id), changeWords(event)]),
  );
  return ({ event_id, moved_at, to, moved_of, before }: ListedEntry): WaitlistEntry['last_move'] => {
    const text = event_id === null ? undefined : words.get(Number(event_id));
    if (text === undefined || moved_at === null || to === null || moved_of === null) return null;
    return { at: moved_at.toISOString(), from: before, position: to, of: moved_of, text };
  };
}

/** The waiting entries of a pool in their order. */
export async function listOf(db: Db, pool: SeatPool): Promise<WaitlistEntry[]> {
  const entries = await listedEntries(db, pool.id);
  const ids = entries.map(({ registration_id }) => registration_id);
  const priorities = Map.groupBy(await prioritiesOf(db, ids), (one) => one.registration_id);
  const lastMove = await lastMoveOf(db, entries);
  const rule = ruleWords(pool);
  const of = entries.length;
  return entries.map((entry, at) => {
    const position = at + 1;
    const last_move = lastMove(entry);
    // A number that is not written yet has no words yet.
    const moved = last_move?.position === position && moveWords(last_move.from, position, last_move.text);
    return {
      id: entry.id,
      version: entry.version,
      registration_id: entry.registration_id,
      registration_number: entry.registration_number,
      child_name: entry.child_name,
      position,
      of,
      criteria: criteriaOf(pool.criteria, entry),
      joined_at: entry.joined_at.toISOString(),
      confirmed_at: entry.confirmed_at.toISOString(),
      asked_at: entry.asked_at?.toISOString() ?? null,
      last_move,
      sentence: `Urutan ${position} dari ${of}${moved ? `, ${moved}` : ''}${rule}`,
      priorities: (priorities.get(entry.registration_id) ?? []).map(toPriority),
      ...(!entry.is_paid && { fee_owed: true as const }),
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
    release_cause: event.release_cause,
    child_name,
    actor: isSystem(role) ? null : { name, role },
    at: at.toISOString(),
  };
}

/** What changed a list, the newest first. */
export async function changesOf(db: Db, poolId: string) {
  return (await eventsOf(db, poolId, EVENTS)).map(toEvent);
}
