import type { Refund, refundLineSchema } from '@gerbang/contracts/refund-shapes';
import type { listRefunds } from '@gerbang/contracts/refunds';
import type { RefundStatus, RefundStep } from '@gerbang/domain/refunds';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { containing, textSearch } from '@gerbang/service-kit/data/text-search';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Tables } from '../database.types.ts';

type Row = Tables['refunds'];
type Query = Omit<z.output<(typeof listRefunds)['query']>, 'sort' | 'limit' | 'cursor'>;
export type RefundLine = z.output<typeof refundLineSchema>;

/** A step of a refund's history; the portal itself has no actor. */
interface RecordedStep {
  readonly step: RefundStep;
  readonly at: string;
  readonly actor_id: string | null;
  readonly actor_name: string | null;
  readonly actor_role: string | null;
  readonly reason: string | null;
}

/** A refund with its child, the names that its account's owner may have, and its history. */
export interface RefundRecord extends Omit<Row, 'lines' | 'status'> {
  readonly lines: readonly RefundLine[];
  readonly status: RefundStatus;
  readonly steps: readonly RecordedStep[];
  readonly offers: Refund['offers'] | null;
  readonly user_id: string;
  readonly registration_number: string;
  readonly child_name: string;
  readonly father_name: string | null;
  readonly mother_name: string | null;
  readonly account_name: string | null;
}

const STEPS = `(
  select jsonb_agg(jsonb_build_object('step', step, 'at', at, 'actor_id', actor_id, 'actor_name', actor_name,
    'actor_role', actor_role, 'reason', reason) order by version)
  from refund_events where refund_id = refunds.id
) as steps`;

/** The outgoing lines that an approved refund may have been paid by: of its amount, or named by its number; the ten likeliest, the best first. */
const OFFERS = `case when refunds.status = 'approved' then (
  select jsonb_agg(to_jsonb(offered)) from (
    select l.id as line_id, l.booked_on, l.account_key, l.amount,
      case when l.refund_id = refunds.id then l.refund_by else 'amount' end as by
    from bank_lines l
    where l.direction = 'out' and l.status = 'new' and (l.amount = refunds.total or l.refund_id = refunds.id)
      and l.booked_on >= (select max(at) at time zone 'Asia/Jakarta' from refund_events
        where refund_id = refunds.id and step = 'approved')::date
    order by l.amount <> refunds.total, l.refund_id is distinct from refunds.id, l.booked_on, l.id
    limit 10) offered
) end as offers`;

/** Refunds with their children, without order. */
const shownRefunds = (db: Db) =>
  db('refunds')
    .join('registrations as r', 'r.id', 'refunds.registration_id')
    .leftJoin('accounts as a', 'a.id', 'r.user_id')
    .select(
      'refunds.*',
      'r.user_id',
      'r.registration_number',
      'r.child_name',
      'r.father_name',
      'r.mother_name',
    )
    .select('a.name as account_name', db.raw(STEPS), db.raw(OFFERS));

/** The refunds under the filters, without order. */
export function listedRefunds(
  db: Db,
  { status, search, id, registration_id, academic_year, family }: Query,
): Knex.QueryBuilder {
  const rows = shownRefunds(db);
  if (status !== undefined) void rows.where('refunds.status', status);
  if (id !== undefined) void rows.where('refunds.id', id);
  if (registration_id !== undefined) void rows.where({ registration_id });
  if (academic_year !== undefined) void rows.where('r.academic_year', academic_year);
  if (family !== undefined) void rows.where('r.user_id', family);
  const [number, names] = [containing(search), textSearch(search, 'r.search_text', { bare: false })];
  if (number === null || names === null) return rows;
  return rows.andWhere((any) => void any.whereILike('refunds.number', number).orWhere(names));
}

/** A refund of any family, or of this account's own. */
export async function findRefund(
  db: Db,
  id: string,
  ownerId: string | null = null,
): Promise<RefundRecord | undefined> {
  const rows = shownRefunds(db).where('refunds.id', id);
  return (ownerId === null ? rows : rows.where('r.user_id', ownerId)).first<RefundRecord | undefined>();
}

