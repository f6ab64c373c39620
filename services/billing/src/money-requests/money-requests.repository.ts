import type { MoneyFigureRow } from '@gerbang/contracts/money-requests';
import { MONEY_REQUEST_MACHINE, type MoneyRequestStatus } from '@gerbang/domain/money-requests';
import { REFUND_CAUSES } from '@gerbang/domain/refunds';
import { assertEdge } from '@gerbang/domain/transitions';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';
import type { Tables } from '../database.types.ts';

type Row = Tables['money_requests'];

/** A request with the children whose money it is about. */
export interface MoneyRequestRecord extends Omit<Row, 'figures' | 'terms'> {
  readonly figures: readonly MoneyFigureRow[];
  readonly terms: Readonly<Record<string, unknown>>;
  /** Of a refund in the list. */
  readonly number?: string | null;
  /** Of a refund: its first people, none of whom may agree to it; null = the person who asked, as for other requests. */
  readonly first_ids?: readonly string[] | null;
  readonly registrations: readonly {
    readonly id: string;
    readonly number: string;
    readonly child_name: string;
  }[];
}

const REGISTRATIONS = `(
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'number', r.registration_number, 'child_name', r.child_name)
    order by r.registration_number), '[]')
  from registrations r where r.id = any(money_requests.registration_ids)
) as registrations`;

/** The requests of this status, without order. */
export function listedRequests(db: Db, status: MoneyRequestStatus | undefined): Knex.QueryBuilder {
  const rows = db('money_requests').select('money_requests.*', db.raw(REGISTRATIONS));
  return status === undefined ? rows : rows.where({ status });
}

const COLUMNS = `id, kind, status, version, subject_id, registration_ids, amount, reason, figures, terms, asked_at, asked_by_id,
  asked_by_name, asked_by_role, decided_at, decided_by_id, decided_by_name, decided_by_role`;

/** The requests of this status beside the refunds that wait for a second person, without order. */
export const listedWithRefunds = (db: Db, status: MoneyRequestStatus | undefined): Knex.QueryBuilder =>
  listedRequests(db, status).with(
    'money_requests',
    db.raw(`
      select ${COLUMNS}, null as number, null::uuid[] as first_ids from money_requests
      union all
      select r.id, 'refund', 'waits', r.version, r.id, array[r.registration_id], r.total,
        coalesce(r.reason, '${REFUND_CAUSES.withdrawal}'), '[]'::jsonb, '{}'::jsonb, asked.at, asked.actor_id, asked.actor_name,
        asked.actor_role, null, null, null, null, r.number,
        (select array_agg(actor_id) from refund_events where refund_id = r.id and step in ('begun', 'edited', 'requested'))
      from refunds r cross join lateral (select * from refund_events
        where refund_id = r.id and step = 'requested' order by version desc limit 1) asked
      where r.status = 'requested'`),
  );

export async function findRequest(db: Db, id: string): Promise<MoneyRequestRecord | undefined> {
  return listedRequests(db, undefined).where({ id }).first<MoneyRequestRecord | undefined>();
}

/** Locks a request; undefined where there is none. */
export async function lockRequest(
  trx: Knex.Transaction,
  id: string,
): Promise<MoneyRequestRecord | undefined> {
  await trx('money_requests').where({ id }).forUpdate().select('id');
  return findRequest(trx, id);
}

/** Whether a request about this subject waits; it is read without a lock, so that the lock of a decision is not waited for. */
export async function isAsked(db: Db, subjectId: string): Promise<boolean> {
  const found = await db('money_requests').where({ subject_id: subjectId, status: 'waits' }).first('id');
  return found !== undefined;
}

/** The newest request about this subject that was approved at this moment or later. */
export async function approvedSince(
  db: Db,
  of: Pick<Row, 'kind' | 'subject_id'>,
  since: Date,
): Promise<Row | undefined> {
  return db('money_requests')
    .where({ ...of, status: 'approved' })
    .where('decided_at', '>=', since)
    .orderBy('decided_at', 'desc')
    .first<Row | undefined>();
}

