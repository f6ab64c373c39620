import type { Shape } from '@gerbang/local/environments';
import type { Stack } from '@gerbang/local/stack';
import type { Client } from '../kit/client.ts';
import { besideStrangers, machineSpeed } from './machine.ts';
import type { Outcome, Row, Taken } from './report.ts';
import type { Settings } from './settings.ts';

/** A parent with a session; the session outlives a restart of the portal. */
export interface Parent {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly cookie: string;
}

/** What a measurement may use. */
export interface Bench
  extends Pick<Settings, 'rounds' | 'seconds' | 'quick' | 'smoke' | 'full' | 'long' | 'parents'> {
  /** Stops the portal and starts it again, without the builds. */
  startAgain: (shape?: Shape) => Promise<Stack>;
  /** The shape that runs. */
  shape: () => Shape;
  stack: () => Stack;
  client: () => Client;
  /** Registered parents, made for the first measurement that needs them. */
  accounts: () => Promise<Parent[]>;
  /** Other parents, with a profile, two children and their registrations. */
  families: () => Promise<Parent[]>;
  /** 2,000 parents with a session each, and one child each that waits for its result. */
  crowd: () => Promise<Parent[]>;
  redisUrl: string | undefined;
  /** The Redis that the run started itself. */
  redisPid: number | undefined;
}

export interface Measurement {
  /** Its name for `--only`. */
  name: string;
  what: string;
  run: (bench: Bench) => Promise<Row[]>;
  /** It opens pages, so the front ends have to be built. */
  browser?: true;
  /** The option without which it is left out unless it is named. */
  needs?: 'long';
  /** The minutes that it may take where others use the machine, too: so many, and so many more for each round. */
  minutes?: readonly [always: number, aRound: number];
}

const MINUTE_MS = 60_000;
const USUAL_MINUTES = [10, 1] as const;
/** The long forms have a load of an hour at most, and none has longer than an hour and a half. */
const LONG_MINUTES = 80;
const MOST_MINUTES = 90;

/** What takes longer hangs. */
export function limitOf(
  { minutes: [always, aRound] = USUAL_MINUTES }: Pick<Measurement, 'minutes'>,
  { rounds, full, long }: Pick<Settings, 'rounds' | 'full' | 'long'>,
): number {
  const minutes = Math.max(always + aRound * rounds, full || long ? LONG_MINUTES : 0);
  return Math.min(minutes, MOST_MINUTES) * MINUTE_MS;
}

export interface RunnerOptions {
  measurements: readonly Measurement[];
  /** The reason why a measurement does not run; it stays in the table. */
  leftOut: (measurement: Measurement) => string | undefined;
  /** The longest time that a measurement may take. */
  limitMs: (measurement: Measurement) => number;
  /** How often a measurement is tried. */
  tries: number;
  /** Waits until what came before is done; returns what is still under way. */
  settle: () => Promise<string | undefined>;
  /** No measurement begins after this moment (`performance.now()`). */
  endMs: number;
  say: (line: string) => void;
  /** Called after each measurement, with all results so far. */
  each: (taken: readonly Taken[], outcomes: readonly Outcome[]) => void;
}

/**
 * Runs the measurements one after the other. A measurement that fails or hangs is reported with its cause, and the
 * portal is started again before the next one.
 */
export async function runAll(bench: Bench, options: RunnerOptions) {
  const { measurements, say } = options;
  const taken: Taken[] = [];
  const outcomes: Outcome[] = [];
  let broken = false;
  for (const [at, measurement] of measurements.entries()) {
    const { name, what } = measurement;
    const began = performance.now();
    const late = began > options.endMs ? 'no time was left (--minutes)' : undefined;
    const cause = options.leftOut(measurement) ?? late;
    if (cause !== undefined) {
      outcomes.push({ name, state: 'left out', seconds: 0, cause });
    } else {
      say(`[${at + 1}/${measurements.length}] ${name}: ${what} ...`);
      const underWay = broken ? undefined : await options.settle();
      const speed = machineSpeed();
      const { result: first, strangers } = await besideStrangers(() =>
        attempt(bench, measurement, options.limitMs(measurement), broken),
      );
      let outcome = first;
      for (let tries = 1; outcome.state === 'failed' && tries < options.tries; tries += 1) {
        say(`    once more, after: ${outcome.cause}`);
        outcome = await attempt(bench, measurement, options.limitMs(measurement), true);
      }
      broken = outcome.state === 'failed';
      if (outcome.state === 'done') taken.push(...outcome.rows.map((row) => ({ by: name, row })));
      const seconds = (performance.now() - began) / 1000;
      const failure = outcome.state === 'failed' ? { cause: outcome.cause } : {};
      const machine = { speedMs: speed, strangers };
      outcomes.push({ name, state: outcome.state, seconds, machine, ...failure });
      say(
        outcome.state === 'failed'
          ? `    broke off after ${seconds.toFixed(0)} s: ${outcome.cause}`
          : `    ${outcome.rows.length} figures in ${seconds.toFixed(0)} s; ${inWords(machine)}`,
      );
      if (underWay !== undefined) say(`    begun while ${underWay}`);
    }
    options.each(taken, outcomes);
  }
  return { taken, outcomes };
}

const inWords = ({ speedMs, strangers }: { speedMs: number; strangers: number }) =>
  `the machine's own speed ${speedMs.toFixed(1)} ms, strangers ${strangers.toFixed(2)} cores`;

async function attempt(bench: Bench, measurement: Measurement, limitMs: number, broken: boolean) {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const minutes = (limitMs / 60_000).toFixed(1);
    timer = setTimeout(() => reject(new Error(`it took longer than ${minutes} minutes`)), limitMs);
  });
  try {
    // The leftovers of an unfinished measurement would disturb the next one, and another shape has other processes.
    if (broken || bench.shape() !== 'separate') await Promise.race([bench.startAgain(), late]);
    const rows = await Promise.race([measurement.run(bench), late]);
    return { state: 'done' as const, rows };
  } catch (error) {
    return { state: 'failed' as const, cause: reason(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** The first lines of what went wrong. */
function reason(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.trim().split('\n').slice(0, 3).join(' | ').slice(0, 400);
}
