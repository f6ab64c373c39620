import type { LineDirection } from '@gerbang/domain/bank-lines';
import type { CheckResult, StatementCheckName, StatementProfile } from '@gerbang/domain/bank-statements';
import type { OtherKind } from '@gerbang/service-kit/spreadsheets/open-table';

/** A cell as a file has it; XLSX knows numbers. */
export type Cell = string | number;

/** One movement of the account. Amounts in sen, hundredths of a rupiah: banks write balances with them. */
export interface StatementLine {
  /** `YYYY-MM-DD`; null while the bank has not posted the movement. */
  readonly booked_on: string | null;
  readonly valued_on: string | null;
  readonly direction: LineDirection;
  readonly sen: number;
  readonly description: string;
  readonly bank_reference: string | null;
  /** The account's balance after the movement, in sen. */
  readonly balance: number | null;
}

/** What the foot of a file says of its lines: how many, and their sum in sen. */
export interface StatementFoot {
  readonly opening: number | null;
  readonly closing: number | null;
  readonly credits: number | null;
  readonly debits: number | null;
  readonly credit_lines: number | null;
  readonly debit_lines: number | null;
}

/** A statement as its file says it, not checked yet. */
export interface Statement {
  readonly profile: StatementProfile | 'own';
  /** The school's own shape with which it was read. */
  readonly own_profile_id: string | null;
  /** Digits only, `shortened` where a spreadsheet has rounded it; null where the file does not name its account. */
  readonly account_number: string | null;
  readonly period: { readonly from: string; readonly to: string } | null;
  /** In the order of the bank's books, the oldest first. */
  readonly lines: readonly StatementLine[];
  readonly foot: StatementFoot;
}

/** Why a file is no statement that we can read. */
export type Unreadable =
  | {
      readonly code: 'not_a_table';
      readonly kind?: OtherKind;
    }
  | { readonly code: 'too_long' }
  | {
      readonly code: 'unknown_shape';
      readonly headers: readonly string[];
      readonly sample: readonly string[][];
    }
  | { readonly code: 'other_shape' }
  | { readonly code: 'unreadable_row'; readonly row: number };

/** Ends the reading of a file with the reason. */
export class UnreadableStatement extends Error {
  readonly reason: Unreadable;

  constructor(reason: Unreadable) {
    super(reason.code);
    this.reason = reason;
  }
}

/** A check with the sentence that finance reads. */
export interface StatementCheck {
  readonly check: StatementCheckName;
  readonly result: CheckResult;
  readonly text: string;
}
