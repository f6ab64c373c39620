import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { Db } from '../data/database.ts';
import { writeLast } from '../data/last-rows.ts';

export interface Actor {
  readonly id: string;
  readonly name: string | null;
  readonly role: string;
}

/** Where a request came from, for the trail. */
export interface Origin {
  /** Empty for what an event brought about. */
  readonly address: string;
  readonly requestId: string;
}

export interface AuditEvent {
  readonly action: string;
  /** Null = an operator's program or the system. */
  readonly actor: Actor | null;
  /** Id of the record that was changed or read. */
  readonly subject: string;
  /** Values before and after; never a password, a code, or personal data that is sealed elsewhere. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly origin?: Origin;
}

/** Appends a row to the trail, in the transaction of the change. */
export async function audit(trx: Db, event: AuditEvent): Promise<void> {
  await auditAll(trx, [event]);
}

/** Appends many rows, with the last statement of the transaction (`writeLast`). */
export const auditAll = (trx: Db, events: readonly AuditEvent[]): Promise<void> =>
  writeLast(trx, TRAIL, events.map(rowOf));

const rowOf = ({ action, actor, subject, details = {}, origin }: AuditEvent) => ({
  id: uuidv7(),
  action,
  actor_id: actor?.id ?? null,
  actor_name: actor?.name ?? null,
  actor_role: actor?.role ?? null,
  subject_id: subject,
  details,
  request_id: origin?.requestId ?? null,
  address: origin?.address || null,
});

/** The rows of these events, as `insertTrail` takes them. */
export const trailRows = (events: readonly AuditEvent[]): string => JSON.stringify(events.map(rowOf));

const COLUMNS = 'id, action, actor_id, actor_name, actor_role, subject_id, details, request_id, address';

/** SQL that appends `trailRows`, given as the parameter `json`; it may be a part of the statement of the change. */
export const insertTrail = (json: string) => `
  insert into audit_events (${COLUMNS})
  select ${COLUMNS} from jsonb_to_recordset(${json}::jsonb)
    as t(id uuid, action text, actor_id uuid, actor_name text, actor_role text, subject_id uuid, details jsonb,
      request_id text, address text)`;

const TRAIL = { name: 'trail', insert: insertTrail };

/** Makes a change that returns its rows, and appends to the trail unless it changes none, in one statement; the rows. */
export async function changeWithTrail<Row>(
  db: Db,
  change: Knex.QueryBuilder,
  event: AuditEvent,
): Promise<Row[]> {
  const trail = db.raw(`${insertTrail('?')} where exists (select from changed)`, [trailRows([event])]);
  const rows: unknown[] = await db.with('changed', change).with('trail', trail).select('*').from('changed');
  return rows as Row[];
}
