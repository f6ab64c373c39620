import type { decideWithdrawal as call, StaffWithdrawal } from '@gerbang/contracts/withdrawals';
import { wayOut } from '@gerbang/domain/withdrawals';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { Db } from '@gerbang/service-kit/data/database';
import { byDay } from '@gerbang/service-kit/events/account-messages';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict, notFound } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { notifyFamily } from '../registration-record/notify.ts';
import {
  type LockedRegistration,
  lockOne,
  ownRegistrations,
  registrations,
} from '../registration-record/registrations.repository.ts';
import { noRegistration } from '../registration-record/rules.ts';
import { accountOf } from './refund-account.ts';
import { endNote, endRegistration, lockLeaving, publishEnd } from './end-registration.ts';
import {
  findWithdrawal,
  moveRequest,
  type StaffWithdrawalRecord,
  toStaffWithdrawal,
  withdrawalsOf,
} from './withdrawals.repository.ts';

type Locked = StaffWithdrawalRecord & { readonly registration: LockedRegistration };

const noRequest = () => notFound('Permintaan mundur tidak ditemukan');
const answered = () => conflict('answered', 'Permintaan mundur ini sudah diputuskan atau dibatalkan.');

/** The request under its registration's lock; 409 where it does not wait any more. */
async function lockRequest(trx: Db, id: string): Promise<Locked | undefined> {
  const known = await findWithdrawal(trx, id);
  if (!known) return undefined;
  const registration = await lockLeaving(trx, registrations(trx), known.registration_id);
  const request = registration && (await findWithdrawal(trx, id));
  if (!request) return undefined;
  if (request.status !== 'requested') throw answered();
  return { ...request, registration };
}

/** The school agrees to a request or refuses it, once, and says why; when it agrees, all follows as for a family that leaves by itself. */
export async function decideWithdrawal(
  context: Context,
  caller: Caller,
  id: string,
  { decision, reason, version }: z.output<(typeof call)['body']>,
): Promise<StaffWithdrawal> {
  const done = decision === 'done';
  return changeLocked(
    context.database,
    { ...caller, ifMatch: String(version) },
    {
      lock: (trx) => lockRequest(trx, id),
      notFound: noRequest,
      expect: { actions: ['withdrawal.decided'], present: ({ present }) => toStaffWithdrawal(present) },
      apply: async ({ trx, present, actor }) => {
        const { registration, reason_code, note, created_at: askedAt } = present;
        if (done && wayOut(registration) === 'no') {
          throw conflict(
            'stage_not_allowed',
            'Pendaftaran ini sudah berakhir; permintaannya tinggal ditolak.',
          );
        }
        const ending = { by: 'staff', reason_code, note, decided: true, askedAt } as const;
        const refundable = done
          ? await endRegistration(context, caller, { trx, present: registration, actor }, ending)
          : undefined;
        return moveRequest(trx, present, decision, {
          reason,
          actor: await actor(),
          at: context.now(),
          ...(refundable && { refundable }),
        });
      },
      audit: ({ present: { registration, reason_code } }) => [
        {
          action: 'withdrawal.decided',
          subject: id,
          details: { registration_id: registration.id, withdrawal_decision: decision, reason },
        },
        ...(done ? [endNote(registration, reason_code)] : []),
      ],
      publish: async ({ trx, present: { registration, ...request } }, made) => {
        if (done) {
          const ended = { by: 'staff', made, to: accountOf(context, request) } as const;
          await publishEnd(context, caller, { trx, present: registration }, ended);
        }
        const notice = { kind: 'withdrawal_answered', entryId: id, ...byDay(context) } as const;
        await notifyFamily(context, trx, caller, registration, notice);
      },
      view: ({ present }, decided) => toStaffWithdrawal({ ...present, ...decided }),
    },
  );
}

/** A family takes back the request that the school has not decided. */
export async function cancelWithdrawal(context: Context, caller: Caller, id: string): Promise<void> {
  await changeLocked(context.database, caller, {
    lock: (trx) => lockOne(ownRegistrations(trx, caller.id), id),
    notFound: noRegistration,
    expect: { actions: [], present: () => null },
    apply: async ({ trx }) => {
      const [newest] = await withdrawalsOf(trx, id);
      if (!newest) throw noRequest();
      if (newest.status !== 'requested') throw answered();
      return moveRequest(trx, newest, 'cancelled');
    },
    audit: (_step, { id: subject }) => ({
      action: 'withdrawal.cancelled',
      subject,
      details: { registration_id: id },
    }),
    view: () => undefined,
  });
}
