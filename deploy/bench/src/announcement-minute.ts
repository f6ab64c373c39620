import type { Stack } from '@gerbang/local/stack';
import { makeWaiting, until } from './announcement-families.ts';
import { approve, bulkBare, logIn, type Session } from './announcement-publication.ts';
import { arrive, type Arrivals, type ArrivalsResult, rushed, steady } from './arrivals.ts';
import { startBare } from './bare/stack.ts';
import { accepted, taken } from './drain.ts';
import { callAs } from './families.ts';
import { highest } from './figures.ts';
import type { Bench } from './measurement.ts';
import { cpuMilliseconds } from './numbers.ts';
import type { Row } from './report.ts';

const [FAMILIES, QUICK_FAMILIES] = [2000, 200];
const MINUTE_SECONDS = 60;
const BURST_SECONDS = 20;
const STAFF = 15;
/** The first families have come when it is published. */
const PUBLISHED_AT_MS = 1000;
const MB = 1024 * 1024;
const PROGRAMS = ['gateway', 'auth', 'admission', 'announcement', 'billing', 'notification'] as const;

/** Each comes once and opens the dashboard: the user and everything that is shown, at once. */
function visits(url: string, cookies: readonly string[], times: readonly number[]): Arrivals {
  return {
    url,
    arrivals: cookies.flatMap((cookie, at) =>
      ['/api/user', '/api/dashboard'].map((path) => ({ atMs: times[at] ?? 0, path, headers: { cookie } })),
    ),
  };
}

function beside(
  goal: string,
  what: string,
  ours: ArrivalsResult,
  bare: ArrivalsResult,
  judge: 'p50' | 'p99',
): Row[] {
  const atMost = judge === 'p50' ? 5 : 3;
  return [
    { what: `${what}, p50`, value: ours.p50, unit: 'ms', note: `bare ${bare.p50.toFixed(1)} ms` },
    { what: `${what}, p99`, value: ours.p99, unit: 'ms', note: `bare ${bare.p99.toFixed(1)} ms` },
    {
      goal,
      what: `${what}, ${judge} against bare`,
      value: ours[judge] / bare[judge],
      unit: 'x',
      wanted: { atMost },
    },
    {
      goal,
      what: `${what}, errors`,
      value: ours.errors,
      unit: '',
      wanted: { atMost: 0 },
      note: `of ${ours.total}`,
    },
  ];
}

/** What each program used while the work lasted. */
async function used<T>(stack: Stack, work: () => Promise<T>): Promise<{ result: T; rows: Row[] }> {
  const cpu = () => PROGRAMS.map((name) => cpuMilliseconds([stack.pid(name)]));
  const peaks = new Map<string, number>();
  const look = () => {
    const memory = stack.memory();
    for (const { name, bytes } of memory) peaks.set(name, Math.max(peaks.get(name) ?? 0, bytes));
    return memory.reduce((sum, { bytes }) => sum + bytes, 0);
  };
  const before = cpu();
  const { result } = await highest(look, work);
  const after = cpu();
  const rows = PROGRAMS.map((name, at) => ({
    what: `announcement minute, CPU of ${name}`,
    value: ((after[at] ?? Number.NaN) - (before[at] ?? 0)) / 1000,
    unit: 's',
    note: `at most ${Math.round((peaks.get(name) ?? 0) / MB)} MB`,
  }));
  return { result, rows };
}

/** Publishes while the families come; answers when what had followed. */
async function publish(stack: Stack, head: Session, id: string, count: number) {
  const before = await accepted(stack);
  await new Promise((resolve) => setTimeout(resolve, PUBLISHED_AT_MS));
  const began = performance.now();
  await callAs(stack, head, 'POST', `/api/admin/announcements/${id}/publish`);
  const answered = performance.now();
  const staged = until(
    stack.databaseUrls.admission,
    'registrations where result_announcement_id = $1',
    [id],
    count,
  );
  const [last, sent] = await Promise.all([staged.then(() => performance.now()), taken(stack, before, count)]);
  const times = { publish: answered - began, staged: last - answered, sent: sent - answered };
  return { ...times, more: async () => (await accepted(stack)) - before - count };
}

/** P9, P10, P12: the minute in which everybody's result is published and everybody looks. */
export async function measureAnnouncementMinute(bench: Bench): Promise<Row[]> {
  const stack = bench.stack();
  const count = bench.quick ? QUICK_FAMILIES : FAMILIES;
  const shorter = bench.quick ? FAMILIES / QUICK_FAMILIES : 1;
  const families = await makeWaiting(bench, count);
  const [author, head] = [await logIn(stack, 'pendidikan'), await logIn(stack, 'kepala')];
  const id = await approve(stack, author, head);
  const statements = await bulkBare(stack, id, count);
  const cookies = families.map(({ cookie }) => cookie);
  const minute = rushed(count, MINUTE_SECONDS / shorter);
  const burst = steady(count, BURST_SECONDS / shorter);

  const { result, rows } = await used(stack, () =>
    Promise.all([arrive(visits(stack.url, cookies, minute)), publish(stack, head, id, count)]),
  );
  const [came, followed] = result;
  const staff = Array.from({ length: STAFF * Math.ceil(BURST_SECONDS / shorter) }, (_one, at) => ({
    atMs: (at / STAFF) * 1000,
    path: '/api/admin/registrations?limit=10',
    headers: { cookie: author.cookie },
  }));
  const crowd = visits(stack.url, cookies, burst);
  const pressed = await arrive({ ...crowd, arrivals: [...crowd.arrivals, ...staff] });

  const { auth, admission, announcement } = stack.databaseUrls;
  const bare = await startBare({
    stack,
    redisUrl: bench.redisUrl,
    userIds: families.map((one) => one.id),
    service: {
      file: 'announcement.ts',
      env: {
        AUTH_DATABASE_URL: auth,
        ADMISSION_DATABASE_URL: admission,
        ANNOUNCEMENT_DATABASE_URL: announcement,
      },
      probe: '/api/dashboard',
    },
  });
  try {
    const bareMinute = await arrive(visits(bare.url, bare.cookies, minute));
    const bareBurst = await arrive(visits(bare.url, bare.cookies, burst));
    return [
      {
        goal: 'P12',
        what: `publishing ${count} results`,
        value: followed.publish / 1000,
        unit: 's',
        wanted: { atMost: 1 },
        note: 'while the first families come',
      },
      {
        goal: 'P12',
        what: 'the same against the bare bulk statements',
        value: followed.publish / statements,
        unit: 'x',
        wanted: { atMost: 10 },
        note: `${Math.round(statements)} ms bare`,
      },
      ...beside(
        'P9',
        `announcement minute, ${count} parents in ${MINUTE_SECONDS / shorter} s`,
        came,
        bareMinute,
        'p99',
      ),
      {
        goal: 'P9',
        what: 'last stage applied after the publication',
        value: followed.staged / 1000,
        unit: 's',
        wanted: { atMost: 10 },
      },
      {
        what: 'last message taken by the provider',
        value: followed.sent / 1000,
        unit: 's',
        note: `${Math.round(count / (followed.sent / 1000))} a second, ${await followed.more()} more than one each`,
      },
      ...rows,
      ...beside(
        'P10',
        `burst, ${count} parents in ${BURST_SECONDS / shorter} s beside ${STAFF} staff`,
        pressed,
        bareBurst,
        'p50',
      ),
      { goal: 'P10', what: 'burst, p50 itself', value: pressed.p50, unit: 'ms', wanted: { atMost: 100 } },
    ];
  } finally {
    await bare.stop();
  }
}
