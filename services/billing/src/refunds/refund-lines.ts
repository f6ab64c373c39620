import { conflict, refusedField } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import { rupiahText } from '../texts.ts';
import { type Givable, lockGivable, type Target } from './givable.repository.ts';
import type { RefundLine, RefundRecord } from './refunds.repository.ts';

const NOT_THEIRS = 'Uang ini tidak ditemukan pada pendaftaran ini';

/** A line as it is typed. */
export interface TypedLine extends Target {
  readonly back: number;
}

const left = ({ paid, gone }: Givable) => paid - gone;

/**
 * The lines of a refund as they are written, with their money locked. 422 for money that is not of this registration, and for
 * more than is left of it. What a rule computed for a line stays beside it.
 */
export async function checkLines(
  trx: Knex.Transaction,
  typed: readonly TypedLine[],
  registration: { readonly id: string; readonly number: string },
  before: Pick<RefundRecord, 'id' | 'lines'> | null,
): Promise<RefundLine[]> {
  const money = await lockGivable(trx, typed, before?.id ?? null);
  return typed.map(({ kind, target, back }, at) => {
    const found = money.get(target);
    if (!found || (found.registration_id ?? registration.id) !== registration.id) {
      throw refusedField('reference', `lines.${at}.target`, NOT_THEIRS);
    }
    if (back > left(found)) {
      const most = rupiahText(Math.max(0, left(found)));
      throw refusedField('more_than_paid', `lines.${at}.back`, `Paling banyak ${most} dapat dikembalikan`);
    }
    const known = before?.lines.find((line) => line.kind === kind && line.target === target);
    const { percent = null, rule_back = null } = known ?? {};
    return {
      kind,
      target,
      number: found.number ?? registration.number,
      paid: found.paid,
      percent,
      rule_back,
      back,
    };
  });
}

/** The sum of lines after the deduction; 422 where nothing is left, and for a deduction of money that paid nothing. */
export function totalOf(lines: readonly Pick<RefundLine, 'kind' | 'back'>[], deduct: number): number {
  if (deduct > 0 && lines.some(({ kind }) => kind === 'unapplied')) {
    throw refusedField('amount', 'deduct', 'Dana yang belum dibukukan dikembalikan tanpa potongan');
  }
  const total = lines.reduce((sum, { back }) => sum + back, 0) - deduct;
  if (total < 1) throw refusedField('amount', 'deduct', 'Potongan harus lebih kecil daripada jumlahnya');
  return total;
}

/** Locks a refund's money; 409 where less is left of it than the refund gives back. */
export async function refuseMoreThanPaid(
  trx: Knex.Transaction,
  { id, lines }: Pick<RefundRecord, 'id' | 'lines'>,
): Promise<void> {
  const money = await lockGivable(trx, lines, id);
  for (const { target, number, back } of lines) {
    const found = money.get(target);
    const most = found ? Math.max(0, left(found)) : 0;
    if (back > most) {
      throw conflict(
        'more_than_paid',
        `Dari ${number} hanya ${rupiahText(most)} yang masih dapat dikembalikan. Ubah angkanya lebih dahulu.`,
      );
    }
  }
}
