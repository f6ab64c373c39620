import { randomBytes } from 'node:crypto';
import type { listPapers } from '@gerbang/contracts/papers';
import { PAPER_CODE_BYTES, paperCode } from '@gerbang/domain/papers';
import type { Database, Db } from '@gerbang/service-kit/data/database';
import { numberSearch, textSearch } from '@gerbang/service-kit/data/text-search';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Tables } from '../database.types.ts';

/** What a paper says beside its number; the public check tells of it, so it holds no name. */
export interface PaperFacts {
  /** Whole rupiah; null for a letter. */
  readonly amount: number | null;
  /** The Jakarta day of the payment; null for a letter. */
  readonly paid_on: string | null;
  /** Of the child's name; null where the family's data were erased. */
  readonly initials: string | null;
  readonly level: string;
  readonly year: string;
  /** The school's name as it stood then. */
  readonly issuer: string;
  /** A value that it prints was corrected: a paper with its number and another code takes its place. */
  readonly replaced?: true;
}

type Row = Tables['papers'];
export type PaperRecord = Omit<Row, 'facts'> & { readonly facts: PaperFacts };
/** A paper with the child that it is about. */
export type ListedPaper = PaperRecord & Pick<Tables['registrations'], 'child_name'>;

export type NewPaper = Pick<PaperRecord, 'kind' | 'registration_id' | 'number' | 'facts' | 'issued_on'> &
  Partial<Pick<PaperRecord, 'fee_verified_at' | 'payment_id' | 'confirmation_id' | 'refund_id'>>;

/** A paper with a new code. A code that another paper has is refused by the database. */
export const newPaper = (paper: NewPaper, bytes: Uint8Array = randomBytes(PAPER_CODE_BYTES)) => ({
  ...paper,
  id: uuidv7(),
  code: paperCode(bytes),
});

/** SQL: no paper takes the place of this one. */
const STANDS = `not jsonb_exists(facts, 'replaced')`;

/** Inserts a paper; undefined where its payment has one already. */
export async function insertPaper(
  trx: Knex.Transaction,
  paper: ReturnType<typeof newPaper>,
): Promise<PaperRecord | undefined> {
  const [row] = await trx('papers')
    .insert(paper)
    .onConflict(trx.raw(`(payment_id) where ${STANDS}`))
    .ignore()
    .returning('*');
  return row;
}

/** Inserts papers. */
export async function insertPapers(
  trx: Knex.Transaction,
  papers: readonly ReturnType<typeof newPaper>[],
): Promise<void> {
  await trx('papers').insert(papers);
}

/** The paper of one payment, confirmation or refund that was not replaced. */
export async function findPaper(
  db: Db,
  target:
    | { readonly payment_id: string }
    | { readonly confirmation_id: string }
    | { readonly registration_id: string; readonly kind: 'fee_receipt' }
    | { readonly refund_id: string },
): Promise<PaperRecord | undefined> {
  return db('papers').where(target).whereRaw(STANDS).first<PaperRecord | undefined>();
}

/** The number of a confirmation's letter that was replaced; its successor has it too. */
export async function replacedNumber(db: Db, confirmationId: string): Promise<string | undefined> {
  const row = await db('papers')
    .where({ confirmation_id: confirmationId })
    .first<{ number: string } | undefined>('number');
  return row?.number;
}

const CORRECTED = 'Data dikoreksi';

/** What papers print of a registration, before copies are written over it. */
type Printed = Pick<
  Tables['registrations'],
  | 'id'
  | 'corrections'
  | 'child_name'
  | 'father_name'
  | 'mother_name'
  | 'jenjang'
  | 'kelas'
  | 'academic_year'
  | 'fee_extra'
>;

