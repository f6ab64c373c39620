import type { OwnShape } from '@gerbang/domain/statement-profiles';
import { ownDay } from './own-shapes.ts';
import type { Cell, StatementLine } from './statement.ts';
import type { Head } from './statement-shapes.ts';
import { type DecimalSign, dayOf, type Period, senOf, serialDay } from './statement-values.ts';

type Row = readonly Cell[];

/** Banks write this in place of the day of a movement that is not posted yet. */
const NOT_POSTED = /^'?PEND/iu;
/** A number that a spreadsheet has rounded, or for which its column was too narrow: `7,00932E+09`, `#####`. */
export const SHORTENED = /^(?:\d(?:[.,]\d+)?E\+?\d+|#+)$/iu;
/** Longer than any bank's text; what is behind it is no word of a bank. */
const LONGEST_TEXT = 1000;

export const textOf = (cell: Cell | undefined): string => String(cell ?? '').trim();
const digits = (text: string) => text.replace(/\D/gu, '');

/** The text of a day's cell; a serial number is the day that a spreadsheet means by it. */
const dayCell = (cell: Cell): string => serialDay(cell) ?? textOf(cell);

type Moved = Pick<StatementLine, 'direction' | 'sen'>;

/** Reads the rows of one table by the places of its columns. */
export class TableReader {
  readonly #own: OwnShape | undefined;
  readonly #columns: Head['shape']['columns'];
  readonly #decimal: DecimalSign;
  readonly #names: readonly string[];
  readonly #period: Period | null;

  constructor({ shape, names }: Head, period: Period | null) {
    this.#own = shape.own;
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
    if (sen === null) return undefined;
    // A sign alone is believed only where balances show whether it is right.
    if (word === '' && this.#own && direction === undefined && this.#columns.balance !== undefined)
      return { direction: sen < 0 ? 'out' : 'in', sen: Math.abs(sen) };
    if (sen < 0) return undefined;
    if (/^(?:CR|C|K|KREDIT|CREDIT)$/iu.test(word)) return { direction: 'in', sen };
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

  /** Whether a sign of the text within a cell has moved the cells behind it, so that they are not what the head says. */
  #isShifted(row: Row): boolean {
    return this.#own !== undefined && row.slice(this.#names.length).some((cell) => textOf(cell) !== '');
  }

  /** The account that the row names, digits only; `shortened` where a spreadsheet has rounded it. */
  account(row: Row): string | null {
    const text = textOf(this.#cell(row, this.#columns.account));
    return SHORTENED.test(text) ? 'shortened' : digits(text) || null;
  }

  /** The row's movement; null for a row that is none, undefined for one that is a movement and cannot be read. */
  line(row: Row): StatementLine | null | undefined {
    const { date, valued, description, reference } = this.#columns;
    const dateCell = dayCell(this.#cell(row, date));
    const booked_on = this.#own ? ownDay(dateCell, this.#own.date_format) : dayOf(dateCell, this.#period);
    const moved = this.#moved(row);
    if (this.#isShifted(row) && (booked_on !== null || moved)) return undefined;
    if (booked_on === null && !NOT_POSTED.test(dateCell)) return moved ? undefined : null;
    if (!moved) return moved;
    const balance = this.#balance(row, moved.direction === 'in' ? moved.sen : -moved.sen);
    if (balance === undefined) return undefined;
    const text = this.#names.flatMap((name, at) => (description.includes(name) ? [textOf(row[at])] : []));
    return {
      booked_on,
      valued_on: valued === undefined ? null : dayOf(dayCell(this.#cell(row, valued)), this.#period),
      ...moved,
      description: text.join(' ').replace(/\s+/gu, ' ').trim().slice(0, LONGEST_TEXT),
      bank_reference: textOf(this.#cell(row, reference)).replace(/^'/u, '') || null,
      balance,
    };
  }
}
