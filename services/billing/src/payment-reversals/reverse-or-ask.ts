import type { Endpoint } from '@gerbang/contracts/endpoint';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { onceBy, requireKey } from '@gerbang/service-kit/http/idempotency';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { lockBooker } from '../hand-bookings/hand-bookings.repository.ts';
import type { LockedPayment } from '../invoice-payments/invoice-payments.repository.ts';
import { askSecondPerson, refuseAsked } from '../money-requests/ask-second-person.ts';
import type { NewRequest } from '../money-requests/money-requests.repository.ts';
import { mayAlone } from './may-alone.ts';

/** The call's result: what was done, or the request that a second person is asked by. */
export type Asked<Done> = { readonly done: Done } | { readonly request_id: string };

interface Steps<Locked, Done> {
  readonly lock: (trx: Knex.Transaction) => Promise<Locked>;
  /** The payments that would be reversed; null where a second person is wanted in any case. */
  readonly payments: (locked: Locked) => readonly LockedPayment[] | null;
  readonly apply: (trx: Knex.Transaction, caller: Caller, locked: Locked) => Promise<Done>;
  readonly request: (locked: Locked) => Omit<NewRequest, 'id' | 'subject_id' | 'reason'>;
}

/** Takes booked money back once by the call's key, or asks a second person where the caller may not do it alone. */
export async function reverseOrAsk<Locked, Done>(
  context: Context,
  caller: Caller,
  {
    call,
    id,
    body,
  }: { readonly call: Endpoint; readonly id: string; readonly body: { readonly reason: string } },
  { lock, payments, apply, request }: Steps<Locked, Done>,
): Promise<Asked<Done>> {
  requireKey(caller);
  const once = { route: call.id, body: { id, ...body } };
  return onceBy(context, caller, once, async (trx): Promise<Asked<Done>> => {
    await lockBooker(trx, caller.id);
    const locked = await lock(trx);
    await refuseAsked(trx, id);
    const taken = payments(locked);
    if (taken !== null && (await mayAlone(context, trx, caller, taken))) {
      return { done: await apply(trx, { ...caller, ifMatch: undefined }, locked) };
    }
    const { reason } = body;
    return { request_id: await askSecondPerson(trx, caller, { ...request(locked), subject_id: id, reason }) };
  });
}
