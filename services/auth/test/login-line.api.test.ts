import { lineSuite, openLine } from './line-story.ts';

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
