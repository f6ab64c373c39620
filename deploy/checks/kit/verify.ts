import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNode } from '@gerbang/local/child';
import { programEnv } from '@gerbang/local/environments';
import { type EnvironmentInput } from '@gerbang/local/program-parts';
import { projectRoot } from '@gerbang/local/paths';
import type { Stack } from '@gerbang/local/stack';

const CHECKED_BY = { books: 'billing', seats: 'admission' } as const;

type Installation = Pick<Stack, 'secrets' | 'ports' | 'databaseUrls' | 'dataDir'>;

/** What a program of an installation gets for its environment. */
export const inputOf = (
  { secrets, ports, databaseUrls: databases, dataDir }: Installation,
  redisUrl?: string,
): EnvironmentInput => ({ secrets, ports, databases, dataDir, ...(redisUrl && { redisUrl }) });

const SHOWN = 300;

/** The answers of an installation that were refused by their own contract, as its logs tell of them. */
export const refusedAnswers = ({ logDir }: Pick<Stack, 'logDir'>): string[] =>
  readdirSync(logDir)
    .flatMap((name) => readFileSync(join(logDir, name), 'utf8').split('\n'))
    .filter((line) => line.includes('"type":"ResponseError"'))
    .map((line) => line.slice(0, SHOWN));

/** Runs `books:verify` or `seats:verify` on an installation; returns its output where it finds a difference. */
export async function verifyData(
  input: EnvironmentInput,
  what: keyof typeof CHECKED_BY,
): Promise<string | null> {
  const service = CHECKED_BY[what];
  const program = join(projectRoot, `services/${service}/src/programs.ts`);
  const { code, output } = await runNode([program, `verify-${what}`], { env: programEnv(service, input) });
  return code === 0 ? null : output.trim();
}
