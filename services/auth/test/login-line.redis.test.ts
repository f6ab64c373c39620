import { Redis } from 'ioredis';
import { openLine } from './line-doors.ts';
import { lineSuite } from './line-story.ts';

// A database of its own: other test files use the same Redis at the same time.
const redisUrl = new URL('/9', process.env.TEST_REDIS_URL).href;
const KEPT_SECONDS = 60;

describe('the line of logins on Redis', () => {
  const redis = new Redis(redisUrl);
  afterAll(async () => void (await redis.quit()));

  lineSuite(async () => {
    await redis.flushdb();
    const story = await openLine({ REDIS_URL: redisUrl });
    // Redis has no clock that can be moved: what it would do by itself is done here.
    const passSilently = async (seconds: number) => {
      if (seconds > KEPT_SECONDS) {
        await redis.flushdb();
        return;
      }
      const seen = await redis.zrange('login-line:seen', '0', '-1');
      for (const id of seen) await redis.zincrby('login-line:seen', -1000 * seconds, id);
    };
    return { story, time: { passSilently } };
  });
});
