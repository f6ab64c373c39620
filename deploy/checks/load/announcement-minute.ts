import type { Stack } from '@gerbang/local/stack';
import type { Account } from './accounts.ts';
import { makeWaiting, until } from './announcement-families.ts';
import { approve, bulkBare, logIn, type Session } from './announcement-publication.ts';
import { arrive, logsIn, rushed, steady } from './arrivals.ts';
import type { ArrivalsResult, Group, Person } from './arrivals.types.ts';
import { startBare } from './bare/stack.ts';
import { accepted, taken } from './drain.ts';
import { callAs } from './families.ts';
import { highest } from './figures.ts';
import type { Bench } from './measurement.ts';
import { storedHash } from './logins.ts';
import { cpuMilliseconds } from './numbers.ts';
import { PROGRAMS } from './programs.ts';
import type { Row } from './report.ts';
import { isTiny } from './smoke.ts';

const [FAMILIES, QUICK_FAMILIES, TINY_FAMILIES] = [2000, 200, 10];
const MINUTE_SECONDS = 60;
const BURST_SECONDS = 20;
const STAFF = 15;
/** The first families have come when it is published. */
const PUBLISHED_AT_MS = 1000;
const RELOAD_AFTER_MS = 5000;
const MB = 1024 * 1024;

/** Each opens the dashboard (the user and everything that is shown, at once), three of ten log in first, all look again. */
function visits(people: readonly Person[], times: readonly number[], reloadAfterMs: number): Group {
  return {
    people: people.map((person, at) => ({ ...person, atMs: times[at] ?? 0 })),
    paths: ['/api/user', '/api/dashboard'],
    reloadAfterMs,
  };
}

/** Those who come with a session, and those who log in; `identify` says what bare and portal call the latter. */
function peopleOf(
  families: readonly Account[],
  cookies: readonly string[],
  identify: (one: Account) => string,
) {
  return families.map((one, at): Person => {
    const login = { identifier: identify(one), password: one.password };
    return { atMs: 0, ...(logsIn(at) ? { login } : { cookie: cookies[at] ?? '' }) };
  });
}

function beside(
  goal: string,
  what: string,
  ours: ArrivalsResult,
  bare: ArrivalsResult,
  judge: 'p50' | 'p99',
): Row[] {
  const atMost = judge === 'p50' ? 5 : 3;
  const other = judge === 'p50' ? 'p99' : 'p50';
  const { logins } = ours;
  return [
    { what: `${what}, ${other}`, value: ours[other], unit: 'ms', note: `bare ${bare[other].toFixed(1)} ms` },
    {
      goal,
      what: `${what}, ${judge} of the reads against bare`,
      value: ours[judge] / bare[judge],
      unit: 'x',
      of: { measured: ours[judge], limit: bare[judge], unit: 'ms' },
      wanted: { atMost },
    },
    {
      goal,
      what: `${what}, errors`,
      value: ours.errors,
      unit: '',
      wanted: { atMost: 0 },
      note: `of ${ours.total} reads and ${logins.total} logins${ours.firstError ? `; ${ours.firstError}` : ''}`,
    },
    ...(logins.total > 0
      ? [
          {
            what: `${what}, p99 of a login`,
            value: logins.p99,
            unit: 'ms',
            note: `bare ${bare.logins.p99.toFixed(0)} ms; ${logins.toldToWait} answers told to come back`,
          },
        ]
      : []),
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
  const count = isTiny() ? TINY_FAMILIES : bench.quick ? QUICK_FAMILIES : FAMILIES;
  const shorter = FAMILIES / count;
  const families = await makeWaiting(bench, count);
  const [author, head] = [await logIn(stack, 'pendidikan'), await logIn(stack, 'kepala')];
  const id = await approve(stack, author, head);
  const statements = await bulkBare(stack, id, count);
  const cookies = families.map(({ cookie }) => cookie);
  const people = peopleOf(families, cookies, ({ email }) => email);
  const withSession = cookies.map((cookie): Person => ({ atMs: 0, cookie }));
  const later = RELOAD_AFTER_MS / shorter;
  const minute = rushed(count, MINUTE_SECONDS / shorter);
  const burst = steady(count, BURST_SECONDS / shorter);

  const { result, rows } = await used(stack, () =>
    Promise.all([
      arrive({ url: stack.url, groups: [visits(people, minute, later)] }),
      publish(stack, head, id, count),
    ]),
  );
  const [came, followed] = result;
  const staff: Group = {
    people: steady(STAFF * Math.ceil(BURST_SECONDS / shorter), BURST_SECONDS / shorter).map((atMs) => ({
      atMs,
      cookie: author.cookie,
    })),
    paths: ['/api/admin/registrations?limit=10'],
  };
  const pressed = await arrive({ url: stack.url, groups: [visits(withSession, burst, later), staff] });

  const { auth, admission, announcement } = stack.databaseUrls;
  const bare = await startBare({
    stack,
    redisUrl: bench.redisUrl,
    userIds: families.map((one) => one.id),
    loginHash: await storedHash(stack, families[0]?.id),
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
    const strangers = peopleOf(families, bare.cookies, ({ id }) => id);
    const bareMinute = await arrive({ url: bare.url, groups: [visits(strangers, minute, later)] });
    const known = bare.cookies.map((cookie): Person => ({ atMs: 0, cookie }));
    const bareBurst = await arrive({ url: bare.url, groups: [visits(known, burst, later)] });
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
        of: { measured: followed.publish, limit: statements, unit: 'ms' },
        wanted: { atMost: 10 },
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
