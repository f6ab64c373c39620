import { setTimeout as sleep } from 'node:timers/promises';
import { residentBytes } from '@gerbang/local/memory';
import type { Stack } from '@gerbang/local/stack';
import type { getDashboard } from '@gerbang/contracts/dashboard';
import type { z } from 'zod';
import { type Call, callAs } from '../kit/client.ts';
import { logInDemo } from '../kit/people.ts';
import { until } from '../kit/until.ts';
import { startBare } from './bare/stack.ts';
import { cpuMs, highest, MB, meterOf, metersOf } from './figures.ts';
import { arrive, logsIn, rushed, steady } from './load.ts';
import type { ArrivalsResult, Group, Visitor } from './play.ts';
import type { Bench, Parent } from './runner.ts';
import { acceptedMessages, PROVIDER_RATE, publishBulk, untilAccepted } from './messages.ts';
import { addWaiting, untilCount } from './people.ts';
import type { Row } from './report.ts';
import { settle } from './settle.ts';
import { openStreams } from './streams.ts';
import { PROGRAMS } from './start.ts';

const FAMILIES = 2000;
const MINUTE_SECONDS = 60;
const BURST_SECONDS = 20;
const STAFF = 15;
/** The first families are there when the results are published. */
const PUBLISHED_AT_MS = 1000;
const RELOAD_AFTER_MS = 5000;
const READS = ['/api/user', '/api/dashboard'];

type Dashboard = z.infer<(typeof getDashboard)['response'][200]>;

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
  const { result, rows } = await withUsage(stack, () =>
    Promise.all([arrive({ url: stack.url, groups: [crowd] }), publish(bench, head.call, id, families)]),
  );
  const [came, followed] = result;

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
    ...rows,
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

/** The same minute and burst while every family has a page open that hears of its messages. */
export async function measureOpenMinute(bench: Bench): Promise<Row[]> {
  const families = await bench.crowd();
  const { streams, close } = await openStreams(
    bench.stack().url,
    families.map(({ cookie }) => cookie),
  );
  try {
    const rows = await measureAnnouncementMinute(bench);
    return rows.map((row) => ({ ...row, what: `${streams.length} open streams, ${row.what}` }));
  } finally {
    close();
  }
}

/** P12: a publication while the portal is otherwise idle, and what each of its results costs until nothing is under way. */
async function publishAlone(
  bench: Bench,
  families: readonly Parent[],
  { author, head }: { author: Call; head: Call },
): Promise<Row[]> {
  const stack = bench.stack();
  await addWaiting(bench, families, 'SD');
  const id = await approve(author, head, 'SD');
  await settle(stack, bench.redisPid);
  const meters = metersOf(stack, PROGRAMS, bench.redisPid);
  const before = cpuMs(meters);
  const began = performance.now();
  await head('POST', `/api/admin/announcements/${id}/publish`);
  const seconds = (performance.now() - began) / 1000;
  await untilStaged(stack, id, families.length);
  const queued = cpuMs(meters) - before;
  await settle(stack, bench.redisPid);
  return [
    {
      goal: 'P12',
      what: `publishing ${families.length} results alone`,
      value: seconds,
      unit: 's',
      wanted: { atMost: 0.3 },
    },
    {
      goal: 'P12',
      what: 'CPU a result until every stage is set',
      value: queued / families.length,
      unit: 'ms',
      wanted: { atMost: 1 },
      note: `${((cpuMs(meters) - before) / families.length).toFixed(2)} ms until the last message has left`,
    },
  ];
}

const judged = (goal: string, what: string, value: number, atMost: number): Row => ({
  goal,
  what,
  value,
  unit: 'ms',
  wanted: { atMost },
});

/** How many logins were told a place in the line. */
export const lineNote = ({ logins }: ArrivalsResult): string =>
  `${logins.inLine} of ${logins.total} waited in the line, the last place was ${logins.lastPlace}`;

