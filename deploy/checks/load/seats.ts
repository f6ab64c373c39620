import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { rowsOf } from '../kit/databases.ts';
import { type Account, logInDemo } from '../kit/people.ts';
import { until } from '../kit/until.ts';
import { cpuMs, median, metersOf } from './figures.ts';
import { verifiedRow } from './money.ts';
import { addWaiting, untilCount } from './people.ts';
import type { Row } from './report.ts';
import type { Bench, Parent } from './runner.ts';
import { settle } from './settle.ts';
import { sizeOf } from './settings.ts';
import { PROGRAMS } from './start.ts';
import { inTurns, portalSide, reading } from './turns.ts';

/** A class that no other measurement gives results to. */
const PLACE = { academic_year: '2028/2029', jenjang: 'SD', kelas: '2' } as const;
const OFFERS = { usual: 30, quick: 10, tiny: 2 };
/** The job that writes numbers looks once a second. */
const TURN_MS = 1000;

interface Student {
  readonly id: string;
  readonly child_id: string;
  readonly kelas: string;
  readonly pool?: object;
}

/** A waiting list as long as the crowd: read by staff and by families, and its first ones offered seats. */
export async function measureSeats(bench: Bench): Promise<Row[]> {
  const families = await bench.crowd();
  const author = await logInDemo(bench.client(), 'staff_pendidikan');
  const head = await logInDemo(bench.client(), 'manager_pendidikan');
  await addWaiting(bench, families, PLACE.jenjang, PLACE.kelas);
  const offers = sizeOf(bench, OFFERS);
  const { id: pool } = await head.call<{ id: string }>('POST', '/api/admin/seat-pools', {
    ...PLACE,
    seats: offers,
    offer_limit: offers,
    criteria: ['sibling', 'registered_at'],
  });
  await waitlistAll(bench, author, head, families.length);
  await settle(bench.stack(), bench.redisPid);
  return [
    ...(await lists(bench, head, pool)),
    ...(await places(bench, families)),
    ...(await promotions(bench, head, pool, offers)),
    await verifiedRow(bench, 'seats', 'differences in seats and lists'),
  ];
}

/** Publishes that all of them wait, as an announcement does. */
async function waitlistAll(bench: Bench, author: Account, head: Account, count: number): Promise<void> {
  const path = '/api/admin/announcements';
  const here = async () =>
    (await author.call<Student[]>('GET', `${path}/students-waiting/${PLACE.jenjang}`)).filter(
      ({ kelas }) => kelas === PLACE.kelas,
    );
  // The announcement service hears of the seats by an event.
  await until('The seats of the class', async () => (await here()).every(({ pool }) => pool !== undefined));
  const students = await here();
  const { id } = await author.call<{ id: string }>('POST', path, {
    title: 'Hasil Observasi SD 2',
    content: 'Berikut hasil observasi calon siswa SD kelas 2. '.repeat(10),
    observation_period: 'November 2026',
    jenjang: PLACE.jenjang,
    results: students.map((one) => ({
      child_id: one.child_id,
      registration_id: one.id,
      result: 'waitlisted',
      checked: true,
    })),
  });
  await author.call('PUT', `${path}/${id}/submit`);
  await head.call('PUT', `${path}/${id}/review`, { status: 'approved' });
  await head.call('POST', `${path}/${id}/publish`);
  await untilCount(
    bench.stack().databaseUrls.admission,
    `select count(*)::int as n from registrations where result_announcement_id = $1 and current_stage = 'waitlisted'`,
    [id],
    count,
  );
}

/** The list as staff read it. */
async function lists(bench: Bench, { cookie }: Account, pool: string): Promise<Row[]> {
  const side = portalSide(bench, ['admission'], [cookie]);
  const path = `/api/admin/seat-pools/${pool}/waitlist`;
  const { list } = await inTurns({ list: reading(side, [path], { ...bench, connections: 1 }) }, bench.rounds);
  const [row] = await rowsOf<{ n: number }>(
    bench.stack().databaseUrls.admission,
    `select count(*)::int as n from waitlist_entries where pool_id = $1 and status = 'waiting'`,
    [pool],
  );
  const what = `waiting list of ${row?.n ?? 0}, read by staff`;
  return [
    { what: `${what}, p50`, value: list.p50, unit: 'ms', wanted: { atMost: 80 }, note: 'with the way back' },
    { what: `${what}, CPU`, value: list.cpu, unit: 'ms' },
  ];
}

/** A family's place against its registration. */
async function places(bench: Bench, families: readonly Parent[]): Promise<Row[]> {
  const own = await rowsOf<{ id: string; user_id: string }>(
    bench.stack().databaseUrls.admission,
    `select r.id, p.user_id from registrations r join children c on c.id = r.child_id join parents p on p.id = c.parent_id
     where p.user_id = any($1) and r.kelas = $2 and r.current_stage = 'waitlisted'`,
    [families.map(({ id }) => id), PLACE.kelas],
  );
  const cookies = own.map(({ user_id }) => families.find(({ id }) => id === user_id)?.cookie ?? '');
  const side = portalSide(bench, ['admission'], cookies);
  const paths = (end: string) => own.map(({ id }) => `/api/registrations/${id}${end}`);
  const options = { ...bench, connections: 4 };
  const figures = await inTurns(
    { place: reading(side, paths('/seat'), options), registration: reading(side, paths(''), options) },
    bench.rounds,
  );
  const { place, registration } = figures;
  return [
    {
      what: 'place on the list, read by its family, time against its registration',
      value: place.p50 / registration.p50,
      unit: 'x',
      of: { measured: place.p50, limit: registration.p50, unit: 'ms' },
    },
    {
      what: 'the same, CPU',
      value: place.cpu / registration.cpu,
      unit: 'x',
      of: { measured: place.cpu, limit: registration.cpu, unit: 'ms' },
      wanted: { atMost: 1.2 },
    },
  ];
}

/** Seats that are offered one after the other; all other numbers of the list move with each. */
async function promotions(bench: Bench, { cookie }: Account, pool: string, count: number): Promise<Row[]> {
  const { url, databaseUrls } = bench.stack();
  const meters = metersOf(bench.stack(), PROGRAMS, bench.redisPid);
  const times: number[] = [];
  const numbered: number[] = [];
  const before = cpuMs(meters);
  for (let made = 0; made < count; made += 1) {
    const began = performance.now();
    const { status } = await bench.client().send({
      method: 'POST',
      target: `/api/admin/seat-pools/${pool}/offers`,
      headers: { cookie, origin: url, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ count: 1 }),
    });
    if (status !== 201) throw new Error(`An offer returned ${status}`);
    const offered = performance.now();
    times.push(offered - began);
    await untilCount(
      databaseUrls.admission,
      `select count(*)::int as n from waitlist_numberings u where u.pool_id = $1 and u.event_id =
         (select max(e.id) from waitlist_events e where e.pool_id = u.pool_id)`,
      [pool],
      1,
    );
    numbered.push(performance.now() - offered);
    // Not always at the same moment of the job's second.
    await sleep(Math.random() * TURN_MS);
  }
  const what = `seat offered to the first of the list`;
  return [
    { what: `${what}, median`, value: median(times), unit: 'ms', wanted: { atMost: 15 } },
    {
      what: 'the same, until the numbers of all others are written',
      value: median(numbered),
      unit: 'ms',
      wanted: { atMost: TURN_MS + 150 },
      note: 'the job begins within a second',
    },
    {
      what: 'the same, CPU of all programs with messages and copies',
      value: (cpuMs(meters) - before) / count,
      unit: 'ms each',
    },
  ];
}
