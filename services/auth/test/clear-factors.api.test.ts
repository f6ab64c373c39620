import * as factorCalls from '@gerbang/contracts/factors';
import { Authenticator } from './authenticator.ts';
import { type Door, openDoor, type TestAccount } from './door.ts';

const STALE = Math.floor(Date.now() / 1000) - 15 * 60 - 1;

describe('clearing the second factor of another account', () => {
  let door: Door;
  let admin: TestAccount;
  let second: TestAccount;
  beforeAll(async () => {
    door = await openDoor();
    admin = await door.account({ role: 'admin', name: 'Dewi' });
    second = await door.account({ role: 'admin', name: 'Hendra' });
  });
  afterAll(() => door.close());

  const clear = (
    actor: TestAccount,
    target: TestAccount,
    body: object = { reason: 'Ponsel hilang' },
    more = {},
  ) => door.call(factorCalls.clearFactors, actor, { id: target.id, body, ...more });
  const factorsOf = (user: TestAccount) => door.db('factors').where({ user_id: user.id });
  const trail = (user: TestAccount) =>
    door
      .db('audit_events')
      .where({ subject_id: user.id })
      .orderBy('id')
      .select('action', 'actor_name', 'details');

  async function withFactor(change: Parameters<Door['account']>[0]) {
    const user = await door.account({ contact_phone: door.phone(), ...change });
    const options = (await door.call(factorCalls.passkeyOptions, user)).json();
    await door.call(factorCalls.addPasskey, user, {
      body: { credential: new Authenticator().create(options) },
    });
    return user;
  }

  test('when an administrator clears staff’s factors, then they are gone, sessions end, and the owner is told', async () => {
    const user = await withFactor({ role: 'cs' });
    const response = await clear(admin, user);
    expect([response.statusCode, response.body]).toEqual([204, '']);
    // The first factor ended the sessions before it, clearing it ends those after.
    expect(door.command(response)).toEqual({ do: 'revoke', userId: user.id, epoch: 2 });
    expect(await factorsOf(user)).toEqual([]);
    expect(await door.db('recovery_codes').where({ user_id: user.id })).toEqual([]);
    expect((await trail(user)).at(-1)).toEqual({
      action: 'factor.cleared',
      actor_name: 'Dewi',
      details: { reason: 'Ponsel hilang' },
    });
    expect(door.published).toContainEqual({
      type: 'message.requested',
      payload: expect.objectContaining({ kind: 'factors_cleared', to: user.contact_phone }),
    });
    expect((await clear(admin, user)).statusCode).toBe(204);
    expect((await trail(user)).filter(({ action }) => action === 'factor.cleared')).toHaveLength(1);
  });

  test('when it is an administrator’s, then two others have to ask within 24 hours', async () => {
    const target = await withFactor({ role: 'admin' });
    for (const again of [admin, admin]) {
      const waiting = await clear(again, target);
      expect([waiting.statusCode, door.command(waiting)]).toEqual([202, null]);
    }
    expect(await factorsOf(target)).toHaveLength(1);
    await door.db('factor_clearances').update({ requested_at: new Date(Date.now() - 25 * 3_600_000) });
    expect((await clear(second, target)).statusCode).toBe(202);
    expect((await clear(admin, target)).statusCode).toBe(204);
    expect(await factorsOf(target)).toEqual([]);
    expect((await trail(target)).map(({ action }) => action).slice(-2)).toEqual([
      'factor.clearance_requested',
      'factor.cleared',
    ]);
  });

  test('when two administrators ask at once, then the factors are cleared once', async () => {
    const target = await withFactor({ role: 'admin' });
    const answers = await Promise.all([clear(admin, target), clear(second, target), clear(admin, target)]);
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(statuses.slice(0, 1)).toEqual([202]);
    expect((await trail(target)).filter(({ action }) => action === 'factor.cleared')).toHaveLength(1);
    expect(await factorsOf(target)).toEqual([]);
  });

  test('when the first who asked is an administrator no longer, then the request does not count', async () => {
    const target = await withFactor({ role: 'admin' });
    const former = await door.account({ role: 'admin' });
    expect((await clear(former, target)).statusCode).toBe(202);
    await door.db('users').where({ id: former.id }).update({ role: 'cs' });
    expect((await clear(admin, target)).statusCode).toBe(202);
    expect(await factorsOf(target)).toHaveLength(1);
  });

  test('when it is one’s own, unknown, without a reason or without a fresh proof, then it is refused', async () => {
    const own = await withFactor({ role: 'admin' });
    const refused = await clear(own, own);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'own_factors']);
    const unknown = { ...own, id: '019a0000-0000-7000-8000-000000000001' };
    expect((await clear(admin, unknown)).statusCode).toBe(404);
    for (const body of [{}, { reason: ' ' }, { reason: 'x', force: true }]) {
      expect((await clear(admin, own, body)).statusCode).toBe(400);
    }
    const headers = door.headers({ ...admin, fresh: STALE });
    const stale = await clear(admin, own, undefined, { headers });
    expect([stale.statusCode, stale.json().code]).toEqual([403, 'fresh_proof_required']);
    expect(await factorsOf(own)).toHaveLength(1);
  });
});
