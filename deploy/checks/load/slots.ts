import { randomUUID } from 'node:crypto';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { CALENDAR_DAYS } from '@gerbang/domain/observation-slots';
import { addDays } from '@gerbang/domain/reports';
import { callAs } from '../kit/client.ts';
import { ownerUrl, rowsOf } from '../kit/databases.ts';
import { registerChild, schoolOf } from '../kit/families.ts';
import { logInDemo, uniqueWord } from '../kit/people.ts';
import { median } from './figures.ts';
import { expectOnly, load } from './load.ts';
import { type LoadRequest, timesOf } from './play.ts';
import type { Row } from './report.ts';
import type { Bench, Parent } from './runner.ts';
import { sizeOf } from './settings.ts';
import { settle } from './settle.ts';
import { inTurns, portalSide, reading } from './turns.ts';

/** Families that choose one slot at the same moment. */
const TOGETHER = 40;
const GOAL = 'P21';

interface Own {
  readonly id: string;
  readonly family: Parent;
}

/** P21: a family reads 200 slots, forty choose one, and staff read two months with 1,500 children in slots. */
export async function measureSlots(bench: Bench): Promise<Row[]> {
  const admin = await logInDemo(bench.client(), 'admin');
  const [warming, own] = [await paid(bench), await paid(bench)];
  const { academic_years } = await schoolOf(callAs(bench.client(), admin.cookie));
  const year = academic_years[0] ?? '';
  const first = addDays(jakartaDay(new Date()), 1);
  await fillCalendar(bench, year, first);
  const choosing = portalSide(
    bench,
    ['admission'],
    own.map(({ family }) => family.cookie),
  );
  const days = new URLSearchParams({ from: first, to: addDays(first, CALENDAR_DAYS - 1) });
  const { choices, calendar } = await inTurns(
    {
      choices: reading(
        choosing,
        own.map(({ id }) => `/api/registrations/${id}/slots`),
        { ...bench, connections: 1 },
      ),
      calendar: reading(portalSide(bench, ['admission'], [admin.cookie]), [`/api/admin/slots?${days}`], {
        ...bench,
        connections: 1,
      }),
    },
    bench.rounds,
  );
  const size = await sizeOfChoices(bench, own[0]);
  // Other children come first, for what is compiled and opened then.
  for (const time of ['06:00', '07:00', '08:00'])
    await chooseTogether(bench, warming, { year, first, time, days: 29 });
  const [chosen, moved]: [number[], number[]] = [[], []];
  for (let round = 0; round < bench.rounds; round += 1) {
    const all = round === 0 ? own : await paid(bench);
    const slot = (time: string) => chooseTogether(bench, all, { year, first, time, days: 30 + round });
    chosen.push(await slot('10:00'));
    moved.push(await slot('11:00'));
  }
  const row = (what: string, value: number, unit: string, atMost: number): Row => ({
    goal: GOAL,
    what,
    value,
    unit,
    wanted: { atMost },
  });
  return [
    row('a family reads 200 slots, p50', choices.p50, 'ms', 60),
    row('the same, as it is sent', size, 'KB', 12),
    row(`${own.length} choose one slot at once, p95`, median(chosen), 'ms', 250),
    row(`${own.length} move to one slot at once, p95`, median(moved), 'ms', 250),
    row('staff read 62 days with 1,500 children, p50', calendar.p50, 'ms', 120),
  ];
}

/** Registrations of families for one level, their fees verified as by money from the bank. */
async function paid(bench: Bench): Promise<Own[]> {
  const most = sizeOf(bench, { usual: TOGETHER, quick: TOGETHER, tiny: 2 });
  const own: Own[] = [];
  const families = await bench.families();
  for (let n = 0; own.length < most; n += 1) {
    const family = families[n % families.length];
    if (!family) throw new Error('There are no families');
    const { id } = await registerChild(callAs(bench.client(), family.cookie), `Hana ${uniqueWord()}`, 'SD');
    own.push({ id, family });
  }
  await rowsOf(
    ownerUrl(bench.stack(), 'admission'),
    `update registrations set payment_status = 'verified', payment_verified_at = now(), payment_verified_by = id,
       payment_verified_by_role = 'finance', settled_by_line_id = gen_random_uuid()
     where id = any($1)`,
    [own.map(({ id }) => id)],
  );
  return own;
}

/** 200 slots over 20 days and, in the past of their families, 1,500 children who came to them. */
async function fillCalendar(bench: Bench, year: string, first: string): Promise<void> {
  await rowsOf(
    ownerUrl(bench.stack(), 'admission'),
    `with slots as (
       insert into observation_slots (id, academic_year, jenjang, starts_at, ends_at, place, capacity, opens_at, closes_at, published)
       select gen_random_uuid(), $1, 'SD', starts, starts + interval '45 minutes', 'Ukur ' || n % 2, 40, now(), starts, true
       from generate_series(0, 199) n,
         lateral (select ($2::date + n / 10)::timestamp at time zone 'Asia/Jakarta' + interval '8 hours'
           + (n % 10 / 2) * interval '1 hour' as starts) t
       returning id
     ), numbered as (select id, row_number() over (order by id) - 1 as n from slots),
     children as (select id, row_number() over (order by id) - 1 as n, count(*) over () as all_of_them from registrations)
     insert into observation_bookings (id, slot_id, registration_id, status, source, by_id, by_role, checked_in_at)
     select gen_random_uuid(), s.id, c.id, 'attended', 'staff', gen_random_uuid(), 'admin', now()
     from generate_series(0, 1499) g join numbered s on s.n = g % 200 join children c on c.n = g % c.all_of_them`,
    [year, first],
  );
}

interface When {
  readonly year: string;
  /** So many days after the first. */
  readonly first: string;
  readonly days: number;
  readonly time: string;
}

/** The milliseconds (p95) in which all families choose the same slot at the same moment, or move to it, with nothing else under way. */
async function chooseTogether(
  bench: Bench,
  own: readonly Own[],
  { year, first, days, time }: When,
): Promise<number> {
  const id = randomUUID();
  await rowsOf(
    ownerUrl(bench.stack(), 'admission'),
    `insert into observation_slots (id, academic_year, jenjang, starts_at, ends_at, place, capacity, opens_at, closes_at, published)
     select $1, $2, 'SD', starts, starts + interval '45 minutes', 'Bersama', 40, now(), starts, true
     from (select ($3::date + $5::integer + $4::time)::timestamp at time zone 'Asia/Jakarta' as starts) t`,
    [id, year, first, time, days],
  );
  const requests = own.map(
    (one): LoadRequest => ({
      method: 'PUT',
      path: `/api/registrations/${one.id}/slot`,
      headers: {
        cookie: one.family.cookie,
        origin: bench.stack().url,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ slot_id: id }),
    }),
  );
  const options = { url: bench.stack().url, connections: requests.length, seconds: 60, spread: true };
  await settle(bench.stack(), bench.redisPid);
  const result = await load({ ...options, amount: requests.length, requests });
  return timesOf(expectOnly(result, '200').times).p95;
}

/** The kilobytes of what a family reads; the gateway sends answers of calls as they are. */
async function sizeOfChoices(bench: Bench, one: Own | undefined): Promise<number> {
  const path = `/api/registrations/${one?.id}/slots`;
  const choices = await callAs(bench.client(), one?.family.cookie)<object>('GET', path);
  return Buffer.byteLength(JSON.stringify(choices)) / 1024;
}
