import { expectPayment } from '@gerbang/contracts/payment-expectations';
import { type School, schoolSchema } from '@gerbang/contracts/school';
import { NEW_REFUND_RULE } from '@gerbang/domain/refund-rule';
import { saveSchool } from '@gerbang/service-kit/events/school-copy';
import type { Caller } from '@gerbang/service-kit/testing/door';
import type { Door } from './door.ts';
import { copyOf } from './enrollments.ts';

export const SCHOOL = schoolSchema.parse({});

/** A rule of what goes back, as a school writes one. */
export const REFUND_RULE: NonNullable<School['refund_rule']> = {
  ...NEW_REFUND_RULE,
  education: [],
  version: 3,
  text: 'Tidak ada yang kembali bila mundur.',
  contact: 'Keuangan',
};

let version = 0;

/** Gives the service these settings of the school beside the samples. */
export async function setSchool(door: Door, change: Partial<typeof SCHOOL>): Promise<void> {
  version += 1;
  await door.database.transaction((trx) => saveSchool(trx, { version, settings: { ...SCHOOL, ...change } }));
  await door.context.school.look();
}

/** A family with a registration whose fee it owes. */
export async function owing(door: Door, fee = 350_000, change: Record<string, unknown> = {}) {
  const family = await door.caller();
  const copy = await copyOf(door, family, { payment_status: 'pending', payment_amount: fee, ...change });
  return { family, copy };
}

/** Asks what to transfer. */
export const ask = (
  door: Door,
  family: Caller,
  kind: 'registration_fee' | 'invoice',
  id: string,
  amount?: number,
  more: { readonly keep?: true } = {},
) =>
  door.call(expectPayment, family, { body: { kind, id, ...(amount !== undefined && { amount }), ...more } });
