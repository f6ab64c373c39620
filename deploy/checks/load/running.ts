import { type Stack, startStack } from '@gerbang/local/stack';
import { type Account, registerAccounts } from './accounts.ts';
import { PROVIDER_RATE } from './drain.ts';
import { type Family, makeFamilies } from './families.ts';
import type { Bench } from './measurement.ts';
import type { RunningRedis } from './redis.ts';
import type { Settings } from './settings.ts';

const [ACCOUNTS, QUICK_ACCOUNTS, TINY_ACCOUNTS] = [100, 20, 4];

/** The installation under test, and what measurements share of it; `pages`: the front ends are wanted too. */
export function createRunning(
  settings: Settings,
  pages: boolean,
  redis: RunningRedis,
  dataDir: string,
  say: (line: string) => void,
): { bench: Bench; stop: () => Promise<void> } {
  let stack: Stack | undefined;
  let built = false;
  let accounts: Promise<Account[]> | undefined;
  let families: Promise<Family[]> | undefined;
  const startAgain = async () => {
    await stack?.stop();
    stack = undefined;
    stack = await startStack({
      dataDir,
      redisUrl: redis.url,
      buildFrontEnds: pages && !built,
      // The demo data are no part of a start; they are there since the first one.
      seed: !built,
      durable: !settings.smoke,
      env: {
        // All load comes from one address, which otherwise is told to slow down.
        gateway: { REQUESTS_PER_MINUTE: '10000000' },
        admission: { UPLOADS_PER_HOUR_PARENT: '1000000', UPLOAD_BYTES_PER_DAY_PARENT: String(2 ** 45) },
        notification: { BULK_RATE: String(PROVIDER_RATE) },
      },
      say,
    });
    built = true;
    return stack;
  };
  const running = () => {
    if (!stack) throw new Error('Nothing runs');
    return stack;
  };
  const many = settings.smoke ? TINY_ACCOUNTS : settings.quick ? QUICK_ACCOUNTS : ACCOUNTS;
  return {
    bench: {
      ...settings,
      startAgain,
      stack: running,
      // What could not be made is tried anew by whoever asks next.
      accounts: () =>
        (accounts ??= registerAccounts(running(), many).catch((error: unknown) => {
          accounts = undefined;
          throw error;
        })),
      families: () =>
        (families ??= makeFamilies(running()).catch((error: unknown) => {
          families = undefined;
          throw error;
        })),
      redisUrl: redis.url,
      redisPid: redis.pid,
    },
    stop: async () => stack?.stop(),
  };
}
