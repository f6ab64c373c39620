import { logInDemo } from '../kit/people.ts';
import { startBare } from './bare/stack.ts';
import { errorsOf, lineNote } from './crowd-rows.ts';
import { arrive, logsIn, rushed, steady } from './load.ts';
import { PROVIDER_RATE, publishBulk } from './messages.ts';
import { addWaiting } from './people.ts';
import type { ArrivalsResult, Group, Visitor } from './play.ts';
import { approve, publish, publishAlone } from './publication.ts';
import type { Row } from './report.ts';
import type { Bench, Parent } from './runner.ts';
import { settle } from './settle.ts';

const FAMILIES = 2000;
const MINUTE_SECONDS = 60;
const BURST_SECONDS = 20;
const STAFF = 15;
const RELOAD_AFTER_MS = 5000;
const READS = ['/api/user', '/api/dashboard'];

/** P9, P10, P12: the minute in which everybody's result is published and everybody looks. */
export async function measureAnnouncementMinute(bench: Bench): Promise<Row[]> {
  const stack = bench.stack();
  const families = await bench.crowd();
  const count = families.length;
  const shorter = FAMILIES / count;
  const author = await logInDemo(bench.client(), 'staff_pendidikan');
  const head = await logInDemo(bench.client(), 'manager_pendidikan');
  await addWaiting(bench, families, 'SMP');
  const alone = await publishAlone(bench, families, { author: author.call, head: head.call });
  const id = await approve(author.call, head.call, 'SMP');
  const reloadAfterMs = RELOAD_AFTER_MS / shorter;

  const minute = rushed(count, MINUTE_SECONDS / shorter);
  const crowd: Group = { people: comingAt(minute, families), paths: READS, reloadAfterMs };
  const [came, followed] = await Promise.all([
    arrive({ url: stack.url, groups: [crowd] }),
    publish(bench, head.call, id, families),
  ]);

  const burst = steady(count, BURST_SECONDS / shorter);
  const known = comingAt(burst, families, () => false);
  const times = steady(STAFF * Math.ceil(BURST_SECONDS / shorter), BURST_SECONDS / shorter);
  const staff: Group = {
    people: times.map((atMs) => ({ atMs, cookie: author.cookie })),
    paths: ['/api/admin/registrations?limit=10'],
  };
  const groups = [{ people: known, paths: READS, reloadAfterMs }, staff];
  await settle(stack, bench.redisPid);
  // Before the drain below sends messages of its own.
  const more = await followed.more();
  const pressed = await arrive({ url: stack.url, groups });
  const bare = await bareBurst(bench, families, burst, reloadAfterMs);
  const [drained] = await Promise.all([
    arrive({ url: stack.url, groups }),
    publishBulk(stack, count).then(() => settle(stack, bench.redisPid)),
  ]);

  const minuteName = `announcement minute, ${count} parents in ${MINUTE_SECONDS / shorter} s`;
  const burstName = `burst, ${count} parents in ${BURST_SECONDS / shorter} s beside ${STAFF} staff`;
  const { logins } = came;
  return [
    ...alone,
    {
      goal: 'P12',
      what: `publishing ${count} results`,
      value: followed.publish / 1000,
      unit: 's',
      wanted: { atMost: 0.6 },
      note: 'while the first families come',
    },
    judged('P9', `${minuteName}, p50 of the reads`, came.p50, 15),
    judged('P9', `${minuteName}, p99 of the reads`, came.p99, 250),
    errorsOf('P9', minuteName, came),
    {
      ...judged('P9', `${minuteName}, p99 of a login`, logins.p99, 5000),
      note: lineNote(came),
    },
    {
      goal: 'P9',
      what: 'last stage applied after the publication',
      value: followed.staged / 1000,
      unit: 's',
      wanted: { atMost: 10 },
    },
    {
      goal: 'P9',
      what: 'first reader sees the result after the publication',
      value: followed.seen / 1000,
      unit: 's',
      wanted: { atMost: 1 },
    },
    {
      goal: 'P9',
      what: 'last message accepted by the provider',
      value: followed.sent / 1000,
      unit: 's',
      wanted: { atMost: count / PROVIDER_RATE + 60 },
      note: `${Math.round(count / (followed.sent / 1000))} a second, ${more} more than one each`,
    },
    {
      goal: 'P10',
      what: `${burstName}, p50 of the reads against bare`,
      value: pressed.p50 / bare.p50,
      unit: 'x',
      of: { measured: pressed.p50, limit: bare.p50, unit: 'ms' },
      wanted: { atMost: 2 },
    },
    judged('P10', `${burstName}, p99 of the reads`, pressed.p99, 60),
    errorsOf('P10', burstName, pressed),
    judged('P10', `${burstName} and the drain of ${count} messages, p50 of the reads`, drained.p50, 15),
    judged('P10', `${burstName} and the drain of ${count} messages, p99 of the reads`, drained.p99, 250),
    errorsOf('P10', `${burstName} and the drain of ${count} messages`, drained),
  ];
}

const judged = (goal: string, what: string, value: number, atMost: number): Row => ({
  goal,
  what,
  value,
  unit: 'ms',
  wanted: { atMost },
});

/** Families that come at these moments, some of them without a session. */
function comingAt(times: readonly number[], families: readonly Parent[], mustLogIn = logsIn): Visitor[] {
  return families.map(({ email, password, cookie }, at) => ({
    atMs: times[at] ?? 0,
    ...(mustLogIn(at) ? { login: { identifier: email, password } } : { cookie }),
  }));
}

/** The same burst on the bare read, twice a visit. */
async function bareBurst(
  bench: Bench,
  families: readonly Parent[],
  times: readonly number[],
  reloadAfterMs: number,
): Promise<ArrivalsResult> {
  const bare = await startBare(bench, { userIds: families.map(({ id }) => id) });
  try {
    const people = bare.cookies.map((cookie, at): Visitor => ({ atMs: times[at] ?? 0, cookie }));
    return await arrive({
      url: bare.url,
      groups: [{ people, paths: ['/api/user', '/api/user'], reloadAfterMs }],
    });
  } finally {
    await bare.stop();
  }
}
