import { STAGE_MACHINE, type Stage } from '@gerbang/domain/registration-stages';
import { assertEdge } from '@gerbang/domain/transitions';
import { type Actor, type AuditEvent, insertTrail, trailRows } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../database.types.ts';
import type { Move } from './moves.ts';
import type { LockedRegistration } from './registrations.repository.ts';

/** What staff write beside a stage. */
export type StageNotes = Pick<
  Tables['registration_stages'],
  'content' | 'observation_time' | 'observation_place' | 'note' | 'file_id'
>;

/** A new stage of a locked registration, or a new entry about the present one. */
export interface StageMove {
  readonly present: Pick<
    LockedRegistration,
    'id' | 'child_id' | 'current_stage' | 'payment_status' | 'family_user_id'
  >;
  readonly to: Stage;
  readonly by: Extract<Move, { kind: 'stage' }>['by'];
  readonly actor: Actor;
  readonly notes?: StageNotes;
  /** The day of the observation while it is scheduled; other stages clear it. */
  readonly observationDate?: string | null;
  /** When the result came, and the announcement that gives it; a seat from the list has none. */
  readonly result?: { readonly announcementId?: string; readonly publishedAt: string };
}

/** A move to another stage, or within one, as features see it. */
export const stageMove = ({ present, to, by }: Pick<StageMove, 'present' | 'to' | 'by'>): Move => ({
  kind: 'stage',
  id: present.id,
  from: present.current_stage,
  to,
  by,
  userId: present.family_user_id,
});

const ENTRY = [
  'id',
  'registration_id',
  'child_id',
  'stage',
  'content',
  'observation_time',
  'observation_place',
  'note',
  'file_id',
  'created_by_id',
  'created_by_name',
  'created_by_role',
].join(', ');

// Entered at the moment, not the transaction's start: of two changes that waited for each other the later one is the newer entry.
const WRITE = `
  with moved as (
    update registrations r
    set current_stage = e.stage, observation_date = e.observation_date,
      accepted_at = case when e.stage = 'passed' then e.published_at when e.stage in ('failed', 'waitlisted') then null
        else r.accepted_at end,
      result_announcement_id = coalesce(e.announcement_id, r.result_announcement_id),
      version = r.version + 1, event_version = r.event_version + 1, updated_at = now()
    from jsonb_to_recordset(?::jsonb)
      as e(id uuid, stage text, observation_date date, announcement_id uuid, published_at timestamptz)
    where r.id = e.id
  ), trail as (${insertTrail('?')}
  )
  insert into registration_stages (${ENTRY}, reached_at)
  select ${ENTRY}, clock_timestamp() from jsonb_populate_recordset(null::registration_stages, ?)`;

/**
 * Writes stages of locked registrations with their history: the only place that does. The version of the copies is
 * raised with them (`publishRaised`). What the trail says of them may be written with them. Returns the ids of the history's
 * entries.
 */
export async function writeStages(
  trx: Db,
  moves: readonly StageMove[],
  trail: readonly AuditEvent[] = [],
): Promise<string[]> {
  for (const { present, to, by } of moves) {
    const holds = present.payment_status === 'verified' ? (['fee_verified'] as const) : [];
    assertEdge(STAGE_MACHINE, present.current_stage, { to, by, holds });
  }
  const rows = moves.map(({ present, to, observationDate, result }) => ({
    id: present.id,
    stage: to,
    observation_date: observationDate,
    announcement_id: result?.announcementId,
    published_at: result?.publishedAt,
  }));
  const entries = moves.map(({ present, to, actor, notes }) => ({
    id: uuidv7(),
    registration_id: present.id,
    child_id: present.child_id,
    stage: to,
    ...notes,
    created_by_id: actor.id,
    created_by_name: actor.name,
    created_by_role: actor.role,
  }));
  await trx.raw(WRITE, [JSON.stringify(rows), trailRows(trail), JSON.stringify(entries)]);
  return entries.map(({ id }) => id);
}

/** The newest entry of the history: what staff wrote about the present stage. */
export async function latestNotes(trx: Db, id: string): Promise<StageNotes | undefined> {
  return trx('registration_stages')
    .where({ registration_id: id })
    .orderBy([
      { column: 'reached_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .first<StageNotes | undefined>('content', 'observation_time', 'observation_place', 'note', 'file_id');
}

/** An entry of the history with the name of its file. */
export type StageRecord = Tables['registration_stages'] & { readonly file_name: string | null };

/** The history of a registration, the oldest entry first. */
export async function stageRecords(db: Db, registrationId: string): Promise<StageRecord[]> {
  return db('registration_stages')
    .leftJoin('files', 'files.id', 'registration_stages.file_id')
    .where({ registration_id: registrationId })
    .orderBy(['reached_at', 'registration_stages.id'])
    .select<StageRecord[]>('registration_stages.*', 'files.name as file_name');
}

/** The observation that is scheduled now, as the newest entry says it, and how often one was. */
export interface Observation {
  readonly day: string;
  readonly time: string | null;
  readonly place: string | null;
  readonly times: number;
  readonly changed_at: Date;
}

/** How often the appointment of a registration was made, changed or ended since its first, and when it was last. */
export async function appointmentChanges(
  db: Db,
  registrationId: string,
): Promise<Pick<Observation, 'times' | 'changed_at'>> {
  const { rows } = await db.raw(
    `select count(*)::integer as times, max(reached_at) as changed_at from registration_stages
     where registration_id = :id and stage in ('registered', 'obs_scheduled') and reached_at >= (select min(reached_at)
       from registration_stages where registration_id = :id and stage = 'obs_scheduled')`,
    { id: registrationId },
  );
  return (rows as Pick<Observation, 'times' | 'changed_at'>[])[0] as Pick<
    Observation,
    'times' | 'changed_at'
  >;
}

/** The scheduled observation of a registration; undefined where there is none. */
export async function observationOf(db: Db, registrationId: string): Promise<Observation | undefined> {
  const { rows } = await db.raw(
    `select r.observation_date as day, s.observation_time as time, s.observation_place as place,
       s.reached_at as changed_at, count(*) over ()::integer as times
     from registrations r
     join registration_stages s on s.registration_id = r.id and s.stage = 'obs_scheduled'
     where r.id = ? and r.observation_date is not null
     order by s.reached_at desc, s.id desc limit 1`,
    [registrationId],
  );
  return (rows as Observation[])[0];
}
