import { type ClosingStep, YEAR_WORK } from '@gerbang/domain/academic-years';
import { type Actor, audit } from '@gerbang/service-kit/audit/audit';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Role } from '@gerbang/domain/roles';
import { byDay, publishAccountMessages } from '@gerbang/service-kit/events/account-messages';
import { Problem } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../context.ts';
import { deleteBytes, endFamily, endRegistrations } from '../registration-record/end-data.repository.ts';
import { moveYearMessage, notifyFamily } from '../registration-record/notify.ts';
import { lockRegistrations, registrations } from '../registration-record/registrations.repository.ts';
import { lockPoolsOf } from '../seats/record/seat-pools.repository.ts';
import { waitingEntriesOf } from '../seats/record/waitlist.repository.ts';
import { endList, publishListEnd } from '../seats/waitlist/close-waitlist.ts';
import { endNote, endRegistration, lockLeaving, publishEnd } from '../withdrawals/end-registration.ts';
import { accountOf } from '../withdrawals/refund-account.ts';
import { insertWithdrawal, moveRequest, withdrawalsOf } from '../withdrawals/withdrawals.repository.ts';
import { leaversAfter, lockLeaver } from './leavers.repository.ts';
import {
  beginStep,
  type ClosingRecord,
  leftAfter,
  lockLeft,
  lockRunning,
  moveClosing,
  nextOpenYear,
  notePiece,
  type Piece,
} from './closings.repository.ts';

/** Registrations that a piece goes through at most; an acceptance is a piece of its own, because billing is asked. */
const AT_ONCE: Readonly<Record<ClosingStep, number>> = {
  unpaid: 50,
  waitlist: 50,
  accepted: 1,
  families: 10,
};

interface Done {
  readonly piece: Piece;
  /** Files whose bytes can go after the commit. */
  readonly files?: readonly string[];
}
type Work = (
  context: Context,
  trx: Knex.Transaction,
  closing: ClosingRecord,
  ids: readonly string[],
) => Promise<Done>;

const actorOf = (closing: ClosingRecord): Actor & { readonly role: Role } => {
  const { agreed_by_id: id, agreed_by_name: name, agreed_by_role: role } = closing;
  if (id === null || role === null) throw new Error('a closing runs to which no one agreed');
  return { id, name, role: role as Role };
};

/** The person who agreed, as the caller of what the closing does. */
function callerOf(closing: ClosingRecord): Caller {
  const { id, role } = actorOf(closing);
  const origin = { address: '', requestId: closing.id };
  return { id, role, origin, ifMatch: undefined, idempotencyKey: undefined };
}

/** Registrations without a fee end as those whose time is over. */
const deleteUnpaid: Work = async (context, trx, closing, ids) => {
  const left = await lockLeft(trx, closing, ids);
  if (left.length === 0) return { piece: {} };
  const { blanks, files } = await endRegistrations(context, trx, left);
  const ended = { request_id: null, user_id: null, registrations: blanks };
  await context.outbox.publish(trx, 'data.erased', ended, { requestId: closing.id });
  return { piece: { deleted: left.length }, files };
};

/** Their families are asked whether they move to the next year. */
const inviteUnpaid: Work = async (context, trx, closing, ids) => {
  const year = await nextOpenYear(trx, closing.academic_year);
  const left = await lockRegistrations(trx, await lockLeft(trx, closing, ids));
  if (year === null || left.length === 0) return { piece: {} };
  const addressed = left.map((subject) => ({
    userId: subject.family_user_id,
    account: subject.account,
    message: moveYearMessage(context, subject, { closingId: closing.id, next: year }),
  }));
  await publishAccountMessages(context, trx, addressed, { requestId: closing.id });
  return { piece: { invited: left.length } };
};

/** Children who wait for a seat get none, and their families are told. */
const endWaitlist: Work = async (context, trx, closing, ids) => {
  await lockPoolsOf(trx, ids);
  const left = await lockLeft(trx, closing, ids);
  const by = actorOf(closing);
  const reason = `Tahun ajaran ${closing.academic_year} ditutup`;
  const entries = Map.groupBy(await waitingEntriesOf(trx, left), ({ pool_id }) => pool_id);
  let ended = 0;
  for (const [pool_id, of] of entries) {
    const locked = await endList(context, trx, of, { pool_id, reason, by });
    await publishListEnd(context, trx, of, locked);
    ended += locked.length;
  }
  return { piece: { ended } };
};

