import type { Refund } from '@gerbang/contracts/refunds';
import { can } from '@gerbang/domain/abilities';
import { REFUND_MACHINE, REFUND_STATUS_LABELS, type RefundStep } from '@gerbang/domain/refunds';
import { edgeFor } from '@gerbang/domain/transitions';
import { changeLocked, type LockedChange, type LockedStep } from '@gerbang/service-kit/data/change-locked';
import { changeOnce } from '@gerbang/service-kit/data/change-once';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { requireKey } from '@gerbang/service-kit/http/idempotency';
import { conflict, forbidden } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import {
  findRefund,
  lockRefund,
  type RefundColumns,
  type RefundRecord,
  writeStep,
} from './refunds.repository.ts';
import { firstsOf, noRefund, toRefund } from './refunds.view.ts';

const STEPS = {
  edit: 'edited',
  request: 'requested',
  approve: 'approved',
  decline: 'declined',
  cancel: 'cancelled',
} as const satisfies Record<string, RefundStep>;

/** The actions of the trail that change a refund. */
const REFUND_ACTIONS = ['refund.begun', ...Object.values(STEPS).map((step) => `refund.${step}`)];

export interface RefundMove {
  readonly columns?: RefundColumns;
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface RefundChange {
  readonly id: string;
  readonly action: keyof typeof STEPS;
  readonly version: number;
  readonly reason?: string | undefined;
  /** Checks the rules beside the machine's. */
  readonly decide?: (step: LockedStep<RefundRecord>) => Promise<RefundMove>;
  /** The call that does it at most once for its key. */
  readonly once?: { readonly route: string; readonly body: object };
  /** Messages, as rows of the outbox. */
  readonly notify?: (step: LockedStep<RefundRecord>) => Promise<void>;
}

/** The machine's edge for an action; 409 where the refund's status has none. */
function edgeOf({ status }: Pick<RefundRecord, 'status'>, action: RefundChange['action']) {
  const edge = edgeFor(REFUND_MACHINE, status, { action });
  if (edge) return edge;
  const label = REFUND_STATUS_LABELS[status].toLowerCase();
  throw conflict('refund_state', `Pengembalian ini berstatus ${label}. Muat ulang lalu coba lagi.`);
}

/** 403 where a second person is wanted and the caller is none: auth is asked before the transaction, which must not wait. */
async function refuseFirst(context: Context, caller: Caller, { id, action }: RefundChange): Promise<void> {
  const refund = await findRefund(context.database.knex, id);
  if (!refund) throw noRefund();
  if (edgeFor(REFUND_MACHINE, refund.status, { action })?.by !== 'second') return;
  const firsts = firstsOf(refund);
  const { FOUR_EYES } = context.config;
  if (!can(caller.role, 'refunds.approve') || (FOUR_EYES === 'on' && firsts.includes(caller.id))) {
    throw forbidden('Keputusan ini diambil oleh orang lain daripada yang memintanya.', 'same_person');
  }
  if (FOUR_EYES === 'on' && firsts.length > 0) {
    await context.assertEyes(caller.id, firsts, caller.origin.requestId);
  }
}

function locked(
  context: Context,
  caller: Caller,
  change: RefundChange,
): LockedChange<RefundRecord, { readonly move: RefundMove; readonly to: RefundRecord['status'] }, Refund> {
  const { id, action, reason = null } = change;
  return {
    lock: (trx) => lockRefund(trx, id),
    notFound: noRefund,
    expect: {
      actions: REFUND_ACTIONS,
      present: ({ present }) => toRefund(context, present, caller.id),
    },
    apply: async (step) => {
      const { trx, present } = step;
      const { to } = edgeOf(present, action);
      const move = (await change.decide?.(step)) ?? {};
      const written = { step: STEPS[action], actor: await step.actor(), reason, at: context.now() };
      await writeStep(trx, present, move.columns ?? {}, to, written);
      return { move, to };
    },
    audit: ({ present: { number, status, total } }, { move, to }) => ({
      action: `refund.${STEPS[action]}`,
      subject: id,
      details: {
        number,
        refund_status: { from: status, to },
        amount: total,
        ...(reason !== null && { reason }),
        ...move.details,
      },
    }),
    publish: async (step) => change.notify?.(step),
    view: async ({ trx, present }) => toRefund(context, (await findRefund(trx, id)) ?? present, caller.id),
  };
}

/**
 * Changes a refund under its lock with history and trail: the one door of its status. 409 `stale` for another version, 409
 * `refund_state` where its status does not allow the action, 403 `same_person` where another person decides.
 */
export async function changeRefund(context: Context, caller: Caller, change: RefundChange): Promise<Refund> {
  if (change.once) requireKey(caller);
  await refuseFirst(context, caller, change);
  const seen = { ...caller, ifMatch: String(change.version) };
  const step = locked(context, seen, change);
  return change.once
    ? changeOnce(context, seen, change.once, step)
    : changeLocked(context.database, seen, step);
}
