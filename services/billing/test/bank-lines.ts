import { randomBytes } from 'node:crypto';
import type { LineStatus } from '@gerbang/domain/bank-lines';
import { uuidv7 } from 'uuidv7';
import type { Door } from './door.ts';
import { copyOf } from './enrollments.ts';

const BY = { decided_by_id: uuidv7(), decided_by_name: 'Fina Keuangan', decided_by_role: 'finance' };

/** Writes rows about lines of the bank past the calls, as owner of the tables. */
export async function openLines(door: Door) {
  const { db } = door;
  const [statement, family] = [uuidv7(), await door.caller()];
  await db('bank_statements').insert({
    id: statement,
    account_key: 'utama',
    profile: 'bsi',
    file_sha256: randomBytes(32),
    file_name: 'mutasi.csv',
    period_from: '2027-01-01',
    period_to: '2027-12-31',
    credits_total: 0,
    debits_total: 0,
    lines_total: 0,
    lines_new: 0,
    checks: '[]',
    imported_by_id: uuidv7(),
    imported_by_role: 'finance',
  });
  return {
    family,

    /** A line of money that came in. */
    async line(change: {
      amount?: number;
      status?: LineStatus;
      booked_on?: string;
      account_key?: string;
      direction?: 'in' | 'out';
    }): Promise<string> {
      const id = uuidv7();
      await db('bank_lines').insert({
        id,
        statement_id: statement,
        account_key: 'utama',
        booked_on: '2027-03-03',
        direction: 'in',
        amount: 350_000,
        fingerprint: randomBytes(32),
        occurrence: 1,
        ...change,
        ignored_reason: change.status === 'ignored' ? 'Bunga tabungan' : null,
      });
      return id;
    },

    /** A registration whose fee is verified since long. */
    fee: (change: Record<string, unknown> = {}) =>
      copyOf(door, family, { payment_amount: 350_000, payment_verified_at: '2027-01-01', ...change }),

    /** A match of a line and a registration fee. */
    async match(line_id: string, change: Record<string, unknown> = {}): Promise<string> {
      const id = uuidv7();
      await db('bank_matches').insert({
        id,
        line_id,
        kind: 'registration_fee',
        registration_id: change.registration_id ?? (await this.fee()).id,
        amount: 350_000,
        status: 'booked',
        decided_at: '2027-03-04',
        ...BY,
        ...change,
      });
      return id;
    },

    /** Money of a line that pays nothing. */
    async receipt(line_id: string, amount: number, change: Record<string, unknown> = {}): Promise<string> {
      const id = uuidv7();
      await db('unapplied_receipts').insert({ id, line_id, amount, cause: 'overpaid', ...change });
      return id;
    },
    returned: { status: 'returned', returned_on: '2027-03-05', decided_at: '2027-03-05', ...BY },

    /** The unique amount of a line, asked for with a used expectation. */
    async surplus(line_id: string, amount: number, change: Record<string, unknown> = {}): Promise<string> {
      const expectation = uuidv7();
      const [match] = await db('bank_matches').where({ line_id, status: 'booked' });
      await db('payment_expectations').insert({
        id: expectation,
        account_key: 'utama',
        kind: 'registration_fee',
        registration_id: match?.registration_id ?? (await this.fee()).id,
        user_id: family.id,
        base: 350_000,
        unique_add: amount,
        reference: `GB-${randomBytes(3).toString('hex').toUpperCase()}`,
        status: 'used',
        holds_amount: false,
        expires_at: '2027-03-05',
        cools_until: '2027-03-19',
        ...change,
      });
      if (match) await db('bank_matches').where({ id: match.id }).update({ expectation_id: expectation });
      await db('surplus_ledger').insert({ id: uuidv7(), line_id, expectation_id: expectation, amount });
      return expectation;
    },
  };
}

export type Lines = Awaited<ReturnType<typeof openLines>>;
