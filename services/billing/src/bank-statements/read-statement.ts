import { STATEMENT_MAX_LINES } from '@gerbang/domain/bank-statements';
import { isTorn } from './folded-lines.ts';
import {
  type Cell,
  type Statement,
  type StatementFoot,
  type StatementLine,
  UnreadableStatement,
} from './statement.ts';
import { findHead, type Head, HEAD_ROWS } from './statement-shapes.ts';
import { SHORTENED, TableReader, textOf } from './table-reader.ts';
import { type DecimalSign, dayOf, type Period, senOf, serialDay } from './statement-values.ts';

type Row = readonly Cell[];

const ACCOUNT = /\b(?:no(?:mor)?\.? ?rekening|account ?(?:no|number))\b/iu;
const FOOT_NAMES: Readonly<Record<'opening' | 'closing' | 'credits' | 'debits', RegExp>> = {
  opening: /^(?:saldo awal|starting balance)\b/iu,
  closing: /^(?:saldo akhir|ending balance)\b/iu,
  credits: /^(?:mutasi kredit|credit)\b/iu,
  debits: /^(?:mutasi debet|mutasi debit|debet)\b/iu,
};
const SAMPLE_ROWS = 5;

const digits = (text: string) => text.replace(/\D/gu, '');

/** Letters and digits as `x`, so that a mapping can be made without the payers' names. */
const masked = (cell: Cell) =>
  textOf(cell)
    .replace(/[\p{L}\p{N}]/gu, 'x')
    .slice(0, 100);

/** Whether a row is one of a table rather than its head: a day or an amount stands in it. */
const isData = (row: Row) =>
  row.some((cell) => typeof cell === 'number' || (/\d/u.test(cell) && /^['\d\s/.,:+-]+$/u.test(cell)));

const filled = (row: Row) => row.filter((cell) => textOf(cell) !== '').length;

/** Where the head of an unknown table stands: in a workbook all rows are equally wide, but titles fill few cells; one column may lack a name. */
function likelyHead(rows: readonly Row[]): number {
  const first = rows.slice(0, HEAD_ROWS);
  const width = Math.max(...first.map((row) => row.length));
  const wide = first.filter((row) => row.length === width);
  const most = Math.max(...wide.map(filled));
  return first.findIndex((row) => row.length === width && filled(row) >= most - 1);
}

function unknownShape(rows: readonly Row[]): UnreadableStatement {
  const at = likelyHead(rows);
  const head = rows[at] ?? [];
  return new UnreadableStatement({
    code: 'unknown_shape',
    // A table without a head begins with a payer.
    headers: head.map((cell) => (isData(head) ? masked(cell) : textOf(cell).slice(0, 100))),
    sample: rows.slice(at + 1, at + 1 + SAMPLE_ROWS).map((row) => row.map(masked)),
  });
}

/** The account number that the rows above the table name, digits only. */
function accountAbove(rows: readonly Row[]): string | null {
  const row = rows.find((cells) => cells.some((cell) => ACCOUNT.test(String(cell))));
  if (row?.some((cell) => SHORTENED.test(String(cell).trim()))) return 'shortened';
  const found = /\d[\d .-]{6,}\d/u.exec(row?.map(String).join(' ') ?? '')?.[0];
  return found === undefined ? null : digits(found);
}

function periodAbove(rows: readonly Row[]): Period | null {
  const row = rows.find((cells) => cells.some((cell) => /\bperiod/iu.test(String(cell))));
  const days = (row?.map((cell) => serialDay(cell) ?? String(cell)).join(' ') ?? '').match(
    /\d{1,2}[/.-]\d{1,2}[/.-]\d{4}|\d{4}-\d{2}-\d{2}/gu,
  );
  const [from, to] = (days ?? []).map((day) => dayOf(day, null));
  return from && to ? { from, to } : null;
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
export function readStatement(rows: readonly Row[], head: Head | null = findHead(rows)): Statement {
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
    const line = table.line(row);
    // A line of a day is never a sum, whatever its first cell says.
    const sum = line ? null : footRow(row, head.shape.decimal);
    if (sum) {
      const [name, sen, count] = sum;
      foot[name] = sen;
      if (name === 'credits') foot.credit_lines = count;
      if (name === 'debits') foot.debit_lines = count;
      continue;
    }
    if (line === undefined || (line === null && isTorn(row)))
      throw new UnreadableStatement({ code: 'unreadable_row', row: at + 1 });
    if (line === null) continue;
    lines.push(line);
    const account = table.account(row);
    if (account !== null) accounts.add(account);
    if (lines.length > STATEMENT_MAX_LINES) throw new UnreadableStatement({ code: 'too_long' });
  }
  return {
    profile: head.shape.profile,
    own_profile_id: head.shape.own?.id ?? null,
    // Rows of two accounts are never one account's statement: the check refuses the joined numbers.
    account_number: accounts.size > 0 ? [...accounts].join(' ') : accountAbove(above),
    period,
    lines: isNewestFirst(lines) ? lines.toReversed() : lines,
    foot,
  };
}