/** The errors of a crowd; none are wanted. */
export const errorsOf = (
  goal: string,
  what: string,
  { errors, total, logins, firstError }: ArrivalsResult,
): Row => ({
  goal,
  what: `${what}, errors`,
  value: errors,
  unit: '',
  wanted: { atMost: 0 },
  note: `of ${total} reads and ${logins.total} logins${firstError ? `; ${firstError}` : ''}`,
});

/** Families that come at these moments, some of them without a session. */
function comingAt(times: readonly number[], families: readonly Parent[], mustLogIn = logsIn): Visitor[] {
  return families.map(({ email, password, cookie }, at) => ({
    atMs: times[at] ?? 0,
    ...(mustLogIn(at) ? { login: { identifier: email, password } } : { cookie }),
  }));
}

/** Makes an approved announcement for all registrations that wait at the level; returns its id. */
async function approve(author: Call, head: Call, jenjang: 'SD' | 'SMP'): Promise<string> {
  const path = '/api/admin/announcements';
  const students = await author<{ id: string; child_id: string }[]>(
    'GET',
    `${path}/students-waiting/${jenjang}`,
  );
  const { id } = await author('POST', path, {
    title: `Hasil Observasi ${jenjang}`,
    content: `Berikut hasil observasi calon siswa ${jenjang}. `.repeat(10),
    observation_period: 'November 2026',
    jenjang,
    results: students.map((one, at) => ({
      child_id: one.child_id,
      registration_id: one.id,
      result: at % 10 === 0 ? 'failed' : 'passed',
      individual_note: 'Terima kasih telah mengikuti observasi.',
      checked: true,
    })),
  });
  await author('PUT', `${path}/${id}/submit`);
  await head('PUT', `${path}/${id}/review`, { status: 'approved' });
  return id;
}

/** Publishes while the families come, and waits until every stage is set and every message accepted; milliseconds. */
async function publish(bench: Bench, head: Call, id: string, families: readonly Parent[]) {
  const stack = bench.stack();
  const count = families.length;
  const before = await acceptedMessages(stack);
  await sleep(PUBLISHED_AT_MS);
  const began = performance.now();
  await head('POST', `/api/admin/announcements/${id}/publish`);
  const published = performance.now();
  const reader = callAs(bench.client(), families[0]?.cookie);
  const [seen, staged, sent] = await Promise.all([
    until('The first result', async () => {
      const { announcement } = await reader<Dashboard>('GET', '/api/dashboard');
      return announcement?.parent?.results.some((one) => one.announcement_id === id);
    }).then(() => performance.now()),
    untilStaged(stack, id, count).then(() => performance.now()),
    untilAccepted(stack, before + count),
  ]);
  return {
    publish: published - began,
    seen: seen - published,
    staged: staged - published,
    sent: sent - published,
    more: async () => (await acceptedMessages(stack)) - before - count,
  };
}

const untilStaged = ({ databaseUrls }: Stack, id: string, count: number) =>
  untilCount(
    databaseUrls.admission,
    'select count(*)::int as n from registrations where result_announcement_id = $1',
    [id],
    count,
  );

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

/** The CPU and the highest memory of each program while the work lasts. */
async function withUsage<T>(stack: Stack, work: () => Promise<T>): Promise<{ result: T; rows: Row[] }> {
  const peaks = new Map<string, number>();
  const sample = () => {
    for (const name of PROGRAMS) {
      const pid = stack.pid(name);
      if (pid !== undefined) peaks.set(name, Math.max(peaks.get(name) ?? 0, residentBytes(pid)));
    }
    return 0;
  };
  const meters = PROGRAMS.map((name) => meterOf(name, stack.pid(name)));
  const before = meters.map((one) => cpuMs([one]));
  const { result } = await highest(sample, work);
  const rows = meters.map((one, at) => ({
    what: `announcement minute, CPU of ${one.name}`,
    value: (cpuMs([one]) - (before[at] ?? 0)) / 1000,
    unit: 's',
    note: `at most ${Math.round((peaks.get(one.name) ?? 0) / MB)} MB`,
  }));
  return { result, rows };
}
