import { Authenticator } from '@gerbang/auth-service/test/authenticator';
import {
  type Door as Auth,
  openDoor as openAuth,
  PASSWORD,
  type TestAccount,
} from '@gerbang/auth-service/test/door';
import { addPasskey, passkeyOptions } from '@gerbang/contracts/factors';
import type { Endpoint } from '@gerbang/contracts/endpoint';
import { type Door, openDoor } from './door.ts';

describe('the first second factor, through the gateway', () => {
  let door: Door;
  let auth: Auth;
  beforeAll(async () => {
    door = await openDoor();
    auth = await openAuth({}, { identity: door.identity });
    door.respondWith(async ({ method, url, headers, body }, reply) => {
      const { 'content-length': _length, host: _host, ...kept } = headers;
      const payload = typeof body === 'string' && body !== '' ? { payload: body } : {};
      const answer = await auth.app.inject({ method: method as 'GET', url, headers: kept, ...payload });
      return reply.code(answer.statusCode).headers(answer.headers).send(answer.rawPayload);
    });
  });
  afterAll(async () => {
    await door.close();
    await auth.close();
  });

  const cookieOf = (answer: { headers: Record<string, unknown> }) =>
    [answer.headers['set-cookie']]
      .flat()
      .map((cookie) => String(cookie).split(';', 1)[0])
      .find((cookie) => cookie?.startsWith('sid=')) ?? '';
  const send = ({ method, path }: Endpoint, sid: string, payload: object = {}) =>
    door.call(method, path, { sid, payload });
  async function logIn({ email }: TestAccount): Promise<string> {
    const answer = await door.call('POST', '/api/login', {
      payload: { identifier: email, password: PASSWORD },
    });
    expect(answer.statusCode).toBe(200);
    return cookieOf(answer);
  }
  const status = async (sid: string) => (await door.call('GET', '/api/user', { sid })).statusCode;
  async function add(sid: string) {
    const options = (await send(passkeyOptions, sid)).json();
    return send(addPasskey, sid, { credential: new Authenticator().create(options) });
  }

  test('when a person with three sessions adds it, then the others end at once, cannot take it away, and this one goes on', async () => {
    const user = await auth.account({ role: 'finance' });
    const [here, there, elsewhere] = [await logIn(user), await logIn(user), await logIn(user)];
    const stranger = await logIn(await auth.account({ role: 'finance' }));
    const added = await add(here);
    expect(added.statusCode).toBe(201);
    const renewed = cookieOf(added);
    expect([await status(here), await status(there), await status(elsewhere)]).toEqual([401, 401, 401]);
    expect([await status(renewed), await status(stranger)]).toEqual([200, 200]);
    const { id } = added.json();
    expect((await door.call('DELETE', `/api/factors/${id}`, { sid: there })).statusCode).toBe(401);
    expect(await auth.db('factors').where({ user_id: user.id }).pluck('id')).toEqual([id]);
    // A second one ends none, and the renewed session may take either away.
    expect((await add(renewed)).statusCode).toBe(201);
    expect(await status(renewed)).toBe(200);
    expect((await door.call('DELETE', `/api/factors/${id}`, { sid: renewed })).statusCode).toBe(204);
  });

  test('when two sessions of a person add one at the same moment, then one goes on at most, and no earlier session is left', async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = await auth.account({ role: 'finance' });
      const [here, there, idle] = [await logIn(user), await logIn(user), await logIn(user)];
      const answers = await Promise.all([add(here), add(there)]);
      const alive = await Promise.all(answers.map(cookieOf).filter(Boolean).map(status));
      expect(alive.filter((one) => one === 200).length).toBeLessThanOrEqual(1);
      expect(await status(idle)).toBe(401);
      const { session_epoch: epoch } = await auth.db('users').where({ id: user.id }).first('session_epoch');
      expect(epoch).toBe(1);
    }
  });
});
