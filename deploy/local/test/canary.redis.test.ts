import { canaryTests } from './canary-story.ts';

describe('secrets of people, with sessions and queue on Redis', () => {
  // A database of its own: other test files use the same Redis at the same time.
  canaryTests(new URL('/6', process.env.TEST_REDIS_URL).href);
});
