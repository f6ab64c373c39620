import { type OwnRefund, ownRefundSchema } from '@gerbang/contracts/own-refunds';
import { REFUND_MACHINE, type RefundCause } from '@gerbang/domain/refunds';
import { edgeFor } from '@gerbang/domain/transitions';
import { fileLink } from '@gerbang/contracts/files';
import { shown } from '@gerbang/service-kit/http/shown';
import type { Context } from '../context.ts';
import type { RefundRecord } from './refunds.repository.ts';
import { accountOf, maskAccount, momentOf, objectionsOf } from './refunds.view.ts';

/** A refund as its family sees it. */
export function toOwnRefund(context: Pick<Context, 'columns'>, record: RefundRecord): OwnRefund {
  const { registration_id: id, proof_file_id: file } = record;
  const account = accountOf(context, record);
  const objections = objectionsOf(record);
  const may = (action: 'account' | 'object') =>
    edgeFor(REFUND_MACHINE, record.status, { action, by: 'family' }) !== undefined;
  return {
    ...shown(ownRefundSchema, record),
    cause: record.cause as RefundCause,
    registration: { id, number: record.registration_number, child_name: record.child_name },
    lines: [...record.lines],
    account: account && maskAccount(account),
    steps: record.steps.map(({ step, at }) => ({ step, at: momentOf(at) })),
    objections,
    proof_url: file === null ? null : fileLink(file),
    may: { account: may('account'), object: may('object') && objections.length === 0 },
  };
}
