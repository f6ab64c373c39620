import type { Knex } from 'knex';
import { MINUTE_MS } from '@gerbang/service-kit/program/timers';
import type { Context } from '../context.ts';
import { actOnWord } from './act-on-word.ts';
import { cancelRequest } from './cancel-pay-request.ts';
import { lookAtRequest } from './look-at-request.ts';
import { feeOwed } from '../registrations/registrations.repository.ts';
import { moveRequest } from './move-request.ts';
import { ProviderPace } from './provider-pace.ts';
import {
  claimLook,
  liveRequests,
  lockRequest,
  type PayRow,
  type PayWordRow,
  waitingWords,
} from './pay-requests.repository.ts';

/** Calls of the provider that jobs make in a minute. */
const CALLS_A_MINUTE = 60;
/** A notification that the call itself acts upon is left to it for so long. */
const OWN_MS = 5000;
const before = ({ now }: Context, ms: number) => new Date(now().getTime() - ms);

const waits = ({ log }: Context, error: unknown, { request_no }: Pick<PayWordRow, 'request_no'>) =>
  log.warn({ err: error, request_no }, 'a pay request waits');

/** Does one thing after the other; one that fails is tried again at the job's next turn. */
async function each<T extends Pick<PayWordRow, 'request_no'>>(
  context: Context,
  list: readonly T[],
  act: (one: T) => Promise<unknown>,
): Promise<number> {
  for (const one of list) await act(one).catch((error: unknown) => waits(context, error, one));
  return list.length;
}

/** Acts upon stored notifications whose call ended before they were booked. */
export async function actOnWaiting(context: Context): Promise<number> {
  const words = await waitingWords(context.database.knex, before(context, OWN_MS), CALLS_A_MINUTE);
  return each(context, words, ({ id }) => actOnWord(context, id));
}

/** Looks, one after the other, at the live requests that this chooses, as far as the provider's pace lets. */
async function lookAtEach(
  context: Context,
  pace: ProviderPace,
  choose: (rows: Knex.QueryBuilder) => void,
): Promise<number> {
  const { gateway, database } = context;
  let looks = 0;
  while (gateway && pace.isOpen) {
    const now = context.now();
    const limits = { limit: CALLS_A_MINUTE, since: before(context, MINUTE_MS), now };
    const request = await database.transaction((trx) => claimLook(trx, choose, limits));
    if (!request) break;
    looks += 1;
    const state = await lookAtRequest(context, gateway, request).catch((error: unknown) => {
      waits(context, error, request);
      return null;
    });
    if (state !== null) pace.note(state !== 'unknown');
  }
  return looks;
}

const notLookedAtFor = (context: Context, ms: number) => (rows: Knex.QueryBuilder) =>
  void rows.whereNull('looked_at').orWhere('looked_at', '<=', before(context, ms));

/** Asks the provider about requests whose end has come, and those that it did not say it made; each once a minute. */
export async function endRequests(context: Context, pace = new ProviderPace(context.now)): Promise<number> {
  const now = context.now();
  return lookAtEach(
    context,
    pace,
    (rows) =>
      void rows.where(notLookedAtFor(context, MINUTE_MS)).where((one) => {
        void one.where('expires_at', '<=', now).orWhere((made) => {
          void made.where('status', 'creating').where('created_at', '<', before(context, MINUTE_MS));
        });
      }),
  );
}

/**
 * Asks the provider about requests that have been open for long or end soon, each once in five minutes, so that no lost
 * notification loses money.
 */
export async function reconcile(context: Context, pace = new ProviderPace(context.now)): Promise<number> {
  const soon = new Date(context.now().getTime() + 10 * MINUTE_MS);
  return lookAtEach(
    context,
    pace,
    (rows) =>
      void rows
        .where('status', 'open')
        .where(notLookedAtFor(context, 5 * MINUTE_MS))
        .where((one) => {
          void one.where('created_at', '<', before(context, 15 * MINUTE_MS)).orWhere('expires_at', '<', soon);
        }),
  );
}

/** The looks of a minute at the provider: what ends comes before what is open for long. */
export function tendRequests(context: Context): () => Promise<void> {
  const pace = new ProviderPace(context.now);
  return async () => {
    await endRequests(context, pace);
    await reconcile(context, pace);
  };
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
