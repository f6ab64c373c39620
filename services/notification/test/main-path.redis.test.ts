import { mainPathTests } from './main-path.ts';

describe('the whole way, queue on Redis', () => {
  mainPathTests(() => ({ redisUrl: process.env.TEST_REDIS_URL ?? '' }));
});
