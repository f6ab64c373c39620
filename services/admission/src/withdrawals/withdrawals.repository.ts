import {
  type listWithdrawals,
  type StaffWithdrawal,
  staffWithdrawalSchema,
  type Withdrawal,
  withdrawalSchema,
} from '@gerbang/contracts/withdrawals';
import { WITHDRAWAL_MACHINE, type WithdrawalStatus } from '@gerbang/domain/withdrawals';
import { assertEdge } from '@gerbang/domain/transitions';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { nameSearch } from '@gerbang/service-kit/data/text-search';
import { shown } from '@gerbang/service-kit/http/shown';
import type { z } from 'zod';
import type { Tables } from '../database.types.ts';
import { type RegistrationRecord, SEAT_KIND } from '../registration-record/registrations.repository.ts';
import { followsOf } from './what-follows.ts';

type Row = Tables['withdrawals'];
/** A family that left or asks to; `refundable` is what its rule gave back on that day, in whole rupiah. */
export type WithdrawalRecord = Omit<Row, 'refundable'> & { readonly refundable: Withdrawal['refundable'] };
/** The same with the child that it is about. */
export type StaffWithdrawalRecord = WithdrawalRecord &
  Pick<
    RegistrationRecord,
    | 'registration_number'
    | 'jenjang'
    | 'kelas'
    | 'academic_year'
    | 'payment_status'
    | 'locked'
    | 'observation_date'
    | 'seat_kind'
  > & { readonly child_name: string };

/** A withdrawal as calls return it to its family. */
export const toWithdrawal = (record: WithdrawalRecord): Withdrawal => shown(withdrawalSchema, record);

/** A withdrawal as staff read it. */
export function toStaffWithdrawal(record: StaffWithdrawalRecord): StaffWithdrawal {
  const { decided_by_role: decider } = record;
  return {
    ...shown(staffWithdrawalSchema, record),
    by: { name: record.by_name, role: record.by_role },
    checked: record.checked as StaffWithdrawal['checked'],
    decided_by: decider === null ? null : { name: record.decided_by_name, role: decider },
    follows: record.status === 'requested' ? followsOf(record, false, 'Anak') : [],
  };
}

/** Writes that a family left, or asks to. */
export async function insertWithdrawal(
  trx: Db,
  {
    refundable,
    ...made
  }: Pick<
    WithdrawalRecord,
    | 'id'
    | 'registration_id'
    | 'created_at'
    | 'asked_by'
    | 'reason_code'
    | 'note'
    | 'status'
    | 'refundable'
    | 'account'
    | 'checked'
    | 'by_id'
    | 'by_name'
    | 'by_role'
  >,
): Promise<WithdrawalRecord> {
  assertEdge(WITHDRAWAL_MACHINE, null, {
    to: made.status,
    by: made.asked_by === 'family' ? 'parent' : 'staff',
  });
  const [row] = await trx('withdrawals')
    .insert({ ...made, refundable: JSON.stringify(refundable) })
    .returning<WithdrawalRecord[]>('*');
  if (!row) throw new Error('a withdrawal was not written');
  return row;
}

/** How a family left a registration or asked to, the newest first. */
export async function withdrawalsOf(db: Db, registrationId: string): Promise<WithdrawalRecord[]> {
  return db('withdrawals')
    .where({ registration_id: registrationId })
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .select<WithdrawalRecord[]>('*');
}

type Filters = Partial<Omit<z.output<(typeof listWithdrawals)['query']>, 'sort' | 'limit' | 'cursor'>>;

/** The withdrawals of all families under the filters, without order. */
export function listedWithdrawals(db: Db, { status, jenjang, year, registration_id, search }: Filters) {
  const rows = db('withdrawals')
    .join('registrations', 'registrations.id', 'withdrawals.registration_id')
    .join('children', 'children.id', 'registrations.child_id')
    .whereNull('registrations.deleted_at')
    .select(
      'withdrawals.*',
      'registrations.registration_number',
      'registrations.jenjang',
      'registrations.kelas',
      'registrations.academic_year',
      'registrations.payment_status',
      'registrations.locked',
      'registrations.observation_date',
      'children.full_name as child_name',
      db.raw(SEAT_KIND),
    );
  if (status) void rows.where('withdrawals.status', status);
  if (jenjang) void rows.where('registrations.jenjang', jenjang);
  if (year) void rows.where('registrations.academic_year', year);
  if (registration_id) void rows.where({ registration_id });
  const found = nameSearch(search, {
    names: ['children.full_name'],
    others: ['registrations.registration_number'],
  });
  return found === null ? rows : rows.andWhere(found);
}

/** How many families ask to leave, and since when the longest waits; undefined where none does. */
export async function waitingRequests(db: Db): Promise<{ count: number; oldest_at: string } | undefined> {
  const row = await listedWithdrawals(db, { status: 'requested' })
    .clear('select')
    .first<{ count: number; oldest_at: Date | null }>(
      db.raw('count(*)::integer as count'),
      db.raw('min(withdrawals.created_at) as oldest_at'),
    );
  return row.oldest_at ? { count: row.count, oldest_at: row.oldest_at.toISOString() } : undefined;
}

/** One withdrawal with its child; its registration is locked by who changes it. */
export async function findWithdrawal(db: Db, id: string): Promise<StaffWithdrawalRecord | undefined> {
  return listedWithdrawals(db, {}).where('withdrawals.id', id).first<StaffWithdrawalRecord | undefined>();
}

interface Decision {
  readonly refundable?: Withdrawal['refundable'];
  readonly reason: string;
  readonly actor: Actor;
  readonly at: Date;
}

/** Moves a request, whose registration is locked; a family that takes it back gives no reason. */
export async function moveRequest(
  trx: Db,
  { id, status: from, version }: Pick<WithdrawalRecord, 'id' | 'status' | 'version'>,
  to: Exclude<WithdrawalStatus, 'requested'>,
  decision?: Decision,
): Promise<WithdrawalRecord> {
  assertEdge(WITHDRAWAL_MACHINE, from, { to, by: decision ? 'school' : 'parent' });
  const [row] = await trx('withdrawals')
    .where({ id, status: from, version })
    .update({
      status: to,
      // Billing has it from now on, or it is not wanted any more.
      account: null,
      version: version + 1,
      ...(decision && {
        decided_by_id: decision.actor.id,
        decided_by_name: decision.actor.name,
        decided_by_role: decision.actor.role,
        decided_reason: decision.reason,
        decided_at: decision.at,
      }),
      ...(decision?.refundable && { refundable: JSON.stringify(decision.refundable) }),
    })
    .returning<WithdrawalRecord[]>('*');
  if (!row) throw new Error('a request changed under its lock');
  return row;
}

/** Notes that the family did not ask for it, once; undefined where it said so before. */
export async function writeObjection(trx: Db, id: string, at: Date): Promise<WithdrawalRecord | undefined> {
  const [row] = await trx('withdrawals')
    .where({ id, objected_at: null })
    .update({ objected_at: at, version: trx.raw('version + 1') })
    .returning<WithdrawalRecord[]>('*');
  return row;
}
