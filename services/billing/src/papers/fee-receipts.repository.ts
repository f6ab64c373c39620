import type { Db } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';
import type { Tables } from '../database.types.ts';

/** A verified fee that has no receipt yet. */
export type ReceiptableFee = Pick<
  Tables['registrations'],
  'id' | 'child_name' | 'jenjang' | 'kelas' | 'academic_year' | 'payment_amount'
> & { readonly payment_verified_at: Date };

const COLUMNS = `id, child_name, jenjang, kelas, academic_year, payment_amount + fee_extra as payment_amount,
  payment_verified_at`;

/** Of registrations `r`: the fee is verified and this verification has no receipt, not even a revoked one. */
const WITHOUT_RECEIPT = `not r.deleted and r.payment_status = 'verified' and r.payment_amount > 0
  and not exists (select from papers p where p.kind = 'fee_receipt'
    and p.registration_id = r.id and p.fee_verified_at = r.payment_verified_at)`;

/** The fees of these registrations, whose rows are locked, that were verified since papers began and have no receipt. */
export async function newFees(trx: Knex.Transaction, ids: readonly string[]): Promise<ReceiptableFee[]> {
  const { rows } = await trx.raw(
    `select ${COLUMNS} from registrations r where r.id = any(?) and ${WITHOUT_RECEIPT}
       and r.payment_verified_at >= (select started_at from paper_start)
     order by r.payment_verified_at, r.id`,
    [[...ids]],
  );
  return rows as ReceiptableFee[];
}

/** Lets one process at a time make receipts of old fees, so that the numbers follow the order; whether it is this one. */
export async function tryLockOldReceipts(trx: Knex.Transaction): Promise<boolean> {
  const { rows } = await trx.raw(
    `select pg_try_advisory_xact_lock(hashtextextended('old receipts', 0)) as mine`,
  );
  return (rows as { mine: boolean }[])[0]?.mine ?? false;
}

/**
 * The next fees, by verification, that were verified before papers began; their registrations are locked. `since` is the last
 * verification that has its receipt, so that those before it are not looked through again.
 */
export async function lockOldFees(
  trx: Knex.Transaction,
  since: Date,
  most: number,
): Promise<ReceiptableFee[]> {
  const { rows } = await trx.raw(
    `select ${COLUMNS} from registrations r where ${WITHOUT_RECEIPT}
       and r.payment_verified_at >= ? and r.payment_verified_at < (select started_at from paper_start)
     order by r.payment_verified_at, r.id limit ? for no key update skip locked`,
    [since, most],
  );
  return rows as ReceiptableFee[];
}

/** Whether the copy of a verified fee does not say yet when it was verified: `events:replay` tells it. */
export async function lacksVerifications(db: Db): Promise<boolean> {
  const { rows } = await db.raw(
    `select exists (select from registrations
       where payment_status = 'verified' and payment_verified_at is null and not deleted) as lacks`,
  );
  return (rows as { lacks: boolean }[])[0]?.lacks ?? false;
}

const UNDONE = 'Verifikasi pembayaran dibatalkan.';

/**
 * Revokes the receipts of these registrations whose verification no longer stands. A copy that does not say when its fee was
 * verified (of a release before) revokes none.
 */
export async function revokeUndoneFees(
  trx: Knex.Transaction,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await trx.raw(
    `update papers p set revoked_at = ?, reason = ?, version = p.version + 1
     from registrations r
     where r.id = any(?) and p.registration_id = r.id and p.kind = 'fee_receipt' and p.revoked_at is null
       and (r.payment_status <> 'verified' or r.payment_verified_at <> p.fee_verified_at)`,
    [now, UNDONE, [...ids]],
  );
}
