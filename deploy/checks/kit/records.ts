import { join } from 'node:path';
import { runNode } from '@gerbang/local/child';
import { programEnv } from '@gerbang/local/environments';
import { projectRoot } from '@gerbang/local/paths';
import type { Stack } from '@gerbang/local/stack';

const CHECKED_BY = { books: 'billing', seats: 'admission' } as const;

/** Runs `books:verify` or `seats:verify` on a portal; returns its output where it finds a difference. */
export async function verifyRecords(
  { secrets, ports, databaseUrls: databases, dataDir }: Stack,
  what: keyof typeof CHECKED_BY,
  redisUrl?: string | null,
): Promise<string | null> {
  const service = CHECKED_BY[what];
  const env = programEnv(service, { secrets, ports, databases, dataDir, ...(redisUrl && { redisUrl }) });
  const program = join(projectRoot, `services/${service}/src/programs.ts`);
  const { code, output } = await runNode([program, `verify-${what}`], { env });
  return code === 0 ? null : output.trim();
}
