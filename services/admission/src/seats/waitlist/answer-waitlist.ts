import { declineSeat as declineCall, type Seat } from '@gerbang/contracts/waitlists';
import { changeLocked, type LockedStep } from '@gerbang/service-kit/data/change-locked';
import { changeOnce } from '@gerbang/service-kit/data/change-once';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { lockHeldOffer } from '../record/offers.repository.ts';
import { beginRelease } from '../offers/release-offer.ts';
import { writeStages } from '../../registration-record/registration-stages.repository.ts';
import { ownRegistrationSteps } from '../../registration-record/own-registration.ts';
import { publishRaised } from '../../registration-record/registration-events.ts';
import type { LockedRegistration } from '../../registration-record/registrations.repository.ts';
import { lockPoolsOf } from '../record/seat-pools.repository.ts';
import { endWaiting } from './list-changes.ts';
import { seatOf } from './seat.view.ts';
import { type EntryRecord, waitingEntryOf, writeAsking } from '../record/waitlist.repository.ts';

/** The family's registration, locked after the pool that its list belongs to. */
function seatSteps(context: Context, caller: Caller, id: string) {
  const { lock, notFound, expect } = ownRegistrationSteps(context, caller, id);
  return {
    lock: async (trx: Parameters<typeof lock>[0]) => {
      await lockPoolsOf(trx, [id]);
      return lock(trx);
    },
    notFound,
    expect,
    view: ({ trx }: { readonly trx: Knex.Transaction }): Promise<Seat> => seatOf(context, trx, id),
  };
}

async function entryOf({ trx, present }: LockedStep<LockedRegistration>): Promise<EntryRecord> {
  const entry = await waitingEntryOf(trx, present.id);
  if (!entry) throw conflict('not_on_list', 'Anda tidak lagi berada di daftar tunggu.');
  return entry;
}

/** Takes a family off the list by its own wish. */
export async function leaveWaitlist(context: Context, caller: Caller, id: string): Promise<Seat> {
  return changeLocked(context.database, caller, {
    ...seatSteps(context, caller, id),
    apply: async (step) => {
      const entry = await entryOf(step);
      const by = await step.actor();
      await endWaiting(step.trx, entry, { status: 'withdrawn', at: context.now(), by });
      await writeStages(step.trx, [{ present: step.present, to: 'released', by: 'seats', actor: by }]);
      return entry;
    },
    audit: (_step, entry) => ({ action: 'waitlist.left', subject: id, details: { pool_id: entry.pool_id } }),
    publish: ({ trx }) => publishRaised(context, trx, [id]),
  });
}

/** Notes that a family still waits; nothing is asked for another while. */
export async function stayOnWaitlist(context: Context, caller: Caller, id: string): Promise<Seat> {
  return changeLocked(context.database, caller, {
    ...seatSteps(context, caller, id),
    apply: async (step) => {
      const entry = await entryOf(step);
      await writeAsking(step.trx, entry.id, { confirmed_at: context.now(), asked_at: null, reminders: 0 });
      return entry;
    },
    audit: (_step, entry) => ({
      action: 'waitlist.stayed',
      subject: id,
      details: { pool_id: entry.pool_id },
    }),
  });
}

/** Begins the release of the seat that a family does not take, once for a key; billing has the last word. */
export async function declineSeat(
  context: Context,
  caller: Caller,
  id: string,
  body: z.output<(typeof declineCall)['body']>,
): Promise<Seat> {
  const { reason_code, reason_text } = body;
  return changeOnce(
    context,
    caller,
    { route: declineCall.id, body: { id, ...body } },
    {
      ...seatSteps(context, caller, id),
      apply: async ({ trx, actor }) => {
        const offer = await lockHeldOffer(trx, id);
        if (offer?.status === 'accepted') {
          const message = 'Daftar ulang sudah dikirim. Hubungi sekolah untuk membatalkan.';
          throw conflict('confirmed_already', message);
        }
        if (offer?.status !== 'open') throw conflict('offer_state', 'Tidak ada kursi yang menunggu jawaban.');
        const { origin } = caller;
        const by = await actor();
        return beginRelease(context, trx, offer, {
          cause: 'family',
          by,
          reason_code: reason_code ?? null,
          reason_text: reason_text ?? null,
          origin,
        });
      },
    },
  );
}
