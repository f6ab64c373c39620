import { GOALS, type Goal } from './goals.ts';
import { type Line, met, type Outcome, type Row } from './report.ts';

/** A row, and the name of the measurement that it comes from. */
export interface Taken {
  by: string;
  row: Row;
}

const NO_PEERS = 'the other systems do not run here; only ratios of one run count';

/**
 * The whole table: first the goals, each with its judged figures or with why there are none, then every figure by which
 * nothing is judged. A goal is never left out (performance, 'Goals').
 */
export function verdicts(taken: readonly Taken[], outcomes: readonly Outcome[]): Line[] {
  const judged = (one: Taken) => one.row.wanted !== undefined;
  const ids = new Set(GOALS.map(({ id }) => id));
  return [
    ...GOALS.flatMap((goal) => linesOf(goal, taken.filter(judged), outcomes)),
    ...taken.filter((one) => judged(one) && !ids.has(one.row.goal ?? '')).map(lineOf),
    ...taken.filter((one) => !judged(one)).map(lineOf),
  ];
}

function linesOf(goal: Goal, judged: readonly Taken[], outcomes: readonly Outcome[]): Line[] {
  const lines = goal.by.flatMap((by) => {
    const own = judged.filter((one) => one.by === by && one.row.goal === goal.id);
    return own.length > 0 ? own.map(lineOf) : [missing(goal, by, outcomes)];
  });
  if (goal.peers === undefined) return lines;
  const what = `${goal.what}, against other systems (${goal.peers})`;
  return [...lines, { state: 'not measured', goal: goal.id, what, cause: NO_PEERS }];
}

function missing(goal: Goal, by: string, outcomes: readonly Outcome[]): Line {
  const outcome = outcomes.find(({ name }) => name === by);
  const cause =
    outcome?.cause ?? (outcome ? 'it gave no figure in this form of the run' : 'it never had its turn');
  return { state: 'not measured', goal: goal.id, what: goal.what, cause: `${by}: ${cause}` };
}

function lineOf({ by, row }: Taken): Line {
  const verdict = met(row);
  return { state: verdict === null ? 'figure' : verdict ? 'met' : 'missed', row, by };
}

/** How many lines of a state there are. */
export function count(lines: readonly Line[], state: Line['state']): number {
  return lines.filter((line) => line.state === state).length;
}
