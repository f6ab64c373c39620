import type { PayRequestStatus } from '@gerbang/domain/pay-requests';
import { LIVE_PAY_STATUSES } from '@gerbang/domain/pay-requests';
import { type AuditEvent, changeWithTrail } from '@gerbang/service-kit/audit/audit';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';
import type { Tables } from '../database.types.ts';

export type PayRow = Tables['pay_requests'];
export type PayWordRow = Tables['pay_notifications'];

/** The registration fee or the invoice that a request is for. */
export type PayTarget = Pick<PayRow, 'kind' | 'registration_id' | 'invoice_id'>;
const columnOf = ({ registration_id, invoice_id }: PayTarget) =>
  invoice_id === null ? { registration_id } : { invoice_id };

/** Lets requests of one account be made one after the other; taken before every other lock. */
export async function lockPayer(trx: Db, userId: string): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`pay:${userId}`]);
}

/** The one live request of a target, not locked. */
export async function findLive(db: Db, target: PayTarget): Promise<PayRow | undefined> {
  return db('pay_requests')
    .where(columnOf(target))
    .whereIn('status', [...LIVE_PAY_STATUSES])
    .first<PayRow | undefined>();
}

/** How many requests this account has made since a moment, and whether this target has a live one. */
export async function countBefore(
  db: Db,
  { userId, since, target }: { readonly userId: string; readonly since: Date; readonly target: PayTarget },
): Promise<{ made: number; live: boolean }> {
  const live = db('pay_requests')
    .where(columnOf(target))
    .whereIn('status', [...LIVE_PAY_STATUSES]);
  const made = db('pay_requests')
    .where({ user_id: userId })
    .where('created_at', '>', since)
    .select(db.raw('count(*)::int'));
  return db.first<{ made: number; live: boolean }>(made.as('made'), db.raw('exists (?) as live', [live]));
}

export type NewPayRequest = Pick<
  PayRow,
  | 'id'
  | 'kind'
  | 'registration_id'
  | 'invoice_id'
  | 'user_id'
  | 'channel'
  | 'bank_code'
  | 'amount'
  | 'status'
  | 'expires_at'
  | 'created_at'
>;

/** Inserts a request, whose number is these digits and eight of the sequence, with its trail. */
export async function insertRequest(
  trx: Db,
  begins: string,
  row: NewPayRequest,
  event: AuditEvent,
): Promise<PayRow> {
  const number = trx.raw(`? || right('0000000' || nextval('pay_numbers'), 8)`, [begins]);
  const insert = trx('pay_requests')
    .insert({ ...row, request_no: number })
    .returning('*');
  const [made] = await changeWithTrail<PayRow>(trx, insert, event);
  if (!made) throw new Error('a request was not inserted');
  return made;
}

/** What a dialog that waits reads. */
export type PayState = Pick<PayRow, 'status' | 'expires_at' | 'paid_at' | 'payment_id' | 'created_at'>;
const STATE = `select status, expires_at, paid_at, payment_id, created_at from pay_requests
  where id = $1 and ($2::uuid is null or user_id = $2)`;

/** Where a request stands; of this account alone where one is named. Every dialog asks every three seconds. */
export async function readState(
  { prepared }: Pick<Database, 'prepared'>,
  id: string,
  userId: string | null,
): Promise<PayState | undefined> {
  return (await prepared<PayState>('pay_state', STATE, [id, userId]))[0];
}

/** A request; of this account alone where one is named. */
export async function findRequest(db: Db, id: string, userId: string | null): Promise<PayRow | undefined> {
  return db('pay_requests')
    .where({ id, ...(userId !== null && { user_id: userId }) })
    .first<PayRow | undefined>();
}

/** Every request of an account, the oldest first. */
export async function requestsOfFamily(db: Db, userId: string): Promise<PayRow[]> {
  return db('pay_requests').where({ user_id: userId }).orderBy(['created_at', 'id']);
}

/** A request, locked until the transaction ends: before expectations, invoices and fees. */
export async function lockRequest(trx: Db, id: string): Promise<PayRow | undefined> {
  return trx('pay_requests').where({ id }).forUpdate().first<PayRow | undefined>();
}

/** The request with this number, locked as by `lockRequest`. */
export async function lockNumbered(trx: Db, requestNo: string | null): Promise<PayRow | undefined> {
  if (requestNo === null) return undefined;
  return trx('pay_requests').where({ request_no: requestNo }).forUpdate().first<PayRow | undefined>();
}

/** The request that a provider's word is about: by its number, else by that of its virtual account, the newest. */
export async function findNamed(
  db: Db,
  requestNo: string,
  vaNumber: string | null,
): Promise<PayRow | undefined> {
  const rows = db('pay_requests').orderBy('created_at', 'desc');
  const byNumber = requestNo === '' ? undefined : await rows.clone().where({ request_no: requestNo }).first();
  if (byNumber || vaNumber === null || requestNo !== '') {
    const isOther =
      byNumber && vaNumber !== null && byNumber.va_number !== null && byNumber.va_number !== vaNumber;
    return isOther ? undefined : byNumber;
  }
  return rows.where({ va_number: vaNumber }).first();
}

export type RequestColumns = Partial<
  Pick<
    PayRow,
    | 'status'
    | 'va_number'
    | 'qr_content'
    | 'provider_id'
    | 'expires_at'
    | 'paid_at'
    | 'paid_amount'
    | 'rrn'
    | 'payment_id'
    | 'attempts'
    | 'last_error'
  >
>;

