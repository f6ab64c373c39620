import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  openServiceDoor,
  suiteDoor,
  testKey,
  type Caller as ServiceCaller,
} from '@gerbang/service-kit/testing/door';
import { buildApp } from '../src/app.ts';
import { configSchema } from '../src/config.ts';
import { buildContext } from '../src/context.ts';
import { FEATURES } from '../src/features.ts';
import { startSchool } from '../src/school/first-version.ts';

/** A caller; admission never takes a name from it. */
export type Caller = Pick<ServiceCaller, 'id' | 'role'>;

const NO_AUTH = 'http://127.0.0.1:9';
export const MIGRATIONS = join(__dirname, '../migrations');

/** The service on its own database and folder, with a way to call it as any caller. */
export async function openDoor(more: Record<string, string> = {}, features = FEATURES) {
  const filesDir = mkdtempSync(join(tmpdir(), 'gerbang-files-'));
  const door = await openServiceDoor(
    {
      service: 'admission',
      migrations: MIGRATIONS,
      config: (env) => configSchema.parse(env),
      // Which accounts are second people is a matter of auth; by AUTH_URL its own response counts.
      context: (config, database, log, now) => ({
        ...buildContext(config, database, log, features, now),
        ...(config.AUTH_URL === NO_AUTH && { assertEyes: async () => {} }),
        ...(config.BILLING_URL === NO_AUTH && {
          withdrawAcceptance: async () => ({ waits: false, rule: null }),
          owedInvoices: async () => 0,
          endPayRequests: async () => {},
          drawers: { hold: async () => undefined, keep: async () => ({ receipt: null }) },
        }),
      }),
      app: buildApp,
      check: startSchool,
    },
    {
      COLUMN_KEYS: `c1:${testKey()}`,
      BLIND_INDEX_KEY: testKey(),
      CODE_KEY: testKey(),
      INTERNAL_KEY: testKey(),
      AUTH_URL: NO_AUTH,
      BILLING_URL: NO_AUTH,
      FILES_DIR: filesDir,
      // A test's family has many children; the limits have tests of their own.
      CHILDREN_PER_DAY: '1000',
      REGISTRATIONS_PER_DAY: '1000',
      NIK_ENTRIES_PER_DAY: '1000',
      ...more,
    },
  );
  return {
    ...door,
    filesDir,
    async close(): Promise<void> {
      await door.close();
      rmSync(filesDir, { recursive: true, force: true });
    },
  };
}

export type Door = Awaited<ReturnType<typeof openDoor>>;

/** A suite's service, closed after it. */
export const useDoor = suiteDoor(openDoor);
