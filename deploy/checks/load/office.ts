import { randomUUID } from 'node:crypto';
import { callAs } from '../kit/client.ts';
import { rowsOf } from '../kit/databases.ts';
import { registrationBody, schoolOf } from '../kit/families.ts';
import { logInDemo } from '../kit/people.ts';
import { startBare } from './bare/stack.ts';
import { cpuMs, digits, metersOf } from './figures.ts';
import { expectOnly, load } from './load.ts';
import type { LoadRequest } from './play.ts';
import { addChildren } from './people.ts';
import type { Row } from './report.ts';
import type { Bench, Parent } from './runner.ts';
import { sizeOf } from './settings.ts';
import { settle } from './settle.ts';
import { PROGRAMS } from './start.ts';
import { besideBare, CONNECTIONS, inTurns, portalSide, reading } from './turns.ts';

const APPROVALS = '/api/admin/money-requests';
const INVOICES = '/api/admin/invoices';

interface Own {
  readonly id: string;
  readonly family: Parent;
}

/** P18 and P19: an office's corrections and what waits for agreement; a family that leaves. */
export async function measureOffice(bench: Bench): Promise<Row[]> {
  const families = (await bench.families()).slice(0, CONNECTIONS);
  const admin = await logInDemo(bench.client(), 'admin');
  const own = await registered(bench, families);
  const bare = await startBare(bench, { userIds: families.map(({ id }) => id) });
  try {
    const admission = portalSide(bench, ['admission', 'billing'], []);
    const leaving = {
      ...admission,
      cookies: own.map(({ family }) => family.cookie),
    };
    const paths = own.map(({ id }) => `/api/registrations/${id}/withdrawal`);
    const ways = { portal: reading(leaving, paths, bench), bare: reading(bare, ['/api/user'], bench) };
    const before = await inTurns(ways, bench.rounds);
    const rows = besideBare('what follows if a family leaves', before, { goal: 'P19', cpuAtMost: 6 });
    const versions = await versionsOf(bench, admin.cookie, own);
    const corrections = own.map(({ id }, at) =>
      posting(bench, admin.cookie, `/api/admin/registrations/${id}/corrections`, {
        target: 'child',
        changes: { full_name: 'Aisyah Putri Ramadhani' },
        reason: 'Ejaan pada akta kelahiran',
        basis: 'typing',
        version: versions[at],
      }),
    );
    const leavings = own.map(({ id, family }) =>
      posting(bench, family.cookie, `/api/registrations/${id}/withdrawal`, {
        reason_code: 'moving',
        confirm: true,
      }),
    );
    const usual = { connections: families.length, cpu: before.bare.cpu };
    return [
      ...rows,
      await followed(bench, {
        ...usual,
        what: 'a correction',
        goal: 'P18',
        requests: corrections,
        atMost: 25,
      }),
      await followed(bench, { ...usual, what: 'a leaving', goal: 'P19', requests: leavings, atMost: 30 }),
      ...(await approvals(bench, admin.cookie)),
    ];
  } finally {
    await bare.stop();
  }
}

/** Registrations that nothing was done about yet, the same number for each family. */
async function registered(bench: Bench, families: readonly Parent[]): Promise<Own[]> {
  const each = sizeOf(bench, { usual: 12, quick: 4, tiny: 2 });
  const children = await addChildren(bench, families, each);
  const school = await schoolOf(callAs(bench.client(), families[0]?.cookie));
  const own: Own[] = [];
  for (const [at, family] of families.entries()) {
    const call = callAs(bench.client(), family.cookie);
    for (const child of children[at] ?? []) {
      const { id } = await call<{ id: string }>(
        'POST',
        '/api/registrations',
        registrationBody(school, child),
      );
      own.push({ id, family });
    }
  }
  return own;
}

async function versionsOf(bench: Bench, cookie: string, own: readonly Own[]): Promise<number[]> {
  const call = callAs(bench.client(), cookie);
  const versions: number[] = [];
  for (const { id } of own) {
    const path = `/api/admin/registrations/${id}/corrections`;
    versions.push((await call<{ version: number }>('GET', path)).version);
  }
  return versions;
}

const posting = ({ stack }: Bench, cookie: string, path: string, body: object): LoadRequest => ({
  method: 'POST',
  path,
  headers: {
    cookie,
    origin: stack().url,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  },
  body: JSON.stringify(body),
});

/** The CPU of calls with everything that follows, messages included, against the bare read. The first of each connection warms up. */
async function followed(
  bench: Bench,
  {
    what,
    goal,
    requests,
    connections,
    cpu,
    atMost,
  }: {
    what: string;
    goal: string;
    requests: readonly LoadRequest[];
    connections: number;
    cpu: number;
    atMost: number;
  },
): Promise<Row> {
  const send = async (some: readonly LoadRequest[]) => {
    const options = { url: bench.stack().url, connections, seconds: 60, spread: true };
    expectOnly(await load({ ...options, amount: some.length, requests: [...some] }), '200', '201');
    await settle(bench.stack(), bench.redisPid);
  };
  await send(requests.slice(0, connections));
  const meters = metersOf(bench.stack(), PROGRAMS, bench.redisPid);
  const before = cpuMs(meters);
  const rest = requests.slice(connections);
  await send(rest);
  const measured = (cpuMs(meters) - before) / rest.length;
  return {
    goal,
    what: `${what}, with everything that follows, CPU against the bare read`,
    value: measured / cpu,
    unit: 'x',
    of: { measured, limit: cpu, unit: 'ms' },
    wanted: { atMost },
    note: `${rest.length} calls; ${digits(measured)} ms each`,
  };
}

/** A thousand requests that wait for a second person, beside the list of invoices. */
async function approvals(bench: Bench, cookie: string): Promise<Row[]> {
  const count = sizeOf(bench, { usual: 1000, quick: 200, tiny: 5 });
  await rowsOf(
    bench.stack().databaseUrls.billing,
    `insert into money_requests (id, kind, subject_id, registration_ids, amount, reason, figures, terms, asked_by_id,
       asked_by_name, asked_by_role)
     select gen_random_uuid(), 'payment_reversal', gen_random_uuid(),
       array[(select id from registrations order by id offset n % 20 limit 1)], 2000000, 'Salah sasaran pembayaran',
       '[]', '{}', gen_random_uuid(), 'Fina Keuangan', 'finance'
     from generate_series(1, $1::int) n`,
    [count],
  );
  const side = portalSide(bench, ['billing'], [cookie]);
  const { asked, invoices } = await inTurns(
    {
      asked: reading(side, [`${APPROVALS}?status=waits&limit=50`], bench),
      invoices: reading(side, [`${INVOICES}?limit=50`], bench),
    },
    bench.rounds,
  );
  return besideBare(
    `${count} approvals`,
    { portal: asked, bare: invoices },
    {
      goal: 'P18',
      cpuAtMost: 1,
      than: 'the list of invoices',
    },
  );
}
