import {
  type leave as call,
  leaveForFamily as staffCall,
  leave as ownCall,
  type Withdrawal,
} from '@gerbang/contracts/withdrawals';
import {
  mayLeave,
  WITHDRAWAL_REASONS,
  type WithdrawalCheck,
  type WithdrawalReason,
} from '@gerbang/domain/withdrawals';
import { changeOnce } from '@gerbang/service-kit/data/change-once';
import type { LockedChange } from '@gerbang/service-kit/data/change-locked';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { notifyFamily } from '../registration-record/notify.ts';
import { publishMoves } from '../registration-record/publish.ts';
import {
  type LockedRegistration,
  lockOne,
  ownRegistrations,
  registrations,
} from '../registration-record/registrations.repository.ts';
import { noRegistration, registrationLocked } from '../registration-record/rules.ts';
import { stageMove, writeStages } from '../registration-record/stages.repository.ts';
import { endSeats } from '../seats/offers/end-seats.ts';
import { lockPoolsOf } from '../seats/record/seat-pools.repository.ts';
import { acceptanceOf } from './acceptance.ts';
import { refundableOf, ruleFor } from './what-follows.ts';
import { insertWithdrawal, toWithdrawal, type WithdrawalRecord } from './withdrawals.repository.ts';

interface Wish {
  readonly by: 'parent' | 'staff';
  readonly reason_code: WithdrawalReason;
  readonly note?: string | null | undefined;
  /** What staff checked before they did it for the family; null where it did it itself. */
  readonly checked: readonly WithdrawalCheck[] | null;
}

/** 409 for a registration that has ended, or whose re-enrolment is processed. */
function refuseLeaving(present: LockedRegistration): void {
  if (present.current_stage === 'withdrawn') {
    throw conflict('already_withdrawn', 'Pengunduran diri pendaftaran ini sudah tercatat.');
  }
  if (present.locked) throw registrationLocked();
  if (!mayLeave(present)) throw conflict('stage_not_allowed', 'Pendaftaran ini sudah berakhir.');
}

/**
 * Ends a registration by its family's wish. Pool, registration and, where the child was accepted, billing's copy are locked in
 * this order; billing decides whether the re-enrolment was processed before, as for a corrected result.
 */
function leaving(
  context: Context,
  caller: Caller,
  id: string,
  { by, reason_code, note = null, checked }: Wish,
): LockedChange<LockedRegistration, WithdrawalRecord, Withdrawal> {
  const rows =
    by === 'parent'
      ? (trx: Parameters<typeof registrations>[0]) => ownRegistrations(trx, caller.id)
      : registrations;
  return {
    lock: async (trx) => {
      await lockPoolsOf(trx, [id]);
      return lockOne(rows(trx), id);
    },
    notFound: noRegistration,
    expect: { actions: [], present: () => null },
    apply: async ({ trx, present, actor }) => {
      refuseLeaving(present);
      const person = { ...(await actor()), role: caller.role };
      await endSeats(context, trx, [id], person);
      const notes = {
        content: WITHDRAWAL_REASONS[reason_code],
        observation_time: null,
        observation_place: null,
        note,
        file_id: null,
      };
      await writeStages(trx, [{ present, to: 'withdrawn', by, actor: person, notes }]);
      // Last of all: what billing has closed does not open again by a failure here.
      const { rule } = await acceptanceOf(context, present, { person, requestId: caller.origin.requestId });
      return insertWithdrawal(trx, {
        registration_id: id,
        created_at: context.now(),
        asked_by: by === 'parent' ? 'family' : 'staff',
        reason_code,
        refundable: refundableOf(context, ruleFor(context, rule), present),
        checked: checked && [...new Set(checked)],
        by_id: person.id,
        by_name: person.name,
        by_role: person.role,
      });
    },
    audit: ({ present }) => ({
      action: 'registration.withdrawn',
      subject: id,
      details: {
        child_id: present.child_id,
        current_stage: { from: present.current_stage, to: 'withdrawn' },
        withdrawal_reason: reason_code,
        ...(checked && { withdrawal_checks: checked }),
      },
    }),
    publish: async ({ trx, present }, { id: entryId, refundable }) => {
      const { lines, deduct, total } = refundable;
      const { requestId } = caller.origin;
      if (total > 0) {
        const back = { withdrawal_id: entryId, registration_id: id, lines, deduct };
        await context.outbox.publish(trx, 'withdrawal.refundable', back, { requestId });
      }
      await publishMoves(context, trx, [stageMove({ present, to: 'withdrawn', by })]);
      await notifyFamily(context, trx, caller, present, { kind: 'withdrawal_done', entryId });
    },
    view: (_step, made) => {
      if (!made) throw new Error('a withdrawal was not written');
      return toWithdrawal(made);
    },
  };
}

/** Ends a registration of the caller's family, once for a key. */
export function leave(
  context: Context,
  caller: Caller,
  id: string,
  { confirm: _confirm, ...wish }: z.output<(typeof call)['body']>,
): Promise<Withdrawal> {
  const once = { route: ownCall.id, body: { id, ...wish } };
  return changeOnce(
    context,
    caller,
    once,
    leaving(context, caller, id, { ...wish, by: 'parent', checked: null }),
  );
}

/** The same by staff, for a family that asked the school for it. */
export function leaveForFamily(
  context: Context,
  caller: Caller,
  id: string,
  wish: z.output<(typeof staffCall)['body']>,
): Promise<Withdrawal> {
  const once = { route: staffCall.id, body: { id, ...wish } };
  return changeOnce(context, caller, once, leaving(context, caller, id, { ...wish, by: 'staff' }));
}
