import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { createDatabase, type Database } from '../data/database.ts';
import { ConfigError, parseConfig } from './config.ts';
import { createLogger, type Logger } from './logger.ts';

/** A failure whose message is all that the operator needs; anything else is shown with its stack. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError';
}

/** Everything that a program beside a service works with; the database is closed after it. */
export interface ProgramParts<Config> {
  readonly service: string;
  readonly config: Config;
  readonly database: Database;
  readonly log: Logger;
  readonly args: readonly string[];
  /** Writes a line to standard output. */
  readonly say: (line: string) => void;
}

type Program = (service: string, name: string, args: readonly string[]) => Promise<void>;

/** A program that reads these variables and uses the service's database. */
export function program<Config extends { readonly DATABASE_URL: string }>(
  schema: z.ZodType<Config>,
  work: (parts: ProgramParts<Config>) => Promise<void>,
): Program {
  return async (service, name, args) => {
    const config = parseConfig(schema);
    const database = createDatabase(config.DATABASE_URL, { name: `${service}-${name}`, max: 2 });
    const log = createLogger(`${service}-${name}`, 'warn');
    const say = (line: string) => void process.stdout.write(`${line}\n`);
    try {
      await work({ service, config, database, log, args, say });
    } finally {
      await database.close();
    }
  };
}

/** A program for the local run only. */
export function demoProgram<Config extends { readonly DATABASE_URL: string; readonly LOCAL_RUN: boolean }>(
  schema: z.ZodType<Config>,
  work: (parts: ProgramParts<Config>) => Promise<void>,
): Program {
  return program(schema, async (parts) => {
    if (!parts.config.LOCAL_RUN) throw new ProgramError('Demo data is for the local run (LOCAL_RUN=1) only.');
    await work(parts);
  });
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  const isUsage = typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS');
  const isPlain = isUsage || error instanceof ProgramError || error instanceof ConfigError;
  return isPlain ? error.message : (error.stack ?? error.message);
}

/** Runs the program that the first argument names; the exit code is 1 where it fails. */
export async function runPrograms(
  service: string,
  programs: Readonly<Record<string, Program>>,
  [name = '', ...args]: readonly string[] = process.argv.slice(2),
): Promise<void> {
  try {
    const found = Object.hasOwn(programs, name) ? programs[name] : undefined;
    if (!found) throw new ProgramError(`Usage: programs.ts ${Object.keys(programs).join(' | ')}`);
    await found(service, name, args);
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`);
    process.exitCode = 1;
  }
}

const LOOK_MS = 200;

/** Reads until there is a value; undefined when there is none in time, or `giveUp` holds. */
export async function waitFor<T>(
  read: () => Promise<T | null | undefined>,
  limitMs = 120_000,
  giveUp: (waitedMs: number) => Promise<boolean> = async () => false,
): Promise<T | undefined> {
  const began = Date.now();
  for (;;) {
    const found = await read();
    if (found !== null && found !== undefined) return found;
    const waited = Date.now() - began;
    if (waited > limitMs || (await giveUp(waited))) return undefined;
    await sleep(LOOK_MS);
  }
}
