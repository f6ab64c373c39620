import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { digits } from './figures.ts';

export interface Row {
  what: string;
  value: number;
  unit: string;
  /** The goal that the value is judged by. */
  wanted?: { atMost: number } | { atLeast: number };
  /** Id of the goal in GOALS. */
  goal?: string;
  /** For a ratio: the measured value, and the limit measured in the same run. */
  of?: { measured: number; limit: number; unit: string };
  /** The least and the most of its rounds, of which the value is the median. */
  spread?: readonly [least: number, most: number];
  note?: string;
}

/** How a measurement ended. */
export interface Outcome {
  /** Its name for `--only`. */
  name: string;
  state: 'done' | 'failed' | 'left out';
  seconds: number;
  /** Milliseconds of a fixed piece of work before it, and the cores that other programs used meanwhile. */
  machine?: { speedMs: number; strangers: number };
  /** Why there are no figures. */
  cause?: string;
}

/** A row, and the name of the measurement that it comes from. */
export interface Taken {
  by: string;
  row: Row;
}

/** One line of the table: a row with its verdict, or a goal without figures. */
export type Line =
  | { state: 'met' | 'missed' | 'figure'; row: Row; by: string }
  | { state: 'not measured'; goal: string; what: string; cause: string };

interface Goal {
  id: string;
  what: string;
  /** The measurements that judge it. */
  by: readonly string[];
}

/** Every goal: of the calls (P14 and P16 do not exist) and of the pages. */
export const GOALS: readonly Goal[] = [
  { id: 'P1', what: 'authenticated read', by: ['reads'] },
  { id: 'P2', what: "parent dashboard's first paint", by: ['dashboard'] },
  { id: 'P3', what: 'staff list, search and filter', by: ['staff'] },
  { id: 'P4', what: 'the same over 50,000 registrations', by: ['staff', 'office-hour'] },
  { id: 'P5', what: 'registration submitted, account registered', by: ['family', 'register'] },
  { id: 'P6', what: 'logins a second', by: ['logins'] },
  { id: 'P7', what: 'reads while logins are saturated', by: ['crowd'] },
  { id: 'P8', what: 'proofs of 5 MB', by: ['uploads'] },
  { id: 'P9', what: 'announcement minute', by: ['minute'] },
  { id: 'P10', what: 'burst beside staff', by: ['minute'] },
  { id: 'P11', what: 'foundation: 50,000 registrations and parents', by: ['foundation', 'scaling'] },
  { id: 'P12', what: 'publishing 2,000 results', by: ['minute'] },
  { id: 'P13', what: "draining 2,000 messages at the provider's cap", by: ['messages'] },
  { id: 'P15', what: 'memory at rest and after load', by: ['memory', 'growth'] },
  { id: 'P17', what: 'all processes from cold', by: ['start'] },
  { id: 'P18', what: 'a correction, and what waits for agreement', by: ['office'] },
  { id: 'P19', what: 'a family that leaves', by: ['office'] },
  { id: 'P20', what: 'a wave opens', by: ['opening'] },
  { id: 'P21', what: 'slots of the observation', by: ['slots'] },
  { id: 'P22', what: 'a list of 2,000 children', by: ['imports'] },
  { id: 'P23', what: 'the minute of a due day', by: ['due-day'] },
  { id: 'landing', what: 'landing and /auth, cold', by: ['paint'] },
  { id: 'dashboard', what: 'parent dashboard, cold', by: ['paint'] },
  { id: 'next', what: 'next remote, shell cached', by: ['paint'] },
  { id: 'warm', what: 'warm visit on announcement day', by: ['paint'] },
  { id: 'staff list', what: 'staff list, cold', by: ['paint'] },
  { id: 'cpu', what: 'first data, CPU 4 x alone', by: ['paint'] },
];

/** Whether the row meets its goal; null without one. */
export function met({ wanted, value }: Row): boolean | null {
  if (!wanted) return null;
  return 'atMost' in wanted ? value <= wanted.atMost : value >= wanted.atLeast;
}

/**
 * The whole table: first the goals, each with its judged figures or the reason why there are none, then all other
 * figures. A goal is never left out.
 */