/** The statement that writes columns of a request as it was read, and returns it; nothing where it has changed since. */
export const requestChange = (db: Db, { id, version }: PayRow, columns: RequestColumns): Knex.QueryBuilder =>
  db('pay_requests')
    .where({ id, version })
    .update({ ...columns, version: version + 1, updated_at: db.fn.now() })
    .returning('*');

/** Writes columns of a locked request; its version is guarded once more. */
export async function updateRequest(trx: Db, present: PayRow, columns: RequestColumns): Promise<PayRow> {
  const [row]: PayRow[] = await requestChange(trx, present, columns);
  if (!row) throw new Error('A pay request changed under its lock');
  return row;
}

/** Live requests that this condition chooses, the oldest end first. */
export async function liveRequests(
  db: Db,
  choose: (rows: Knex.QueryBuilder) => void,
  limit: number,
): Promise<PayRow[]> {
  return db('pay_requests')
    .whereIn('status', [...LIVE_PAY_STATUSES] satisfies PayRequestStatus[])
    .modify(choose)
    .orderBy('expires_at')
    .limit(limit);
}

/**
 * Takes the next live request that this condition chooses for a look of a job: the one that was not looked at for the
 * longest. Undefined where there is none, or where all processes together have taken `limit` since a moment.
 */
export async function claimLook(
  trx: Db,
  choose: (rows: Knex.QueryBuilder) => void,
  { limit, since, now }: { readonly limit: number; readonly since: Date; readonly now: Date },
): Promise<PayRow | undefined> {
  await trx.raw(`select pg_advisory_xact_lock(hashtextextended('pay-looks', 0))`);
  const taken = await trx('pay_requests')
    .where('looked_at', '>', since)
    .first<{ count: number }>(trx.raw('count(*)::int as count'));
  if (taken.count >= limit) return undefined;
  const next = await trx('pay_requests')
    .whereIn('status', [...LIVE_PAY_STATUSES] satisfies PayRequestStatus[])
    .modify(choose)
    .orderBy([{ column: 'looked_at', nulls: 'first' }, 'expires_at', 'id'])
    .forUpdate()
    .skipLocked()
    .first<PayRow | undefined>();
  if (next) await trx('pay_requests').where({ id: next.id }).update({ looked_at: now });
  return next;
}

export type NewWord = Omit<PayWordRow, 'outcome' | 'answer_code'> &
  Partial<Pick<PayWordRow, 'outcome' | 'answer_code'>>;

/** Stores a word of the provider; returns the one that is stored, an equal one of before too. */
export async function storeWord(trx: Db, row: NewWord): Promise<PayWordRow> {
  const { service, provider_ref, external_id } = row;
  const [made] = await trx('pay_notifications')
    .insert(row)
    .onConflict(['service', 'provider_ref', 'external_id'])
    .ignore()
    .returning<PayWordRow[]>('*');
  if (made) return made;
  const stored = await trx('pay_notifications')
    .where({ service, provider_ref, external_id })
    .first<PayWordRow | undefined>();
  if (!stored) throw new Error('a word of the provider is gone');
  return stored;
}

/** Whether this number of a notification came since a moment with another body. */
export async function isOtherBody(
  db: Db,
  { externalId, hash, since }: { readonly externalId: string; readonly hash: string; readonly since: Date },
): Promise<boolean> {
  const found = await db('pay_notifications')
    .where({ external_id: externalId, signature_ok: true })
    .where('received_at', '>=', since)
    .whereNot('body_hash', hash)
    .first('id');
  return found !== undefined;
}

/** A stored word, locked; it is the last that a transaction about it locks first. */
export async function lockWord(trx: Db, id: string): Promise<PayWordRow | undefined> {
  return trx('pay_notifications').where({ id }).forUpdate().first<PayWordRow | undefined>();
}

/**
 * Whether this payment of the request came to something before. A look may not have told the payment's own id, but its number
 * at the bank, or neither: then it is of the one payment whose own word comes after it, or came before.
 */
export async function isKnownPayment(
  trx: Db,
  { id, request_no, provider_ref, rrn }: PayWordRow,
  outcomes: readonly string[],
): Promise<boolean> {
  const others = trx('pay_notifications')
    .where({ request_no })
    .whereIn('outcome', [...outcomes, 'repeated'])
    .whereNotIn('provider_ref', [provider_ref, String(request_no)]);
  const found = await trx('pay_notifications')
    .where({ request_no })
    .whereNot({ id })
    .whereIn('outcome', [...outcomes])
    .where((same) => {
      void same.where({ provider_ref });
      if (rrn !== null) void same.orWhere({ rrn });
      void same.orWhere((unnamed) => {
        void unnamed.whereRaw(rrn === null ? 'true' : 'rrn is null');
        if (provider_ref !== request_no)
          void unnamed.where({ provider_ref: request_no }).whereNotExists(others);
      });
    })
    .first('id');
  return found !== undefined;
}

/** Writes, once, what a word came to. */
export async function decideWord(
  trx: Db,
  id: string,
  outcome: NonNullable<PayWordRow['outcome']>,
  answerCode: string,
): Promise<void> {
  const changed = await trx('pay_notifications')
    .where({ id, outcome: null })
    .update({ outcome, answer_code: answerCode });
  if (changed !== 1) throw new Error('a word of the provider was decided before');
}

/** Words that were stored a while ago and not acted upon. */
export async function waitingWords(
  db: Db,
  before: Date,
  limit: number,
): Promise<Pick<PayWordRow, 'id' | 'request_no'>[]> {
  return db('pay_notifications')
    .whereNull('outcome')
    .where('received_at', '<', before)
    .orderBy('received_at')
    .limit(limit)
    .select('id', 'request_no');
}
