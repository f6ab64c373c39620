import { randomBytes } from 'node:crypto';
import * as accountCalls from '@gerbang/contracts/accounts';
import * as factorCalls from '@gerbang/contracts/factors';
import { rotateColumns } from '@gerbang/service-kit/data/column-rotation';
import { createColumns } from '@gerbang/service-kit/data/columns';
import { sealedTables } from '@gerbang/service-kit/data/data-classes';
import { generateSync } from 'otplib';
import { DATA_CLASSES } from '../src/data-classes.ts';
import { sweep } from '../src/housekeeping/housekeeping.repository.ts';
import { Authenticator } from './authenticator.ts';
import { type Door, openDoor, PASSWORD, type TestAccount } from './door.ts';

describe('adding and removing a second factor', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor({ STAFF_SECOND_FACTOR: 'admin:required,*:offered' });
  });
  afterAll(() => door.close());
  // In the middle of a time step, so that none ends within a test.
  beforeEach(() => door.setClock(new Date((Math.floor(Date.now() / 30_000) + 0.5) * 30_000)));
  const seconds = () => Math.floor(door.context.now().getTime() / 1000);

  const audited = (user: TestAccount) =>
    door
      .db('audit_events')
      .where({ subject_id: user.id })
      .where('action', 'like', 'factor.%')
      .orderBy('id')
      .pluck('action');
  const told = (user: TestAccount) =>
    door.published
      .filter(({ payload }) => payload.to === user.contact_phone)
      .map(({ payload }) => payload.kind);
  const listed = async (user: TestAccount) => (await door.call(factorCalls.listFactors, user)).json();

  async function addPasskey(user: TestAccount, authenticator = new Authenticator(), name = 'HP saya') {
    const options = (await door.call(factorCalls.passkeyOptions, user)).json();
    const body = { name, credential: authenticator.create(options) };
    return door.call(factorCalls.addPasskey, user, { body });
  }

  async function addTotp(user: TestAccount, epoch = seconds()) {
    const begun = (await door.call(factorCalls.beginTotp, user, { body: {} })).json();
    const otp = generateSync({ secret: begun.secret, epoch });
    const response = await door.call(factorCalls.confirmTotp, user, { body: { otp } });
    return { begun, otp, response };
  }

  test('when a passkey is added, then it counts, ten recovery codes are shown once, and its owner is told', async () => {
    const user = await door.account({ contact_phone: door.phone() });
    const options = (await door.call(factorCalls.passkeyOptions, user)).json();
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      attestation: 'none',
      excludeCredentials: [],
      user: { name: user.email },
    });
    const authenticator = new Authenticator();
    const response = await door.call(factorCalls.addPasskey, user, {
      body: { credential: authenticator.create(options) },
    });
    expect(response.statusCode).toBe(201);
    const { recovery_codes: codes, ...factor } = response.json();
    expect(new Set(codes).size).toBe(10);
    expect(factor).toMatchObject({ kind: 'passkey', name: 'Kunci sandi', last_used_at: null });
    expect(await listed(user)).toEqual({ policy: 'offered', factors: [factor], recovery_codes_left: 10 });
    expect([await audited(user), told(user)]).toEqual([['factor.added'], ['factor_added']]);
    const stored = JSON.stringify(await door.db('recovery_codes').where({ user_id: user.id }));
    for (const code of codes) expect(stored).not.toContain(code);
    const second = await addPasskey(user);
    expect([second.statusCode, second.json().recovery_codes]).toEqual([201, []]);
    expect((await door.call(factorCalls.passkeyOptions, user)).json().excludeCredentials).toHaveLength(2);
  });

  test.each([
    ['another site', 'http://jahat.example', {}],
    ['another host', undefined, { rpId: 'jahat.example' }],
    ['another challenge', undefined, { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ])(
    'when the passkey was made for %s, then it is 422 and its challenge is used up',
    async (_what, made, change) => {
      const user = await door.account();
      const options = (await door.call(factorCalls.passkeyOptions, user)).json();
      const wrong = new Authenticator(made).create(options, change);
      const refused = await door.call(factorCalls.addPasskey, user, { body: { credential: wrong } });
      expect([refused.statusCode, refused.json().code]).toEqual([422, 'factor_failed']);
      const right = new Authenticator().create(options);
      expect(
        (await door.call(factorCalls.addPasskey, user, { body: { credential: right } })).statusCode,
      ).toBe(422);
      expect((await listed(user)).factors).toEqual([]);
    },
  );

  test('when one challenge is answered twice at once, then one passkey is added', async () => {
    const user = await door.account();
    const options = (await door.call(factorCalls.passkeyOptions, user)).json();
    const answers = await Promise.all(
      [new Authenticator(), new Authenticator()].map((one) =>
        door.call(factorCalls.addPasskey, user, { body: { credential: one.create(options) } }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 422]);
  });

  test('when a challenge is another account’s or older than five minutes, then it is 422', async () => {
    const [user, other] = [await door.account(), await door.account()];
    const options = (await door.call(factorCalls.passkeyOptions, user)).json();
    const body = { credential: new Authenticator().create(options) };
    expect((await door.call(factorCalls.addPasskey, other, { body })).statusCode).toBe(422);
    await door
      .db('factor_steps')
      .where({ user_id: user.id })
      .update({ expires_at: new Date(Date.now() - 1000) });
    expect((await door.call(factorCalls.addPasskey, user, { body })).statusCode).toBe(422);
  });

  test('when a passkey is known or the eleventh, then it is 409', async () => {
    const user = await door.account();
    const authenticator = new Authenticator();
    expect((await addPasskey(user, authenticator)).statusCode).toBe(201);
    const again = await addPasskey(user, authenticator);
    expect([again.statusCode, again.json().code]).toEqual([409, 'factor_known']);
    for (let index = 1; index < 10; index += 1) await addPasskey(user);
    const eleventh = await addPasskey(user);
    expect([eleventh.statusCode, eleventh.json().code]).toEqual([409, 'factor_limit']);
  });

  test('when an app of codes is added, then it counts after a right code and its secret is sealed', async () => {
    const user = await door.account({ contact_phone: door.phone() });
    const begun = (await door.call(factorCalls.beginTotp, user, { body: {} })).json();
    expect(begun.otpauth_uri).toMatch(/^otpauth:\/\/totp\/localhost:.*secret=[A-Z2-7]{32}/u);
    expect((await listed(user)).factors).toEqual([]);
    const wrong = await door.call(factorCalls.confirmTotp, user, { body: { otp: '000000' } });
    expect([wrong.statusCode, wrong.json().code]).toEqual([422, 'factor_failed']);
    const otp = generateSync({ secret: begun.secret, epoch: seconds() });
    const right = await door.call(factorCalls.confirmTotp, user, { body: { otp } });
    expect([right.statusCode, right.json().recovery_codes.length]).toEqual([200, 10]);
    expect(right.json().recovery_codes[0]).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/u);
    const row = await door.db('factors').where({ user_id: user.id }).first();
    expect(row.secret).toMatch(/^v1\.c1\./u);
    expect(JSON.stringify(row)).not.toContain(begun.secret);
    expect(door.logged()).not.toContain(begun.secret);
    expect((await door.call(factorCalls.beginTotp, user, { body: {} })).statusCode).toBe(409);
    expect(await audited(user)).toEqual(['factor.failed', 'factor.added']);
  });

  test('when an app is begun twice, then the code of the first no longer counts', async () => {
    const user = await door.account();
    const first = (await door.call(factorCalls.beginTotp, user, { body: {} })).json();
    const second = (await door.call(factorCalls.beginTotp, user, { body: {} })).json();
    const confirm = (secret: string) =>
      door.call(factorCalls.confirmTotp, user, { body: { otp: generateSync({ secret, epoch: seconds() }) } });
    expect((await confirm(first.secret)).statusCode).toBe(422);
    expect((await confirm(second.secret)).statusCode).toBe(200);
  });

  test('when codes are guessed while adding, then the sixth try is 429', async () => {
    const user = await door.account();
    await door.call(factorCalls.beginTotp, user, { body: {} });
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      const response = await door.call(factorCalls.confirmTotp, user, {
        body: { otp: '000000' },
        ip: door.address(),
      });
      statuses.push(response.statusCode);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });

  test('when a factor is removed, then recovery codes go with the last; of another account it is 404', async () => {
    const [user, other] = [await door.account({ contact_phone: door.phone() }), await door.account()];
    const passkey = (await addPasskey(user)).json();
    await addTotp(user);
    const ids = (await listed(user)).factors.map(({ id }: { id: string }) => id);
    expect(ids).toHaveLength(2);
    expect((await door.call(factorCalls.removeFactor, other, { id: passkey.id })).statusCode).toBe(404);
    expect((await door.call(factorCalls.removeFactor, user, { id: ids[0].toUpperCase() })).statusCode).toBe(
      204,
    );
    expect((await listed(user)).recovery_codes_left).toBe(10);
    expect((await door.call(factorCalls.removeFactor, user, { id: ids[1] })).statusCode).toBe(204);
    expect(await listed(user)).toMatchObject({ factors: [], recovery_codes_left: 0 });
    expect(told(user)).toEqual(['factor_added', 'factor_added', 'factor_removed', 'factor_removed']);
  });

  test('when a factor is required, then the last one stays, also when both are removed at once', async () => {
    const admin = await door.account({ role: 'admin' });
    await addPasskey(admin);
    await addTotp(admin);
    const { factors, policy } = await listed(admin);
    const answers = await Promise.all(
      factors.map(({ id }: { id: string }) => door.call(factorCalls.removeFactor, admin, { id })),
    );
    expect(policy).toBe('required');
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('last_factor');
  });

  test.each([
    ['passkeyOptions', factorCalls.passkeyOptions],
    ['beginTotp', factorCalls.beginTotp],
    ['removeFactor', factorCalls.removeFactor],
  ])(
    'when the last proof is 15 minutes old, then %s is 403 fresh_proof_required',
    async (_name, endpoint) => {
      const user = await door.account();
      const passkey = (await addPasskey(user)).json();
      for (const [ago, allowed] of [
        [14 * 60, true],
        [15 * 60 + 1, false],
        [-120, false],
        [undefined, false],
      ] as const) {
        const fresh = ago === undefined ? undefined : Math.floor(Date.now() / 1000) - ago;
        const headers = door.headers({ ...user, fresh });
        const response = await door.call(endpoint, user, { id: passkey.id, body: {}, headers });
        const refused = response.statusCode === 403 && response.json().code === 'fresh_proof_required';
        expect([ago, refused]).toEqual([ago, !allowed]);
        if (allowed && endpoint === factorCalls.removeFactor) break;
      }
    },
  );

  test('when the account is deleted, then nothing of its second factor is left', async () => {
    const admin = await door.account({ role: 'admin' });
    await door.account({ role: 'admin' });
    const user = await door.account({ role: 'cs' });
    await addPasskey(user);
    await door.app.inject({
      method: 'DELETE',
      url: `/api/admin/users/${user.id}`,
      headers: door.headers(admin),
    });
    for (const table of ['factors', 'recovery_codes', 'factor_steps']) {
      expect([table, await door.db(table).where({ user_id: user.id })]).toEqual([table, []]);
    }
  });

  test('when the keys are rotated, then secrets are sealed anew and codes go on', async () => {
    const user = await door.account();
    const { begun } = await addTotp(user, seconds() - 30);
    const { COLUMN_KEYS: old, CODE_KEY } = door.context.config;
    const fresh = { id: 'c2', key: randomBytes(32) };
    const both = createColumns([fresh, ...old], CODE_KEY);
    await rotateColumns(door.database, both, sealedTables(DATA_CLASSES));
    const { id, secret } = await door.db('factors').where({ user_id: user.id }).first();
    expect(secret).toMatch(/^v1\.c2\./u);
    expect(createColumns([fresh], CODE_KEY).open('factors', 'secret', id, secret)).toBe(begun.secret);
    expect(await rotateColumns(door.database, both, sealedTables(DATA_CLASSES))).toBe(0);
  });

  test('when the sweep runs, then expired steps, old requests and apps that were only begun are gone, the rest stays', async () => {
    const [user, other] = [await door.account({ role: 'admin' }), await door.account()];
    await addPasskey(user);
    await door.call(factorCalls.passkeyOptions, user);
    await door.call(factorCalls.beginTotp, other, { body: {} });
    await door.db('factor_clearances').insert({ user_id: user.id, requested_by: other.id });
    await sweep(door.database);
    const counts = () =>
      Promise.all([
        door.db('factors').whereIn('user_id', [user.id, other.id]),
        door.db('factor_steps').where({ user_id: user.id }),
        door.db('factor_clearances').where({ user_id: user.id }),
      ]).then((all) => all.map((rows) => rows.length));
    expect(await counts()).toEqual([2, 1, 1]);
    await door.db.raw(`update factors set created_at = now() - interval '2 days'`);
    await door.db.raw(`update factor_steps set expires_at = now() - interval '2 hours'`);
    await door.db.raw(`update factor_clearances set requested_at = now() - interval '2 days'`);
    await sweep(door.database);
    expect(await counts()).toEqual([1, 0, 0]);
  });

  test('when an account without a factor logs in, then the response and its command are as before', async () => {
    const user = await door.account();
    const body = { identifier: user.email, password: PASSWORD };
    const response = await door.call(accountCalls.login, 'anon', { body });
    expect(response.statusCode).toBe(200);
    expect(Object.keys(response.json())).toEqual([
      'id',
      'name',
      'email',
      'role',
      'contact_phone',
      'phone_verified',
      'created_at',
      'must_change_password',
    ]);
    expect(door.command(response)).toEqual({
      do: 'start',
      userId: user.id,
      role: 'wali_murid',
      epoch: 0,
      mustChangePassword: false,
      device: expect.any(String),
    });
  });
});
