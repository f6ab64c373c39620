import { openLine } from './line-doors.ts';
import { lineSuite } from './line-story.ts';

describe('the line of logins in the database', () => {
  lineSuite(async () => {
    const story = await openLine();
    const passSilently = async (seconds: number) =>
      void (await story.first.db.raw(
        'update login_line set seen_at = seen_at - make_interval(secs => ?), begun_at = begun_at - make_interval(secs => ?)',
        [seconds, seconds],
      ));
    return { story, time: { passSilently } };
  });
});

test('when Redis is away, then the line is in the database', async () => {
  const story = await openLine({ REDIS_URL: 'redis://127.0.0.1:1' });
  const freed = await Promise.all(story.doors.map(story.holdSlot));
  const [one] = await story.queue(1);
  expect(one?.place.place).toBe(1);
  expect(await story.first.db('login_line').pluck('begun_at')).toEqual([null]);
  await Promise.all(freed.map((free) => free()));
  const typed = story.typedOf(one?.user ?? (await story.first.account()), one?.place.ticket);
  expect((await story.enter(story.second, typed, one?.ip ?? '')).statusCode).toBe(200);
  await story.close();
});
