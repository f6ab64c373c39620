import { canaryTests } from './canary-story.ts';

describe('secrets of people, with sessions and queue on Redis', () => {
  canaryTests(process.env.TEST_REDIS_URL);
});
