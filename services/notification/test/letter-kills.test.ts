import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageRequested } from '@gerbang/contracts/message-kinds';
import { waitFor } from '@gerbang/service-kit/program/programs';
import { until } from '@gerbang/service-kit/testing/until';
import { randomOf } from '@gerbang/service-kit/testing/random';
import { uuidv7 } from 'uuidv7';
import { type Family, openWorkerProgram } from './worker-program.ts';

const SEED = process.env.KILLS_SEED;
const LONG_MS = 240_000;
/** Letters on their way at once: what one kill can leave in doubt. */
const LETTERS_AT_ONCE = 4;
const NOT_ON_WHATSAPP = 131_026;

type World = Awaited<ReturnType<typeof openWorkerProgram>>;

const messageTo = ({ id, phone }: Family, priority: 'normal' | 'bulk' = 'normal'): MessageRequested => ({
  dedupeKey: uuidv7(),
  kind: 'password_changed',
  to: phone,
  accountId: id,
  params: { name: 'Siti' },
  priority,
});

describe('a worker killed between WhatsApp and e-mail', () => {
  let world: World;
  beforeEach(async () => {
    world = await openWorkerProgram({ letters: true });
  });
  afterEach(() => world.close());

  const row = (id: string) => world.knex('notifications').where({ id }).first();
  const letters = (email?: string) => world.simulator.letters.list(email);
  const mail = (order: object) => world.simulator.control.order({ mail: order });
  /** Runs the worker until the check holds, and ends it in order. */
  async function runUntil(check: () => Promise<boolean> | boolean): Promise<void> {
    const running = await world.start();
    await until(check);
    expect(await world.end(running, 'SIGTERM')).toBe(0);
  }
  /** Runs it until the check holds, and kills it there. */
  async function killWhen(check: () => Promise<boolean> | boolean): Promise<void> {
    const running = await world.start();
    await until(check);
    await world.end(running, 'SIGKILL');
  }
  /** The worker died when WhatsApp had refused a message for good: its sweeper, which lets letters go, had not come by. */
  async function refusedMessage(): Promise<{ id: string; family: Family }> {
    const running = await world.start();
    const [family] = (await world.families(1)) as [Family];
    world.simulator.control.order({ error: { code: NOT_ON_WHATSAPP, times: 1 } });
    const [id = ''] = await world.ask([messageTo(family)]);
    await until(async () => (await row(id))?.status === 'failed');
    expect(await row(id)).toMatchObject({ channel: 'whatsapp', error_code: NOT_ON_WHATSAPP });
    const [entry, ...others] = await world.inboxOf(family.id);
    expect([entry?.state, others]).toEqual([expect.stringMatching(/^WhatsApp gagal: /u), []]);
    await world.end(running, 'SIGKILL');
    expect(letters()).toEqual([]);
    return { id, family };
  }
  /** Nothing more goes, however much time passes. */
  async function expectEnd(id: string, { email }: Family, sent: number): Promise<void> {
    await world.passTime();
    await runUntil(async () => (await row(id)).status === 'sent');
    expect(await row(id)).toMatchObject({ channel: 'email', status: 'sent' });
    const ids = letters(email).map(({ headers }) => headers['message-id']);
    expect(ids).toEqual(Array.from({ length: sent }, () => `<${id}@contoh.sch.id>`));
    expect(world.simulator.inbox.list()).toEqual([]);
    expect(world.simulator.control.state().counts.refused).toBe(1);
  }

  test(
    'when it dies after WhatsApp refused for good, then the letter goes after the restart, once',
    async () => {
      const { id, family } = await refusedMessage();
      await runUntil(() => letters(family.email).length === 1);
      await expectEnd(id, family, 1);
    },
    LONG_MS,
  );

  test(
    'when it dies while the message waits for the mail server, then the letter goes once the server is back',
    async () => {
      const { id, family } = await refusedMessage();
      mail({ refuse: { at: 'connect', reply: '421 4.3.2 Closing', times: 100 } });
      await killWhen(async () => (await row(id)).reason === 'mail-network');
      expect(await row(id)).toMatchObject({ channel: 'email', status: 'retry', tries: 0 });
      world.simulator.control.order({ mail: { refuse: undefined } });
      await world.passTime();
      await runUntil(() => letters(family.email).length === 1);
      await expectEnd(id, family, 1);
    },
    LONG_MS,
  );

  test(
    'when it dies before the mail server has the letter, then the letter goes once, after the time for an unknown outcome',
    async () => {
      const { id, family } = await refusedMessage();
      mail({ slow: { ms: 2000, times: 1, at: 'recipient' } });
      await killWhen(() => world.simulator.control.state().mail.slow?.times === 0);
      expect([(await row(id)).attempt_state, letters().length]).toEqual(['sending', 0]);
      await world.passTime();
      await runUntil(async () => (await row(id)).attempt_state === 'unknown');
      expect(letters()).toEqual([]);
      await world.passTime();
      await runUntil(() => letters(family.email).length === 1);
      await expectEnd(id, family, 1);
      expect(await row(id)).toMatchObject({ unknowns: 1 });
    },
    LONG_MS,
  );

  test(
    'when it dies after the mail server took the letter, then the letter goes once more under the same id, and the row says why',
    async () => {
      const { id, family } = await refusedMessage();
      mail({ slow: { ms: 2000, times: 1, at: 'answer' } });
      await killWhen(() => letters(family.email).length === 1);
      expect((await row(id)).attempt_state).toBe('sending');
      await world.passTime();
      await runUntil(async () => (await row(id)).attempt_state === 'unknown');
      await world.passTime();
      await runUntil(() => letters(family.email).length === 2);
      await expectEnd(id, family, 2);
      expect(await row(id)).toMatchObject({ unknowns: 1 });
    },
    LONG_MS,
  );

  test(
    'when it dies with the letter of a code on its way and comes back after its life, then the code is not sent again and erased',
    async () => {
      const expiresAt = new Date(Date.now() + 50 * 60_000).toISOString();
      const letter = { email: 'wali@contoh.id', userId: uuidv7() };
      const code = { dedupeKey: uuidv7(), kind: 'reset_code', params: { code: '482915' } } as const;
      mail({ slow: { ms: 2000, times: 1, at: 'answer' } });
      const [id = ''] = await world.ask([{ ...code, to: null, letter, priority: 'code', expiresAt }]);
      await killWhen(() => letters(letter.email).length === 1);
      for (let times = 0; times < 5; times += 1) await world.passTime();
      await runUntil(async () => (await row(id)).status === 'failed');
      expect(await row(id)).toMatchObject({ reason: 'expired', params_sealed: null });
      expect(letters()).toHaveLength(1);
    },
    LONG_MS,
  );

  test(
    'when it dies again and again with a wave half told, then each family has its message by one way, and its inbox had it at once',
    async () => {
      const [size, kills] = SEED ? [120, 12] : [24, 4];
      const random = randomOf(SEED ? Number(SEED) : Math.floor(Math.random() * 1_000_000));
      const first = await world.start();
      const families = await world.families(size);
      await world.end(first, 'SIGTERM');
      world.simulator.control.order({
        pauseMs: 5,
        error: { code: NOT_ON_WHATSAPP, times: size / 2 },
        mail: { slow: { ms: 40, times: 100_000, at: 'answer' } },
      });
      await world.askTogether(families.map((family) => messageTo(family, 'bulk')));
      const waits: number[] = [];
      while (waits.length < kills) {
        const running = await world.start();
        const wait = random.between(0, 500);
        waits.push(wait);
        await sleep(wait);
        await world.end(running, 'SIGKILL');
        // The entry is written with the row.
        const rows = await world.knex('notifications').pluck('recipient_id');
        expect(await world.knex('inbox').pluck('account_id')).toEqual(expect.arrayContaining(rows));
      }
      const isDone = async () => {
        const rows = await world.knex('notifications').select('channel', 'status');
        const ends = rows.map(({ channel, status }) => `${channel} ${status}`);
        return ends.length === size && ends.every((one) => /whatsapp delivered|email sent/u.test(one));
      };
      for (let round = 0; round < 6 && !(await isDone()); round += 1) {
        const running = await world.start();
        await waitFor(async () => (await isDone()) || undefined, 8000);
        expect(await world.end(running, 'SIGTERM')).toBe(0);
        await world.passTime();
      }
      expect({ waits, done: await isDone() }).toEqual({ waits, done: true });

      const rows = new Map(
        (await world.knex('notifications')).map((one) => [one.recipient_id as string, one] as const),
      );
      let more = 0;
      for (const { id, phone, email } of families) {
        const one = rows.get(id);
        const [byWhatsApp, byLetter] = [
          world.simulator.inbox.list(phone).length,
          new Set(letters(email).map(({ headers }) => headers['message-id'])).size,
        ];
        const ways = one.channel === 'email' ? [0, 1] : [1, 0];
        expect({ waits, ways: [Math.min(byWhatsApp, 1), byLetter] }).toEqual({ waits, ways });
        const second = Math.max(byWhatsApp, letters(email).length) - 1;
        expect({ waits, second: second <= one.unknowns }).toEqual({ waits, second: true });
        more += second;
      }
      expect({ waits, isFew: more <= waits.length * LETTERS_AT_ONCE }).toEqual({ waits, isFew: true });
      const filed = await world.knex('inbox').pluck('account_id');
      expect([filed.length, new Set(filed)]).toEqual([size, new Set(families.map(({ id }) => id))]);
    },
    SEED ? 600_000 : LONG_MS,
  );
});
