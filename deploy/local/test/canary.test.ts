import { canaryTests } from './canary-story.ts';

describe('secrets of people, with everything on PostgreSQL', () => {
  canaryTests(undefined);
});
