import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '../kit/client.ts';
import { rowsOf } from '../kit/databases.ts';
import { decideFee, registerPaid } from '../kit/families.ts';
import { logInDemo, signUp } from '../kit/people.ts';
import { errorsOf } from './crowd-rows.ts';
import { arrive, steady } from './load.ts';
import { untilCount } from './people.ts';
import type { Group } from './play.ts';
import type { Row } from './report.ts';
import type { Bench, Parent } from './runner.ts';
import { isTiny, sizeOf } from './settings.ts';

const STAFF = 15;
/** A family looks every tenth of a second, another logs in every second, and each of the staff looks every five seconds. */
const LOOKS_A_SECOND = 10;
const STAFF_LOOKS_A_SECOND = STAFF / 5;
const AFTER_SECONDS = 20;

/**
 * P20: a wave opens, on the small shape of a school's server; families go the whole way from account to slip in three minutes,
 * beside finance and people who look.
 */
export async function measureOpening(bench: Bench): Promise<Row[]> {
  const count = sizeOf(bench, { usual: 700, quick: 60, tiny: 2 });
  const seconds = sizeOf(bench, { usual: 180, quick: 20, tiny: 1 });
  const after = sizeOf(bench, { usual: AFTER_SECONDS, quick: 5, tiny: 1 });
  // Those that other measurements log in over and over have lost their first sessions.
  const readers = await bench.crowd();
  if (!isTiny()) await bench.startAgain('small');
  const finance = await logInDemo(bench.client(), 'finance');
  const look = (length: number) =>
    arrive({ url: bench.stack().url, groups: lookers(readers, finance.cookie, length) });

  const way = new Way(bench, finance.call);
  const [during] = await Promise.all([
    look(seconds),
    ...steady(count, seconds).map((atMs) => way.go(atMs)),
    way.watchCopies(seconds),
  ]);
  const [afterwards, behind] = await Promise.all([look(after), way.untilCopied()]);

  const name = `${count} families from account to slip in ${seconds} s`;
  const judged = (what: string, value: number, unit: string, atMost: number): Row => ({
    goal: 'P20',
    what: `${name}, ${what}`,
    value,
    unit,
    wanted: { atMost },
  });
  return [
    judged('p99 of reads', during.p99, 'ms', 250),
    judged('p99 of a login', during.logins.p99, 'ms', 5000),
    judged(`p99 of reads in the ${after} s after it`, afterwards.p99, 'ms', 250),
    judged(`p99 of a login in the ${after} s after it`, afterwards.logins.p99, 'ms', 5000),
    judged('oldest event that waited', way.oldest, 's', 5),
    judged('copies complete after it', behind / 1000, 's', 5),
    { ...judged('families refused', way.refused.length, '', 0), note: way.refused[0] ?? '' },
    errorsOf('P20', name, during),
    errorsOf('P20', `${name}, the ${after} s after it`, afterwards),
  ];
}

/** People who look at the portal in equal steps, and others who log in. */
function lookers(readers: readonly Parent[], staffCookie: string, seconds: number): Group[] {
  const at = (list: readonly Parent[], index: number) => list[index % list.length];
  const times = (aSecond: number) => steady(Math.max(1, Math.round(seconds * aSecond)), seconds);
  return [
    {
      paths: ['/api/user', '/api/dashboard'],
      people: times(LOOKS_A_SECOND).map((atMs, index) => ({
        atMs,
        cookie: at(readers, index)?.cookie ?? '',
      })),
    },
    {
      paths: ['/api/admin/registrations?limit=10'],
      people: times(STAFF_LOOKS_A_SECOND).map((atMs) => ({ atMs, cookie: staffCookie })),
    },
    {
      paths: [],
      people: times(1).map((atMs, index) => {
        const { email = '', password = '' } = at(readers, index) ?? {};
        return { atMs, login: { identifier: email, password } };
      }),
    },
  ];
}

/** The families that go the way, and how far behind them the copies of their registrations are. */
class Way {
  readonly refused: string[] = [];
  /** Seconds that the oldest event of admission had waited, at its worst. */
  oldest = 0;
  readonly #made: string[] = [];
  readonly #bench: Bench;
  readonly #finance: Call;

  constructor(bench: Bench, finance: Call) {
    this.#bench = bench;
    this.#finance = finance;
  }

  async go(atMs: number): Promise<void> {
    await sleep(atMs);
    try {
      const { call } = await signUp(this.#bench.client());
      const registered = await registerPaid(call);
      await decideFee(this.#finance, registered, 'verified');
      this.#made.push(registered.id);
    } catch (error) {
      this.refused.push(String(error));
    }
  }

  async watchCopies(seconds: number): Promise<void> {
    const age = `select coalesce(extract(epoch from now() - min(created_at)), 0)::float as age
      from outbox_events where relayed_at is null`;
    for (let second = 0; second < seconds; second += 1) {
      const [row] = await rowsOf<{ age: number }>(this.#bench.stack().databaseUrls.admission, age);
      this.oldest = Math.max(this.oldest, row?.age ?? 0);
      await sleep(1000);
    }
  }

  /** Milliseconds until announcement knows of every registration that its fee is verified. */
  async untilCopied(): Promise<number> {
    const began = performance.now();
    const copies = `select count(*)::int as n from registrations where id = any($1) and payment_status = 'verified'`;
    const { announcement } = this.#bench.stack().databaseUrls;
    await untilCount(announcement, copies, [this.#made], this.#made.length);
    return performance.now() - began;
  }
}
