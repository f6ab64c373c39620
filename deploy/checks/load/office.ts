import { randomUUID } from 'node:crypto';
import { callAs } from '../kit/client.ts';
import { ownerUrl, rowsOf } from '../kit/databases.ts';
import { registrationBody, schoolOf } from '../kit/families.ts';
import { logInDemo } from '../kit/people.ts';
import { startBare } from './bare/stack.ts';
import { expectOnly, load } from './load.ts';
import type { LoadRequest } from './play.ts';
import { addChildren } from './people.ts';
import type { Row } from './report.ts';
import type { Bench, Parent } from './runner.ts';
import { sizeOf } from './settings.ts';
import { besideBare, CONNECTIONS, inTurns, portalSide, reading, untilSettled } from './turns.ts';

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
  const each = sizeOf(bench, { usual: 48, quick: 4, tiny: 2 });
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

/** The CPU of calls with everything that follows, messages included, against the bare read. A third of the calls warms up. */
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
  };
  const warmUp = Math.max(connections, Math.floor(requests.length / 3));
  await send(requests.slice(0, warmUp));
  const rest = requests.slice(warmUp);
  const { ms, shares } = await untilSettled(bench, rest.length, () => send(rest));
  return {
    goal,
    what: `${what}, with everything that follows, CPU against the bare read`,
    value: ms / cpu,
    unit: 'x',
    of: { measured: ms, limit: cpu, unit: 'ms' },
    wanted: { atMost },
    note: `${rest.length} calls: ${shares} ms`,
  };
}

/** Copies a demo family's invoice, so that both lists have as many rows; the rules of the tables are off meanwhile. */
async function copyInvoices({ stack }: Bench, count: number): Promise<void> {
  await rowsOf(
    ownerUrl(stack(), 'billing'),
    `begin; set local session_replication_role = replica;
     create temporary table copied on commit drop as
       select i as invoice, s as scheme, gen_random_uuid() as id, n
       from enrollment_invoices i join enrollment_payment_schemes s on s.id = i.enrollment_payment_scheme_id,
         generate_series(1, ${count}) n
       where i.id = (select id from enrollment_invoices where voided_by is null order by created_at, id limit 1);
     insert into enrollment_payment_schemes select (jsonb_populate_record(scheme, jsonb_build_object('id', id,
       'enrollment_confirmation_id', id))).* from copied;
     insert into enrollment_invoices select (jsonb_populate_record(invoice, jsonb_build_object('id', gen_random_uuid(),
       'enrollment_payment_scheme_id', id, 'invoice_number', 'INV-2020-' || lpad(n::text, 6, '0')))).* from copied;
     commit`,
    [],
  );
}

/** A thousand requests that wait for a second person, beside the list of invoices. */
async function approvals(bench: Bench, cookie: string): Promise<Row[]> {
  const count = sizeOf(bench, { usual: 1000, quick: 200, tiny: 5 });
  await copyInvoices(bench, count);
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
