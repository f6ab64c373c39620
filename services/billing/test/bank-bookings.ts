import { assignUnapplied, returnUnapplied } from '@gerbang/contracts/unapplied-receipts';
import { bookMatches, matchLine } from '@gerbang/contracts/bank-matches';
import type { BankTarget } from '@gerbang/domain/payment-expectations';
import type { Confidence, WholeLineCause } from '@gerbang/domain/bank-matches';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import type { Door } from './door.ts';
import type { World } from './invoice-payments.ts';
import { invoiceOf } from './payment-calls.ts';

export const ACCOUNT = 'utama';
export const DAY = '2026-11-19';

/** A line of a statement that `importer` uploaded, past the calls, which have their own tests. */
export async function lineOf(
  { context, db }: Door,
  amount: number,
  { importer = uuidv7(), day = DAY, text = 'TRSF E-BANKING CR RINA WATI' } = {},
): Promise<string> {
  const [id, statement] = [uuidv7(), uuidv7()];
  await db('bank_statements').insert({
    id: statement,
    account_key: ACCOUNT,
    profile: 'bca-bisnis',
    file_sha256: randomBytes(32),
    file_name: 'mutasi.csv',
    period_from: day,
    period_to: day,
    credits_total: amount,
    debits_total: 0,
    lines_total: 1,
    lines_new: 1,
    checks: '[]',
    imported_by_id: importer,
    imported_by_role: 'finance',
  });
  await db('bank_lines').insert({
    id,
    statement_id: statement,
    account_key: ACCOUNT,
    booked_on: day,
    direction: 'in',
    amount,
    description: context.columns.seal('bank_lines', 'description', id, text),
    fingerprint: randomBytes(32),
    occurrence: 1,
  });
  return id;
}

export interface Target {
  readonly kind: BankTarget;
  readonly id: string;
}
const columnsOf = ({ kind, id }: Target) => ({
  kind,
  ...(kind === 'invoice' ? { invoice_id: id } : { registration_id: id }),
});

let references = 0;

/** The exact amount that a family was asked for. */
export async function asked({ db }: Door, target: Target, base: number, add: number): Promise<string> {
  const id = uuidv7();
  references += 1;
  const reference = `GB-${references.toString(8).padStart(6, '0')}`;
  await db('payment_expectations').insert({
    id,
    account_key: ACCOUNT,
    ...columnsOf(target),
    user_id: uuidv7(),
    base,
    unique_add: add,
    reference,
    holds_amount: true,
    expires_at: '2035-01-01',
    cools_until: '2035-02-01',
  });
  return id;
}

/** A proposal of the matcher. */
export async function proposed(
  { db }: Door,
  lineId: string,
  target: Target,
  amount: number,
  { confidence = 'exact' as Confidence, expectation = null as string | null } = {},
): Promise<string> {
  const id = uuidv7();
  await db('bank_matches').insert({
    id,
    line_id: lineId,
    ...columnsOf(target),
    expectation_id: expectation,
    amount,
    confidence,
    reasons: ['unique_amount'],
    status: 'proposed',
  });
  await db('bank_lines').where({ id: lineId }).update({ status: 'proposed' });
  return id;
}

/** An invoice with the line that pays it and the matcher's proposal: with an exact amount where something is added. */
export async function matchedInvoice(world: World, total: number, add = 0, more = 0) {
  const { door } = world;
  const made = await invoiceOf(world, total);
  const target = { kind: 'invoice', id: made.invoice.id } as const;
  const expectation = add === 0 ? null : await asked(door, target, total, add);
  const line = await lineOf(door, total + add + more);
  const confidence = more === 0 ? 'exact' : 'strong';
  const id = await proposed(door, line, target, total, { expectation, confidence });
  return { ...made, target, expectation, line, id, add };
}

let keys = 0;
/** A key that no other call has. */
export const newKey = () => `kunci-uji-${(keys += 1)}`;
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

export const book = (door: Door, staff: Caller, match_ids: readonly string[], key = newKey()) =>
  door.call(bookMatches, staff, { body: { match_ids }, ...keyed(key) });

