import { listenTo } from '../src/data/listen.ts';
import { testDatabase } from '../src/testing/databases.ts';
import { until } from '../src/testing/until.ts';

test('when the listening connection is killed again and again, then it comes back and hears, and closing it leaves none', async () => {
  const own = await testDatabase('listen');
  const heard: string[] = [];
  const listening = listenTo(own.url, 'word', (text) => heard.push(text));
  await listening.ready;
  const listeners = async () =>
    (
      await own.knex.raw(
        `select pid from pg_stat_activity where application_name = 'listener' and datname = current_database()`,
      )
    ).rows as { pid: number }[];
  const hears = async (text: string) => {
    await until(async () => {
      await own.knex.raw('select pg_notify(?, ?)', ['word', text]);
      return heard.includes(text);
    });
  };
  await hears('before');
  for (const text of ['after one', 'after another']) {
    for (const { pid } of await listeners()) await own.knex.raw('select pg_terminate_backend(?)', [pid]);
    await hears(text);
  }
  expect(await listeners()).toHaveLength(1);
  await listening.close();
  await until(async () => (await listeners()).length === 0);
  await own.drop();
});
