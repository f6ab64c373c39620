import type { ErasureRequest, StaffErasureRequest } from '@gerbang/contracts/admission.types';
import type { decideErasure as decideCall, listErasures } from '@gerbang/contracts/erasure-requests';
import {
  ERASING_SERVICES,
  type ErasingService,
  erasureDueAt,
  mayMoveErasure,
} from '@gerbang/domain/erasure-requests';
import { accountOf } from '@gerbang/service-kit/events/accounts';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import type { Db } from '@gerbang/service-kit/data/database';
import { publishAccountMessage } from '@gerbang/service-kit/events/account-messages';
import type { List } from '@gerbang/service-kit/http/paging';
import { conflict, notFound } from '@gerbang/service-kit/http/problems';
import { containing } from '@gerbang/service-kit/data/search';
import { refuseStale } from '@gerbang/service-kit/http/versions';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { dropBytes, endFamily } from './end-data.ts';
import {
  type ErasureRecord,
  lockErasure,
  sortKey,
  toErasure,
  toStaffErasure,
} from './erasure-requests.repository.ts';

type Decision = z.output<(typeof decideCall)['body']>;
type ListQuery = z.output<(typeof listErasures)['query']>;

const WHEN = new Intl.DateTimeFormat('id-ID', {
  timeZone: 'Asia/Jakarta',
  dateStyle: 'long',
  timeStyle: 'short',
});
const ACTIONS = ['erasure.requested', 'erasure.approved', 'erasure.refused', 'erasure.done'] as const;
const linkOf = (context: Context) => new URL('/privacy', context.config.PUBLIC_ORIGIN).href;

/** Opens a case with its clock; one that is open is enough (authorization row B11). */
export async function requestErasure(
  context: Context,
  caller: Caller,
  note: string | null,
): Promise<ErasureRequest> {
  const received = context.now();
  return context.database.transaction(async (trx) => {
    const due = erasureDueAt(received);
    const [record] = await trx('erasure_requests')
      .insert({
        id: uuidv7(),
        user_id: caller.id,
        note,
        received_at: received,
        due_at: due,
        sort_key: sortKey('received', received, due),
      })
      .onConflict(trx.raw("(user_id) where status in ('received', 'approved')"))
      .ignore()
      .returning<ErasureRecord[]>('*');
    if (!record) throw conflict('erasure_open', 'Permintaan penghapusan Anda sedang diproses.');
    await audit(trx, {
      action: 'erasure.requested',
      actor: await actorOf(trx, caller),
      subject: record.id,
      origin: caller.origin,
    });
    await publishAccountMessage(context, trx, caller.id, {
      kind: 'erasure_received',
      dedupeKey: `erasure:${record.id}:received`,
      params: { due: `${WHEN.format(due)} WIB`, link: linkOf(context) },
      requestId: caller.origin.requestId,
    });
    return toErasure(record, received);
  });
}

/** Every case, open ones first by their clock (authorization row B13). */
export function erasureList(context: Context, query: ListQuery): List<ErasureRecord, StaffErasureRequest> {
  const db = context.database.knex;
  return {
    table: 'erasure_requests',
    keys: { due_at: 'erasure_requests.sort_key', received_at: 'erasure_requests.received_at' },
    defaultSort: 'due_at',
    rows: () => {
      const rows = db('erasure_requests').select('erasure_requests.*');
      if (query.status) void rows.where('erasure_requests.status', query.status);
      const pattern = containing(query.search);
      if (pattern === null) return rows;
      return rows.whereExists(
        db('accounts')
          .whereRaw('accounts.id = erasure_requests.user_id')
          .whereILike('accounts.name', pattern),
      );
    },
    toItems: (records) => Promise.all(records.map((record) => toStaffErasure(db, record, context.now()))),
  };
}

