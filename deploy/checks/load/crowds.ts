import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { rowsOf } from '../kit/databases.ts';
import { inWords, MB, metersOf, watched } from './figures.ts';
import { arrive, logsIn, steady } from './load.ts';
import type { Visitor } from './play.ts';
import type { Bench } from './runner.ts';
import { errorsOf, lineNote } from './crowd-rows.ts';
import { fillRegistrations, makeSessions, registerParents, storedHash } from './people.ts';
import type { Row } from './report.ts';
import { isTiny, sizeOf } from './settings.ts';
import { PROGRAMS } from './start.ts';

const [PARENTS, SECONDS] = [50_000, 300];
const REGISTRATIONS = { usual: 50_000, quick: 2000, tiny: 100 };
const RELOAD_AFTER_MS = 5000;

/** P11: a foundation's 50,000 parents open their dashboard within five minutes, over 50,000 registrations. */
export async function measureFoundation(bench: Bench): Promise<Row[]> {
  const stack = bench.stack();
  const registrations = sizeOf(bench, REGISTRATIONS);
  await fillRegistrations(bench, registrations);
  const [known] = await registerParents(bench, 1);
  if (!known) throw new Error('No account');
  const parents = await makeParents(bench, await storedHash(stack, known.id));
  const cookies = await makeSessions(
    bench,
    parents.map(({ id }) => id),
  );
  const seconds = (SECONDS * parents.length) / PARENTS;
  const times = steady(parents.length, seconds);
  const people = parents.map(({ email }, at): Visitor => {
    const login = { identifier: email, password: known.password };
    return { atMs: times[at] ?? 0, ...(logsIn(at) ? { login } : { cookie: cookies[at] ?? '' }) };
  });
  const reloadAfterMs = Math.min(RELOAD_AFTER_MS, seconds * 1000);
  const groups = [{ people, paths: ['/api/user', '/api/dashboard'], reloadAfterMs }];
  const meters = metersOf(stack, PROGRAMS, bench.redisPid);
  const usage = await watched(meters, () => arrive({ url: stack.url, groups }));
  const { result, share, machine, cores } = usage;
  const what = `foundation, ${parents.length} parents in ${Number(seconds.toFixed(1))} s over ${registrations} registrations`;
  const isScaled = parents.length < PARENTS;
  const scaled = isScaled ? `the pace of ${PARENTS} in ${SECONDS} s, for a shorter time; ` : '';
  return [
    {
      goal: 'P11',
      what: `${what}, p99 of the reads`,
      value: result.p99,
      unit: 'ms',
      wanted: { atMost: 500 },
      note: `${scaled}p50 ${result.p50.toFixed(1)} ms, slowest ${result.slowest.toFixed(0)} ms`,
    },
    {
      goal: 'P11',
      what: `${what}, share of all cores`,
      value: share,
      unit: 'x',
      wanted: { atMost: 0.85 },
      note: `${availableParallelism()} cores, with the load ${Math.round(machine * 100)} %; ${inWords(cores)}`,
    },
    errorsOf('P11', what, result),
    {
      what: `${what}, p99 of a login`,
      value: result.logins.p99,
      unit: 'ms',
      note: `p50 ${result.logins.p50.toFixed(0)} ms; ${lineNote(result)}`,
    },
  ];
}

/** Accounts of made-up families, all with one password: hashing passwords would take longer than the measurement. */
async function makeParents({ stack, parents: count }: Bench, hash: string) {
  const { admission, auth } = stack().databaseUrls;
  const families = await rowsOf<{ id: string }>(
    admission,
    `select distinct a.id from accounts a join parents p on p.user_id = a.id join children c on c.parent_id = p.id
       join registrations r on r.child_id = c.id
     where a.role = 'wali_murid' limit $1`,
    [count],
  );
  if (families.length < count) throw new Error(`Only ${families.length} of ${count} families exist`);
  return rowsOf<{ id: string; email: string }>(
    auth,
    `insert into users (id, email, name, password_hash)
     select id, $2 || n || '@contoh.sch.id', 'Wali ' || n, $3 from unnest($1::uuid[]) with ordinality as one(id, n)
     on conflict (id) do update set password_hash = excluded.password_hash, email = excluded.email
     returning id, email`,
    [families.map(({ id }) => id), `${randomUUID()}-`, hash],
  );
}

/** Caches are full after the warm-up; from then on nothing should grow. */
const GROWTH = { usual: [180, 1800], quick: [180, 1800], tiny: [0.3, 0.5] };
const REST_MS = 20_000;
const VISITS_PER_SECOND = 40;
const PATHS = ['/api/user', '/api/dashboard', '/api/registrations', '/api/config'];

/** P15: the memory of the small shape's Node processes at rest, before and after half an hour of load. */
export async function measureGrowth(bench: Bench): Promise<Row[]> {
  const families = await bench.families();
  if (!isTiny()) await bench.startAgain('small');
  const [warmUp = 0, seconds = 0] = sizeOf(bench, GROWTH);
  const play = (duration: number) => {
    const people = steady(Math.ceil(VISITS_PER_SECOND * duration), duration).map((atMs, at): Visitor => {
      return { atMs, cookie: families[at % families.length]?.cookie ?? '' };
    });
    return arrive({ url: bench.stack().url, groups: [{ people, paths: PATHS }] });
  };
  const atRest = async () => {
    if (!isTiny()) await sleep(REST_MS);
    return bench
      .stack()
      .memory()
      .filter(({ name }) => name !== 'postgres' && name !== 'supervisor');
  };
  await play(warmUp);
  const before = await atRest();
  const result = await play(seconds);
  const after = await atRest();
  const sum = (list: typeof before) => list.reduce((total, { share }) => total + share, 0) / MB;
  const each = after.map(({ name, share }) => {
    const was = before.find((one) => one.name === name)?.share ?? share;
    return `${name} ${Math.round(was / MB)} to ${Math.round(share / MB)} MB`;
  });
  const what = `memory after ${seconds} s of load`;
  return [
    {
      goal: 'P15',
      what: `${what}, growth of all Node processes`,
      value: 100 * (sum(after) / sum(before) - 1),
      unit: '%',
      wanted: { atMost: 5 },
      note: each.join(', '),
    },
    {
      goal: 'P15',
      what: `${what}, all Node processes (PSS)`,
      value: sum(after),
      unit: 'MB',
      wanted: { atMost: 350 },
    },
    {
      what: `${what}, errors`,
      value: result.errors,
      unit: '',
      note: `of ${result.total} reads, ${VISITS_PER_SECOND} visits a second`,
    },
  ];
}