export function verdicts(taken: readonly Taken[], outcomes: readonly Outcome[]): Line[] {
  const isJudged = (one: Taken) => one.row.wanted !== undefined;
  const ids = new Set(GOALS.map(({ id }) => id));
  const ofGoal = ({ id, what, by }: Goal): Line[] =>
    by.flatMap((name): Line[] => {
      const rows = taken.filter((one) => isJudged(one) && one.by === name && one.row.goal === id);
      if (rows.length > 0) return rows.map(lineOf);
      const outcome = outcomes.find((one) => one.name === name);
      const cause = outcome?.cause ?? (outcome ? 'no figure in this form of the run' : 'its turn never came');
      return [{ state: 'not measured', goal: id, what, cause: `${name}: ${cause}` }];
    });
  return [
    ...GOALS.flatMap(ofGoal),
    ...taken.filter((one) => isJudged(one) && !ids.has(one.row.goal ?? '')).map(lineOf),
    ...taken.filter((one) => !isJudged(one)).map(lineOf),
  ];
}

function lineOf({ by, row }: Taken): Line {
  const verdict = met(row);
  return { state: verdict === null ? 'figure' : verdict ? 'met' : 'missed', row, by };
}

/** How many lines have this state. */
export function count(lines: readonly Line[], state: Line['state']): number {
  return lines.filter((line) => line.state === state).length;
}

/** `24.1 x (20.3 to 27.8)`: the value with its unit, and how far its rounds lie apart. */
function toldOf({ value, unit, spread }: Row): string {
  const rounds = spread ? ` (${spread.map(digits).join(' to ')})` : '';
  return `${digits(value)} ${unit}`.trim() + rounds;
}

/** The judged lines as a Markdown table, for the README. */
export function markdown(lines: readonly Line[]): string {
  const rows = lines.flatMap((line) => {
    if (line.state === 'not measured') return [[line.goal, line.what, '', '', `not measured: ${line.cause}`]];
    const { row, state } = line;
    if (!row.wanted) return [];
    const wanted =
      'atMost' in row.wanted ? `≤ ${digits(row.wanted.atMost)}` : `≥ ${digits(row.wanted.atLeast)}`;
    const verdict = state === 'missed' ? '**missed**' : 'met';
    return [[row.goal ?? '', row.what, toldOf(row), wanted, verdict]];
  });
  const head = [
    ['Goal', 'What', 'Measured', 'Wanted', ''],
    ['---', '---', '---', '---', '---'],
  ];
  return [...head, ...rows].map((cellsOfLine) => `| ${cellsOfLine.join(' | ')} |`).join('\n');
}

const HEAD = ['goal', 'what', 'measured', 'limit', 'ratio', 'wanted', 'verdict', 'note'];

/** The lines as one table in columns. */
export function table(lines: readonly Line[]): string {
  const all = [HEAD, ...lines.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  return all
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

function cells(line: Line): string[] {
  if (line.state === 'not measured') {
    return [line.goal, line.what, '', '', '', '', 'NOT MEASURED', line.cause];
  }
  const { row, state } = line;
  const amount = (value: number, unit: string) => `${digits(value)} ${unit}`.trim();
  const { wanted } = row;
  return [
    row.goal ?? '',
    row.what,
    row.of ? amount(row.of.measured, row.of.unit) : toldOf(row),
    row.of ? amount(row.of.limit, row.of.unit) : '',
    row.of ? toldOf(row) : '',
    wanted ? ('atMost' in wanted ? `<= ${digits(wanted.atMost)}` : `>= ${digits(wanted.atLeast)}`) : '',
    state === 'met' ? 'met' : state === 'missed' ? 'MISSED' : '',
    row.note ?? '',
  ];
}

export interface Run {
  /** When it began; also the name of its file. */
  at: string;
  form: string;
  store: 'redis' | 'postgres';
  rounds: number;
  outcomes: readonly Outcome[];
  lines: readonly Line[];
}

/** Writes the results so far as JSON, and the judged ones as Markdown beside it; returns the JSON file; called after every measurement, so that nothing is lost. */
export function writeResults(folder: string, { lines, at, form, store, rounds, outcomes }: Run): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${at.replaceAll(':', '-')}.json`);
  const cpu = cpus()[0]?.model ?? '';
  const machine = { cores: availableParallelism(), cpu, node: process.version, loadAverage: loadavg() };
  const rows = lines.map((line) =>
    line.state === 'not measured'
      ? line
      : { ...line.row, by: line.by, state: line.state, met: met(line.row) },
  );
  const text = { at, form, machine, store, rounds, table: rows, outcomes };
  writeFileSync(file, `${JSON.stringify(text, null, 2)}\n`);
  writeFileSync(file.replace(/json$/u, 'md'), `${markdown(lines)}\n`);
  return file;
}
