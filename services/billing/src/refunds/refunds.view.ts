import {
  heldRefundSchema,
  refundAccountSchema,
  refundSchema,
  type Refund,
} from '@gerbang/contracts/refund-shapes';
import { payerIn } from '@gerbang/domain/payers';
import type { RefundCause, RefundStep } from '@gerbang/domain/refunds';
import type { Role } from '@gerbang/domain/roles';
import { notFound, type Problem } from '@gerbang/service-kit/http/problems';
import { shown } from '@gerbang/service-kit/http/shown';
import { fileLink } from '@gerbang/contracts/files';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { RefundRecord } from './refunds.repository.ts';

export const noRefund = (): Problem => notFound('Pengembalian dana tidak ditemukan');

export type RefundAccount = z.output<typeof refundAccountSchema>;

/** Seals where a refund goes to its row. */
export const sealAccount = (
  { columns }: Pick<Context, 'columns'>,
  id: string,
  account: RefundAccount,
): string => columns.seal('refunds', 'account', id, JSON.stringify(account));

/** Where a refund goes; null while that is not known. */
export function accountOf(
  { columns }: Pick<Context, 'columns'>,
  { id, account }: Pick<RefundRecord, 'id' | 'account'>,
): RefundAccount | null {
  return account === null
    ? null
    : refundAccountSchema.parse(JSON.parse(columns.open('refunds', 'account', id, account)));
}

const SHOWN_DIGITS = 4;
/** An account by the last digits of its number. */
export const maskAccount = <A extends RefundAccount>(account: A): A => ({
  ...account,
  number: `•••• ${account.number.slice(-SHOWN_DIGITS)}`,
});

const FIRST_STEPS: readonly RefundStep[] = ['begun', 'edited', 'requested'];
/** The staff who began, changed or requested a refund: the second person is another one. */
export const firstsOf = ({ steps }: Pick<RefundRecord, 'steps'>): string[] =>
  steps.flatMap(({ step, actor_id }) => (FIRST_STEPS.includes(step) && actor_id !== null ? [actor_id] : []));

/** A moment that comes as JSON. */
export const momentOf = (at: string) => new Date(at).toISOString();

/** What a family said against a refund, the oldest first. */
export const objectionsOf = ({ steps }: Pick<RefundRecord, 'steps'>) =>
  steps.flatMap(({ step, reason, at }) =>
    step === 'objected' ? [{ text: reason ?? '', at: momentOf(at) }] : [],
  );

/** A refund as this account sees it; the number of its account in clear only where it is read by itself. */
export function toRefund(
  context: Pick<Context, 'config' | 'columns'>,
  record: RefundRecord,
  viewerId: string,
  { clear = false } = {},
): Refund {
  const { father_name: father, mother_name: mother, account_name: account, registration_id: id } = record;
  const to = accountOf(context, record);
  const fits = to && payerIn(to.owner, { father, mother, account });
  return {
    ...shown(refundSchema, record),
    cause: record.cause as RefundCause,
    registration: { id, number: record.registration_number, child_name: record.child_name },
    lines: [...record.lines],
    account: to && { ...(clear ? to : maskAccount(to)), fits },
    proof_url: record.proof_file_id === null ? null : fileLink(record.proof_file_id),
    steps: record.steps.map(({ step, at, actor_name: name, actor_role: role, reason }) => ({
      step,
      at: momentOf(at),
      by: role === null ? null : { name, role: role as Role },
      reason: step === 'objected' ? null : reason,
    })),
    objections: objectionsOf(record),
    offers: record.offers ?? [],
    own: context.config.FOUR_EYES === 'on' && firstsOf(record).includes(viewerId),
  };
}

/** A refund for a family's export. */
export const toHeldRefund = (context: Pick<Context, 'columns'>, record: RefundRecord) => ({
  ...shown(heldRefundSchema, record),
  cause: record.cause as RefundCause,
  lines: [...record.lines],
  account: accountOf(context, record),
});
