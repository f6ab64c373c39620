import { setTimeout as sleep } from 'node:timers/promises';
import { callUntilAnswered, logIn, type Person } from '../client.ts';
import { clockLibrary, openClocks } from '../clocks.ts';
import { ownerUrl, rowsOf } from '../databases.ts';
import {
  invoicesDue,
  judgeReminders,
  midnight,
  REMINDED,
  REMINDER_DAYS,
  remindersOf,
} from '../due-invoices.ts';
import type { Fault } from '../fault.ts';
import type { Entry } from '../journal.ts';
import { waitForHealth } from '../judge.ts';
import { waitFor } from '../people.ts';
import { codeCounts, codeOf, codeResets, endLastCode } from '../reset-codes.ts';
import { underLoad } from '../under-load.ts';
import type { World } from '../world.ts';

const DAY_MS = 86_400_000;
const JAKARTA_MS = 7 * 3_600_000;
const SETTLE_MS = 5000;
/** The reminders look each minute. */
const TURN_MS = 65_000;
const PATIENCE_MS = 90_000;
const MOMENT_MS = 1000;
const LONGEST_AGE_S = 3600;
/** A moment of the day of Jakarta that is so many days away. */
const jakarta = (today: string, days: number, time: string) =>
  Date.parse(`${today}T${time}Z`) + days * DAY_MS - JAKARTA_MS;

/** How many of these sessions are not there any more. */
async function sessionsGone({ stack }: World, sessions: readonly Pick<Person, 'cookie'>[]): Promise<number> {
  const asked = { method: 'GET', path: '/api/user' };
  const answers = await Promise.all(sessions.map((one) => callUntilAnswered(stack.url, one, asked)));
  return answers.filter(({ status }) => status !== 200).length;
}

/**
 * A call that was on its way from one program to the next when the clocks were set carries an identity of the time
 * before, and is refused; nobody else may be.
 */
function refusedElsewhere(entries: readonly Entry[], jumps: readonly number[]): string[] {
  return entries
    .filter(({ status }) => status === 401)
    .filter(({ at, ms }) => !jumps.some((jump) => at < jump + MOMENT_MS && at + ms > jump - MOMENT_MS))
    .map(({ method, path, at }) => `${method} ${path} was answered 401 at ${new Date(at).toISOString()}`);
}

/** No figure of a program may be below nothing, and no check older than the programs are. */
async function agesOf({ stack }: World): Promise<string[]> {
  const texts = await Promise.all(
    Object.entries(stack.metricsUrls).map(async ([name, url]) => ({
      name,
      text: await (await fetch(url)).text(),
    })),
  );
  return texts.flatMap(({ name, text }) =>
    text
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .filter((line) => {
        const value = Number(line.slice(line.lastIndexOf(' ') + 1));
        return value < 0 || (line.includes('age_seconds') && value > LONGEST_AGE_S);
      })
      .map((line) => `${name} tells ${line}`),
  );
}

/** Receipts of the year that the programs' clocks have just begun. */
const receipts = ({ stack }: World, year: number) =>
  rowsOf(
    ownerUrl(stack, 'billing'),
    'select 1 from enrollment_invoice_payments where receipt_number like $1',
    [`KW-${year}-%`],
  );

/** The programs' clocks jump together, then one alone; Postgres' and Redis' do not. */
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
      const [first, second, ...parents] = world.people.parents;
      if (!first || !second) throw new Error('Too few families');
      const [row] = await rowsOf<{ day: string }>(
        world.stack.ownerUrl,
        `select (now() at time zone 'Asia/Jakarta')::date::text as day`,
      );
      const today = row?.day ?? '';
      const invoices = await invoicesDue(world, first, today);
      const people = { ...world.people, parents };
      const all: Person[] = [...world.people.parents, ...Object.values(world.people.staff)];
      // All but the one whose password is changed.
      const sessions = all.filter((one) => one !== first).map(({ cookie }) => ({ cookie }));
      const options = { seed, twiceAtMost: 0, sessionsMayGo: true };
      return await underLoad({ ...world, people }, options, async (load) => {
        const wrong: string[] = [];
        const jumps: number[] = [];
        const jumpTo = (moment: number | null) => {
          if (moment === null) clocks.reset();
          else clocks.moveTo(moment);
          jumps.push(Date.now());
        };
        const look = async (when: string) => {
          await sleep(SETTLE_MS);
          await waitForHealth(world, PATIENCE_MS);
          wrong.push(...(await agesOf(world)).map((one) => `${when}: ${one}`));
          const gone = await sessionsGone(world, sessions);
          if (gone > 0) wrong.push(`${when}: ${gone} sessions are gone`);
        };
        const living = await codeOf(world, first);
        const dead = await codeOf(world, second);
        await endLastCode(world);

        jumpTo(jakarta(today, 3, '10:00:00'));
        await look('three days on');
        if (!(await codeCounts(world, first, living))) wrong.push('a living code was refused three days on');
        await waitFor(
          'the reminders of three days',
          async () => (await remindersOf(world, invoices)).length >= REMINDED,
          PATIENCE_MS,
        );

        jumpTo(jakarta(today, -1, '10:00:00'));
        await look('a day back');
        if (await codeCounts(world, second, dead)) wrong.push('a dead code lived again a day back');
        if (await codeResets(world, second, dead)) wrong.push('a dead code changed a password');
        if (!(await codeResets(world, first, living)))
          wrong.push('a living code changed no password a day back');
        if (!(await logIn(world.stack.url, first))) wrong.push('nobody logs in after a reset a day back');
        await sleep(TURN_MS);
        const reminders = await remindersOf(world, invoices);
        if (reminders.length !== REMINDED) wrong.push(`${reminders.length} reminders instead of ${REMINDED}`);

        // The invoice at [0] is due tomorrow.
        const late = jakarta(today, 2, '00:00:00');
        jumpTo(late - 10_000);
        wrong.push(...(await midnight(world, clocks, first, invoices[0] ?? '', late)));

        const year = Number(today.slice(0, 4));
        jumpTo(jakarta(`${year + 1}-01-01`, 0, '00:00:00') - 10_000);
        const before = (await receipts(world, year + 1)).length;
        await waitFor(
          'a receipt of the new year',
          async () => (await receipts(world, year + 1)).length > before,
        );
        await look('in the new year');

        jumpTo(null);
        await look('back again');
        wrong.push(...(await judgeReminders(world, invoices)));
        const refused401 = load.sessionsLost();
        wrong.push(...refusedElsewhere(load.journal.entries, jumps));
        return {
          did: 'three days on, a day back, over a midnight and a year’s end, and back',
          wrong,
          figures: { reminders: reminders.length, 'refused in a jump': refused401 },
        };
      });
    } finally {
      clocks.close();
    }
  },
};
