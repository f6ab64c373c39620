import { demo } from '@gerbang/e2e/people';
import type { Stack } from '@gerbang/local/stack';
import type { Account } from './accounts.ts';
import { makeWaiting, until } from './announcement-families.ts';
import { arrive, type Arrivals, type ArrivalsResult, rushed, steady } from './arrivals.ts';
import { startBare } from './bare/stack.ts';
import { accepted, taken } from './drain.ts';
import { callAs, withClient } from './families.ts';
import { highest } from './figures.ts';
import type { Bench } from './measurement.ts';
import { cpuMilliseconds, median } from './numbers.ts';
import type { Row } from './report.ts';

const [FAMILIES, QUICK_FAMILIES] = [2000, 200];
const MINUTE_SECONDS = 60;
const BURST_SECONDS = 20;
const STAFF = 15;
/** The first families have come when it is published. */
const PUBLISHED_AT_MS = 1000;
const BARE_TRIES = 3;
const MB = 1024 * 1024;
const PROGRAMS = ['gateway', 'auth', 'admission', 'announcement', 'billing', 'notification'] as const;

type Session = Pick<Account, 'cookie'>;

async function logIn(stack: Stack, who: 'pendidikan' | 'kepala'): Promise<Session> {
  const { email, password } = demo(who);
  const response = await fetch(`${stack.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: stack.url },
    body: JSON.stringify({ identifier: email, password }),
  });
  if (!response.ok) throw new Error(`The login answered ${response.status}`);
  const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { cookie: cookie.join('; ') };
}

/** An announcement of everybody who waits at the level, approved. */
async function approve(stack: Stack, author: Session, head: Session): Promise<string> {
  const path = '/api/admin/announcements';
  const students = await callAs<{ id: string; child_id: string }[]>(
    stack,
    author,
    'GET',
    `${path}/students-waiting/SMP`,
  );
  const { id } = await callAs<{ id: string }>(stack, author, 'POST', path, {
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
  await callAs(stack, author, 'PUT', `${path}/${id}/submit`);
  await callAs(stack, head, 'PUT', `${path}/${id}/review`, { status: 'approved' });
  return id;
}

/** The statements of a publication and nothing else, taken back at the end. */
async function bulkBare(stack: Stack, id: string, count: number): Promise<number> {
  const sealed = 'x'.repeat(620);
  return withClient(stack.databaseUrls.announcement, async (client) => {
    const times: number[] = [];
    for (let round = 0; round < BARE_TRIES; round += 1) {
      const began = performance.now();
      await client.query('begin');
      await client.query('update announcement_results set published_at = now() where announcement_id = $1', [
        id,
      ]);
      await client.query(`update announcements set updated_at = now() where id = $1`, [id]);
      await client.query(
        `insert into outbox (id, type, version, queue, sealed)
         select gen_random_uuid(), 'result.published', 1, 'admission', $1 from generate_series(1, $2::int)`,
        [sealed, count],
      );
      await client.query('rollback');
      times.push(performance.now() - began);
    }
    return median(times);
  });
}

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
