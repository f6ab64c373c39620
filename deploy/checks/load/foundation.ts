import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Stack } from '@gerbang/local/stack';
import { registerAccounts } from './accounts.ts';
import { arrive, logsIn, steady } from './arrivals.ts';
import type { Person } from './arrivals.types.ts';
import { makeSessions } from './crowd-sessions.ts';
import { withClient } from './families.ts';
import { storedHash } from './logins.ts';
import type { Bench } from './measurement.ts';
import { PROGRAMS } from './programs.ts';
import type { Row } from './report.ts';
import { isTiny } from './smoke.ts';
import { fill } from './staff-school.ts';
import { inWords, meterOf, storeMeters, watched } from './usage.ts';

const [PARENTS, SECONDS] = [50_000, 300];
const REGISTRATIONS = 50_000;
const [QUICK_REGISTRATIONS, TINY_REGISTRATIONS] = [2000, 100];
const RELOAD_AFTER_MS = 5000;

interface Parent {
  id: string;
  email: string;
}

/** P11: a foundation's 50,000 parents open their dashboard within five minutes, over 50,000 registrations. */
export async function measureFoundation(bench: Bench): Promise<Row[]> {
  const stack = bench.stack();
  const registrations = isTiny() ? TINY_REGISTRATIONS : bench.quick ? QUICK_REGISTRATIONS : REGISTRATIONS;
  await fill(bench, registrations);
  const [known] = await registerAccounts(stack, 1);
  if (!known) throw new Error('No account');
  const parents = await makeParents(stack, bench.parents, await storedHash(stack, known.id));
  const cookies = await makeSessions(
    stack,
    bench,
    parents.map(({ id }) => id),
  );
  const seconds = (SECONDS * parents.length) / PARENTS;
  const times = steady(parents.length, seconds);
  const people = parents.map(({ email }, at): Person => {
    const login = { identifier: email, password: known.password };
    return { atMs: times[at] ?? 0, ...(logsIn(at) ? { login } : { cookie: cookies[at] ?? '' }) };
  });
  const paths = ['/api/user', '/api/dashboard'];
  const meters = [...PROGRAMS.map((name) => meterOf(name, stack.pid(name))), ...storeMeters(stack, bench)];
  const { result, share, machine, cores } = await watched(meters, () =>
    arrive({
      url: stack.url,
      groups: [{ people, paths, reloadAfterMs: Math.min(RELOAD_AFTER_MS, seconds * 1000) }],
    }),
  );
  const what = `foundation, ${parents.length} parents in ${Number(seconds.toFixed(1))} s over ${registrations} registrations`;
  const scaled =
    parents.length < PARENTS ? `as many a second as ${PARENTS} in ${SECONDS} s, for a shorter time; ` : '';
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
    {
      goal: 'P11',
      what: `${what}, errors`,
      value: result.errors,
      unit: '',
      wanted: { atMost: 0 },
      note: `of ${result.total} reads and ${result.logins.total} logins${result.firstError ? `; ${result.firstError}` : ''}`,
    },
    {
      what: `${what}, p99 of a login`,
      value: result.logins.p99,
      unit: 'ms',
      note: `p50 ${result.logins.p50.toFixed(0)} ms; ${result.logins.toldToWait} answers told to come back`,
    },
  ];
}

/** Accounts for families that were made up; all with one password, because making hashes is not what is measured. */
async function makeParents(stack: Stack, count: number, hash: string): Promise<Parent[]> {
  const ids = await withClient(stack.databaseUrls.admission, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select distinct a.id from accounts a join parents p on p.user_id = a.id join children c on c.parent_id = p.id
         join registrations r on r.child_id = c.id
       where a.role = 'wali_murid' limit $1`,
      [count],
    );
    return rows.map(({ id }) => id);
  });
  if (ids.length < count) throw new Error(`Only ${ids.length} of ${count} families are there`);
  const run = randomUUID();
  return withClient(stack.databaseUrls.auth, async (client) => {
    const { rows } = await client.query<Parent>(
      `insert into users (id, email, name, password_hash)
       select id, $2 || n || '@contoh.sch.id', 'Wali ' || n, $3 from unnest($1::uuid[]) with ordinality as one(id, n)
       on conflict (id) do update set password_hash = excluded.password_hash, email = excluded.email
       returning id, email`,
      [ids, `${run}-`, hash],
    );
    return rows;
  });
}
