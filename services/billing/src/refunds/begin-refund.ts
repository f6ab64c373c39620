import type { Refund } from '@gerbang/contracts/refund-shapes';
import { beginRefund as call } from '@gerbang/contracts/refunds';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { requireKey, withIdempotency } from '@gerbang/service-kit/http/idempotency';
import { notFound, refusedField } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { nextDocumentNumber } from '../invoices/document-numbers.repository.ts';
import { ownerOf } from './givable.repository.ts';
import { checkLines, totalOf } from './refund-lines.ts';
import { findChild, findRefund, insertRefund, type NewRefund, type StepOf } from './refunds.repository.ts';
import { type RefundAccount, sealAccount, toRefund } from './refunds.view.ts';

type Body = z.output<(typeof call)['body']>;

const WHOSE = 'Tidak diketahui dana siapa ini. Pilih pendaftarannya';

/** The registration whose money goes back; 422 where an unapplied receipt does not say whose money it is. */
async function registrationOf(trx: Knex.Transaction, { registration_id, unapplied_id }: Body) {
  const owner = unapplied_id === undefined ? undefined : await ownerOf(trx, unapplied_id);
  const id = registration_id ?? owner?.registration_id;
  if (id === undefined) throw refusedField('reference', 'registration_id', WHOSE);
  const found = await findChild(trx, id);
  if (!found) throw notFound('Data pendaftaran tidak ditemukan');
  return { id, number: found.number };
}

/**
 * Writes a draft with its number, and where it goes if that is known. The counter of numbers is locked from here on: to be called
 * late in a transaction.
 */
export async function writeDraft(
  context: Pick<Context, 'now' | 'columns'>,
  trx: Knex.Transaction,
  {
    to,
    ...draft
  }: Omit<NewRefund, 'id' | 'number' | 'account'> & { readonly to?: RefundAccount | undefined },
  by: Pick<StepOf, 'actor'>,
  origin?: Caller['origin'],
): Promise<string> {
  const at = context.now();
  const id = uuidv7();
  const number = await nextDocumentNumber(trx, 'PD', at);
  const account = to ? { account: sealAccount(context, id, to) } : {};
  await insertRefund(trx, { ...draft, ...account, id, number }, { ...by, step: 'begun', reason: null, at });
  const { registration_id, cause, total, reason } = draft;
  await audit(trx, {
    action: 'refund.begun',
    actor: by.actor,
    subject: id,
    details: {
      number,
      registration_id,
      refund_cause: cause,
      amount: total,
      ...(reason !== null && { reason }),
      ...(to && { account_changed: true }),
    },
    ...(origin && { origin }),
  });
  return id;
}

/** Begins a refund by hand as a draft, once for the call's key. 422 for money that is not there to give back. */
export async function beginRefund(context: Context, caller: Caller, body: Body): Promise<Refund> {
  requireKey(caller);
  const { database, sealer } = context;
  const once = { database, sealer, userId: caller.id, route: call.id, key: caller.idempotencyKey, body };
  const { answer } = await withIdempotency(once, async (trx) => {
    const registration = await registrationOf(trx, body);
    const lines = await checkLines(trx, body.lines, registration, null);
    const { cause, reason } = body;
    const draft = {
      registration_id: registration.id,
      cause,
      lines,
      deduct: 0,
      total: totalOf(lines, 0),
      reason,
    };
    const actor = await actorOf(trx, caller);
    const id = await writeDraft(context, trx, draft, { actor }, caller.origin);
    const record = await findRefund(trx, id);
    if (!record) throw new Error('a refund that was just written is gone');
    return toRefund(context, record, caller.id);
  });
  return answer;
}
