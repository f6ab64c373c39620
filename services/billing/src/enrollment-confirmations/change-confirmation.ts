import {
  type BillingStatus,
  type ConfirmationActor,
  type ConfirmationStatus,
  ENROLLMENT_AFTER,
  locksFamilyData,
  mayMoveConfirmation,
  STAFF_CONFIRMATION_LABELS,
} from '@gerbang/domain/enrollment-confirmations';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import type { Db } from '@gerbang/service-kit/data/database';
import { conflict } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../context.ts';

/** What happens to a confirmation. */
export type ConfirmationCause = keyof typeof ENROLLMENT_AFTER;

/** The actions of the trail that change a confirmation, for the answer to a stale version. */
export const CONFIRMATION_ACTIONS = [
  'confirmation.submitted',
  'confirmation.processed',
  'confirmation.declined',
  'confirmation.scheme_created',
  'confirmation.completed',
] as const;

/** What the steps must know of a confirmation. */
export interface PresentConfirmation {
  readonly id: string;
  readonly version: number;
  readonly registration_id: string;
  readonly child_id: string;
  readonly status: ConfirmationStatus;
}

/** 409 where the machine has no such edge (admission workflow §4). */
export function refuseMove(
  from: ConfirmationStatus | null,
  to: ConfirmationStatus,
  actor: ConfirmationActor,
): void {
  if (mayMoveConfirmation(from, to, actor)) return;
  if (from === null) throw new Error(`a confirmation cannot begin as ${to}`);
  if (actor === 'parent') {
    throw conflict('already_confirmed', 'Daftar ulang untuk pendaftaran ini sudah dikonfirmasi.');
  }
  const [present, wanted] = [STAFF_CONFIRMATION_LABELS[from], STAFF_CONFIRMATION_LABELS[to]];
  throw conflict('confirmation_state', `Status tidak dapat diubah dari ${present} menjadi ${wanted}.`);
}

/** The row of the history, the trail and the event of a version that was just written; answers the history row's id. */
export async function recordStep(
  context: Pick<Context, 'outbox'>,
  trx: Db,
  caller: Caller,
  step: {
    readonly present: PresentConfirmation;
    readonly from: ConfirmationStatus | null;
    readonly cause: ConfirmationCause;
    readonly reason?: string | null;
    readonly details?: Readonly<Record<string, unknown>>;
  },
): Promise<string> {
  const { present, from, cause, reason = null, details } = step;
  const actor = await actorOf(trx, caller);
  const eventId = uuidv7();
  await trx('confirmation_events').insert({
    id: eventId,
    confirmation_id: present.id,
    version: present.version,
    from_status: from,
    to_status: present.status,
    cause,
    reason,
    actor_id: actor.id,
    actor_name: actor.name,
    actor_role: actor.role,
  });
  await audit(trx, {
    action: `confirmation.${cause}`,
    actor,
    subject: present.id,
    details: {
      registration_id: present.registration_id,
      child_id: present.child_id,
      status: { from, to: present.status },
      ...(reason && { reason }),
      ...details,
    },
    origin: caller.origin,
  });
  await context.outbox.publish(
    trx,
    'confirmation.changed',
    {
      id: present.id,
      version: present.version,
      registration_id: present.registration_id,
      status: present.status,
      enrollment_status: ENROLLMENT_AFTER[cause],
      locks: locksFamilyData(present.status),
    },
    { version: present.version, requestId: caller.origin.requestId },
  );
  return eventId;
}

/**
 * Writes the next state of a locked confirmation with history, trail and event; the only place that changes one
 * (architecture: one door a machine). Answers the history row's id.
 */
export async function moveConfirmation(
  context: Pick<Context, 'outbox'>,
  trx: Db,
  caller: Caller,
  present: PresentConfirmation,
  move: {
    readonly to: ConfirmationStatus;
    readonly cause: ConfirmationCause;
    readonly payment_status?: BillingStatus;
    readonly fields?: Readonly<Record<string, unknown>>;
    readonly reason?: string | null;
    readonly details?: Readonly<Record<string, unknown>>;
  },
): Promise<string> {
  const { to, cause, payment_status, fields, reason, details } = move;
  const version = present.version + 1;
  await trx('enrollment_confirmations')
    .where({ id: present.id })
    .update({
      ...fields,
      status: to,
      enrollment_status: ENROLLMENT_AFTER[cause],
      ...(payment_status && { payment_status }),
      version,
      updated_at: trx.fn.now(),
    });
  return recordStep(context, trx, caller, {
    present: { ...present, status: to, version },
    from: present.status,
    cause,
    ...(reason !== undefined && { reason }),
    ...(details && { details }),
  });
}
