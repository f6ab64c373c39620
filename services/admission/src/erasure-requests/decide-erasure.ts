import type { decideErasure as call, StaffErasureRequest } from '@gerbang/contracts/erasure-requests';
import { mayMoveErasure, ERASING_SERVICES, type ErasingService } from '@gerbang/domain/erasure-requests';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict, notFound } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { deleteBytes, endFamily } from '../registration-record/end-data.repository.ts';
import { notifyErasure } from './request-erasure.ts';
import {
  type ErasureRecord,
  lockErasure,
  writeErasure,
  recordErased,
} from './erasure-requests.repository.ts';
import { toStaffErasure } from './erasure-requests.view.ts';
import { audit } from '@gerbang/service-kit/audit/audit';

type Decision = z.output<(typeof call)['body']>;

const ACTIONS = ['erasure.requested', 'erasure.approved', 'erasure.refused', 'erasure.done'] as const;

/** Erases what admission has of the family; returns the files whose bytes can go after the commit, and the counts. */
async function erase(context: Context, trx: Db, record: ErasureRecord, caller: Caller) {
  await notifyErasure(context, trx, caller, record, 'approved');
  const { blanks, files, children } = await endFamily(context, trx, record.user_id);
  await context.outbox.publish(
    trx,
    'data.erased',
    { request_id: record.id, user_id: record.user_id, registrations: blanks },
    { requestId: caller.origin.requestId },
  );
  return { files, counts: { children, registrations: blanks.length, files: files.length } };
}

/**
 * Decides a case. An approval erases admission's data and publishes the event for the other services in the same
 * transaction: either all of it happens or nothing, and a second approval is 409.
 */
export async function decideErasure(
  context: Context,
  caller: Caller,
  id: string,
  { status, reason = null }: Decision,
): Promise<StaffErasureRequest> {
  const now = context.now();
  const { shown, files } = await changeLocked(context.database, caller, {
    lock: (trx) => lockErasure(trx, id),
    notFound: () => notFound('Permintaan penghapusan tidak ditemukan'),
    expect: { actions: ACTIONS, present: ({ trx, present }) => toStaffErasure(trx, present, now) },
    apply: async ({ trx, present, actor }) => {
      if (!mayMoveErasure(present.status, status, 'staff')) {
        throw conflict('erasure_decided', 'Permintaan ini sudah diputuskan.');
      }
      const by = await actor();
      const approved = status === 'approved';
      const erased = approved ? await erase(context, trx, present, caller) : { files: [], counts: {} };
      if (!approved) await notifyErasure(context, trx, caller, present, 'refused');
      const record = await writeErasure(trx, present, status, 'staff', {
        decision_reason: reason,
        decided_at: now,
        decided_by_id: by.id,
        decided_by_name: by.name,
        decided_by_role: caller.role,
        // The family's own words are erased with the rest.
        ...(approved && { note: null }),
      });
      return { record, ...erased };
    },
    audit: ({ present }, { counts }) => ({
      action: `erasure.${status}`,
      subject: id,
      details: { user_id: present.user_id, ...counts },
    }),
    view: async ({ trx, present }, change) => ({
      shown: await toStaffErasure(trx, change?.record ?? present, now),
      files: change?.files ?? [],
    }),
  });
  await deleteBytes(context, files);
  return shown;
}

/** Records that a service has erased the family's data; the last one closes the case, once. */
export async function recordErasure(
  context: Pick<Context, 'now'>,
  trx: Db,
  { request_id, service }: { readonly request_id: string; readonly service: ErasingService },
): Promise<void> {
  const present = await lockErasure(trx, request_id);
  if (!present) throw new Error('A report about a case that is not here');
  const missing = await recordErased(trx, request_id, service);
  if (missing.length > 0 || !mayMoveErasure(present.status, 'done', 'system')) return;
  await writeErasure(trx, present, 'done', 'system', { done_at: context.now() });
  await audit(trx, {
    action: 'erasure.done',
    actor: null,
    subject: request_id,
    details: { reported: ERASING_SERVICES },
  });
}
