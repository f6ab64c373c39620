import type { BankLine, LineMatch } from '../src/bank-statements/bank-statements.api.ts';
import { id } from './samples.ts';

/** An exact proposal of 350,000 with a unique add of 137. */
export const aMatch = (changes: Partial<LineMatch> = {}): LineMatch => ({
  id: id(81),
  kind: 'registration_fee',
  registration_id: id(20),
  invoice_id: null,
  number: 'PSB-2026-SD-00042',
  child_name: 'Umar Faruq',
  family: id(10),
  amount: 350_000,
  surplus: 137,
  rest: 0,
  owed: 350_000,
  waiting_amount: null,
  confidence: 'exact',
  reasons: ['nominal unik', 'hari sama'],
  status: 'proposed',
  receipt_number: null,
  ...changes,
});

/** A line that came in, with an exact proposal. */
export const aLine = (changes: Partial<BankLine> = {}): BankLine => ({
  id: id(90),
  version: 1,
  account_key: 'utama',
  booked_on: '2026-11-20',
  direction: 'in',
  amount: 350_137,
  description: 'BI-FAST CR RINA WATI',
  bank_reference: '0303',
  status: 'proposed',
  ignored_reason: null,
  doubt: null,
  doubt_line_id: null,
  matches: [aMatch()],
  settled_bill: null,
  surplus: 0,
  unapplied: 0,
  ...changes,
});

const NONE = { lines: 0, amount: 0 };

/** Counts of lines, none where nothing is said. */
export const counts = (changes: {
  readonly status?: Readonly<Record<string, { lines: number; amount: number }>>;
  readonly confidence?: Readonly<Record<string, { lines: number; amount: number }>>;
}) => ({
  status: {
    new: NONE,
    proposed: NONE,
    booked: NONE,
    settlement: NONE,
    ignored: NONE,
    attention: NONE,
    ...changes.status,
  },
  confidence: { exact: NONE, strong: NONE, possible: NONE, ...changes.confidence },
});
