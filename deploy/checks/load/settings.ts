import { parseArgs } from 'node:util';
import { UsageError } from '@gerbang/local/child';

export interface Settings {
  help: boolean;
  /** Names of measurements; all without it. */
  only: string | undefined;
  /** The commit that this tree is compared with. */
  judge: string | undefined;
  rounds: number;
  /** Length of one load in seconds. */
  seconds: number;
  /** One short round each: shows that it works, proves nothing. */
  quick: boolean;
  /** Smaller still, without pauses and slowed-down phones: for the tests. */
  smoke: boolean;
  /** Everything that takes long, except the half hour of `long`. */
  full: boolean;
  /** Half an hour of load for the growth of memory, and an hour of an office. */
  long: boolean;
  /** Size of the foundation's crowd; the pace stays the same. */
  parents: number;
  /** No measurement begins after this many minutes. */
  minutes: number;
  /** Folder of the results. */
  out: string | undefined;
}

const PARENTS = { full: 50_000, usual: 5000, quick: 500, smoke: 20 };
const USUAL_MINUTES = 20;
const NO_END = 24 * 60;

/** Reads the command line. */
export function settingsOf(args?: string[]): Settings {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    ...(args && { args }),
    options: {
      rounds: text,
      only: text,
      judge: text,
      parents: text,
      minutes: text,
      out: text,
      quick: flag,
      smoke: flag,
      full: flag,
      long: flag,
      help: flag,
    },
  });
  const { help, only, judge, full, long, smoke, out } = values;
  const quick = values.quick || smoke;
  const parents = PARENTS[full ? 'full' : smoke ? 'smoke' : quick ? 'quick' : 'usual'];
  return {
    help,
    only,
    judge,
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

/** The name of this form of the run in the results. */
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

let tiny = false;

/** From now on loads are a handful of requests, sent by this process. */
export function beTiny(): void {
  tiny = true;
}

/** Whether this is the smoke form. */
export const isTiny = () => tiny;

/** The size of a measurement in this form of the run. */
export function sizeOf<T>({ quick }: Pick<Settings, 'quick'>, sizes: { usual: T; quick: T; tiny: T }): T {
  return tiny ? sizes.tiny : quick ? sizes.quick : sizes.usual;
}
