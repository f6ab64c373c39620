import { eventSchemas } from '@gerbang/contracts/events';
import { schoolSchema } from '@gerbang/contracts/school';
import { Redis } from 'ioredis';
import { PortalSchool } from '../src/school/portal-school.ts';
import { redisSchool } from '../src/school/school-store.ts';

const changed = (version: number) =>
  eventSchemas['school.changed'].parse({
    version,
    settings: { ...schoolSchema.parse({}), name: `Sekolah ${version}` },
  });

// A database of its own: other test files use the same Redis at the same time.
const redisUrl = new URL('/2', process.env.TEST_REDIS_URL).href;

describe('the school of the pages on Redis', () => {
  const redis = new Redis(redisUrl);
  beforeEach(() => redis.del('school'));
  afterAll(() => redis.disconnect());
  const portal = () => new PortalSchool(redisSchool(redis), { warn: () => undefined });

  test('when events come in any order, then the highest version stays under the one key', async () => {
    await Promise.all([3, 9, 1, 9, 4].map((version) => portal().receive(changed(version))));
    expect((await redisSchool(redis).read())?.school.name).toBe('Sekolah 9');
    expect(await redis.ttl('school')).toBe(-1);
  });

  test('when Redis was emptied, then a gateway gives back what it knows; what no release can read is none', async () => {
    const school = portal();
    await school.receive(changed(5));
    await redis.del('school');
    await school.watch();
    await school.close();
    expect((await redisSchool(redis).read())?.version).toBe(5);
    await redis.set('school', '{"version":1}');
    expect(await redisSchool(redis).read()).toBeNull();
  });
});