/** Whether a second person has agreed, since its money was booked for this fee, that a line of the bank is released. */
export async function isFeeReleased(db: Db, registrationId: string): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { released: boolean }[] }>(
    `select exists (
       select from (
         select line_id, decided_at from bank_matches where status = 'booked' and registration_id = :registrationId
         union all
         select line_id, decided_at from unapplied_receipts where assigned_registration_id = :registrationId
       ) f join money_requests m on m.kind = 'line_release' and m.subject_id = f.line_id and m.status = 'approved'
         and m.decided_at >= f.decided_at) as released`,
    { registrationId },
  );
  return rows[0]?.released ?? false;
}

/** How many requests have this status, refunds that wait for a second person among them. */
export async function countWithRefunds(db: Db, status: MoneyRequestStatus | undefined): Promise<number> {
  const { rows } = await db.raw<{ rows: { n: number }[] }>(
    `select (select count(*) from money_requests where status = coalesce(:status, status))
      + (select count(*) from refunds where status = 'requested' and coalesce(:status, 'waits') = 'waits') as n`,
    { status: status ?? null },
  );
  return rows[0]?.n ?? 0;
}

/** Columns of a new request. */
export type NewRequest = Pick<Row, 'id' | 'kind' | 'subject_id' | 'amount' | 'reason'> & {
  readonly registration_ids: readonly string[];
  readonly figures: readonly MoneyFigureRow[];
  readonly terms: Readonly<Record<string, unknown>>;
};

export async function insertRequest(
  trx: Knex.Transaction,
  { registration_ids, figures, terms, ...request }: NewRequest,
  actor: Actor,
): Promise<void> {
  await trx('money_requests').insert({
    ...request,
    registration_ids: [...new Set(registration_ids)],
    figures: JSON.stringify(figures),
    terms: JSON.stringify(terms),
    asked_by_id: actor.id,
    asked_by_name: actor.name,
    asked_by_role: actor.role,
  });
}

/** Writes what was decided about a locked request: the only writer of its status. */
export async function decideRequest(
  trx: Knex.Transaction,
  { id, version, status }: Pick<Row, 'id' | 'version' | 'status'>,
  action: 'approve' | 'withdraw',
  { actor, at }: { readonly actor: Actor; readonly at: Date },
): Promise<void> {
  const { to } = assertEdge(MONEY_REQUEST_MACHINE, status as MoneyRequestStatus, { action });
  const changed = await trx('money_requests')
    .where({ id, version, status })
    .update({
      status: to,
      version: version + 1,
      decided_by_id: actor.id,
      decided_by_name: actor.name,
      decided_by_role: actor.role,
      decided_at: at,
    });
  if (changed !== 1) throw new Error('A request changed under its lock');
}

/** Writes that an approved request could not be carried out. */
export async function writeFailure(
  trx: Knex.Transaction,
  { id, version, status }: Pick<Row, 'id' | 'version' | 'status'>,
): Promise<void> {
  const { to } = assertEdge(MONEY_REQUEST_MACHINE, status as MoneyRequestStatus, { action: 'fail' });
  await trx('money_requests')
    .where({ id, version, status })
    .update({ status: to, version: version + 1 });
}

/** The requests about a family's registrations, the oldest first. */
export async function requestsOf(db: Db, userId: string): Promise<MoneyRequestRecord[]> {
  return listedRequests(db, undefined)
    .whereRaw('registration_ids && array(select id from registrations where user_id = ?)', [userId])
    .orderBy(['asked_at', 'id']);
}

/** Takes away what people wrote about erased registrations; the figures are books. */
export async function forgetReasons(trx: Db, registrationIds: readonly string[]): Promise<void> {
  await trx('money_requests')
    .whereRaw('registration_ids && ?::uuid[]', [[...registrationIds]])
    .update({ reason: 'Data dihapus' });
}
