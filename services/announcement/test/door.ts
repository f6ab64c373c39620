import { join } from 'node:path';
import { type Caller, openServiceDoor, testKey } from '@gerbang/service-kit/testing/door';
import { buildApp } from '../src/app.ts';
import { configSchema } from '../src/config.ts';
import { buildContext } from '../src/context.ts';

const NO_AUTH = 'http://127.0.0.1:9';
export const MIGRATIONS = join(__dirname, '../migrations');

/** The service on a database of its own, with a way to call it as any role. */
export const openDoor = (more: Record<string, string> = {}) =>
  openServiceDoor(
    {
      service: 'announcement',
      migrations: MIGRATIONS,
      config: (env) => configSchema.parse(env),
      // Which accounts are second people is a matter of auth; by AUTH_URL its own response counts.
      context: (config, ...rest) => ({
        ...buildContext(config, ...rest),
        ...(config.AUTH_URL === NO_AUTH && { assertEyes: async () => {} }),
        // What admission does with a correction is its own matter, and tested there.
        ...(config.ADMISSION_URL === NO_AUTH && {
          correctResult: async () => ({ published_at: new Date().toISOString() }),
        }),
      }),
      app: buildApp,
    },
    { INTERNAL_KEY: testKey(), AUTH_URL: NO_AUTH, ADMISSION_URL: NO_AUTH, ...more },
  );

export type Door = Awaited<ReturnType<typeof openDoor>>;
export type { Caller };
