import {
  CONFIRMATION_MACHINE,
  type ConfirmationActor,
  type ConfirmationStatus,
  ENROLLMENT_AFTER,
  locksFamilyData,
  STAFF_CONFIRMATION_LABELS,
} from '@gerbang/domain/enrollment-confirmations';
import { assertEdge, edgeFor } from '@gerbang/domain/transitions';
import { audit } from '@gerbang/service-kit/audit/audit';
import { type AuditNote, changeLocked, type LockedStep } from '@gerbang/service-kit/data/change-locked';
import type { Database } from '@gerbang/service-kit/data/database';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import type { ChangedConfirmation } from '../family-messages.ts';
import {
  type ConfirmationColumns,
  type ConfirmationRecord,
  findConfirmation,
  insertConfirmation,
  insertConfirmationEvent,
  type NewConfirmation,
  updateConfirmation,
} from './enrollment-confirmations.repository.ts';
import { noConfirmation, toConfirmation } from './enrollment-confirmations.view.ts';

/** The actions of the trail that change a confirmation. */
const CONFIRMATION_ACTIONS = [
  'confirmation.submitted',
  'confirmation.processed',
  'confirmation.declined',
  'confirmation.scheme_created',
  'confirmation.completed',
  'confirmation.payment_reversed',
  'confirmation.reopened',
  'confirmation.void',
  'confirmation.scheme_revised',
] as const;

/** The decision of a confirmation that waits again: there is none. */
export const UNDECIDED = {
  decline_reason: null,
  decided_by_id: null,
  decided_by_name: null,
  decided_by_role: null,
  decided_at: null,
} as const;

type Step = LockedStep<ConfirmationRecord>;

/** The next version of a confirmation. */
interface ConfirmationMove {
  readonly to: ConfirmationStatus;
  readonly cause: keyof typeof ENROLLMENT_AFTER;
  /** Columns that are written beside the status. */
  readonly columns?: ConfirmationColumns;
  readonly reason?: string | null;
  readonly details?: Readonly<Record<string, unknown>>;
  /** Writes records that depend on the new version; returns their entry for the trail, where they have one of their own. */
  readonly write?: () => Promise<AuditNote | void>;
}

interface ConfirmationChange<View> {
  readonly lock: (trx: Knex.Transaction) => Promise<ConfirmationRecord | undefined>;
  /** Checks the rules and returns the next version; null = nothing changes. */
  readonly decide: (step: Step) => Promise<ConfirmationMove | null>;
  /** Publishes the messages to the family. */
  readonly notify: (step: Step, changed: ChangedConfirmation) => Promise<void>;
  readonly view: (step: Step, changed: boolean) => View | Promise<View>;
}

/** A version that was just written, with what its history, trail and event say. */
interface WrittenVersion extends ConfirmationMove {
  readonly id: string;
  readonly registration_id: string;
  readonly child_id: string;
  readonly version: number;
  readonly from: ConfirmationStatus | null;
}

/** 409 where the machine has no such edge. */
export function refuseMove(
  from: ConfirmationStatus | null,
  to: ConfirmationStatus,
  by: ConfirmationActor,
): void {
  if (edgeFor(CONFIRMATION_MACHINE, from, { to, by })) return;
  if (from === null) throw new Error(`a confirmation cannot begin as ${to}`);
  if (by === 'parent') {
    throw conflict('already_confirmed', 'Daftar ulang untuk pendaftaran ini sudah dikonfirmasi.');
  }
  const [present, wanted] = [STAFF_CONFIRMATION_LABELS[from], STAFF_CONFIRMATION_LABELS[to]];
  throw conflict('confirmation_state', `Status tidak dapat diubah dari ${present} menjadi ${wanted}.`);
}

function eventOf({ id, version, from, to, cause, reason = null }: WrittenVersion) {
  return { confirmation_id: id, version, from_status: from, to_status: to, cause, reason };
}

function noteOf({
  id,
  registration_id,
  child_id,
  from,
  to,
  cause,
  reason,
  details,
}: WrittenVersion): AuditNote {
  return {
    action: `confirmation.${cause}`,
    subject: id,
    details: { registration_id, child_id, status: { from, to }, ...(reason && { reason }), ...details },
  };
}

/** Tells admission, which keeps the enrolment's status and locks the family's data by it. */
async function publishVersion(
  { outbox }: Pick<Context, 'outbox'>,
  trx: Knex.Transaction,
  { id, version, registration_id, to, cause }: WrittenVersion,
  requestId: string,
): Promise<void> {
  const payload = {
    id,
    version,
    registration_id,
    status: to,
    enrollment_status: ENROLLMENT_AFTER[cause],
    locks: locksFamilyData(to),
  };
  await outbox.publish(trx, 'confirmation.changed', payload, { version, requestId });
}

/** Changes a confirmation under its lock with history, trail and event; the only writer of its status. */
export async function changeConfirmation<View>(
  context: Context,
  database: Pick<Database, 'transaction'>,
  caller: Caller,
  change: ConfirmationChange<View>,
): Promise<View> {
  const { requestId } = caller.origin;
  return changeLocked(database, caller, {
    lock: change.lock,
    notFound: noConfirmation,
    expect: { actions: CONFIRMATION_ACTIONS, present: ({ present }) => toConfirmation(present) },
    apply: async (step) => {
      const move = await change.decide(step);
      if (move === null) return null;
      const { trx, present } = step;
      const { id, registration_id, child_id, status: from } = present;
      const written = { ...move, id, registration_id, child_id, from, version: present.version + 1 };
      await updateConfirmation(trx, id, {
        ...move.columns,
        status: move.to,
        enrollment_status: ENROLLMENT_AFTER[move.cause],
        version: written.version,
      });
      const eventId = await insertConfirmationEvent(trx, eventOf(written), await step.actor());
      const also = await move.write?.();
      return { written, eventId, notes: also ? [noteOf(written), also] : [noteOf(written)] };
    },
    audit: (_step, { notes }) => notes,
    publish: async (step, { written, eventId }) => {
      await publishVersion(context, step.trx, written, requestId);
      const { user_id: userId, child_name: child, registration_number: registrationNumber } = step.present;
      const confirmationId = written.id;
      await change.notify(step, { userId, child, registrationNumber, eventId, confirmationId, requestId });
    },
    view: (step, changed) => change.view(step, changed !== null),
  });
}

/** Inserts a family's first confirmation of a registration with history, trail and event; returns the history row's id. */
export async function insertSubmitted(
  context: Context,
  trx: Knex.Transaction,
  caller: Caller,
  row: Omit<NewConfirmation, 'status' | 'version'>,
): Promise<string> {
  const { to } = assertEdge(CONFIRMATION_MACHINE, null, { action: 'submit', by: 'parent' });
  const written = { ...row, version: 1, from: null, to, cause: 'submitted' } as const;
  await insertConfirmation(trx, { ...row, status: to, version: 1 });
  const actor = await actorOf(trx, caller);
  const eventId = await insertConfirmationEvent(trx, eventOf(written), actor);
  await audit(trx, { ...noteOf(written), actor, origin: caller.origin });
  await publishVersion(context, trx, written, caller.origin.requestId);
  return eventId;
}

/** A confirmation that this transaction has written. */
export async function writtenConfirmation(trx: Knex.Transaction, id: string): Promise<ConfirmationRecord> {
  const record = await findConfirmation(trx, id);
  if (!record) throw new Error('a confirmation that was just written is gone');
  return record;
}
