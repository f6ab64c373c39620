import { setTimeout as sleep } from 'node:timers/promises';
import { rowsOf } from '../kit/databases.ts';
import { decideFee } from '../kit/families.ts';
import { logInStaff, type StaffRole } from '../kit/people.ts';
import { fillRegistrations } from './people.ts';
import { timesOf } from './play.ts';
import type { Row } from './report.ts';
import type { Bench } from './runner.ts';
import { sizeOf } from './settings.ts';

/** One of the staff looks at something every four seconds. */
const [STAFF, THINK_MS] = [15, 4000];
const REGISTRATIONS = { usual: 50_000, quick: 2000, tiny: 100 };
const MINUTES = { usual: 10, quick: 1, tiny: 0 };

const LIST = '/api/admin/registrations';
const QUEUE = `${LIST}?limit=50&payment_status=paid`;
/**
 * What each role does over and over: reads with the `:name` and `:id` of a registration, another each time, the search in all
 * lists, and a decision about a fee that waits.
 */
const WORK: Readonly<Record<StaffRole, readonly string[]>> = {
  admin: [
    `${LIST}?limit=50`,
    `${LIST}?limit=50&search=:name`,
    `${LIST}/:id`,
    '/api/admin/documents?limit=50',
    '/api/admin/documents/summary',
    '/api/admin/notifications?limit=50',
    '/api/dashboard',
  ],
  finance: [
    QUEUE,
    `${LIST}/summary`,
    `${LIST}/:id`,
    'decide',
    '/api/admin/invoices?limit=50',
    '/api/admin/invoices/summary',
    '/api/admin/bank-lines?limit=50',
  ],
  cs: ['find', `${LIST}?limit=50&search=:name`, `${LIST}/:id`, '/api/dashboard'],
  staff_pendidikan: [`${LIST}?limit=50&jenjang=SD`, `${LIST}/:id`, '/api/dashboard'],
  staff_tu: [`${LIST}?limit=50&search=:name`, `${LIST}/:id/documents`, '/api/admin/documents?limit=50'],
  manager_pendidikan: ['/api/dashboard', `${LIST}/summary`, '/api/admin/invoices/summary'],
  it: ['/api/admin/users?limit=50', `${LIST}?limit=50`],
};

interface Known {
  readonly id: string;
  readonly name: string;
  readonly payment_status: string;
}

/** Registrations to open and to look for, in no order. */
const some = ({ stack }: Bench, count: number): Promise<Known[]> =>
  rowsOf(
    stack().databaseUrls.admission,
    `select r.id, c.full_name as name, r.payment_status from registrations r join children c on c.id = r.child_id
     where r.deleted_at is null order by md5(r.id::text) limit $1`,
    [count],
  );

/** P4: the calls of an office over a large school, each by its p99; decisions about fees among them. */
export async function measureOfficeHour(bench: Bench): Promise<Row[]> {
  const registrations = sizeOf(bench, REGISTRATIONS);
  await fillRegistrations(bench, registrations);
  const minutes = bench.long ? 60 : sizeOf(bench, MINUTES);
  const known = await some(bench, 2000);
  const unpaid = known.filter(({ payment_status }) => payment_status === 'paid');
  const staff = Object.values(await logInStaff(bench.client()));
  const times = new Map<string, number[]>();
  const refused: string[] = [];
  const end = performance.now() + minutes * 60_000;

  const work = async (at: number): Promise<void> => {
    const { role, call } = staff[at % staff.length] as (typeof staff)[number];
    const calls = WORK[role as StaffRole];
    await sleep((at / STAFF) * (minutes > 0 ? THINK_MS : 0));
    for (let turn = 0; turn < calls.length || performance.now() < end; turn += 1) {
      const what = calls[turn % calls.length] ?? '';
      const { id = '', name = '' } = known[(turn * STAFF + at) % known.length] ?? {};
      const fee = what === 'decide' ? unpaid.pop() : undefined;
      if (what === 'decide' && !fee) continue;
      const began = performance.now();
      try {
        if (fee) await decideFee(call, fee, 'verified');
        else if (what === 'find') await call('POST', '/api/admin/find', { words: name });
        else await call('GET', what.replace(':id', id).replace(':name', encodeURIComponent(name)));
        times.set(what, [...(times.get(what) ?? []), performance.now() - began]);
      } catch (error) {
        refused.push(`${what}: ${String(error)}`);
      }
      if (minutes > 0) await sleep(Math.max(0, THINK_MS - (performance.now() - began)));
    }
  };
  await Promise.all(Array.from({ length: STAFF }, (_one, at) => work(at)));

  const where = `${STAFF} of the staff over ${registrations} registrations, ${minutes} minutes`;
  return [
    ...[...times].map(([what, list]): Row => {
      const { p50, p99, slowest, total } = timesOf(list);
      const note = `${total} calls, p50 ${p50.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`;
      return {
        goal: 'P4',
        what: `${where}, p99: ${what}`,
        value: p99,
        unit: 'ms',
        wanted: { atMost: 250 },
        note,
      };
    }),
    {
      goal: 'P4',
      what: `${where}, refused`,
      value: refused.length,
      unit: '',
      wanted: { atMost: 0 },
      note: refused[0] ?? '',
    },
  ];
}
