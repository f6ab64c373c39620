import { randomUUID } from 'node:crypto';
import { proveFresh } from '@gerbang/contracts/factors';
import { IDENTITY_HEADER, type SessionCommand } from '@gerbang/contracts/identity';
import { until } from '@gerbang/service-kit/testing/until';
import type { FastifyInstance } from 'fastify';
import { KNOWN_MS } from '../src/sessions/known-sessions.ts';
import { SESSIONS_PER_USER } from '../src/sessions/session-store.ts';
import { type Door, type Engine, openDoor, ORIGIN } from './door.ts';

interface World {
  readonly door: Door;
  readonly userId: string;
  /** The session that ends, and another one of the same user. */
  readonly sid: string;
  readonly other: string;
}

async function commanded(door: Door, command: SessionCommand, url: string, sid: string): Promise<void> {
  door.setCommand(command);
  const answer = await door.call('POST', url, { sid, payload: {} });
  door.setCommand(undefined);
  expect(answer.statusCode).toBe(200);
}

async function revokedByStaff({ door, userId }: World): Promise<void> {
  const admin = await door.login({ userId: randomUUID(), role: 'admin' });
  await commanded(
    door,
    { do: 'revoke', userId, epoch: 2 },
    `/api/admin/users/${userId}/revoke-sessions`,
    admin,
  );
}

/** Every way by which one gateway ends a session; password, role and deletion are revocations to it. */
const ENDS: readonly (readonly [string, (world: World) => Promise<unknown>])[] = [
  ['its user logs out', ({ door, sid }) => commanded(door, { do: 'end' }, '/api/logout', sid)],
  ['staff revoke its user, change the role or delete the account', revokedByStaff],
  [
    'its user changes the password elsewhere',
    ({ door, userId, other }) =>
      commanded(
        door,
        { do: 'start', userId, role: 'wali_murid', epoch: 2, mustChangePassword: false, revoke: true },
        '/api/change-password',
        other,
      ),
  ],
  [
    'its user ends it by its id',
    async ({ door, sid, other }) => {
      const list = (await door.call('GET', '/api/sessions', { sid })).json() as Record<string, unknown>[];
      const id = String(list.find(({ current }) => current)?.id);
      await door.call('DELETE', `/api/sessions/${id}`, { sid: other, headers: { origin: ORIGIN } });
    },
  ],
  [
    'its user ends all other sessions',
    ({ door, other }) => door.call('POST', '/api/sessions/end-others', { sid: other }),
  ],
  [
    'its user logs in too often',
    async ({ door, userId }) => {
      for (let at = 1; at < SESSIONS_PER_USER; at += 1) {
        door.forward(1);
        await door.login({ userId });
      }
    },
  ],
];

/** What two gateways with one store must do, whichever engine it lives on. */
export function twoGateways(engineOf?: (now: () => number) => Engine): void {
  let door: Door;
  let second: FastifyInstance;
  let deaf: FastifyInstance;
  let skew = 0;
  beforeAll(async () => {
    door = await openDoor({}, engineOf);
    // Its time stands still: what it knows of a session ends only by a word of the other gateway.
    second = await door.build({}, { time: () => 0 });
    deaf = await door.build({}, { time: () => skew, deaf: true });
  });
  afterAll(async () => {
    await Promise.all([second.close(), deaf.close()]);
    await door.close();
  });

  const status = async (sid: string, gateway: FastifyInstance) =>
    (await door.call('GET', '/api/user', { sid }, gateway)).statusCode;

  test.each(ENDS)('when %s, then it is over at both, and after 5 s where no word came', async (_how, end) => {
    const userId = randomUUID();
    const sid = await door.login({ userId });
    door.forward(1);
    const other = await door.login({ userId });
    for (const gateway of [door.app, second, deaf]) expect(await status(sid, gateway)).toBe(200);

    await end({ door, userId, sid, other });
    expect(await status(sid, door.app)).toBe(401);
    await until(async () => (await status(sid, second)) !== 200);
    // What it knows it may use, but for 5 s at most.
    expect(await status(sid, deaf)).toBe(200);
    skew += KNOWN_MS;
    expect(await status(sid, deaf)).toBe(401);
  });

  test('when a password is proved at one gateway, then the other tells services of it at once', async () => {
    const sid = await door.login({ userId: randomUUID() });
    door.forward(60_000);
    const token = async () => {
      await status(sid, second);
      return door.seen.at(-1)?.headers[IDENTITY_HEADER];
    };
    const before = await token();
    expect(await token()).toBe(before);
    await commanded(door, { do: 'prove' }, proveFresh.path, sid);
    await until(async () => (await token()) !== before);
  });

  test('when a session is used at two gateways, then each of them keeps it alive, and idleness ends it at both', async () => {
    const sid = await door.login({ userId: randomUUID(), role: 'cs' });
    for (const gateway of [second, door.app, second]) {
      door.forward(29 * 60_000);
      expect(await status(sid, gateway)).toBe(200);
    }
    // The one that knows an older time asks the store.
    door.forward(2 * 60_000);
    expect(await status(sid, door.app)).toBe(200);
    door.forward(30 * 60_000);
    for (const gateway of [second, door.app]) expect(await status(sid, gateway)).toBe(401);
  });
}
