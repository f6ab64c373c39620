import { join } from 'node:path';
import { openServiceDoor, testKey } from '@gerbang/service-kit/testing/door';
import { watchCopiedSchool } from '@gerbang/service-kit/events/school-copy';
import { buildApp } from '../src/app.ts';
import { configSchema } from '../src/config.ts';
import { buildContext } from '../src/context.ts';

export const MIGRATIONS = join(__dirname, '../migrations');

/** The service on a database of its own, with a way to call it as any role. */
export const openDoor = (more: Record<string, string> = {}) =>
  openServiceDoor(
    {
      service: 'billing',
      migrations: MIGRATIONS,
      config: (env) => configSchema.parse(env),
      context: buildContext,
      app: buildApp,
      check: ({ school }) => watchCopiedSchool(school),
    },
    {
      COLUMN_KEYS: `c1:${testKey()}`,
      BLIND_INDEX_KEY: testKey(),
      INTERNAL_KEY: testKey(),
      ADMISSION_URL: 'http://127.0.0.1:9',
      // A slow machine makes a PDF slowly.
      PAPER_WAIT_MS: '60000',
      PAPER_WORK_MS: '60000',
      ...more,
    },
  );

export type Door = Awaited<ReturnType<typeof openDoor>>;
