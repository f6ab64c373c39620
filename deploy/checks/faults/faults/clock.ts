import { setTimeout as sleep } from 'node:timers/promises';
import { ownerUrl, rowsOf } from '../../kit/databases.ts';
import { until } from '../../kit/until.ts';
import { callUntilAnswered, type Entry, logIn, type Person } from '../calls.ts';
import { clockLibrary, openClocks } from '../clocks.ts';
import {
  codeResets,
  dueInvoices,
  isValidCode,
  judgeReminders,
  newCode,
  overdueAtMidnight,
  REMINDED,
  REMINDER_DAYS,
  remindersOf,
} from '../due-dates.ts';
import type { Fault } from '../fault.ts';
import { underLoad, waitForHealth } from '../judge.ts';
import type { World } from '../world.ts';

const DAY_MS = 86_400_000;
const JAKARTA_MS = 7 * 3_600_000;
const SETTLE_MS = 5000;
/** The reminders run every minute. */
const TURN_MS = 65_000;
const LIMIT_MS = 90_000;
const MOMENT_MS = 1000;
const LONGEST_AGE_S = 3600;

/** A moment, in milliseconds since 1970, of the day of Jakarta that is so many days away. */
const jakarta = (today: string, days: number, time: string) =>
  Date.parse(`${today}T${time}Z`) + days * DAY_MS - JAKARTA_MS;

/** The programs' clocks jump together; those of PostgreSQL and Redis do not. */
export const jumpingClock: Fault = {
  id: 'F17',
  title: 'the clocks of the programs jump',
  seeded: false,
  skipped: () => (clockLibrary() ? null : 'needs libfaketime (Debian: apt-get install libfaketime)'),
  async run({ own, seed }) {
    const clocks = openClocks(clockLibrary() ?? '');
    try {
      const env = { ...clocks.env, billing: { ...clocks.env.billing, REMINDER_DAYS } };
      const world = await own({ env });
      const { url, ownerUrl: owner } = world.stack;
      const [first, second, ...parents] = world.people.parents;
      if (!first || !second) throw new Error('Too few families');
      const [row] = await rowsOf<{ day: string }>(
        owner,
        `select (now() at time zone 'Asia/Jakarta')::date::text as day`,
      );
      const today = row?.day ?? '';
      const invoices = await dueInvoices(world, first, today);
      const people = { ...world.people, parents };
      const all: Person[] = [...world.people.parents, ...Object.values(world.people.staff)];
      // All but the session of the person whose password is changed.
      const sessions = all.filter((one) => one !== first).map(({ cookie }) => ({ cookie }));
      const options = { seed, twiceAtMost: 0, sessionsMayGo: true };
      return await underLoad({ ...world, people }, options, async (load) => {
        const wrong: string[] = [];
        const jumps: number[] = [];
        const expect = (isRight: boolean, what: string) => {
          if (!isRight) wrong.push(what);
        };
        const jumpTo = (moment: number | null) => {
          if (moment === null) clocks.reset();
          else clocks.moveTo(moment);
          jumps.push(Date.now());
        };
        const check = async (when: string) => {
          await sleep(SETTLE_MS);
          await waitForHealth(world, LIMIT_MS);
          wrong.push(...(await wrongMetrics(world)).map((one) => `${when}: ${one}`));
          const gone = await sessionsGone(world, sessions);
          expect(gone === 0, `${when}: ${gone} sessions are gone`);
        };
        const living = await newCode(world, first);
        const expired = await newCode(world, second, { expired: true });

        jumpTo(jakarta(today, 3, '10:00:00'));
        await check('three days on');
        expect(await isValidCode(world, first, living), 'a valid code was refused three days on');
        const isReminded = async () => (await remindersOf(world, invoices)).length >= REMINDED;
        await until('The reminders of three days', isReminded);

        jumpTo(jakarta(today, -1, '10:00:00'));
        await check('a day back');
        expect(!(await isValidCode(world, second, expired)), 'an expired code was valid a day back');
        expect(!(await codeResets(world, second, expired)), 'an expired code changed a password');
        expect(await codeResets(world, first, living), 'a valid code changed no password a day back');
        expect(await logIn(url, first), 'the login after a reset failed a day back');
        await sleep(TURN_MS);
        const reminders = await remindersOf(world, invoices);
        expect(reminders.length === REMINDED, `${reminders.length} reminders instead of ${REMINDED}`);

        // The first invoice is due tomorrow.
        const late = jakarta(today, 2, '00:00:00');
        jumpTo(late - 10_000);
        wrong.push(...(await overdueAtMidnight(world, clocks, first, invoices[0] ?? '', late)));

        const year = Number(today.slice(0, 4)) + 1;
        jumpTo(jakarta(`${year}-01-01`, 0, '00:00:00') - 10_000);
        const receipts = async () =>
          (
            await rowsOf(
              ownerUrl(world.stack, 'billing'),
              'select 1 from enrollment_invoice_payments where receipt_number like $1',
              [`KW-${year}-%`],
            )
          ).length;
        const before = await receipts();
        await until('A receipt of the new year', async () => (await receipts()) > before);
        await check('in the new year');

        jumpTo(null);
        await check('back again');
        wrong.push(...(await judgeReminders(world, invoices)));
        wrong.push(...refusedElsewhere(load.entries, jumps));
        return {
          did: 'three days on, a day back, over a midnight and a year’s end, and back',
          wrong,
          figures: { reminders: reminders.length, 'refused in a jump': load.sessionsLost() },
        };
      });
    } finally {
      clocks.close();
    }
  },
};

/** How many of these sessions have ended. */
async function sessionsGone({ stack }: World, sessions: readonly Pick<Person, 'cookie'>[]): Promise<number> {
  const read = { method: 'GET', path: '/api/user' };
  const answers = await Promise.all(sessions.map((one) => callUntilAnswered(stack.url, one, read)));
  return answers.filter(({ status }) => status !== 200).length;
}

/** The identity of a call between two programs is of the time before the jump, and refused; no other call may be. */
function refusedElsewhere(entries: readonly Entry[], jumps: readonly number[]): string[] {
  return entries
    .filter(({ status }) => status === 401)
    .filter(({ at, ms }) => !jumps.some((jump) => at < jump + MOMENT_MS && at + ms > jump - MOMENT_MS))
    .map(({ method, path, at }) => `${method} ${path} returned 401 at ${new Date(at).toISOString()}`);
}

/** Metrics below zero, or of an age beyond that of the programs. */
async function wrongMetrics({ stack }: World): Promise<string[]> {
  const all = Object.entries(stack.metricsUrls).map(async ([name, url]) => {
    const lines = (await (await fetch(url)).text()).split('\n').filter((line) => !line.startsWith('#'));
    const isWrong = (line: string) => {
      const value = Number(line.slice(line.lastIndexOf(' ') + 1));
      return value < 0 || (line.includes('age_seconds') && value > LONGEST_AGE_S);
    };
    return lines.filter(isWrong).map((line) => `${name} reports ${line}`);
  });
  return (await Promise.all(all)).flat();
}
