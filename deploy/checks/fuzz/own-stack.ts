import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Stack, startStack } from '@gerbang/local/stack';

const WIDE = '10000000';

/** Limits that a person can meet, so wide that no run meets them; what is fuzzed is everything else. */
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
    UPLOAD_BYTES_PER_DAY_PARENT: String(2 ** 45),
    UPLOAD_BYTES_PER_DAY_STAFF: String(2 ** 45),
  },
};

const TRIES = 3;

/** A whole portal with the demo's data, in a folder that goes with it; on a shared cluster where there is one. */
export async function startOwnStack(
  say: (line: string) => void = () => undefined,
  /** Without one, Ctrl-C stops the portal and ends the process. */
  signal?: AbortSignal,
): Promise<Stack> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startOnce(say, signal);
    } catch (error) {
      // A port that was free when it was chosen may be somebody else's when it is taken.
      if (tries === TRIES) throw error;
      say(`The portal did not start: ${(error as Error).message}; once more`);
    }
  }
}

async function startOnce(say: (line: string) => void, signal?: AbortSignal): Promise<Stack> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gerbang-fuzz-'));
  chmodSync(dataDir, 0o755);
  const shared = process.env.TEST_DATABASE_URL;
  try {
    const stack = await startStack({
      dataDir,
      durable: false,
      buildFrontEnds: false,
      ...(shared && {
        databaseUrl: shared,
        prefix: `fuzz_${randomBytes(4).toString('hex')}`,
        dropAtEnd: true,
      }),
      ...(signal && { signal }),
      env: LIMITS,
      say,
    });
    const stop = async () => {
      await stack.stop();
      rmSync(dataDir, { recursive: true, force: true });
    };
    return { ...stack, stop };
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
}
