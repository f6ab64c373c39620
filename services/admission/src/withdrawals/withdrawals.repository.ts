import { type Withdrawal, withdrawalSchema } from '@gerbang/contracts/withdrawals';
import type { Db } from '@gerbang/service-kit/data/database';
import { shown } from '@gerbang/service-kit/http/shown';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../database.types.ts';

type Row = Tables['withdrawals'];
/** A family that left; `refundable` is what its rule gave back on that day, in whole rupiah. */
export type WithdrawalRecord = Omit<Row, 'refundable'> & { readonly refundable: Withdrawal['refundable'] };

/** A withdrawal as calls return it. */
export const toWithdrawal = (record: WithdrawalRecord): Withdrawal => shown(withdrawalSchema, record);

/** Writes that a family left. */
export async function insertWithdrawal(
  trx: Db,
  {
    refundable,
    ...made
  }: Pick<
    WithdrawalRecord,
    | 'registration_id'
    | 'created_at'
    | 'asked_by'
    | 'reason_code'
    | 'refundable'
    | 'checked'
    | 'by_id'
    | 'by_name'
    | 'by_role'
  >,
): Promise<WithdrawalRecord> {
  const [row] = await trx('withdrawals')
    .insert({ ...made, id: uuidv7(), refundable: JSON.stringify(refundable) })
    .returning<WithdrawalRecord[]>('*');
  if (!row) throw new Error('a withdrawal was not written');
  return row;
}

/** How a registration ended by its family's wish; undefined where it did not. */
export async function withdrawalOf(db: Db, registrationId: string): Promise<WithdrawalRecord | undefined> {
  return db('withdrawals')
    .where({ registration_id: registrationId, status: 'done' })
    .first<WithdrawalRecord | undefined>();
}

/** Notes that the family did not ask for it, once; undefined where it said so before. */
export async function writeObjection(trx: Db, id: string, at: Date): Promise<WithdrawalRecord | undefined> {
  const [row] = await trx('withdrawals')
    .where({ id, objected_at: null })
    .update({ objected_at: at, version: trx.raw('version + 1') })
    .returning<WithdrawalRecord[]>('*');
  return row;
}
