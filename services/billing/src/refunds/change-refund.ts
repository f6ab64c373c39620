import type { Refund } from '@gerbang/contracts/refund-shapes';
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
import { tellReturnedFee } from './tell-returned-fee.ts';

const STEPS = {
  edit: 'edited',
  request: 'requested',
  approve: 'approved',
  decline: 'declined',
  cancel: 'cancelled',
  pay: 'paid',
  move: 'moved',
  account: 'account',
  object: 'objected',
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
  /** The version that was seen; a family changes what there is. */
  readonly version?: number;
  /** The family whose refund it has to be. */
  readonly ownerId?: string;
  readonly reason?: string | undefined;
  /** Checks the rules beside the machine's; null = nothing changes. */
  readonly decide?: (step: LockedStep<RefundRecord>) => Promise<RefundMove | null>;
  /** The call that does it at most once for its key. */
  readonly once?: { readonly route: string; readonly body: object };
  /** Messages, as rows of the outbox. */
  readonly notify?: (step: LockedStep<RefundRecord>) => Promise<void>;
}

/** The machine's edge for an action; 409 where the refund's status has none. */
export function edgeOf({ status }: Pick<RefundRecord, 'status'>, action: RefundChange['action']) {
  const edge = edgeFor(REFUND_MACHINE, status, { action });
  if (edge) return edge;
  const label = REFUND_STATUS_LABELS[status].toLowerCase();
  throw conflict('refund_state', `Pengembalian ini berstatus ${label}. Muat ulang lalu coba lagi.`);
}

/** The people whose second person the caller is; empty where none is wanted. 403 where another person decides. */
function refuseSame(
  { config }: Pick<Context, 'config'>,
  caller: Caller,
  refund: RefundRecord,
  action: RefundChange['action'],
): string[] {
  if (edgeFor(REFUND_MACHINE, refund.status, { action })?.by !== 'second') return [];
  const firsts = config.FOUR_EYES === 'on' ? firstsOf(refund) : [];
  if (!can(caller.role, 'refunds.approve') || firsts.includes(caller.id)) {
    throw forbidden('Keputusan ini diambil oleh orang lain daripada yang memintanya.', 'same_person');
  }
  return firsts;
}

/** Asks auth whether the caller is a second person, before the transaction, which must not wait. */
async function refuseFirst(
  context: Context,
  caller: Caller,
  { id, action, ownerId }: RefundChange,
): Promise<void> {
  const refund = await findRefund(context.database.knex, id, ownerId);
  if (!refund) throw noRefund();
  const firsts = refuseSame(context, caller, refund, action);
  if (firsts.length > 0) await context.assertEyes(caller.id, firsts, caller.origin.requestId);
}

function locked<View>(
  context: Context,
  caller: Caller,
  change: RefundChange,
  viewOf: (record: RefundRecord) => View,
): LockedChange<RefundRecord, { readonly move: RefundMove; readonly to: RefundRecord['status'] }, View> {
  const { id, action, reason = null } = change;
  return {
    lock: (trx) => lockRefund(trx, id, change.ownerId),
    notFound: noRefund,
    expect: {
      actions: REFUND_ACTIONS,
      present: ({ present }) => viewOf(present),
    },
    apply: async (step) => {
      const { trx, present } = step;
      const { to } = edgeOf(present, action);
      refuseSame(context, caller, present, action);
      const move = change.decide ? await change.decide(step) : {};
      if (move === null) return null;
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
        // What a family writes stays with the refund.
        ...(reason !== null && action !== 'object' && { reason }),
        ...move.details,
      },
    }),
    publish: async (step, { to }) => {
      await tellReturnedFee(context, step, to, caller.origin.requestId);
      await change.notify?.(step);
    },
    view: async ({ trx, present }) => viewOf((await findRefund(trx, id)) ?? present),
  };
}

/**
 * Changes a refund under its lock with history and trail: the one door of its status. 409 `stale` for another version, 409
 * `refund_state` where its status does not allow the action, 403 `same_person` where another person decides.
 */
export async function changeRefundAs<View>(
  context: Context,
  caller: Caller,
  change: RefundChange,
  viewOf: (record: RefundRecord) => View,
): Promise<View> {
  const { once, version } = change;
  if (once) requireKey(caller);
  await refuseFirst(context, caller, change);
  const seen = { ...caller, ifMatch: version === undefined ? undefined : String(version) };
  const step = locked(context, seen, change, viewOf);
  return once ? changeOnce(context, seen, once, step) : changeLocked(context.database, seen, step);
}

/** The same as staff see it. */
export const changeRefund = (context: Context, caller: Caller, change: RefundChange): Promise<Refund> =>
  changeRefundAs(context, caller, change, (record) => toRefund(context, record, caller.id));