/** What papers print of these registrations, locked in the order of their ids. */
export async function printedOf(trx: Knex.Transaction, ids: readonly string[]): Promise<Printed[]> {
  return trx('registrations')
    .whereIn('id', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .select(
      'id',
      'corrections',
      'child_name',
      'father_name',
      'mother_name',
      'jenjang',
      'kelas',
      'academic_year',
      'fee_extra',
    );
}

/**
 * Revokes the papers of registrations whose printed values a correction changed, and receipts of fees whose difference was
 * paid or taken back; each can be issued anew.
 */
export async function replacePrinted(
  trx: Knex.Transaction,
  before: readonly Printed[],
  now: Date,
): Promise<void> {
  const printed = (row: string) => `(${row}.child_name, coalesce(${row}.father_name, ${row}.mother_name),
    ${row}.jenjang, ${row}.kelas, ${row}.academic_year)`;
  await trx.raw(
    `update papers p set revoked_at = ?, reason = ?, facts = p.facts || '{"replaced": true}', version = p.version + 1
     from registrations r join jsonb_populate_recordset(null::registrations, ?) o on o.id = r.id
     where p.registration_id = r.id and p.revoked_at is null and not r.deleted
       and (r.corrections > o.corrections and ${printed('r')} is distinct from ${printed('o')}
         or r.fee_extra <> o.fee_extra and p.fee_verified_at = r.payment_verified_at)`,
    [now, CORRECTED, JSON.stringify(before)],
  );
}

/** The newest receipt of a registration's fee, one that counts before one that was revoked. */
export async function findFeeReceipt(db: Db, registrationId: string): Promise<PaperRecord | undefined> {
  return db('papers')
    .where({ registration_id: registrationId, kind: 'fee_receipt' })
    .orderByRaw('revoked_at is null desc, fee_verified_at desc')
    .first<PaperRecord | undefined>();
}

/** What the public check reads. */
export type CheckedPaper = Pick<PaperRecord, 'id' | 'kind' | 'number' | 'facts' | 'issued_on' | 'revoked_at'>;

/** The paper with this code. */
export async function findByCode(
  { prepared }: Pick<Database, 'prepared'>,
  code: string,
): Promise<CheckedPaper | undefined> {
  const rows = await prepared<CheckedPaper>(
    'paper_by_code',
    'select id, kind, number, facts, issued_on, revoked_at from papers where code = $1',
    [code],
  );
  return rows[0];
}

/** Adds looks to the counters of these papers. */
export async function addLooks(db: Db, looks: ReadonlyMap<string, number>): Promise<void> {
  await db.raw(
    `update papers set looks = looks + seen.count
     from unnest(?::uuid[], ?::int[]) as seen (id, count) where papers.id = seen.id`,
    [[...looks.keys()], [...looks.values()]],
  );
}

const KIND_AND_DIGIT = /^\s*(?:kw|kp|sk|pd)-\d/iu;

const withChild = (db: Db) =>
  db('papers')
    .join('registrations', 'registrations.id', 'papers.registration_id')
    .select('papers.*', 'registrations.child_name');

/** The papers under the filters, without order. */
export function listedPapers(
  db: Db,
  {
    kind,
    family,
    academic_year,
    search,
  }: Omit<z.output<(typeof listPapers)['query']>, 'sort' | 'limit' | 'cursor'>,
): Knex.QueryBuilder {
  const rows = withChild(db);
  if (kind !== undefined) void rows.where('papers.kind', kind);
  if (family !== undefined) void rows.where('registrations.user_id', family);
  if (academic_year !== undefined) void rows.where('registrations.academic_year', academic_year);
  const names = textSearch(search, 'registrations.search_text', { bare: false });
  if (names === null) return rows;
  const number = numberSearch(search, 'papers.number');
  // With its kind in front it is no name: then the names of all families need not be read.
  if (number !== null && KIND_AND_DIGIT.test(search ?? '')) return rows.andWhere(number);
  return rows.andWhere((any) => void (number === null ? any : any.where(number)).orWhere(names));
}

/** A paper, locked until the transaction ends. */
export async function lockPaper(trx: Knex.Transaction, id: string): Promise<ListedPaper | undefined> {
  return withChild(trx).where('papers.id', id).forNoKeyUpdate('papers').first<ListedPaper | undefined>();
}

/** Revokes a locked paper. */
export async function revokeLocked(
  trx: Knex.Transaction,
  { id, version }: Pick<PaperRecord, 'id' | 'version'>,
  change: { readonly revoked_at: Date; readonly reason: string },
): Promise<PaperRecord> {
  const [row] = await trx('papers')
    .where({ id, version, revoked_at: null })
    .update({ ...change, version: version + 1 })
    .returning('*');
  if (!row) throw new Error('a paper changed under its lock');
  return row;
}

/** Revokes the receipt of a payment, where it was made. */
export async function revokeReceipt(
  trx: Db,
  paymentId: string,
  change: { readonly revoked_at: Date; readonly reason: string },
): Promise<void> {
  await trx('papers')
    .where({ payment_id: paymentId, revoked_at: null })
    .update({ ...change, version: trx.raw('version + 1') });
}

/** Whether a payment was reversed; it is not until the transaction ends where it is not now. */
export async function lockReversed(trx: Db, paymentId: string): Promise<boolean> {
  const payment = await trx('enrollment_invoice_payments')
    .where({ id: paymentId })
    .forNoKeyUpdate()
    .first<{ verification_status: string } | undefined>('verification_status');
  return payment?.verification_status === 'reversed';
}

/**
 * Writes the initials of the child's present name, so that a paper that is printed again and its check say the same. Returns the
 * paper as it is then.
 */
export async function renewInitials<P extends PaperRecord>(db: Db, paper: P, initials: string): Promise<P> {
  if (paper.facts.initials === initials) return paper;
  const facts = { ...paper.facts, initials };
  await db('papers')
    .where({ id: paper.id })
    .update({ facts: db.raw(`facts || jsonb_build_object('initials', ?::text)`, [initials]) });
  return { ...paper, facts };
}

/** Every paper of this account's children, deleted registrations included. */
export async function heldPapers(db: Db, userId: string): Promise<ListedPaper[]> {
  return withChild(db).where('registrations.user_id', userId).orderBy('papers.id');
}

/** The reason of a letter whose family's data were erased. */
const ERASED = 'Data keluarga dihapus.';

/**
 * Ends what papers hold of registrations that admission erased. A receipt is a book: it stays, and can be checked by number, day
 * and amount, without initials unless the books keep the name (`named`). A letter speaks of a child whom the school no longer
 * knows: it is revoked, and its number stays used.
 */
export async function endPapers(
  trx: Knex.Transaction,
  ids: readonly string[],
  named: readonly string[],
  now: Date,
): Promise<void> {
  const blank = `facts || '{"initials": null}'`;
  await trx.raw(
    `update papers set facts = ${blank} where registration_id = any(?) and not registration_id = any(?)`,
    [[...ids], [...named]],
  );
  await trx.raw(
    `update papers set facts = ${blank}, reason = ?, revoked_at = coalesce(revoked_at, ?),
       version = version + (revoked_at is null)::integer
     where registration_id = any(?) and kind = 'acceptance_letter'`,
    [ERASED, now, [...ids]],
  );
}
