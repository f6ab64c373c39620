import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Stack, startStack } from '@gerbang/local/stack';

const WIDE = '10000000';
const WIDE_BYTES = String(2 ** 45);
const TRIES = 3;

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

/**
 * Starts a whole portal with the demo data in a folder of its own, which `stop` deletes; on the cluster of
 * TEST_DATABASE_URL where there is one. Without a signal, Ctrl-C stops the portal and ends the process.
 */
export async function startOwnStack(
  say: (line: string) => void = () => undefined,
  signal?: AbortSignal,
): Promise<Stack> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startOnce(say, signal);
    } catch (error) {
      // Another program may take a port between its choice and its use.
      if (tries === TRIES) throw error;
      say(`The portal did not start: ${(error as Error).message}; once more`);
    }
  }
}

async function startOnce(say: (line: string) => void, signal?: AbortSignal): Promise<Stack> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gerbang-fuzz-'));
  chmodSync(dataDir, 0o755);
  const databaseUrl = process.env.TEST_DATABASE_URL;
  const prefix = `fuzz_${randomBytes(4).toString('hex')}`;
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const stack = await startStack({
      dataDir,
      durable: false,
      buildFrontEnds: false,
      ...(databaseUrl && { databaseUrl, prefix, dropAtEnd: true }),
      ...(signal && { signal }),
      env: LIMITS,
      say,
    });
    return { ...stack, stop: () => stack.stop().then(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}
