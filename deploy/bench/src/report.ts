import { digits } from './numbers.ts';

export interface Row {
  what: string;
  value: number;
  unit: string;
  /** What is wanted, by which it is judged. */
  wanted?: { atMost: number } | { atLeast: number };
  /** The goal's name in the table of goals. */
  goal?: string;
  note?: string;
}

/** Whether the row meets what is wanted; null where nothing is. */
export function met(row: Row): boolean | null {
  if (!row.wanted) return null;
  return 'atMost' in row.wanted ? row.value <= row.wanted.atMost : row.value >= row.wanted.atLeast;
}

/** How much of what is wanted was measured: 1 is just met; null where nothing is wanted. */
export function ratio(row: Row): number | null {
  if (!row.wanted) return null;
  return row.value / ('atMost' in row.wanted ? row.wanted.atMost : row.wanted.atLeast);
}

/** One table for people. */
export function table(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const wanted = !row.wanted
      ? ''
      : 'atMost' in row.wanted
        ? `<= ${digits(row.wanted.atMost)}`
        : `>= ${digits(row.wanted.atLeast)}`;
    const verdict = met(row);
    const share = ratio(row);
    return [
      row.goal ?? '',
      row.what,
      `${digits(row.value)} ${row.unit}`.trim(),
      wanted,
      share === null ? '' : `${digits(share)} x`,
      verdict === null ? '' : verdict ? 'yes' : 'NO',
      row.note ?? '',
    ];
  });
  const all = [['goal', 'what', 'measured', 'wanted', 'of it', 'met', 'note'], ...lines];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0))) ?? [];
  return all
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
