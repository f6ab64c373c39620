import { approveMoneyRequest, type MoneyRequest } from '@gerbang/contracts/money-requests';
import { audit } from '@gerbang/service-kit/audit/audit';
import { changeLocked, type LockedChange } from '@gerbang/service-kit/data/change-locked';
import { changeOnce } from '@gerbang/service-kit/data/change-once';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { requireKey } from '@gerbang/service-kit/http/idempotency';
import { conflict, forbidden } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import {
  decideRequest,
  findRequest,
  lockRequest,
  type MoneyRequestRecord,
  writeFailure,
} from './money-requests.repository.ts';
import { noRequest, toMoneyRequest } from './money-requests.view.ts';
import type { RequestKind } from './request-kinds.ts';

const NOTES = { approve: 'money_request.approved', withdraw: 'money_request.withdrawn' } as const;

function refuseDecided({ status }: Pick<MoneyRequestRecord, 'status'>): void {
  if (status !== 'waits') throw conflict('request_decided', 'Permintaan ini sudah diputuskan.');
}

/** The change of a waiting request's status, with what comes with it. */
function decision(
  context: Context,
  caller: Caller,
  id: string,
  action: keyof typeof NOTES,
  applyKind?: (trx: Parameters<RequestKind['apply']>[1], request: MoneyRequestRecord) => Promise<void>,
): LockedChange<MoneyRequestRecord, MoneyRequestRecord, MoneyRequest> {
  return {
    lock: (trx) => lockRequest(trx, id),
    notFound: noRequest,
    expect: {
      actions: Object.values(NOTES),
      present: ({ present }) => toMoneyRequest(context, present, caller.id),
    },
    apply: async ({ trx, present, actor }) => {
      refuseDecided(present);
      await decideRequest(trx, present, action, { actor: await actor(), at: context.now() });
      await applyKind?.(trx, present);
      return present;
    },
    audit: (_step, { kind, subject_id, amount }) => ({
      action: NOTES[action],
      subject: id,
      details: { request_kind: kind, request_subject_id: subject_id, amount },
    }),
    view: async ({ trx, present }) =>
      toMoneyRequest(context, (await findRequest(trx, id)) ?? present, caller.id),
  };
}

/** 403 for the person who asked, and for an account that is no second person to that one; a foundation may have but one. */
async function refuseFirst(context: Context, caller: Caller, id: string): Promise<void> {
  const request = await findRequest(context.database.knex, id);
  if (!request) throw noRequest();
  if (context.config.FOUR_EYES === 'off') return;
  if (request.asked_by_id === caller.id) {
    throw forbidden('Permintaan yang Anda ajukan disetujui oleh orang lain.', 'same_person');
  }
  // Auth need not be asked about a request that is decided, and a repeat of the call gets its first answer below.
  if (request.status !== 'waits') return;
  await context.assertEyes(caller.id, [request.asked_by_id], caller.origin.requestId);
}

/**
 * Approves a waiting request as a second person and carries it out, in one transaction. 403 `same_person`, 409
 * `request_decided`, or the refusal of its kind where it is no longer possible.
 */
export async function approveRequest(
  context: Context,
  kinds: readonly RequestKind[],
  caller: Caller,
  id: string,
): Promise<MoneyRequest> {
  requireKey(caller);
  await refuseFirst(context, caller, id);
  return changeOnce(
    context,
    caller,
    { route: approveMoneyRequest.id, body: { id } },
    decision(context, caller, id, 'approve', async (trx, request) => {
      const own = kinds.find(({ kind }) => kind === request.kind);
      if (!own) throw new Error(`no program carries out a request of the kind ${request.kind}`);
      // An If-Match of this call names the version of the request.
      await own.apply(context, trx, { ...caller, ifMatch: undefined }, request);
    }),
  );
}

/** Withdraws a request while it waits: by the person who asked, or by another as a refusal. */
export async function withdrawRequest(context: Context, caller: Caller, id: string): Promise<void> {
  await changeLocked(context.database, caller, decision(context, caller, id, 'withdraw'));
}

/** Notes that another service could not carry out what was approved; the event may come twice. */
export async function failRequest(trx: Knex.Transaction, id: string): Promise<void> {
  const present = await lockRequest(trx, id);
  if (present?.status !== 'approved') return;
  await writeFailure(trx, present);
  const { kind, subject_id, amount } = present;
  await audit(trx, {
    action: 'money_request.failed',
    actor: null,
    subject: id,
    details: { request_kind: kind, request_subject_id: subject_id, amount },
  });
}
