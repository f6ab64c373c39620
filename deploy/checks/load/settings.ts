import { parseArgs } from 'node:util';
import { UsageError } from '@gerbang/local/child';

export interface Settings {
  help: boolean;
  /** Names of measurements; all without it. */
  only: string | undefined;
  rounds: number;
  /** Length of one load in seconds. */
  seconds: number;
  /** One short round each: shows that it works, proves nothing. */
  quick: boolean;
  /** Smaller still, without pauses and without slowed-down phones: for the tests. */
  smoke: boolean;
  /** Everything that takes long too, except the half hour of `long`. */
  full: boolean;
  /** Half an hour of load for the growth of memory. */
  long: boolean;
  /** How many parents the foundation's crowd has; as many a second whatever their number. */
  parents: number;
  /** What would begin after so many minutes is left out, so that the run ends when it was promised. */
  minutes: number;
  /** Folder of the results. */
  out: string | undefined;
}

const PARENTS = 50_000;
const FEWER_PARENTS = 5000;
const FEWEST_PARENTS = 20;
const USUAL_MINUTES = 20;
const NO_END = 24 * 60;

/** What the command line asks for. */
export function settingsOf(args?: string[]): Settings {
  const { values } = parseArgs({
    ...(args && { args }),
    options: {
      rounds: { type: 'string' },
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      smoke: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
      long: { type: 'boolean', default: false },
      parents: { type: 'string' },
      minutes: { type: 'string' },
      out: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const { help, only, full, long, smoke, out } = values;
  const quick = values.quick || smoke;
  const parents = full ? PARENTS : smoke ? FEWEST_PARENTS : quick ? FEWER_PARENTS / 10 : FEWER_PARENTS;
  return {
    help,
    only,
    quick,
    smoke,
    full,
    long,
    out,
    rounds: quick ? 1 : whole('rounds', values.rounds, full ? 5 : 3),
    seconds: quick ? 2 : 4,
    parents: whole('parents', values.parents, parents),
    minutes: whole('minutes', values.minutes, full || long || only !== undefined ? NO_END : USUAL_MINUTES),
  };
}

/** How a run of these settings is called in its results. */
export function formOf({ smoke, quick, full, long }: Settings): string {
  const form = smoke ? 'smoke' : quick ? 'quick' : full ? 'full' : 'usual';
  return long ? `${form}, long` : form;
}

function whole(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new UsageError(`--${name} takes a whole number from 1 on`);
  return value;
}
