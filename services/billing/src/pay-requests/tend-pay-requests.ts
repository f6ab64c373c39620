import { MINUTE_MS } from '@gerbang/service-kit/program/timers';
import type { Context } from '../context.ts';
import { actOnWord } from './act-on-word.ts';
import { cancelRequest } from './cancel-pay-request.ts';
import { lookAtRequest } from './look-at-request.ts';
import { feeOwed } from '../registrations/registrations.repository.ts';
import { moveRequest } from './move-request.ts';
import { liveRequests, lockRequest, type PayRow, waitingWords } from './pay-requests.repository.ts';

/** Calls of the provider that jobs make in a minute. */
const CALLS_A_MINUTE = 60;
/** A notification that the call itself acts upon is left to it for so long. */
const OWN_MS = 5000;
const before = ({ now }: Context, ms: number) => new Date(now().getTime() - ms);

/** Does one thing after the other; one that fails is tried again at the job's next turn. */
async function each<T extends { readonly id: string }>(
  { log }: Context,
  list: readonly T[],
  act: (one: T) => Promise<unknown>,
): Promise<number> {
  for (const one of list) {
    await act(one).catch((error: unknown) =>
      log.warn({ err: error, subject: one.id }, 'a pay request waits'),
    );
  }
  return list.length;
}

/** Acts upon stored notifications whose call ended before they were booked. */
export async function actOnWaiting(context: Context): Promise<number> {
  const ids = await waitingWords(context.database.knex, before(context, OWN_MS), CALLS_A_MINUTE);
  return each(
    context,
    ids.map((id) => ({ id })),
    ({ id }) => actOnWord(context, id),
  );
}

/** Asks the provider about requests whose end has come, and those that it did not say it made. */
export async function endRequests(context: Context): Promise<number> {
  const { gateway } = context;
  if (!gateway) return 0;
  const now = context.now();
  const due = await liveRequests(
    context.database.knex,
    (rows) =>
      void rows.where((one) => {
        void one.where('expires_at', '<=', now).orWhere((made) => {
          void made.where('status', 'creating').where('updated_at', '<', before(context, MINUTE_MS));
        });
      }),
    CALLS_A_MINUTE,
  );
  return each(context, due, (request) => lookAtRequest(context, gateway, request));
}

/** Asks the provider about requests that have been open for long or end soon, so that no lost notification loses money. */
export async function reconcile(context: Context): Promise<number> {
  const { gateway } = context;
  if (!gateway) return 0;
  const soon = new Date(context.now().getTime() + 10 * MINUTE_MS);
  const open = await liveRequests(
    context.database.knex,
    (rows) =>
      void rows.where('status', 'open').where((one) => {
        void one.where('created_at', '<', before(context, 15 * MINUTE_MS)).orWhere('expires_at', '<', soon);
      }),
    CALLS_A_MINUTE,
  );
  return each(context, open, (request) => lookAtRequest(context, gateway, request));
}

/** Whether the target of a live request owes it no more, or a proof for it waits. */
const SETTLED = `case kind
  when 'invoice' then exists (select from enrollment_invoices i where i.id = pay_requests.invoice_id
    and (i.total_amount - i.paid_amount < pay_requests.amount or i.waiting))
  else exists (select from registrations r where r.id = pay_requests.registration_id
    and (r.payment_status = 'paid' or ${feeOwed('r')} <> pay_requests.amount)) end`;

async function cancelUnreachable(context: Context, { id }: PayRow): Promise<void> {
  await context.database.transaction(async (trx) => {
    const request = await lockRequest(trx, id);
    if (request) await moveRequest(trx, request, { action: 'cancel', by: 'system' }, { actor: null });
  });
}

/** Cancels requests whose target was settled another way; all of them where payments through a provider are off. */
export async function cancelSettled(context: Context): Promise<number> {
  const { gateway } = context;
  const rows = await liveRequests(
    context.database.knex,
    (live) => void live.where('status', 'open').whereRaw(gateway ? SETTLED : 'true'),
    CALLS_A_MINUTE,
  );
  return each(context, rows, (request) =>
    gateway
      ? cancelRequest(context, gateway, request, { by: 'system' })
      : cancelUnreachable(context, request),
  );
}
