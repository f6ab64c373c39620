import { mainPathTests } from './main-path.ts';

describe('the whole way, queue on Redis', () => {
  // A database of its own: other test files use the same Redis at the same time.
  mainPathTests(() => ({ redisUrl: new URL('/7', process.env.TEST_REDIS_URL).href }));
});