/** A registration that gets money back; deleted ones too, because their money is there. */
export async function findChild(db: Db, id: string): Promise<{ readonly number: string } | undefined> {
  return db('registrations').where({ id }).first('registration_number as number');
}

/** Locks a refund; undefined where there is none, or none of this owner. */
export async function lockRefund(
  trx: Knex.Transaction,
  id: string,
  ownerId: string | null = null,
): Promise<RefundRecord | undefined> {
  await trx('refunds').where({ id }).forUpdate().select('id');
  return findRefund(trx, id, ownerId);
}

/** What is written about a step; no actor for the portal itself. */
export interface StepOf {
  readonly step: RefundStep;
  readonly actor: Actor | null;
  readonly reason: string | null;
  readonly at: Date;
}

async function insertStep(
  trx: Knex.Transaction,
  refund: Pick<Row, 'id' | 'version'>,
  { step, actor, reason, at }: StepOf,
): Promise<void> {
  await trx('refund_events').insert({
    id: uuidv7(),
    refund_id: refund.id,
    version: refund.version,
    step,
    actor_id: actor?.id ?? null,
    actor_name: actor?.name ?? null,
    actor_role: actor?.role ?? null,
    reason,
    at,
  });
}

/** Columns of a refund that begins. */
export type NewRefund = Pick<
  Row,
  'id' | 'number' | 'registration_id' | 'cause' | 'deduct' | 'total' | 'reason'
> & {
  readonly lines: readonly RefundLine[];
  /** What gives it back once: a withdrawal by its rule, or the difference of a corrected fee. */
  readonly withdrawal_id?: string;
  /** Where it goes, sealed. */
  readonly account?: string;
};

/** Inserts a draft with the first step of its history. */
export async function insertRefund(trx: Knex.Transaction, refund: NewRefund, step: StepOf): Promise<void> {
  const { lines, ...columns } = refund;
  await trx('refunds').insert({ ...columns, lines: JSON.stringify(lines), created_at: step.at });
  await insertStep(trx, { id: refund.id, version: 1 }, step);
}

/** What a step writes beside the status. */
export interface RefundColumns {
  readonly lines?: readonly RefundLine[];
  readonly deduct?: number;
  readonly total?: number;
  readonly account?: string;
  readonly paid_on?: string;
  readonly proof_file_id?: string;
  readonly bank_line_id?: string;
}

/** Writes a step of a locked refund: the only writer of its status. */
export async function writeStep(
  trx: Knex.Transaction,
  { id, version, status }: Pick<RefundRecord, 'id' | 'version' | 'status'>,
  { lines, ...columns }: RefundColumns,
  to: RefundStatus,
  step: StepOf,
): Promise<void> {
  const changed = await trx('refunds')
    .where({ id, version, status })
    .update({
      ...columns,
      ...(lines && { lines: JSON.stringify(lines) }),
      status: to,
      version: version + 1,
    });
  if (changed !== 1) throw new Error('a refund changed under its lock');
  await insertStep(trx, { id, version: version + 1 }, step);
}

/** The refunds of a family, the oldest first. */
export async function refundsOf(db: Db, userId: string): Promise<RefundRecord[]> {
  return shownRefunds(db).where('r.user_id', userId).orderBy('refunds.id');
}

/** Takes away what people wrote about erased registrations, and where money went; numbers and amounts are books. */
export async function forgetRefunds(trx: Db, registrationIds: readonly string[]): Promise<void> {
  const ids = [...registrationIds];
  await trx('refund_events')
    .whereNotNull('reason')
    .whereIn('refund_id', trx('refunds').whereIn('registration_id', ids).select('id'))
    .update({ reason: 'Data dihapus' });
  await trx('refunds')
    .whereIn('registration_id', ids)
    .update({ account: null, reason: trx.raw(`case when reason is not null then 'Data dihapus' end`) });
}

/** Whether a withdrawal, or a difference of a fee, has its draft. */
export async function isDrafted(db: Db, withdrawalId: string): Promise<boolean> {
  return (await db('refunds').where({ withdrawal_id: withdrawalId }).first('id')) !== undefined;
}
