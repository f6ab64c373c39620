import { STATEMENT_MAX_LINES } from '@gerbang/domain/bank-statements';
import {
  type Cell,
  type Statement,
  type StatementFoot,
  type StatementLine,
  UnreadableStatement,
} from './statement.ts';
import { findHead, type Head, HEAD_ROWS } from './statement-shapes.ts';
import { type DecimalSign, dayOf, type Period, senOf } from './statement-values.ts';

type Row = readonly Cell[];

/** Banks write this in place of the day of a movement that is not posted yet. */
const NOT_POSTED = /^'?PEND/iu;
const ACCOUNT = /\b(?:no(?:mor)?\.? ?rekening|account ?(?:no|number))\b/iu;
const FOOT_NAMES: Readonly<Record<'opening' | 'closing' | 'credits' | 'debits', RegExp>> = {
  opening: /^(?:saldo awal|starting balance)\b/iu,
  closing: /^(?:saldo akhir|ending balance)\b/iu,
  credits: /^(?:mutasi kredit|credit)\b/iu,
  debits: /^(?:mutasi debet|mutasi debit|debet)\b/iu,
};
const SAMPLE_ROWS = 5;

const textOf = (cell: Cell | undefined) => String(cell ?? '').trim();
const digits = (text: string) => text.replace(/\D/gu, '');

/** Letters and digits as `x`, so that a mapping can be made without the payers' names. */
const masked = (cell: Cell) =>
  textOf(cell)
    .replace(/[\p{L}\p{N}]/gu, 'x')
    .slice(0, 100);

function unknownShape(rows: readonly Row[]): UnreadableStatement {
  const width = Math.max(...rows.slice(0, HEAD_ROWS).map((row) => row.length));
  const at = rows.findIndex((row) => row.length === width);
  return new UnreadableStatement({
    code: 'unknown_shape',
    headers: (rows[at] ?? []).map((cell) => textOf(cell).slice(0, 100)),
    sample: rows.slice(at + 1, at + 1 + SAMPLE_ROWS).map((row) => row.map(masked)),
  });
}

/** The account number that the rows above the table name, digits only. */
function accountAbove(rows: readonly Row[]): string | null {
  const row = rows.find((cells) => cells.some((cell) => ACCOUNT.test(String(cell))));
  const found = /\d[\d .-]{6,}\d/u.exec(row?.map(String).join(' ') ?? '')?.[0];
  return found === undefined ? null : digits(found);
}

function periodAbove(rows: readonly Row[]): Period | null {
  const row = rows.find((cells) => cells.some((cell) => /\bperiod/iu.test(String(cell))));
  const days = (row?.map(String).join(' ') ?? '').match(/\d{1,2}[/.-]\d{1,2}[/.-]\d{4}|\d{4}-\d{2}-\d{2}/gu);
  const [from, to] = (days ?? []).map((day) => dayOf(day, null));
  return from && to ? { from, to } : null;
}

type Moved = Pick<StatementLine, 'direction' | 'sen'>;

/** Reads the rows of one table by the places of its columns. */
class TableReader {
  readonly #columns: Head['shape']['columns'];
  readonly #decimal: DecimalSign;
  readonly #names: readonly string[];
  readonly #period: Period | null;

  constructor({ shape, names }: Head, period: Period | null) {
    this.#columns = shape.columns;
    this.#decimal = shape.decimal;
    this.#names = names;
    this.#period = period;
  }

  #cell(row: Row, name: string | undefined): Cell {
    return name === undefined ? '' : (row[this.#names.indexOf(name)] ?? '');
  }

  #sen(row: Row, name: string | undefined): number | null {
    return senOf(this.#cell(row, name), this.#decimal);
  }

  /** Direction and amount; null where nothing moved, undefined where they cannot be read. */
  #moved(row: Row): Moved | null | undefined {
    const { amount } = this.#columns;
    return amount === undefined ? this.#inTwoColumns(row) : this.#inOneColumn(row, amount);
  }

