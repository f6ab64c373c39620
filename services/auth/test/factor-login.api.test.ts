import * as accountCalls from '@gerbang/contracts/accounts';
import * as factorCalls from '@gerbang/contracts/factors';
import { changePassword } from '@gerbang/contracts/passwords';
import { listUsers } from '@gerbang/contracts/users';
import { generateSync } from 'otplib';
import { Authenticator } from './authenticator.ts';
import { type Door, openDoor, PASSWORD, type TestAccount } from './door.ts';
import { expectSameWork } from './timing.ts';

const STEP = 30;
const MIDDLE = new Date((Math.floor(Date.now() / 30_000) + 0.5) * 30_000);
const WRONG = { statusCode: 401, code: 'factor_failed' };

describe('the second step of a login', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor({ STAFF_SECOND_FACTOR: 'admin:required,*:offered' });
  });
  afterAll(() => door.close());
  // In the middle of a time step, so that none ends within a test.
  beforeEach(() => door.setClock(MIDDLE));

  const seconds = () => Math.floor(door.context.now().getTime() / 1000);
  const login = (user: TestAccount, password = PASSWORD) =>
    door.call(accountCalls.login, 'anon', { body: { identifier: user.email, password }, ip: door.address() });
  const begin = async (user: TestAccount) => (await login(user)).json();
  const prove = (token: string, proof: object, ip = door.address()) =>
    door.call(factorCalls.loginFactor, 'anon', { body: { token, ...proof }, ip });
  const actions = (user: TestAccount) =>
    door.db('audit_events').where({ subject_id: user.id }).orderBy('id').pluck('action');

  /** An account with an app of codes, whose code of the present step is used up. */
  async function withTotp(change: Parameters<Door['account']>[0] = {}) {
    const user = await door.account(change);
    const { secret } = (await door.call(factorCalls.beginTotp, user, { body: {} })).json();
    const epoch = seconds() - STEP;
    const confirmed = await door.call(factorCalls.confirmTotp, user, {
      body: { otp: generateSync({ secret, epoch }) },
    });
    const codes = confirmed.json().recovery_codes as string[];
    return { user, codes, otp: (shift = 0) => generateSync({ secret, epoch: seconds() + shift * STEP }) };
  }

  async function withPasskey() {
    const user = await door.account();
    const authenticator = new Authenticator();
    const options = (await door.call(factorCalls.passkeyOptions, user)).json();
    await door.call(factorCalls.addPasskey, user, { body: { credential: authenticator.create(options) } });
    return { user, authenticator };
  }

  test('when the password is right, then there is no session yet; a code of the app brings it', async () => {
    const { user, otp } = await withTotp({ role: 'cs' });
    const first = await login(user);
    expect([first.statusCode, door.command(first)]).toEqual([202, null]);
    expect(first.json()).toEqual({
      factor_required: true,
      token: expect.stringMatching(/^[\w-]{43}$/u),
      kinds: ['otp', 'recovery_code'],
    });
    expect(await actions(user)).not.toContain('session.started');
    const second = await prove(first.json().token, { otp: otp() });
    expect([second.statusCode, second.json().id]).toEqual([200, user.id]);
    expect(door.command(second)).toMatchObject({ do: 'start', userId: user.id });
    expect(await actions(user)).toEqual(['factor.added', 'session.started']);
    expect(await prove(first.json().token, { otp: otp(1) })).toMatchObject({ statusCode: 401 });
  });

  test('when a passkey proves the login, then it is verified, and its counter has to grow', async () => {
    const { user, authenticator } = await withPasskey();
    const { token, kinds, passkey } = await begin(user);
    expect([kinds, passkey.rpId, passkey.allowCredentials.length]).toEqual([
      ['passkey', 'recovery_code'],
      'localhost',
      1,
    ]);
    expect((await prove(token, { passkey: authenticator.get(passkey) })).statusCode).toBe(200);
    // A copy of the key that stayed behind.
    authenticator.counter = 0;
    const next = await begin(user);
    expect((await prove(next.token, { passkey: authenticator.get(next.passkey) })).json()).toMatchObject(
      WRONG,
    );
  });

  test('when a passkey answers another challenge, host or site, or is another account’s, then it is 401', async () => {
    const { user, authenticator } = await withPasskey();
    const other = await withPasskey();
    const foreign = new Authenticator('http://jahat.example');
    const attempts = [
      (options: never) =>
        authenticator.get(options, { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }),
      (options: never) => authenticator.get(options, { rpId: 'jahat.example' }),
      (options: never) => other.authenticator.get(options),
      (options: never) => foreign.get(options),
      (options: never) => ({
        ...authenticator.get(options),
        response: other.authenticator.get(options).response,
      }),
    ];
    for (const attempt of attempts) {
      const { token, passkey } = await begin(user);
      expect((await prove(token, { passkey: attempt(passkey as never) })).json()).toMatchObject(WRONG);
      await door.db('throttles').delete();
    }
    const { token, passkey } = await begin(user);
    expect((await prove(token, { passkey: authenticator.get(passkey) })).statusCode).toBe(200);
  });

  test('when a passkey’s answer was wrong once, then the challenge is used up', async () => {
    const { user, authenticator } = await withPasskey();
    const { token, passkey } = await begin(user);
    await prove(token, { passkey: new Authenticator().get(passkey) });
    expect((await prove(token, { passkey: authenticator.get(passkey) })).json()).toMatchObject(WRONG);
  });

  test('when the same code comes twice at once, in two logins, then one passes', async () => {
    const { user, otp } = await withTotp();
    const steps = [await begin(user), await begin(user), await begin(user)];
    const code = otp();
    const answers = await Promise.all(steps.map(({ token }) => prove(token, { otp: code })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
  });

  test('when one login is proved twice at once, then one session begins', async () => {
    const { user, otp, codes } = await withTotp();
    const { token } = await begin(user);
    const answers = await Promise.all([
      prove(token, { otp: otp() }),
      prove(token, { otp: otp(1) }),
      prove(token, { recovery_code: codes[0] }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
    const left = await door.db('recovery_codes').where({ user_id: user.id }).whereNull('used_at');
    expect(left.length).toBeGreaterThanOrEqual(9);
  });

  test('when a recovery code is used, as it was typed, then it counts once, and the owner is told', async () => {
    const { user, codes } = await withTotp({ contact_phone: door.phone(), role: 'cs' });
    const typed = ` ${codes[3]!.toLowerCase().replace('-', ' ')} `;
    const steps = [await begin(user), await begin(user)];
    const answers = await Promise.all(steps.map(({ token }) => prove(token, { recovery_code: typed })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect((await door.call(factorCalls.listFactors, user)).json().recovery_codes_left).toBe(9);
    // Its own notices alone: in the test before, chance decides whether a recovery code passes.
    const told = door.published.filter(
      ({ payload }) => payload.accountId === user.id && payload.kind === 'recovery_code_used',
    );
    expect(told).toEqual([
      { type: 'message.requested', payload: expect.objectContaining({ to: user.contact_phone }) },
    ]);
    expect(await actions(user)).toContain('factor.recovery_used');
  });

  test('when five proofs were wrong, then the sixth is 429, the right one too, whatever the token and the address', async () => {
    const { user, otp } = await withTotp();
    const { token } = await begin(user);
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await prove(token, { otp: '000000' })).json()).toMatchObject(WRONG);
    }
    const refused = await prove(token, { otp: otp() });
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    const other = await begin(user);
    expect((await prove(other.token, { otp: otp() })).statusCode).toBe(429);
    await door.db('throttles').delete();
    expect((await prove(token, { otp: otp() })).statusCode).toBe(429);
    expect((await prove(other.token, { otp: otp() })).statusCode).toBe(200);
  });

  test('when 40 guesses come at once over many tokens, then five are compared', async () => {
    const { user } = await withTotp();
    const steps = await Promise.all(Array.from({ length: 8 }, () => begin(user)));
    const answers = await Promise.all(
      steps.flatMap(({ token }) => Array.from({ length: 5 }, () => prove(token, { otp: '000000' }))),
    );
    const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
    expect([count(401), count(429)]).toEqual([5, 35]);
  });

  test('when the token is made up, expired, or the account changed since, then it is the same 401 to the byte', async () => {
    const { user, otp } = await withTotp();
    const late = await begin(user);
    await door
      .db('factor_steps')
      .where({ user_id: user.id })
      .update({ expires_at: new Date(Date.now() - 1000) });
    const changed = await begin(user);
    await door.db('users').where({ id: user.id }).increment('session_epoch', 1);
    const wrong = await begin(user);
    const answers = [
      await prove('tidak-ada', { otp: otp() }),
      await prove(late.token, { otp: otp() }),
      await prove(changed.token, { otp: otp() }),
      await prove(wrong.token, { otp: '000000' }),
      await prove(wrong.token, { recovery_code: 'AAAAA-AAAAA' }),
    ];
    const bodies = answers.map((answer) => JSON.stringify({ ...answer.json(), requestId: '' }));
    expect(answers[0]!.json()).toMatchObject(WRONG);
    expect(new Set(bodies).size).toBe(1);
    for (const answer of answers) expect(door.command(answer)).toBeNull();
  });

  test('when the account is deleted between the steps, then the second is 401', async () => {
    const { user, otp } = await withTotp();
    const { token } = await begin(user);
    await door.db('users').where({ id: user.id }).update({ deleted_at: new Date() });
    expect((await prove(token, { otp: otp() })).json()).toMatchObject(WRONG);
  });

  test('when a code is one step early or late, then it counts; two steps off it does not, nor one before the last', async () => {
    for (const [shift, status] of [
      [-2, 401],
      [2, 401],
      [1, 200],
    ] as const) {
      const { user, otp } = await withTotp();
      expect([shift, (await prove((await begin(user)).token, { otp: otp(shift) })).statusCode]).toEqual([
        shift,
        status,
      ]);
    }
    const { user, otp } = await withTotp();
    expect((await prove((await begin(user)).token, { otp: otp(1) })).statusCode).toBe(200);
    expect((await prove((await begin(user)).token, { otp: otp() })).statusCode).toBe(401);
  });

  test('when the clock jumps five hours ahead and back, then the codes of the true time count again', async () => {
    const { user, otp } = await withTotp();
    const right = otp();
    door.setClock(new Date(MIDDLE.getTime() + 5 * 3_600_000));
    const { token } = await begin(user);
    expect((await prove(token, { otp: right })).statusCode).toBe(401);
    door.setClock(new Date(MIDDLE.getTime() - 5 * 3_600_000));
    expect((await prove(token, { otp: right })).statusCode).toBe(401);
    door.setClock(MIDDLE);
    expect((await prove(token, { otp: right })).statusCode).toBe(200);
  });

  test.each([
    [{}, 'no proof'],
    [{ otp: '123456', recovery_code: 'AAAAA-AAAAA' }, 'two proofs'],
    [{ otp: '12345' }, 'a short code'],
    [{ otp: '123456', admin: true }, 'an unknown field'],
  ])('when the body is %j (%s), then it is 400', async (proof, _what) => {
    expect((await prove('x', proof)).statusCode).toBe(400);
  });

  test('when a wrong password is tried at accounts with a factor and at unknown ones, then both cost the same', async () => {
    const { user } = await withPasskey();
    await expectSameWork(
      () => login(user, 'bukan-password-ini'),
      () => login({ email: 'tidak-ada@contoh.id' } as TestAccount, 'bukan-password-ini'),
    );
  });

  test('when a factor is required and none is set, then the session may only add one; then it is a full one', async () => {
    const admin = await door.account({ role: 'admin' });
    const response = await login(admin);
    expect([response.statusCode, response.json().must_add_factor]).toEqual([200, true]);
    expect(door.command(response)).toMatchObject({ do: 'start', mustAddFactor: true });
    const limited = { ...admin, maf: true };
    const closed = await door.call(listUsers, limited);
    expect([closed.statusCode, closed.json().code]).toEqual([403, 'must_add_factor']);
    expect((await door.call(accountCalls.getUser, limited)).json().must_add_factor).toBe(true);
    const changed = await door.call(changePassword, limited, {
      body: { currentPassword: PASSWORD, newPassword: 'payung-biru-laut' },
    });
    expect(door.command(changed)).toMatchObject({ do: 'start', mustAddFactor: true, revoke: true });
    const options = (await door.call(factorCalls.passkeyOptions, limited)).json();
    const added = await door.call(factorCalls.addPasskey, limited, {
      body: { credential: new Authenticator().create(options) },
    });
    expect(added.statusCode).toBe(201);
    expect(door.command(added)).toEqual({
      device: expect.any(String),
      do: 'start',
      userId: admin.id,
      role: 'admin',
      epoch: 2,
      revoke: true,
      mustChangePassword: false,
    });
    expect((await login(admin, 'payung-biru-laut')).statusCode).toBe(202);
  });
});
