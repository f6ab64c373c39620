import type { Shape } from '@gerbang/local/environments';
import { copyDemoInstallation } from '@gerbang/local/demo-installation';
import { type Stack, startStack } from '@gerbang/local/stack';
import { type Client, createClient } from '../kit/client.ts';
import { WIDE_LIMITS } from '../kit/own-stack.ts';
import type { Bench, Parent } from './runner.ts';
import { PROVIDER_RATE } from './messages.ts';
import { makeFamilies, makeCrowd, registerParents } from './people.ts';
import { type Settings, sizeOf } from './settings.ts';

const ACCOUNTS = { usual: 100, quick: 20, tiny: 4 };
const CROWD = { usual: 2000, quick: 200, tiny: 10 };

export interface RunningOptions {
  readonly settings: Settings;
  /** Whether the front ends are needed. */
  readonly pages: boolean;
  readonly redis: { readonly url: string | undefined; readonly pid: number | undefined };
  readonly dataDir: string;
  readonly say: (line: string) => void;
}

/** The portal under test, and what the measurements share of it. */
export function createRunning({ settings, pages, redis, dataDir, say }: RunningOptions): {
  bench: Bench;
  stop: () => Promise<void>;
} {
  let stack: Stack | undefined;
  let client: Client | undefined;
  let running: Shape = 'separate';
  let isBuilt = false;
  let hasData = false;
  const stop = async () => {
    client?.close();
    await stack?.stop();
    stack = undefined;
  };
  const startAgain = async (shape: Shape = 'separate') => {
    await stop();
    if (!isBuilt && settings.smoke) hasData = await copyDemoInstallation(dataDir);
    stack = await startStack({
      dataDir,
      redisUrl: redis.url,
      buildFrontEnds: pages && !isBuilt,
      // The first start seeds the demo data; seeding is no part of a start.
      seed: !isBuilt && !hasData,
      durable: !settings.smoke,
      shape,
      // As in the local run.
      pay: true,
      env: {
        // The whole load comes from one address.
        ...WIDE_LIMITS,
        notification: { ...WIDE_LIMITS.notification, BULK_RATE: String(PROVIDER_RATE) },
      },
      say,
    });
    client = createClient(stack.url);
    running = shape;
    isBuilt = true;
    return stack;
  };
  const present = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The portal does not run');
    return value;
  };
  /** Makes something once; a failed attempt is repeated by the next caller. */
  const shared = <T>(make: () => Promise<T>) => {
    let made: Promise<T> | undefined;
    return () =>
      (made ??= make().catch((error: unknown) => {
        made = undefined;
        throw error;
      }));
  };
  const bench: Bench = {
    ...settings,
    startAgain,
    shape: () => running,
    stack: () => present(stack),
    client: () => present(client),
    accounts: shared<Parent[]>(() => registerParents(bench, sizeOf(settings, ACCOUNTS))),
    families: shared<Parent[]>(() => makeFamilies(bench)),
    crowd: shared<Parent[]>(() => makeCrowd(bench, sizeOf(settings, CROWD))),
    redisUrl: redis.url,
    redisPid: redis.pid,
  };
  return { bench, stop };
}
