import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { STUCK_EXIT } from '@gerbang/service-kit/program/exit-codes';

export interface Program {
  name: string;
  /** Absolute path of its main file. */
  main: string;
  env: Record<string, string>;
  /** Address of its health, where it listens. */
  health?: string;
  /** Settings for Node itself. */
  execArgv?: readonly string[];
}

interface Watched {
  program: Program;
  child: ChildProcess | null;
  exited: Promise<void>;
  crashes: number[];
  wanted: boolean;
  timer?: NodeJS.Timeout;
}

export interface SupervisorOptions {
  logDir: string;
  say(line: string): void;
  /** How often a program that ended is started again within a minute; 5 without a number. */
  restarts?: number;
  /** A program that crashed too often and stays down. */
  gaveUp(name: string): void;
  changed?(): void;
}

const CRASHES_ALLOWED = 5;
const CRASH_WINDOW_MS = 60_000;
const STOP_LIMIT_MS = 25_000;
const LARGEST_LOG = 20 * 1024 * 1024;

/**
 * Keeps programs running: one that ends is started again after 0.25 s, 0.5 s, 1 s, …, at most five times a minute. Each
 * has a process group of its own, so that Ctrl-C reaches us alone and the order of the end is ours.
 */
export function createSupervisor(options: SupervisorOptions) {
  const watched = new Map<string, Watched>();
  let ending = false;
  mkdirSync(options.logDir, { recursive: true });

  function launch(one: Watched): void {
    const log = openSync(logFile(one.program.name), 'a', 0o600);
    const child = spawn(process.execPath, [...(one.program.execArgv ?? []), one.program.main], {
      env: one.program.env,
      cwd: join(one.program.main, '..', '..'),
      stdio: ['ignore', log, log],
      detached: true,
    });
    closeSync(log);
    one.child = child;
    one.exited = new Promise((resolve) => {
      const over = (why: string) => {
        if (one.child === child) one.child = null;
        resolve();
        if (one.wanted) again(one, why);
      };
      child.once('error', (error) => over(error.message));
      child.once('exit', (code, signal) =>
        over(signal ?? (code === STUCK_EXIT ? 'its event loop stood still' : `exit code ${code}`)),
      );
    });
    tell();
  }

  /** A folder that takes no note of the programs, as on a full disk, must not end what watches over them. */
  function tell(): void {
    try {
      options.changed?.();
    } catch (error) {
      options.say(`The programs of this run could not be noted: ${(error as Error).message}`);
    }
  }

  function again(one: Watched, why: string): void {
    const now = Date.now();
    one.crashes = [...one.crashes.filter((at) => now - at < CRASH_WINDOW_MS), now];
    const name = one.program.name;
    if (one.crashes.length > (options.restarts ?? CRASHES_ALLOWED)) {
      one.wanted = false;
      options.say(
        `[${name}] ended again (${why}) and stays down; its log: ${logFile(name)}\n${lastLines(name)}`,
      );
      options.gaveUp(name);
      return;
    }
    const wait = 250 * 2 ** (one.crashes.length - 1);
    options.say(`[${name}] ended (${why}), starting it again in ${wait} ms`);
    one.timer = setTimeout(() => one.wanted && launch(one), wait);
  }

  function logFile(name: string): string {
    return join(options.logDir, `${name}.log`);
  }

  function lastLines(name: string): string {
    const lines = readFileSync(logFile(name), 'utf8').trimEnd().split('\n').slice(-12);
    return lines.map((line) => `[${name}] ${line}`).join('\n');
  }

  function found(name: string): Watched {
    const one = watched.get(name);
    if (!one) throw new Error(`no program ${name}`);
    return one;
  }

  async function stop(name: string): Promise<void> {
    const one = found(name);
    one.wanted = false;
    clearTimeout(one.timer);
    const child = one.child;
    if (!child) return;
    child.kill('SIGTERM');
    const kill = setTimeout(() => {
      options.say(`[${name}] did not end within ${STOP_LIMIT_MS / 1000} s and is killed`);
      child.kill('SIGKILL');
    }, STOP_LIMIT_MS);
    await one.exited;
    clearTimeout(kill);
  }

  return {
    start(program: Program): void {
      const file = logFile(program.name);
      if (existsSync(file) && statSync(file).size > LARGEST_LOG) renameSync(file, `${file}.1`);
      const one: Watched = { program, child: null, exited: Promise.resolve(), crashes: [], wanted: true };
      watched.set(program.name, one);
      launch(one);
    },
    stop,
    /** Ends a program and starts it again, as a deployment does. */
    async restart(name: string): Promise<void> {
      await stop(name);
      if (ending) return;
      const one = found(name);
      one.wanted = true;
      launch(one);
    },
    kill(name: string, signal: NodeJS.Signals): void {
      found(name).child?.kill(signal);
    },
    pids: () =>
      [...watched.values()].flatMap(({ program, child }) =>
        child?.pid ? [{ name: program.name, pid: child.pid, main: program.main }] : [],
      ),
    lastLines,
    async stopAll(order: string[][]): Promise<void> {
      ending = true;
      for (const one of watched.values()) one.wanted = false;
      for (const names of order) await Promise.all(names.filter((name) => watched.has(name)).map(stop));
    },
  };
}

/** Without `fetch`, which takes 5 MB of the process that stays beside the programs. */
async function ask(url: string): Promise<{ statusCode: number | undefined; body: string }> {
  const [response] = (await once(
    get(url, { agent: false, signal: AbortSignal.timeout(2000) }),
    'response',
  )) as [IncomingMessage];
  return { statusCode: response.statusCode, body: await text(response) };
}

/** Waits until the address answers 200; `failed` breaks the wait off. */
export async function waitForReady(url: string, limitMs: number, failed: () => string | null): Promise<void> {
  const until = Date.now() + limitMs;
  let last = 'no answer';
  while (Date.now() < until) {
    const reason = failed();
    if (reason) throw new Error(reason);
    try {
      const { statusCode, body } = await ask(url);
      last = `${statusCode} ${body.slice(0, 200)}`;
      if (statusCode === 200) return;
    } catch (error) {
      last = (error as Error).message; // not listening yet
    }
    await sleep(25);
  }
  throw new Error(`${url} was not ready within ${limitMs / 1000} s: ${last}`);
}
