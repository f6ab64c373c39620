import { join } from 'node:path';
import { openServiceDoor, suiteDoor, testKey } from '@gerbang/service-kit/testing/door';
import { createMetrics } from '@gerbang/service-kit/program/metrics';
import { watchCopiedSchool } from '@gerbang/service-kit/events/school-copy';
import { buildApp } from '../src/app.ts';
import { configSchema } from '../src/config.ts';
import { buildContext } from '../src/context.ts';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';

export const MIGRATIONS = join(__dirname, '../migrations');

/** No service listens there. */
const NO_AUTH = 'http://127.0.0.1:9';

/**
 * The service on a database of its own, with a way to call it as any role. Closing it fails the suite whose books do not
 * balance; a suite that writes past the service says with `planted` that its books are made up.
 */
export async function openDoor(more: Record<string, string> = {}, { planted = false } = {}) {
  const metrics = createMetrics('billing-test');
  const door = await openServiceDoor(
    {
      service: 'billing',
      migrations: MIGRATIONS,
      config: (env) => configSchema.parse(env),
      // Which accounts are second people is a matter of auth; by AUTH_URL its own response counts.
      context: (config, ...others) => ({
        ...buildContext(config, ...others),
        ...(config.AUTH_URL === NO_AUTH && { assertEyes: async () => {} }),
      }),
      app: (options, context) => buildApp({ ...options, metrics }, context),
      check: ({ school }) => watchCopiedSchool(school),
    },
    {
      COLUMN_KEYS: `c1:${testKey()}`,
      BLIND_INDEX_KEY: testKey(),
      INTERNAL_KEY: testKey(),
      ADMISSION_URL: NO_AUTH,
      AUTH_URL: NO_AUTH,
      // A slow machine makes a PDF slowly.
      PAPER_WAIT_MS: '60000',
      PAPER_WORK_MS: '60000',
      ...more,
    },
  );
  return {
    ...door,
    /** What Prometheus reads. */
    metrics,
    async close(): Promise<void> {
      const wrong = planted ? [] : await verifyBooks(door.database);
      await door.close();
      expect(wrong).toEqual([]);
    },
  };
}

export type Door = Awaited<ReturnType<typeof openDoor>>;

/** A suite's service, closed after it. */
export const useDoor = suiteDoor(openDoor);