/** Accepted children whose family has not confirmed leave with their seat, and the family is told; what it had asked is answered. */
const withdrawAccepted: Work = async (context, trx, closing, ids) => {
  const [id = ''] = ids;
  const caller = callerOf(closing);
  const person = actorOf(closing);
  const present = await lockLeaving(trx, registrations(trx), id);
  if (!present || (await lockLeft(trx, closing, ids)).length === 0) return { piece: {} };
  const step = { trx, present, actor: async () => person };
  const ending = { by: 'staff', reason_code: 'school_ended', note: null } as const;
  const refundable = await endRegistration(context, caller, step, { ...ending, unconfirmed: true });
  const at = context.now();
  const asked = (await withdrawalsOf(trx, id)).find(({ status }) => status === 'requested');
  const made = asked
    ? await moveRequest(trx, asked, 'done', {
        reason: `Tahun ajaran ${closing.academic_year} ditutup`,
        actor: person,
        at,
        refundable,
      })
    : await insertWithdrawal(trx, {
        id: uuidv7(),
        registration_id: id,
        created_at: at,
        asked_by: 'staff',
        reason_code: 'school_ended',
        note: null,
        status: 'done',
        refundable,
        account: null,
        checked: [],
        by_id: person.id,
        by_name: person.name,
        by_role: person.role,
      });
  await audit(trx, { ...endNote(present, 'school_ended'), actor: person, origin: caller.origin });
  const to = asked && accountOf(context, asked);
  await publishEnd(context, caller, step, { by: 'staff', made, to });
  const notice = { kind: 'withdrawal_done', entryId: made.id, priority: 'bulk', ...byDay(context) } as const;
  await notifyFamily(context, trx, caller, present, notice);
  return { piece: { withdrawn: 1 } };
};

/** Families that have no child in a living year lose their data, as in an erasure. */
const eraseFamilies: Work = async (context, trx, closing, ids) => {
  const files: string[] = [];
  let deleted = 0;
  for (const id of ids) {
    if (!(await lockLeaver(trx, closing.academic_year, id))) continue;
    const ended = await endFamily(context, trx, id);
    files.push(...ended.files);
    const erased = { request_id: null, user_id: id, registrations: ended.blanks, archived: true } as const;
    await context.outbox.publish(trx, 'data.erased', erased, { requestId: closing.id });
    deleted += 1;
  }
  return { piece: { deleted, kept: ids.length - deleted }, files };
};

const works: Readonly<Record<ClosingStep, (closing: ClosingRecord) => Work | null>> = {
  unpaid: ({ unpaid }) => (unpaid === 'delete' ? deleteUnpaid : inviteUnpaid),
  waitlist: () => endWaitlist,
  accepted: ({ accepted }) => (accepted === 'withdraw' ? withdrawAccepted : null),
  families: () => eraseFamilies,
};

/** Goes on to the next step, or ends the closing. */
async function advance(context: Context, trx: Knex.Transaction, closing: ClosingRecord): Promise<void> {
  const { id, academic_year, work } = closing;
  const steps: readonly ClosingStep[] = YEAR_WORK[work];
  const next = steps[steps.indexOf(closing.step) + 1];
  if (next) return beginStep(trx, closing, next);
  await moveClosing(trx, closing, 'done', { finished_at: context.now() });
  await audit(trx, {
    action: work === 'close' ? 'year.close_finished' : 'year.archive_finished',
    actor: null,
    subject: id,
    details: {
      academic_year,
      closing_total: closing.total,
      closing_deleted: closing.deleted,
      closing_invited: closing.invited,
      closing_ended: closing.ended,
      closing_withdrawn: closing.withdrawn,
      closing_kept: closing.kept,
    },
  });
}

const nextOf = ({ work }: ClosingRecord) => (work === 'archive' ? leaversAfter : leftAfter);

/** A family that has confirmed or paid since keeps its place; billing has the last word. */
const isKept = (error: unknown): boolean =>
  error instanceof Problem &&
  error.statusCode === 409 &&
  ['confirmed', 'already_processed'].includes(error.code);

/** Does a piece; one that billing refuses leaves nothing behind. */
async function doPiece(work: Work, ...[context, trx, closing, ids]: Parameters<Work>): Promise<Done> {
  try {
    return await trx.transaction((inner) => work(context, inner, closing, ids));
  } catch (error) {
    if (isKept(error)) return { piece: { kept: 1 } };
    throw error;
  }
}

/**
 * Does one piece of a closing that runs, in a transaction of its own, and notes how far it came in the same: killed at any
 * moment, it goes on where it was. Returns whether there was one.
 */
async function closePiece(context: Context): Promise<boolean> {
  const done = await context.database.transaction(async (trx): Promise<Done | null> => {
    const closing = await lockRunning(trx);
    if (!closing) return null;
    const work = works[closing.step](closing);
    const ids = work ? await nextOf(closing)(trx, closing, AT_ONCE[closing.step]) : [];
    const after = ids.at(-1);
    if (!work || after === undefined) {
      await advance(context, trx, closing);
      return { piece: {} };
    }
    const result = await doPiece(work, context, trx, closing, ids);
    await notePiece(trx, closing, { ...result.piece, after, gone: ids.length });
    return result;
  });
  if (done?.files) await deleteBytes(context, done.files);
  return done !== null;
}

/** Goes on with all closings that run until they are done or stopped, or so many pieces are; returns how many were done. */
export async function closeYears(context: Context, most = Number.POSITIVE_INFINITY): Promise<number> {
  let pieces = 0;
  while (pieces < most && (await closePiece(context))) pieces += 1;
  return pieces;
}