  #inTwoColumns(row: Row): Moved | null | undefined {
    const credit = this.#sen(row, this.#columns.credit);
    const debit = this.#sen(row, this.#columns.debit);
    if (credit === 0 && debit === 0) return null;
    if (credit === null || debit === null || credit < 0 || (credit !== 0 && debit !== 0)) return undefined;
    return credit === 0 ? { direction: 'out', sen: Math.abs(debit) } : { direction: 'in', sen: credit };
  }

  #inOneColumn(row: Row, amount: string): Moved | null | undefined {
    const { direction } = this.#columns;
    const at = this.#names.indexOf(amount);
    const [, written, behind] = /^(.*?)\s*(CR|DB)?$/iu.exec(textOf(row[at])) ?? [];
    const word = textOf(
      direction === undefined ? behind : direction === '' ? row[at + 1] : this.#cell(row, direction),
    );
    const sen = senOf(typeof row[at] === 'number' ? row[at] : (written ?? ''), this.#decimal);
    if (sen === 0) return null;
    if (sen === null || sen < 0) return undefined;
    if (/^(?:CR|C|K|KREDIT)$/iu.test(word)) return { direction: 'in', sen };
    return /^(?:DB|D|DR|DEBET|DEBIT)$/iu.test(word) ? { direction: 'out', sen } : undefined;
  }

  /** The balance after the movement; undefined where the cell is no amount. */
  #balance(row: Row, signed: number): number | null | undefined {
    const { balance, balance_before } = this.#columns;
    const name = balance ?? balance_before;
    if (name === undefined || textOf(this.#cell(row, name)) === '') return null;
    const sen = this.#sen(row, name);
    if (sen === null) return undefined;
    return balance === undefined ? sen + signed : sen;
  }

  /** The account that the row names, digits only. */
  account(row: Row): string | null {
    return digits(textOf(this.#cell(row, this.#columns.account))) || null;
  }

  /** The row's movement; null for a row that is none, undefined for one that is a movement and cannot be read. */
  line(row: Row): StatementLine | null | undefined {
    const { date, valued, description, reference } = this.#columns;
    const dateCell = textOf(this.#cell(row, date));
    const booked_on = dayOf(dateCell, this.#period);
    const moved = this.#moved(row);
    if (booked_on === null && !NOT_POSTED.test(dateCell)) return moved ? undefined : null;
    if (!moved) return moved;
    const balance = this.#balance(row, moved.direction === 'in' ? moved.sen : -moved.sen);
    if (balance === undefined) return undefined;
    const text = this.#names.flatMap((name, at) => (description.includes(name) ? [textOf(row[at])] : []));
    return {
      booked_on,
      valued_on: valued === undefined ? null : dayOf(this.#cell(row, valued), this.#period),
      ...moved,
      description: text.join(' ').replace(/\s+/gu, ' ').trim(),
      bank_reference: textOf(this.#cell(row, reference)).replace(/^'/u, '') || null,
      balance,
    };
  }
}

/** A sum below the table, with the number of lines where it stands behind it. */
function footRow(row: Row, decimal: DecimalSign): [keyof typeof FOOT_NAMES, number, number | null] | null {
  const cells = row.flatMap((cell): Cell[] =>
    typeof cell === 'number' ? [cell] : cell.split(/:|=/u).map((part) => part.trim()),
  );
  const name = Object.entries(FOOT_NAMES).find(([, pattern]) => pattern.test(String(cells[0])))?.[0];
  const figures = cells.slice(1).filter((cell) => cell !== '');
  const sen = figures[0] === undefined ? null : senOf(figures[0], decimal);
  if (name === undefined || sen === null) return null;
  const count = figures[1] === undefined ? Number.NaN : Number(figures[1]);
  return [name as keyof typeof FOOT_NAMES, sen, Number.isInteger(count) ? count : null];
}

/** Whether the balances follow on each other only from the last row to the first. */
function isNewestFirst(lines: readonly StatementLine[]): boolean {
  const [first, last] = [lines[0]?.booked_on, lines.at(-1)?.booked_on];
  if (first && last && first !== last) return first > last;
  const follows = (before: StatementLine, after: StatementLine) =>
    before.balance !== null &&
    after.balance === before.balance + (after.direction === 'in' ? after.sen : -after.sen);
  const pairs = lines.slice(1).map((line, at) => [lines[at] ?? line, line] as const);
  return (
    pairs.length > 0 &&
    !pairs.every(([before, after]) => follows(before, after)) &&
    pairs.every(([before, after]) => follows(after, before))
  );
}

/**
 * The statement in a file's cells. Throws `UnreadableStatement` for a table of no known bank, for more than 20,000 lines,
 * and with its number for a row that moves money and cannot be read: none is ever left out.
 */
export function readStatement(rows: readonly Row[]): Statement {
  const head = findHead(rows);
  if (head === null)
    throw rows.some((row) => row.length > 2)
      ? unknownShape(rows)
      : new UnreadableStatement({ code: 'not_a_table' });
  const above = rows.slice(0, head.row);
  const period = periodAbove(above);
  const table = new TableReader(head, period);
  const accounts = new Set<string>();
  const lines: StatementLine[] = [];
  const foot: { -readonly [Name in keyof StatementFoot]: StatementFoot[Name] } = {
    opening: null,
    closing: null,
    credits: null,
    debits: null,
    credit_lines: null,
    debit_lines: null,
  };
  for (const [at, row] of rows.entries()) {
    if (at <= head.row) continue;
    const sum = footRow(row, head.shape.decimal);
    if (sum) {
      const [name, sen, count] = sum;
      foot[name] = sen;
      if (name === 'credits') foot.credit_lines = count;
      if (name === 'debits') foot.debit_lines = count;
      continue;
    }
    const line = table.line(row);
    if (line === undefined) throw new UnreadableStatement({ code: 'unreadable_row', row: at + 1 });
    if (line === null) continue;
    lines.push(line);
    const account = table.account(row);
    if (account !== null) accounts.add(account);
    if (lines.length > STATEMENT_MAX_LINES) throw new UnreadableStatement({ code: 'too_long' });
  }
  return {
    profile: head.shape.profile,
    // Rows of two accounts are never one account's statement: the check refuses the joined numbers.
    account_number: accounts.size > 0 ? [...accounts].join(' ') : accountAbove(above),
    period,
    lines: isNewestFirst(lines) ? lines.toReversed() : lines,
    foot,
  };
}