async function approve(
  context: Context,
  trx: Db,
  record: ErasureRecord,
  caller: Caller,
): Promise<{ files: string[]; counts: Record<string, number> }> {
  // Told before its number goes: the message carries it.
  const account = await accountOf(trx, record.user_id);
  await publishAccountMessage(context, trx, record.user_id, {
    kind: 'erasure_approved',
    dedupeKey: `erasure:${record.id}:approved`,
    params: account?.name ? { name: account.name } : {},
    requestId: caller.origin.requestId,
  });
  const { blanks, files, children } = await endFamily(trx, record.user_id);
  await context.outbox.publish(
    trx,
    'data.erased',
    { request_id: record.id, user_id: record.user_id, registrations: blanks },
    { requestId: caller.origin.requestId },
  );
  return { files, counts: { children, registrations: blanks.length, files: files.length } };
}

/**
 * Decides a case (authorization row B14). Approving erases in the same transaction what admission has, and tells the
 * others by an outbox row: either all of it happens or nothing, and nobody can approve twice.
 */
export async function decideErasure(
  context: Context,
  caller: Caller,
  id: string,
  { status, reason }: Decision,
): Promise<StaffErasureRequest> {
  const now = context.now();
  const { answer, files } = await context.database.transaction(async (trx) => {
    const present = await lockErasure(trx, id);
    if (!present) throw notFound('Permintaan penghapusan tidak ditemukan');
    await refuseStale(trx, {
      header: caller.ifMatch,
      record: present,
      actions: ACTIONS,
      current: () => toStaffErasure(trx, present, now),
    });
    if (!mayMoveErasure(present.status, status, 'staff')) {
      throw conflict('erasure_decided', 'Permintaan ini sudah diputuskan.');
    }
    const actor = await actorOf(trx, caller);
    const done =
      status === 'approved'
        ? await approve(context, trx, present, caller)
        : await refuse(context, trx, present, reason ?? '', caller);
    const [record] = await trx('erasure_requests')
      .where({ id })
      .update({
        status,
        decision_reason: reason ?? null,
        decided_at: now,
        decided_by_id: actor.id,
        decided_by_name: actor.name,
        decided_by_role: actor.role,
        sort_key: sortKey(status, new Date(present.received_at), new Date(present.due_at)),
        // What the family wrote about itself goes with the rest.
        ...(status === 'approved' && { note: null }),
        version: present.version + 1,
      })
      .returning<ErasureRecord[]>('*');
    if (!record) throw new Error('a case that was locked is gone');
    await audit(trx, {
      action: `erasure.${status}`,
      actor,
      subject: id,
      details: { user_id: present.user_id, ...done.counts },
      origin: caller.origin,
    });
    return { answer: await toStaffErasure(trx, record, now), files: done.files };
  });
  await dropBytes(context, files);
  return answer;
}

async function refuse(context: Context, trx: Db, record: ErasureRecord, reason: string, caller: Caller) {
  await publishAccountMessage(context, trx, record.user_id, {
    kind: 'erasure_refused',
    dedupeKey: `erasure:${record.id}:refused`,
    params: { reason, link: linkOf(context) },
    requestId: caller.origin.requestId,
  });
  return { files: [], counts: {} };
}

/** A service has let go of the family; the last one closes the case, once. */
export async function takeReport(
  context: Pick<Context, 'now'>,
  trx: Db,
  { request_id, service }: { readonly request_id: string; readonly service: ErasingService },
): Promise<void> {
  const present = await lockErasure(trx, request_id);
  if (!present) throw new Error('A report about a case that is not here');
  await trx('erasure_reports').insert({ request_id, service }).onConflict(['request_id', 'service']).ignore();
  const reported = await trx('erasure_reports').where({ request_id }).pluck<ErasingService[]>('service');
  const complete = ERASING_SERVICES.every((one) => reported.includes(one));
  if (!complete || !mayMoveErasure(present.status, 'done', 'system')) return;
  await trx('erasure_requests')
    .where({ id: request_id })
    .update({
      status: 'done',
      done_at: context.now(),
      sort_key: sortKey('done', new Date(present.received_at), new Date(present.due_at)),
      version: present.version + 1,
    });
  await audit(trx, { action: 'erasure.done', actor: null, subject: request_id, details: { reported } });
}
