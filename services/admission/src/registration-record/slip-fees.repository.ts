import type { PaymentStatus } from '@gerbang/domain/registration-payments';
import type { Db } from '@gerbang/service-kit/data/database';

/** Notes that a file is the slip of all these fees. */
export async function insertSlipFees(
  trx: Db,
  fileId: string,
  registrationIds: readonly string[],
): Promise<void> {
  await trx('slip_fees').insert(
    registrationIds.map((registration_id) => ({ file_id: fileId, registration_id })),
  );
}

/** Whether the file is a slip of several fees, among them all of these. */
export async function isSlipOf(db: Db, fileId: string, registrationIds: readonly string[]): Promise<boolean> {
  const known = await db('slip_fees').where({ file_id: fileId }).pluck<string[]>('registration_id');
  return known.length > 0 && registrationIds.every((id) => known.includes(id));
}

/** A fee of a slip as staff see it beside the others. */
export interface SlipFee {
  readonly id: string;
  readonly number: string;
  readonly child_name: string;
  readonly amount: number;
  readonly payment_status: PaymentStatus;
}

/** The fees that this slip of several stands with now, in the order of their numbers. */
export async function feesOfSlip(db: Db, fileId: string): Promise<SlipFee[]> {
  return db('slip_fees')
    .join('registrations', 'registrations.id', 'slip_fees.registration_id')
    .join('children', 'children.id', 'registrations.child_id')
    .where({ 'slip_fees.file_id': fileId, 'registrations.payment_evidence_file_id': fileId })
    .whereNull('registrations.deleted_at')
    .orderBy('registrations.registration_number')
    .select<SlipFee[]>(
      'registrations.id',
      'registrations.registration_number as number',
      'children.full_name as child_name',
      'registrations.payment_amount as amount',
      'registrations.payment_status',
    );
}

/**
 * Gives slips of several fees, of which the first one's registration has ended, to one that is left. Returns those of these
 * files that still stand with a fee: they are kept.
 */
export async function keepSharedSlips(trx: Db, fileIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await trx.raw(
    `update files f set record_id = s.registration_id
     from (select file_id, (array_agg(registration_id order by registration_id))[1] as registration_id
       from slip_fees where file_id = any(?) group by file_id) s
     where f.id = s.file_id
     returning f.id`,
    [[...fileIds]],
  );
  return new Set((rows as { id: string }[]).map(({ id }) => id));
}
