import { randomBytes } from 'node:crypto';
import type { Stack } from '@gerbang/local/stack';
import { startOwnStack } from '../kit/own-stack.ts';

const WIDE = '10000000';
const WIDE_BYTES = String(2 ** 45);

/** Limits of one address or account, so wide that no run reaches them. */
const LIMITS = {
  gateway: { REQUESTS_PER_MINUTE: WIDE },
  auth: {
    LOGIN_FAILURES_PER_ADDRESS: WIDE,
    RESET_REQUESTS_PER_ADDRESS: WIDE,
    RESET_REQUESTS_PER_MINUTE: WIDE,
    RESET_REQUESTS_PER_HOUR: WIDE,
    RESET_REQUESTS_PER_DAY: WIDE,
  },
  admission: {
    CONTACT_CODES_PER_MINUTE: WIDE,
    CONTACT_CODES_PER_HOUR: WIDE,
    CONTACT_CODES_PER_DAY: WIDE,
    CONTACT_CODES_PER_ADDRESS: WIDE,
    EXPORTS_PER_HOUR: WIDE,
    UPLOADS_PER_HOUR_PARENT: WIDE,
    UPLOADS_PER_HOUR_STAFF: WIDE,
    UPLOAD_BYTES_PER_DAY_PARENT: WIDE_BYTES,
    UPLOAD_BYTES_PER_DAY_STAFF: WIDE_BYTES,
  },
};

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
    env: LIMITS,
    say,
  });
}
