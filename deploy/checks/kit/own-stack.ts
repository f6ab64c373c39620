import { randomBytes } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { UsageError } from '@gerbang/local/child';
import { copyDemoInstallation } from '@gerbang/local/demo-installation';
import { type Stack, type StackOptions, startStack } from '@gerbang/local/stack';
import { testFolder } from '@gerbang/local/test-folder';

const TRIES = 3;
/** A copy has the data, in a cluster of its own. */
const OF_COPY = { seed: false, databaseUrl: undefined, prefix: undefined, dropAtEnd: false } as const;
const WIDE = '10000000';
const WIDE_BYTES = String(2 ** 45);

/** Limits of one address or account, so wide that no run reaches them. */
export const WIDE_LIMITS = {
  gateway: { REQUESTS_PER_MINUTE: WIDE },
  auth: {
    LOGIN_FAILURES_PER_ADDRESS: WIDE,
    REGISTRATIONS_PER_ADDRESS: WIDE,
    RESET_REQUESTS_PER_ADDRESS: WIDE,
    RESET_REQUESTS_PER_MINUTE: WIDE,
    RESET_REQUESTS_PER_HOUR: WIDE,
    RESET_REQUESTS_PER_DAY: WIDE,
    PHONE_CODES_PER_NUMBER: WIDE,
  },
  notification: {
    MESSAGES_A_DAY: WIDE,
    SECURITY_NOTICES_A_DAY: WIDE,
    UNPROVED_MESSAGES_A_DAY: WIDE,
    UNPROVED_MESSAGES: WIDE,
  },
  admission: {
    CONTACT_CODES_PER_MINUTE: WIDE,
    CONTACT_CODES_PER_HOUR: WIDE,
    CONTACT_CODES_PER_DAY: WIDE,
    CONTACT_CODES_PER_NUMBER: WIDE,
    CONTACT_CODES_PER_ADDRESS: WIDE,
    EXPORTS_PER_HOUR: WIDE,
    CHILDREN_PER_DAY: WIDE,
    REGISTRATIONS_PER_DAY: WIDE,
    NIK_ENTRIES_PER_DAY: WIDE,
    NIK_CHANGES_PER_CHILD: WIDE,
    UPLOADS_PER_HOUR_PARENT: WIDE,
    UPLOADS_PER_HOUR_STAFF: WIDE,
    UPLOAD_BYTES_PER_DAY_PARENT: WIDE_BYTES,
    UPLOAD_BYTES_PER_DAY_STAFF: WIDE_BYTES,
  },
};

/**
 * Starts a whole portal with data of its own in a temporary folder, which `stop` deletes. Without a signal, Ctrl-C stops
 * the portal and ends the process.
 */
export async function startOwnStack(options: Omit<StackOptions, 'dataDir' | 'durable'>): Promise<Stack> {
  for (let tries = 1; ; tries += 1) {
    const dataDir = testFolder('gerbang-own-');
    const remove = () => rmSync(dataDir, { recursive: true, force: true });
    try {
      chmodSync(dataDir, 0o755);
      const isCopy = options.seed !== false && !options.empty && (await copyDemoInstallation(dataDir));
      const own = isCopy ? { ...options, ...OF_COPY } : options;
      const stack = await startStack({ ...own, dataDir, durable: false });
      return { ...stack, stop: () => stack.stop().then(remove) };
    } catch (error) {
      remove();
      // Another program may take a port between its choice and its use; a build that fails would fail again.
      if (tries === TRIES || error instanceof UsageError) throw error;
      options.say?.(`The portal did not start: ${(error as Error).message}; once more`);
    }
  }
}

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
    // So that its calls are there.
    pay: true,
    env: WIDE_LIMITS,
    say,
  });
}
