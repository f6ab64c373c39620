import { once } from 'node:events';
import { uuidv7 } from 'uuidv7';
import { HashThreads } from '../src/account-record/hash-threads.ts';
import { type Door, openDoor, PASSWORD, type TestAccount } from './door.ts';
import type { Typed } from './in-line.ts';
import { type LineStory, type LineTime, SHORT_MS } from './line-doors.ts';
import { ticketSuite } from './ticket-story.ts';
import { until } from '@gerbang/service-kit/testing/until';

/** What holds for the line in either store. */
export function lineSuite(open: () => Promise<{ story: LineStory; time: LineTime }>): void {
  let story: LineStory;
  let time: LineTime;
  beforeAll(async () => {
    ({ story, time } = await open());
  });
  afterAll(() => story.close());

  /** Both processes are busy until the test ends or lets them go. */
  const freed: (() => Promise<void>)[] = [];
  async function bothBusy() {
    const [one, other] = await Promise.all(story.doors.map(story.holdSlot));
    const free = async () => void (await Promise.all([one?.(), other?.()]));
    freed.push(free);
    return free;
  }
  afterEach(async () => {
    await Promise.all(freed.splice(0).map((free) => free()));
    story.hold(false);
    await time.passSilently(61);
  });

  test('when people wait at both processes, then each knows its place in the one line, and the places go down', async () => {
    const free = await bothBusy();
    const people = await story.queue(4);
    expect(people.map(({ place }) => place.place)).toEqual([1, 2, 3, 4]);
    expect(people.every(({ place }) => place.seconds >= 1)).toBe(true);
    const [head, next, third, last] = people;
    await free();
    // Each at the other process than before.
    for (const [index, one] of [head, next].entries()) {
      const typed = story.typedOf(one?.user as TestAccount, one?.place.ticket);
      const answer = await story.enter(story.doors[(index + 1) % 2] as Door, typed, one?.ip ?? '');
      expect([answer.statusCode, answer.json().id]).toEqual([200, one?.user.id]);
    }
    await bothBusy();
    const places = [third, last].map((one) =>
      story.told(
        story.first,
        story.typedOf(one?.user as TestAccount, one?.place.ticket),
        story.first.address(),
      ),
    );
    expect((await Promise.all(places)).map(({ place }) => place)).toEqual([1, 2]);
  });

  test('when the slot is free again, then whoever came first is next, and a ticket counts from its first coming', async () => {
    const free = await bothBusy();
    const [early] = await story.queue(1, () => story.second);
    story.hold(true);
    const waiting: Promise<{ statusCode: number }>[] = [];
    const enter = async (typed: Typed) => {
      waiting.push(story.enter(story.first, typed, story.first.address()));
      await until(() => story.first.context.hasher.waiting === waiting.length);
    };
    // By their passwords it is seen whose hash is made.
    for (const password of ['salah-a', 'salah-b', 'salah-c']) {
      await enter({ identifier: (await story.first.account()).email, password });
    }
    await enter(story.typedOf(early?.user as TestAccount, early?.place.ticket));
    const hashed = jest.spyOn(HashThreads.prototype, 'run');
    await free();
    const answers = await Promise.all(waiting);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 200]);
    const order = hashed.mock.calls.map(([{ password }]) => password);
    hashed.mockRestore();
    expect(order).toEqual([PASSWORD, 'salah-a', 'salah-b', 'salah-c'].map(story.first.peppered));
  });

  test('when a ticket is guessed, changed, of another account or password, or used before, then it is worth no place', async () => {
    const free = await bothBusy();
    const [head, next] = await story.queue(2, () => story.first);
    const ticket = head?.place.ticket ?? '';
    const stranger = await story.first.account();
    const changed = `${ticket.slice(0, -2)}${ticket.endsWith('AA') ? 'BB' : 'AA'}`;
    const tries: Typed[] = [
      story.typedOf(stranger, ticket),
      story.typedOf(await story.first.account(), changed),
      story.typedOf(await story.first.account(), `${'A'.repeat(22)}.${'A'.repeat(43)}`),
      story.typedOf(await story.first.account(), 'bukan tiket'),
      { identifier: head?.user.email ?? '', password: 'lain-sama-sekali', ticket },
    ];
    const places = await Promise.all(
      tries.map((typed) => story.told(story.second, typed, story.first.address())),
    );
    expect(Math.min(...places.map(({ place }) => place))).toBeGreaterThan(2);
    await free();
    const used = story.typedOf(head?.user as TestAccount, ticket);
    expect((await story.enter(story.second, used, head?.ip ?? '')).statusCode).toBe(200);
    await bothBusy();
    expect((await story.told(story.second, used, head?.ip ?? '')).place).toBeGreaterThan(1);
    expect(
      (
        await story.told(
          story.first,
          story.typedOf(next?.user as TestAccount, next?.place.ticket),
          '203.0.113.9',
        )
      ).place,
    ).toBe(1);
  });

  ticketSuite(() => story, bothBusy);

  test('when the holder of a ticket is silent, then the place is kept for a minute, counts for others only at first, and is lost after it', async () => {
    await bothBusy();
    const [gone, next] = await story.queue(2);
    const again = (one: typeof gone) =>
      story.told(story.first, story.typedOf(one?.user as TestAccount, one?.place.ticket), one?.ip ?? '');
    await time.passSilently(20);
    expect((await again(next)).place).toBe(1);
    expect((await again(gone)).place).toBe(1);
    expect((await again(next)).place).toBe(2);
    await time.passSilently(61);
    expect((await again(next)).place).toBe(1);
    expect((await again(gone)).place).toBe(2);
  });

  test('when one account is tried many times at once, then it has one place a network, and its failures end it', async () => {
    const free = await bothBusy();
    const [user, ip] = [await story.first.account(), story.first.address()];
    const guess = (index: number): Typed => ({ identifier: user.email, password: `tebakan-ke-${index}` });
    const flood = await Promise.all(
      Array.from({ length: 100 }, (_one, index) =>
        story.told(story.doors[index % 2] as Door, guess(index), ip),
      ),
    );
    expect(new Set(flood.map(({ place }) => place))).toEqual(new Set([1]));
    const [other] = await story.queue(1);
    expect(other?.place.place).toBe(2);
    await free();
    const statuses = await Promise.all(
      flood.map(async ({ ticket }, index) => {
        const answer = await story.enter(story.first, { ...guess(index), ticket }, ip);
        return answer.statusCode;
      }),
    );
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(5);
    expect(statuses.every((status) => [401, 429, 202].includes(status))).toBe(true);
  });

  test('when an account is slowed down, then it is told at once and stands in no line', async () => {
    const user = await story.first.account();
    const wrong = { identifier: user.email, password: 'salah-sekali' };
    for (let tries = 0; tries < 5; tries += 1) await story.enter(story.first, wrong, story.first.address());
    await bothBusy();
    // Held, it would wait for ever.
    story.hold(true);
    expect((await story.enter(story.first, story.typedOf(user), story.first.address())).statusCode).toBe(429);
    expect(await story.first.context.line.length()).toBe(0);
  });

  test('when a process is killed with people in its line, then their tickets are good at another', async () => {
    const third = await openDoor({}, { hashesAtOnce: 1, holdMs: SHORT_MS, beside: story.first });
    const free = await bothBusy();
    const busy = await story.holdSlot(third);
    const people = await story.queue(2, () => third);
    third.app.server.closeAllConnections();
    await free();
    for (const { user, ip, place } of people) {
      const answer = await story.enter(story.second, story.typedOf(user, place.ticket), ip);
      expect([answer.statusCode, answer.json().id]).toEqual([200, user.id]);
    }
    await busy();
    await third.close();
  });

  test('when a visitor leaves while waiting, then no hash is begun for it', async () => {
    const address = await story.first.app.listen({ host: '127.0.0.1', port: 0 });
    const free = await story.holdSlot(story.first);
    story.hold(true);
    const user = await story.first.account();
    const leaving = new AbortController();
    const left = fetch(`${address}/api/login`, {
      method: 'POST',
      headers: { ...story.first.headers('anon'), 'content-type': 'application/json' },
      body: JSON.stringify({ identifier: user.email, password: 'salah-sekali' }),
      signal: leaving.signal,
    });
    const closed = new Promise<void>((resolve) => {
      story.first.app.server.once('connection', (socket) => void once(socket, 'close').then(() => resolve()));
    });
    await until(() => story.first.context.hasher.waiting === 1);
    leaving.abort();
    expect(await left.then(({ status }) => status, String)).toMatch(/abort/iu);
    await closed;
    await free();
    expect((await story.enter(story.first, story.typedOf(user), story.first.address())).statusCode).toBe(200);
    const key = story.first.context.guard.key(user.email);
    expect(await story.first.db('throttles').where({ kind: 'identifier', key })).toEqual([]);
  });

  test('when the account has a second factor, then its step follows the line', async () => {
    const free = await bothBusy();
    const [one] = await story.queue(1);
    const user = one?.user as TestAccount;
    const factor = { id: uuidv7(), user_id: user.id, kind: 'totp', name: 'Aplikasi', secret: 'tersegel' };
    await story.first.db('factors').insert({ ...factor, confirmed_at: new Date() });
    await free();
    const answer = await story.enter(story.first, story.typedOf(user, one?.place.ticket), one?.ip ?? '');
    expect([answer.statusCode, answer.json()]).toEqual([
      202,
      { factor_required: true, token: expect.any(String), kinds: ['otp', 'recovery_code'] },
    ]);
    expect(story.first.command(answer)).toBeNull();
  });

  test('when 300 people log in at once, then all of them get in', async () => {
    const users = await Promise.all(Array.from({ length: 300 }, () => story.first.account()));
    const answers = await Promise.all(users.map((user) => story.follow(user)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(users.map(() => 200));
    expect(answers.map((answer) => answer.json().id)).toEqual(users.map(({ id }) => id));
    expect(await story.first.context.line.length()).toBe(0);
  });
}