export interface Chosen extends Target {
  readonly amount: number;
}
export const match = (
  door: Door,
  staff: Caller,
  lineId: string,
  targets: readonly Chosen[],
  { reason = 'Nama pengirim cocok' as string | null, key = newKey() } = {},
) =>
  door.call(matchLine, staff, {
    params: { id: lineId },
    body: { targets, ...(reason !== null && { reason }) },
    ...keyed(key),
  });

/** Lets all of a line stand unapplied. */
export const keepUnapplied = (
  door: Door,
  staff: Caller,
  lineId: string,
  unapplied: WholeLineCause,
  body: object = { reason: 'Sudah dibayar pekan lalu' },
) =>
  door.call(matchLine, staff, {
    params: { id: lineId },
    body: { targets: [], unapplied, ...body },
    ...keyed(newKey()),
  });

export const assign = (door: Door, staff: Caller, id: string, body: Chosen, key = newKey()) =>
  door.call(assignUnapplied, staff, { params: { id }, body, ...keyed(key) });

export const giveBack = (door: Door, staff: Caller, id: string, body = {}, key = newKey()) =>
  door.call(returnUnapplied, staff, {
    params: { id },
    body: { note: 'Dikembalikan ke pengirim', returned_on: DAY, ...body },
    ...keyed(key),
  });

/** The lines whose money is not where R-I1 says: all of it booked, surplus or unapplied, or none of it. */
export async function lostMoney({ db }: Door): Promise<unknown[]> {
  const { rows } = await db.raw(`
    select l.id, l.status, l.amount, m.sum as booked, s.sum as surplus, u.sum as unapplied from bank_lines l
    cross join lateral (select coalesce(sum(amount), 0) as sum from bank_matches where line_id = l.id and status = 'booked') m
    cross join lateral (select coalesce(sum(amount), 0) as sum from surplus_ledger where line_id = l.id) s
    cross join lateral (select coalesce(sum(amount), 0) as sum from unapplied_receipts where line_id = l.id and status <> 'released') u
    where m.sum + s.sum + u.sum <> case when l.status = 'booked' then l.amount else 0 end`);
  return rows as unknown[];
}

/** Payments that rest on a line without exactly one booked match or assigned receipt, and the other way round. */
export async function looseMoney({ db }: Door): Promise<unknown[]> {
  const { rows } = await db.raw(`
    with rests as (
      select payment_id as id, line_id, amount from bank_matches where status = 'booked' and payment_id is not null
      union all
      select assigned_payment_id, line_id, amount from unapplied_receipts where assigned_payment_id is not null
    )
    select p.id, p.bank_line_id, r.line_id from enrollment_invoice_payments p full join rests r on r.id = p.id
    where (p.bank_line_id is not null or r.id is not null)
      and (p.bank_line_id is distinct from r.line_id or p.amount_paid <> r.amount
        or p.verification_status <> 'verified')`);
  return rows as unknown[];
}

/** Whatever is wrong with the money of lines, payments and the ledger. */
export async function moneyFaults(door: Door): Promise<unknown[]> {
  return [...(await verifyBooks(door.database)), ...(await lostMoney(door)), ...(await looseMoney(door))];
}

interface Desk {
  readonly world: World;
  readonly staff: Caller;
  readonly other: Caller;
}

/** A suite's service with two people who book; after each of its tests every rupiah must be somewhere. */
export function useDesk(open: () => Promise<World>, onOpen: (desk: Desk) => void): void {
  let world: World;
  beforeAll(async () => {
    world = await open();
    const staff = await world.door.caller('finance', 'Fina Keuangan');
    onOpen({ world, staff, other: await world.door.caller('admin', 'Ani Admin') });
  });
  afterEach(async () => {
    expect(await moneyFaults(world.door)).toEqual([]);
  });
  afterAll(() => world.close());
}

/** The open unapplied receipts of a line by cause. */
export async function unappliedOf({ db }: Door, lineId: string): Promise<Record<string, number>> {
  const rows = await db('unapplied_receipts').where({ line_id: lineId }).select('cause', 'amount');
  return Object.fromEntries(rows.map(({ cause, amount }) => [cause, amount]));
}
