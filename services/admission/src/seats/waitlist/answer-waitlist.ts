import type { Seat } from '@gerbang/contracts/waitlists';
import { changeLocked, type LockedStep } from '@gerbang/service-kit/data/change-locked';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import type { Context } from '../../context.ts';
import { stageMove, writeStages } from '../../registration-record/stages.repository.ts';
import { ownRegistrationSteps } from '../../registration-record/own-registration.ts';
import { publishMoves } from '../../registration-record/publish.ts';
import type { LockedRegistration } from '../../registration-record/registrations.repository.ts';
import { lockPoolsOf } from '../record/seat-pools.repository.ts';
import { endWaiting } from './list-changes.ts';
import { seatOf } from './seat.view.ts';
import { type EntryRecord, waitingEntryOf, writeAsking } from '../record/waitlist.repository.ts';

/** The steps of a family's answer: its registration is locked after the pool that its list belongs to. */
export function seatSteps(context: Context, caller: Caller, id: string) {
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
    publish: ({ trx, present }) =>
      publishMoves(context, trx, [stageMove({ present, to: 'released', by: 'seats' })]),
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
