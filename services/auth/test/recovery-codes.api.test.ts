import * as accountCalls from '@gerbang/contracts/accounts';
import * as factorCalls from '@gerbang/contracts/factors';
import { Authenticator } from './authenticator.ts';
import { type Door, openDoor, PASSWORD, type TestAccount } from './door.ts';

const STALE = Math.floor(Date.now() / 1000) - 15 * 60 - 1;

describe('new recovery codes', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  /** An account with a passkey, and its recovery codes. */
  async function withPasskey() {
    const user = await door.account({ contact_phone: door.phone() });
    const options = (await door.call(factorCalls.passkeyOptions, user)).json();
    const body = { credential: new Authenticator().create(options) };
    const added = await door.call(factorCalls.addPasskey, user, { body });
    return { user, codes: added.json().recovery_codes as string[] };
  }
  const renew = (user: TestAccount) => door.call(factorCalls.renewRecoveryCodes, user);
  const begin = async (user: TestAccount) => {
    const body = { identifier: user.email, password: PASSWORD };
    return (await door.call(accountCalls.login, 'anon', { body, ip: door.address() })).json();
  };
  const use = async ({ token }: { token: string }, code: string | undefined) =>
    (
      await door.call(factorCalls.loginFactor, 'anon', {
        body: { token, recovery_code: code },
        ip: door.address(),
      })
    ).statusCode;
  const left = async (user: TestAccount) =>
    (await door.call(factorCalls.listFactors, user)).json().recovery_codes_left;

  test('when they are made, then ten new ones count, no old one does, and the owner is told', async () => {
    const { user, codes: old } = await withPasskey();
    expect(await use(await begin(user), old[0])).toBe(200);
    const begun = await begin(user);
    const made = await renew(user);
    const codes: string[] = made.json().recovery_codes;
    expect([made.statusCode, new Set([...codes, ...old]).size, await left(user)]).toEqual([201, 20, 10]);
    expect([await use(begun, old[1]), await use(begun, codes[0])]).toEqual([401, 200]);
    expect([await use(await begin(user), codes[0]), await left(user)]).toEqual([401, 9]);
    const stored = JSON.stringify(await door.db('recovery_codes').where({ user_id: user.id }));
    for (const code of codes) expect([stored, door.logged()].join('\n')).not.toContain(code);
    const actions = door.db('audit_events').where({ subject_id: user.id });
    expect(await actions.pluck('action')).toContain('factor.recovery_renewed');
    expect(door.published.findLast(({ payload }) => payload.kind === 'factor_added')?.payload).toMatchObject({
      to: user.contact_phone,
      params: { factor: 'sepuluh kode pemulihan' },
    });
  });

  test('when they are made five times at once, then one set of ten counts', async () => {
    const { user } = await withPasskey();
    const sets = await Promise.all(Array.from({ length: 5 }, () => renew(user)));
    expect(sets.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201]);
    expect(await left(user)).toBe(10);
    const firsts = sets.map((set) => set.json().recovery_codes[0]);
    const used = [];
    for (const code of firsts) used.push(await use(await begin(user), code));
    expect(used.toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401, 401]);
  });

  test('when the last proof is 15 minutes old, then it is 403 and the old codes stay', async () => {
    const { user, codes } = await withPasskey();
    const headers = door.headers({ ...user, fresh: STALE });
    const refused = await door.call(factorCalls.renewRecoveryCodes, user, { headers });
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'fresh_proof_required']);
    expect(await use(await begin(user), codes[0])).toBe(200);
  });

  test('when no factor is set, then it is 409 and there are none', async () => {
    const user = await door.account();
    const refused = await renew(user);
    expect([refused.statusCode, refused.json().code, await left(user)]).toEqual([409, 'no_factor', 0]);
  });
});
