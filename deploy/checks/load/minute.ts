import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '@gerbang/local/stack';
import type { Call } from '../kit/client.ts';
import { logInDemo } from '../kit/people.ts';
import { startBare } from './bare/stack.ts';
import { cpuMs, highest, MB, meterOf } from './figures.ts';
import { arrive, logsIn, rushed, steady } from './load.ts';
import type { ArrivalsResult, Group, Visitor } from './play.ts';
import type { Bench, Parent } from './runner.ts';
import { acceptedMessages, untilAccepted } from './messages.ts';
import { makeWaiting, untilCount } from './people.ts';
import type { Row } from './report.ts';
import { sizeOf } from './settings.ts';
import { PROGRAMS } from './start.ts';

const FAMILIES = { usual: 2000, quick: 200, tiny: 10 };
const MINUTE_SECONDS = 60;
const BURST_SECONDS = 20;
const STAFF = 15;
/** The first families are there when the results are published. */
const PUBLISHED_AT_MS = 1000;
const RELOAD_AFTER_MS = 5000;
const READS = ['/api/user', '/api/dashboard'];

/** P9, P10, P12: the minute in which everybody's result is published and everybody looks. */
export async function measureAnnouncementMinute(bench: Bench): Promise<Row[]> {
  const stack = bench.stack();
  const count = sizeOf(bench, FAMILIES);
  const shorter = FAMILIES.usual / count;
  const families = await makeWaiting(bench, count);
  const author = await logInDemo(bench.client(), 'staff_pendidikan');
  const head = await logInDemo(bench.client(), 'manager_pendidikan');
  const id = await approve(author.call, head.call);
  const reloadAfterMs = RELOAD_AFTER_MS / shorter;

  const minute = rushed(count, MINUTE_SECONDS / shorter);
  const crowd: Group = { people: comingAt(minute, families), paths: READS, reloadAfterMs };
  const { result, rows } = await withUsage(stack, () =>
    Promise.all([arrive({ url: stack.url, groups: [crowd] }), publish(stack, head.call, id, count)]),
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
  const pressed = await arrive({ url: stack.url, groups });
  const bare = await bareBurst(bench, families, burst, reloadAfterMs);

  const minuteName = `announcement minute, ${count} parents in ${MINUTE_SECONDS / shorter} s`;
  const burstName = `burst, ${count} parents in ${BURST_SECONDS / shorter} s beside ${STAFF} staff`;
  const { logins } = came;
  return [
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
      note: `${logins.toldToWait} responses told to come back`,
    },
    {
      goal: 'P9',
      what: 'last stage applied after the publication',
      value: followed.staged / 1000,
      unit: 's',
      wanted: { atMost: 10 },
    },
    {
      what: 'last message accepted by the provider',
      value: followed.sent / 1000,
      unit: 's',
      note: `${Math.round(count / (followed.sent / 1000))} a second, ${await followed.more()} more than one each`,
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
  ];
}

const judged = (goal: string, what: string, value: number, atMost: number): Row => ({
  goal,
  what,
  value,
  unit: 'ms',
  wanted: { atMost },
});

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
async function approve(author: Call, head: Call): Promise<string> {
  const path = '/api/admin/announcements';
  const students = await author<{ id: string; child_id: string }[]>('GET', `${path}/students-waiting/SMP`);
  const { id } = await author('POST', path, {
    title: 'Hasil Observasi SMP',
    content: 'Berikut hasil observasi calon siswa SMP. '.repeat(10),
    observation_period: 'November 2026',
    jenjang: 'SMP',
    results: students.map((one, at) => ({
      child_id: one.child_id,
      registration_id: one.id,
      result: at % 10 === 0 ? 'failed' : 'passed',
      individual_note: 'Terima kasih telah mengikuti observasi.',
    })),
  });
  await author('PUT', `${path}/${id}/submit`);
  await head('PUT', `${path}/${id}/review`, { status: 'approved' });
  return id;
}

/** Publishes while the families come, and waits until every stage is set and every message accepted; milliseconds. */
async function publish(stack: Stack, head: Call, id: string, count: number) {
  const before = await acceptedMessages(stack);
  await sleep(PUBLISHED_AT_MS);
  const began = performance.now();
  await head('POST', `/api/admin/announcements/${id}/publish`);
  const published = performance.now();
  const { admission } = stack.databaseUrls;
  const applied = 'select count(*)::int as n from registrations where result_announcement_id = $1';
  const [staged, sent] = await Promise.all([
    untilCount(admission, applied, [id], count).then(() => performance.now()),
    untilAccepted(stack, before + count),
  ]);
  return {
    publish: published - began,
    staged: staged - published,
    sent: sent - published,
    more: async () => (await acceptedMessages(stack)) - before - count,
  };
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

/** The CPU and the highest memory of each program while the work lasts. */
async function withUsage<T>(stack: Stack, work: () => Promise<T>): Promise<{ result: T; rows: Row[] }> {
  const peaks = new Map<string, number>();
  const sample = () => {
    for (const { name, bytes } of stack.memory()) peaks.set(name, Math.max(peaks.get(name) ?? 0, bytes));
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
