/** How a shape of the school's own is written in a file. */
export const STATEMENT_DELIMITERS = [',', ';', '\t', '|'] as const;
export const STATEMENT_ENCODINGS = ['utf-8', 'windows-1252'] as const;
export const STATEMENT_DATE_FORMATS = [
  'DD/MM/YYYY',
  'DD-MM-YYYY',
  'DD/MM/YY',
  'YYYY-MM-DD',
  'MM/DD/YYYY',
  'DD MMM YYYY',
] as const;
export type StatementDateFormat = (typeof STATEMENT_DATE_FORMATS)[number];
export const STATEMENT_DECIMAL_SIGNS = ['.', ','] as const;

/** Where a shape has what; columns counted from 0. Money stands in one column, or credit and debit apart. */
export interface StatementColumns {
  readonly date: number;
  readonly description: readonly number[];
  readonly amount?: number | undefined;
  readonly credit?: number | undefined;
  readonly debit?: number | undefined;
  readonly direction?: number | undefined;
  readonly reference?: number | undefined;
  readonly balance?: number | undefined;
}

/** A shape of bank statements that the school described itself. */
export interface OwnShape {
  readonly id: string;
  readonly delimiter: string;
  readonly encoding: (typeof STATEMENT_ENCODINGS)[number];
  /** Rows above the header's, blank ones not counted. */
  readonly skip_rows: number;
  /** The header row: a file with the same one is of this shape. */
  readonly headers: readonly string[];
  readonly columns: StatementColumns;
  readonly date_format: StatementDateFormat;
  readonly decimal_sign: (typeof STATEMENT_DECIMAL_SIGNS)[number];
}

/** Whether money stands in one column, or credit and debit apart, and a direction only beside one. */
export function hasMoney({ amount, credit, debit, direction }: StatementColumns): boolean {
  const apart = credit !== undefined && debit !== undefined && direction === undefined;
  return amount === undefined ? apart : credit === undefined && debit === undefined;
}

/** Every column of a shape. */
export function columnsOf({ description, ...single }: StatementColumns): number[] {
  return [...description, ...Object.values(single).filter((column) => column !== undefined)];
}
