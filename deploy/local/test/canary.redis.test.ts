import { describeSecrets } from './canary.ts';

describe('secrets of people, with sessions and queue on Redis', () => {
  // Other test files use other databases of the same Redis.
  describeSecrets(new URL('/6', process.env.TEST_REDIS_URL).href);
});
