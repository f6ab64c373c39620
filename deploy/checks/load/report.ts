import { digits } from './numbers.ts';

export interface Row {
  what: string;
  value: number;
  unit: string;
  /** What is wanted, by which it is judged. */
  wanted?: { atMost: number } | { atLeast: number };
  /** The goal's id in the table of goals. */
  goal?: string;
  /** Where the value is a ratio: what was measured, and the limit that was measured in the same run. */
  of?: { measured: number; limit: number; unit: string };
  note?: string;
}

/** How a measurement ended. */
export interface Outcome {
  /** Its name for `--only`. */
  name: string;
  state: 'done' | 'failed' | 'left out';
  seconds: number;
  /** Why there are no figures. */
  cause?: string;
}

/** One line of the table: a row with its verdict, or a goal about which nothing is known. */
export type Line =
  | { state: 'met' | 'missed' | 'figure'; row: Row; by: string }
  | { state: 'not measured'; goal: string; what: string; cause: string };

/** Whether the row meets what is wanted; null where nothing is. */
export function met(row: Row): boolean | null {
  if (!row.wanted) return null;
  return 'atMost' in row.wanted ? row.value <= row.wanted.atMost : row.value >= row.wanted.atLeast;
}

/** How far the goal is reached: 1 is just, more is better, whichever way the goal counts; null where nothing is wanted. */
export function reached(row: Row): number | null {
  if (!row.wanted) return null;
  if ('atLeast' in row.wanted) return row.value / row.wanted.atLeast;
  if (row.value === row.wanted.atMost) return 1;
  return row.value <= 0 ? Number.POSITIVE_INFINITY : row.wanted.atMost / row.value;
}

const HEAD = ['goal', 'what', 'measured', 'limit', 'ratio', 'wanted', 'verdict', 'note'];

/** One table for people, wide but in columns. */
export function table(lines: readonly Line[]): string {
  const all = [HEAD, ...lines.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  return all
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

/** What is wanted of a row, in words. */
export function wish({ wanted }: Row): string {
  if (!wanted) return '';
  return 'atMost' in wanted ? `<= ${digits(wanted.atMost)}` : `>= ${digits(wanted.atLeast)}`;
}

function cells(line: Line): string[] {
  if (line.state === 'not measured') {
    return [line.goal, line.what, '', '', '', '', 'NOT MEASURED', line.cause];
  }
  const { row, state } = line;
  const amount = (value: number, unit: string) => `${digits(value)} ${unit}`.trim();
  return [
    row.goal ?? '',
    row.what,
    row.of ? amount(row.of.measured, row.of.unit) : amount(row.value, row.unit),
    row.of ? amount(row.of.limit, row.of.unit) : '',
    row.of ? amount(row.value, row.unit) : '',
    wish(row),
    state === 'met' ? 'met' : state === 'missed' ? 'MISSED' : '',
    row.note ?? '',
  ];
}
