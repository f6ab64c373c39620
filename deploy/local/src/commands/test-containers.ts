import { startStores } from '../store-containers.ts';
import { run as runSome } from './test-some.ts';

/** What depends on a store: queue, sessions and limits, files, and all tests of the service with the most locks and sums. */
const ON_STORES = [
  'packages/service-kit/test/bus',
  'packages/service-kit/test/relay',
  'packages/service-kit/test/outbox',
  'packages/service-kit/test/database',
  'gateway/test/session',
  'gateway/test/store-',
  'gateway/test/requests',
  'packages/file-store/test/object-store',
  'services/admission/test/files-s3',
  'services/billing/test/',
  'services/notification/test/main-path',
];

/**
 * `npm run test:containers [-- <words of path>]`: the tests of what depends on a store, on PostgreSQL, Redis and an object
 * store of the shipped versions.
 */
export async function run(words: string[]): Promise<number> {
  const stores = await startStores(['postgres', 'redis', 'objects']);
  try {
    Object.assign(process.env, stores.env);
    return await runSome(words.length > 0 ? words : ON_STORES);
  } finally {
    await stores.stop();
  }
}
