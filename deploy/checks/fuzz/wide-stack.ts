import { randomBytes } from 'node:crypto';
import type { Stack } from '@gerbang/local/stack';
import { startOwnStack, WIDE_LIMITS } from '../kit/own-stack.ts';

/** Starts a portal with the demo data and wide limits; on the cluster of TEST_DATABASE_URL where there is one. */
export function startWideStack(
  say: (line: string) => void = () => undefined,
  signal?: AbortSignal,
): Promise<Stack> {
  const databaseUrl = process.env.TEST_DATABASE_URL;
  const prefix = `fuzz_${randomBytes(4).toString('hex')}`;
  return startOwnStack({
    buildFrontEnds: false,
    ...(databaseUrl && { databaseUrl, prefix, dropAtEnd: true }),
    ...(signal && { signal }),
    env: WIDE_LIMITS,
    say,
  });
}
