import type { MessageRequested } from '@gerbang/contracts/message-kinds';
import { randomOf } from '@gerbang/service-kit/testing/random';
import { until } from '@gerbang/service-kit/testing/until';
import type { openWorkerProgram } from './worker-program.ts';

/** The messages of the fault suite, which gives a seed; a plain test run tries fewer. */
const LONG = { single: 200, waves: 200, gathered: 200, codes: 20, kills: 20 };
const SEED = process.env.KILLS_SEED;
/** How often time may pass until the last has arrived; a row whose outcome is unknown needs it two or three times. */
const ROUNDS = 12;
/** Sent, delivered, read. */
const REPORTS_EACH = 3;
/** What a plain run can afford: each kill and each round is a start of the worker. */
export const SHORT = { single: 20, waves: 60, gathered: 60, codes: 8, kills: 3 };
/** A kill comes after so many sends at most. */
const MOST_SENDS = 12;
/** A provider that answers this late keeps a send on its way until the kill. */
const HELD_MS = 3000;
/** Ends only a story that would be for ever. */
export const KILLS_MS = SEED ? 1_800_000 : 600_000;

type World = Awaited<ReturnType<typeof openWorkerProgram>>;

const bulk = (at: number): MessageRequested => ({
  dedupeKey: `bulk:${at}`,
  kind: 'password_changed',
  to: `+62815${String(at).padStart(8, '0')}`,
  params: { name: 'Siti' },
  priority: 'bulk',
});
/** A request for a code that lives for 50 minutes, or so many. */
export const code = (at: number, minutes = 50): MessageRequested => ({
  dedupeKey: `code:${at}`,
  kind: 'reset_code',
  to: `+62817${String(at).padStart(8, '0')}`,
  params: { code: '482915' },
  priority: 'code',
  expiresAt: new Date(Date.now() + minutes * 60_000).toISOString(),
});

/** Messages that have arrived by the worker's own book. */
export async function delivered(world: World): Promise<number> {
  const { rows } = await world.knex.raw(
    `select count(*)::int as count from notifications where status = 'delivered'`,
  );
  return rows[0].count;
}

/** Whether nothing is left that could be sent now. */
async function nothingDue(world: World, total: number): Promise<boolean> {
  const { rows } = await world.knex.raw(
    `select count(*)::int as known, count(*) filter (
       where status in ('pending', 'retry') and next_attempt_at <= now() and lease_until <= now())::int as due
     from notifications`,
  );
  return rows[0].known === total && rows[0].due === 0;
}

/**
 * Kills the worker's process after random numbers of sends while codes and other messages are sent, which came one by one, in waves
 * and gathered: all arrive; second sends are at most as many as the kills, and each is of an attempt whose outcome was
 * unknown.
 */
export async function expectKillsSurvived(world: World, short: typeof LONG): Promise<void> {
  const size = SEED ? LONG : short;
  const random = randomOf(SEED ? Number(SEED) : Math.floor(Math.random() * 1_000_000));
  const others = size.single + size.waves + size.gathered;
  const total = others + size.codes;
  // A busy provider: every kill finds sends on their way.
  const { control } = world.simulator;
  const busy = () => control.order({ pauseMs: 5, slow: { ms: 40, times: 100_000 } });
  busy();
  const messages = Array.from({ length: others }, (_unused, at) => bulk(at));
  const codes = Array.from({ length: size.codes }, (_unused, at) => code(at, ROUNDS * 20));
  await world.ask([...messages.splice(0, size.single), ...codes]);
  await world.askTogether(messages.splice(0, size.waves));
  await world.askGathered(messages);
  const kills: number[] = [];
  let interrupted = 0;
  const kill = async (sends: number, isMoment: () => Promise<boolean> | boolean) => {
    const running = await world.start();
    kills.push(sends);
    await until(isMoment);
    await world.end(running, 'SIGKILL');
    interrupted += (await world.knex('notifications').where({ attempt_state: 'sending' })).length;
  };
  // The first finds a send on its way for certain.
  control.order({ slow: { ms: HELD_MS, times: 1 } });
  await kill(0, () => control.state().slow?.times === 0);
  busy();
  while (kills.length < size.kills) {
    const sends = random.between(0, MOST_SENDS);
    const end = control.state().counts.accepted + sends;
    await kill(sends, async () => control.state().counts.accepted >= end || nothingDue(world, total));
  }
  expect(interrupted).toBeGreaterThan(0);
  let running = await world.start();
  // What the killed workers were writing comes back by itself: no job waits for BullMQ's half minutes.
  await until(async () => (await world.knex('notifications')).length === total);
  for (let round = 0; round < ROUNDS && (await delivered(world)) < total; round += 1) {
    // First all reports of what was accepted, each of which the simulator repeats; then the time without any.
    await until(() => {
      const { accepted, webhooks } = control.state().counts;
      return webhooks === REPORTS_EACH * accepted;
    });
    await world.passTime();
    expect(await world.end(running, 'SIGTERM')).toBe(0);
    running = await world.start();
  }
  await until(async () => (await delivered(world)) === total);
  expect(await world.end(running, 'SIGTERM')).toBe(0);

  const sends = Map.groupBy(world.simulator.inbox.list(), ({ to }) => to);
  expect({ kills, recipients: sends.size }).toEqual({ kills, recipients: total });
  const twice = [...sends.values()].filter((messages) => messages.length > 1).flat();
  expect({ kills, more: world.simulator.inbox.list().length - total <= kills.length }).toEqual({
    kills,
    more: true,
  });
  for (const { reference } of twice) {
    const row = await world
      .knex('notifications')
      .where({ id: reference?.split(':')[0] })
      .first();
    expect({ kills, unknowns: row.unknowns >= 1 }).toEqual({ kills, unknowns: true });
  }
}
