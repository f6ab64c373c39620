import {
  type leave as call,
  leaveForFamily as staffCall,
  leave as ownCall,
  type Withdrawal,
} from '@gerbang/contracts/withdrawals';
import { type WithdrawalCheck, type WithdrawalReason, wayOut } from '@gerbang/domain/withdrawals';
import { changeOnce } from '@gerbang/service-kit/data/change-once';
import type { LockedChange, LockedStep } from '@gerbang/service-kit/data/change-locked';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { assertFresh } from '@gerbang/service-kit/http/fresh';
import { conflict } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { keptFee } from '../registration-record/fee-differences.repository.ts';
import { notifyFamily } from '../registration-record/notify.ts';
import {
  type LockedRegistration,
  ownRegistrations,
  registrations,
} from '../registration-record/registrations.repository.ts';
import { noRegistration } from '../registration-record/rules.ts';
import { acceptanceOf } from './acceptance.ts';
import { endNote, endRegistration, lockLeaving, publishEnd } from './end-registration.ts';
import { type RefundAccount, sealAccount } from './refund-account.ts';
import { refundableOf } from './what-follows.ts';
import {
  insertWithdrawal,
  toWithdrawal,
  type WithdrawalRecord,
  withdrawalsOf,
} from './withdrawals.repository.ts';

interface Wish {
  readonly by: 'parent' | 'staff';
  readonly reason_code: WithdrawalReason;
  readonly note?: string | null | undefined;
  /** Where money goes that the family gets back. */
  readonly to?: RefundAccount | undefined;
  /** What staff checked before they did it for the family; null where it did it itself. */
  readonly checked: readonly WithdrawalCheck[] | null;
}

/** 409 for a registration that has ended, or whose family has asked to leave already. */
async function refuseLeaving({ trx, present }: LockedStep<LockedRegistration>): Promise<void> {
  if (present.current_stage === 'withdrawn') {
    throw conflict('already', 'Pengunduran diri pendaftaran ini sudah tercatat.');
  }
  if (wayOut(present) === 'no') throw conflict('stage_not_allowed', 'Pendaftaran ini sudah berakhir.');
  const before = await withdrawalsOf(trx, present.id);
  if (before.some(({ status }) => status === 'requested')) {
    throw conflict('already', 'Permintaan mundur pendaftaran ini sudah menunggu keputusan sekolah.');
  }
}

/**
 * Ends a registration by its family's wish, or asks the school once its re-enrolment is processed. Pool, registration and,
 * where the child was accepted, billing's copy are locked in this order; billing decides whether the re-enrolment was processed
 * before, as for a corrected result.
 */
function leaving(
  context: Context,
  caller: Caller,
  id: string,
  { by, reason_code, note = null, to, checked }: Wish,
): LockedChange<LockedRegistration, WithdrawalRecord, Withdrawal> {
  return {
    lock: (trx) =>
      lockLeaving(trx, by === 'parent' ? ownRegistrations(trx, caller.id) : registrations(trx), id),
    notFound: noRegistration,
    expect: { actions: [], present: () => null },
    apply: async (step) => {
      await refuseLeaving(step);
      const { trx, present } = step;
      const person = { ...(await step.actor()), role: caller.role };
      const asking = { person, requestId: caller.origin.requestId, preview: true } as const;
      const refundable = present.locked
        ? refundableOf(
            context,
            await acceptanceOf(context, present, asking),
            present,
            await keptFee(trx, present),
          )
        : await endRegistration(context, caller, step, { by, reason_code, note });
      const withdrawalId = uuidv7();
      return insertWithdrawal(trx, {
        id: withdrawalId,
        registration_id: id,
        created_at: context.now(),
        asked_by: by === 'parent' ? 'family' : 'staff',
        reason_code,
        note,
        status: present.locked ? 'requested' : 'done',
        refundable,
        // Billing has it at once where the family leaves at once.
        account: present.locked ? sealAccount(context, withdrawalId, to) : null,
        checked: checked && [...new Set(checked)],
        by_id: person.id,
        by_name: person.name,
        by_role: person.role,
      });
    },
    audit: ({ present }, { status }) => {
      const done = endNote(present, reason_code, checked ? { withdrawal_checks: checked } : {});
      if (status === 'done') return done;
      const { current_stage: _stage, ...details } = done.details;
      return { ...done, action: 'withdrawal.requested', details };
    },
    publish: async (step, made) => {
      const { id: entryId, status } = made;
      if (status !== 'done') return;
      await publishEnd(context, caller, step, { by, made, to });
      await notifyFamily(context, step.trx, caller, step.present, { kind: 'withdrawal_done', entryId });
    },
    view: (_step, made) => {
      if (!made) throw new Error('a withdrawal was not written');
      return toWithdrawal(made);
    },
  };
}

/** Ends a registration of the caller's family, or asks the school for it; once for a key. */
export function leave(
  context: Context,
  caller: Caller,
  id: string,
  { confirm: _confirm, ...wish }: z.output<(typeof call)['body']>,
): Promise<Withdrawal> {
  // As for every account that money goes to.
  if (wish.to) assertFresh(caller);
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
