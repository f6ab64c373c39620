import {
  CLOSING_MACHINE,
  type ClosingKind,
  type ClosingStatus,
  type ClosingStep,
  YEAR_MACHINE,
  YEAR_WORK,
  type YearWork,
} from '@gerbang/domain/academic-years';
import type { YearChoices } from '@gerbang/contracts/academic-years';
import { assertEdge } from '@gerbang/domain/transitions';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../database.types.ts';
import type { YearRecord } from '../registration-record/academic-years.repository.ts';

/** A row of `year_closings`: the closing of a year, or its archiving. */
export type ClosingRecord = Tables['year_closings'];
type Counted = Exclude<ClosingKind, 'invoices'>;

/**
 * SQL: what a registration `r` is while its year is closed; null = nothing is left to do. A proof that waits counts as
 * waiting wherever the registration stands.
 */
const KIND = `case
  when r.payment_status = 'paid' then 'waiting'
  when r.current_stage in ('failed', 'released', 'withdrawn') then null
  when r.current_stage in ('passed', 'reenroll_required') then
    case when not r.locked and r.enrollment_status in ('pending', 'declined') then 'accepted' end
  when r.current_stage = 'waitlisted' then 'waitlist'
  when r.payment_status <> 'verified' and r.current_stage = 'registered' then 'unpaid'
  else 'waiting' end`;

/** How many registrations of a year are left, by kind. */
export async function countLeft(db: Db, year: string): Promise<Record<Counted, number>> {
  const { rows } = await db.raw(
    `select ${KIND} as kind, count(*)::integer as n from registrations r
     where r.academic_year = ? and r.deleted_at is null group by 1`,
    [year],
  );
  const counts = { unpaid: 0, waiting: 0, waitlist: 0, accepted: 0 };
  for (const { kind, n } of rows as { kind: Counted | null; n: number }[]) if (kind) counts[kind] = n;
  return counts;
}

/** The first registrations of a kind behind the last one that was gone through, by their ids. */
export async function leftAfter(
  db: Db,
  { academic_year, after, step }: Pick<ClosingRecord, 'academic_year' | 'after' | 'step'>,
  limit: number,
): Promise<string[]> {
  const { rows } = await db.raw(
    `select r.id from registrations r where r.academic_year = ? and r.deleted_at is null and r.id > ? and ${KIND} = ?
     order by r.id limit ?`,
    [academic_year, after, step, limit],
  );
  return (rows as { id: string }[]).map(({ id }) => id);
}

/** Those of these registrations that are still of the kind, in the year and locked until the transaction ends. */
export async function lockLeft(
  trx: Db,
  { academic_year, step }: Pick<ClosingRecord, 'academic_year' | 'step'>,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await trx.raw(
    `select r.id from registrations r where r.id = any(?) and r.academic_year = ? and r.deleted_at is null and ${KIND} = ?
     order by r.id for update`,
    [[...ids], academic_year, step],
  );
  return (rows as { id: string }[]).map(({ id }) => id);
}

/** The first open year behind this one. */
export async function nextOpenYear(db: Db, label: string): Promise<string | null> {
  const row = await db('academic_years')
    .where({ state: 'open' })
    .where('label', '>', label)
    .orderBy('label')
    .first<{ label: string } | undefined>('label');
  return row?.label ?? null;
}

/** Closes a locked year, or opens it again. */
export async function writeYearState(
  trx: Db,
  { label, state, version }: Pick<YearRecord, 'label' | 'state' | 'version'>,
  to: 'closed' | 'open' | 'archived',
  { at, by }: { readonly at: Date; readonly by: Actor },
): Promise<void> {
  assertEdge(YEAR_MACHINE, state, { to, by: 'staff' });
  const steps = {
    closed: { closed_at: at, closed_by_id: by.id, closed_by_name: by.name },
    open: {
      closed_at: null,
      closed_by_id: null,
      closed_by_name: null,
      opened_at: at,
      opened_by_id: by.id,
      opened_by_name: by.name,
    },
    archived: {},
  };
  await trx('academic_years')
    .where({ label, state, version })
    .update({ state: to, ...steps[to], version: version + 1, updated_at: at });
}

/** The newest closing of a year, or its archiving, that was not dropped. */
export function closingOf(db: Db, year: string, work: YearWork = 'close') {
  return db('year_closings')
    .where({ academic_year: year, work })
    .whereNot({ status: 'dropped' })
    .orderBy('created_at', 'desc')
    .first<ClosingRecord | undefined>();
}

/** The same, locked: the piece that is being done comes to its end first. */
export const lockClosing = (trx: Db, year: string, work: YearWork = 'close') =>
  closingOf(trx, year, work).forUpdate();

/** Writes that a person asks to close a year, or without choices to archive it. */
export async function insertClosing(
  trx: Db,
  year: string,
  choices: YearChoices | null,
  { at, by }: { readonly at: Date; readonly by: Actor },
): Promise<ClosingRecord> {
  assertEdge(CLOSING_MACHINE, null, { to: 'asked', by: 'staff' });
  const [row] = await trx('year_closings')
    .insert({
      id: uuidv7(),
      academic_year: year,
      work: choices === null ? 'archive' : 'close',
      step: YEAR_WORK[choices === null ? 'archive' : 'close'][0],
      status: 'asked',
      ...choices,
      asked_at: at,
      asked_by_id: by.id,
      asked_by_name: by.name,
      asked_by_role: by.role,
    })
    .returning<ClosingRecord[]>('*');
  if (!row) throw new Error('a closing was not written');
  return row;
}

/** Takes a locked closing to another state. */
export async function moveClosing(
  trx: Db,
  { id, status: from }: Pick<ClosingRecord, 'id' | 'status'>,
  to: ClosingStatus,
  columns: Partial<ClosingRecord> = {},
): Promise<ClosingRecord> {
  assertEdge(CLOSING_MACHINE, from, { to });
  const [row] = await trx('year_closings')
    .where({ id, status: from })
    .update({ ...columns, status: to, updated_at: trx.fn.now() })
    .returning<ClosingRecord[]>('*');
  if (!row) throw new Error('a locked closing is in another state');
  return row;
}

/** A closing that goes on, locked; one that another process is at is left to it. */
export async function lockRunning(trx: Db): Promise<ClosingRecord | undefined> {
  return trx('year_closings')
    .where({ status: 'running' })
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .first<ClosingRecord | undefined>();
}

/** What a piece has done. */
export type Piece = Partial<Pick<ClosingRecord, 'deleted' | 'invited' | 'ended' | 'withdrawn' | 'kept'>>;

/** Notes a piece that was done, in its transaction. */
export async function notePiece(
  trx: Db,
  { id }: Pick<ClosingRecord, 'id'>,
  { after, gone, ...piece }: Piece & { readonly after: string; readonly gone: number },
): Promise<void> {
  const sums = Object.entries(piece).map(([column, n]) => [column, trx.raw('?? + ?', [column, n])]);
  await trx('year_closings')
    .where({ id })
    .update({
      ...Object.fromEntries(sums),
      after,
      done: trx.raw('done + ?', [gone]),
      updated_at: trx.fn.now(),
    });
}

/** Begins the next step of a closing from its first registration. */
export async function beginStep(
  trx: Db,
  { id }: Pick<ClosingRecord, 'id'>,
  step: ClosingStep,
): Promise<void> {
  await trx('year_closings')
    .where({ id })
    .update({ step, after: '00000000-0000-0000-0000-000000000000', updated_at: trx.fn.now() });
}
