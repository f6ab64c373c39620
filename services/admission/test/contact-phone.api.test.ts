import { runs } from '@gerbang/domain/testing/runs';
import * as accountCalls from '@gerbang/contracts/accounts';
import { getParent, sendContactCode, updateParent, verifyContactCode } from '@gerbang/contracts/parents';
import { openDoor as openAuth, PASSWORD, type Door as AuthDoor } from '@gerbang/auth-service/test/door';
import { patiently } from '@gerbang/service-kit/testing/patience';
import { alone } from '@gerbang/service-kit/testing/alone';
import { eventHandlers } from '../src/events/handlers.ts';
import { secondsToWait } from '../src/parents/contact-codes.repository.ts';
import { type Caller, type Door, openDoor } from './door.ts';

/** Admission and the real auth service, which it asks over HTTP. */
describe('contact phone', () => {
  let auth: AuthDoor;
  let door: Door;
  beforeAll(async () => {
    auth = await openAuth();
    const AUTH_URL = await auth.app.listen({ host: '127.0.0.1', port: 0 });
    door = await openDoor({ AUTH_URL, INTERNAL_KEY: auth.internalKey, CONTACT_CODES_PER_ADDRESS: '100000' });
  });
  afterAll(async () => {
    await door.close();
    await auth.close();
  });

  /** A family with an account at auth and this contact phone in its profile. */
  async function family(contact_phone: string | null = auth.phone()) {
    const account = await auth.account({ contact_phone: auth.phone() });
    const caller: Caller = { id: account.id, role: 'wali_murid' };
    if (contact_phone !== null) await door.call(updateParent, caller, { body: { contact_phone } });
    return { account, caller, phone: contact_phone ?? '' };
  }
  const send = (caller: Caller, body: object = { password: PASSWORD }) =>
    door.call(sendContactCode, caller, { body });
  const verify = (caller: Caller, otp: string) => door.call(verifyContactCode, caller, { body: { otp } });
  const logIn = async (identifier: string) =>
    (
      await auth.call(accountCalls.login, 'anon', {
        body: { identifier, password: PASSWORD },
        ip: auth.address(),
      })
    ).statusCode;
  const messages = (phone: string) =>
    door.published.filter((event) => event.type === 'message.requested' && event.payload.to === phone);
  const codeFor = (phone: string) =>
    (messages(phone).at(-1)?.payload as { params: { code: string } } | undefined)?.params.code ?? '';
  const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const age = (caller: Caller, interval: string) =>
    door
      .db('contact_phone_codes')
      .where({ user_id: caller.id })
      .update({
        created_at: door.db.raw(`created_at - interval '${interval}'`),
        expires_at: door.db.raw(`expires_at - interval '${interval}'`),
      });
  const liveCode = (caller: Caller) =>
    door.db('contact_phone_codes').where({ user_id: caller.id }).orderBy('id', 'desc').first();
  const claims = (caller: Caller) =>
    auth.db('audit_events').where({ subject_id: caller.id, action: 'login_phone.claimed' });
  /** Does what the queue would: the events that admission left for itself, in their order. */
  async function workOwnEvents(caller: Caller): Promise<number> {
    const handle = eventHandlers(door.context)['login.phone.released'];
    const waiting = door.published.filter(
      (event) => event.type === 'login.phone.released' && event.payload.userId === caller.id,
    );
    for (const { payload } of waiting) {
      await door.database.transaction((trx) =>
        handle!(trx, payload as never, { id: 'x', version: 1, requestId: undefined }),
      );
    }
    return waiting.length;
  }

  test('when the code is typed, then the number is verified and logs in; the code goes to the number itself', async () => {
    const { caller, phone } = await family();
    const sent = await send(caller);
    expect([sent.statusCode, Object.keys(sent.json())]).toEqual([200, ['message']]);
    expect(messages(phone)).toHaveLength(1);
    const { payload } = messages(phone)[0]!;
    expect(payload).toMatchObject({ kind: 'phone_verification', priority: 'code' });
    expect(codeFor(phone)).toMatch(/^\d{6}$/u);
    const latest = Date.now() + 600_000;
    expect(Date.parse(String(payload.expiresAt))).toBeLessThanOrEqual(latest);
    expect(await logIn(phone)).toBe(401);
    const answer = await verify(caller, codeFor(phone));
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ contact_phone: phone, contact_phone_verified: true, version: 2 });
    expect((await door.call(getParent, caller)).json()).toEqual(answer.json());
    expect(await logIn(`0${phone.slice(3)}`)).toBe(200);
    const [row] = await door.db('audit_events').where({ action: 'contact_phone.verified' });
    expect([row.actor_id, row.details]).toEqual([caller.id, {}]);
    for (const again of [await send(caller), await verify(caller, codeFor(phone))]) {
      expect([again.statusCode, again.json().code]).toEqual([409, 'already_verified']);
    }
  });

  test('when the number would be a second one to log in with, then no code goes out without the password, and wrong ones slow down the session alone', async () => {
    const { caller, account, phone } = await family();
    const without = await send(caller, {});
    expect([without.statusCode, without.json()]).toMatchObject([
      422,
      { code: 'password_required', issues: [{ path: 'password' }] },
    ]);
    for (let tries = 0; tries < 5; tries += 1) {
      const wrong = await send(caller, { password: 'salah-sekali' });
      expect([wrong.statusCode, wrong.json().code]).toEqual([422, 'wrong_password']);
    }
    const blocked = await send(caller);
    expect(blocked.statusCode).toBe(429);
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0);
    expect([messages(phone), await logIn(account.email)]).toEqual([[], 200]);
    const elsewhere = await door.app.inject({
      method: 'POST',
      url: sendContactCode.path,
      headers: { ...door.headers(caller, { sid: 'another' }), 'content-type': 'application/json' },
      payload: JSON.stringify({ password: PASSWORD }),
    });
    expect([elsewhere.statusCode, messages(phone).length]).toEqual([200, 1]);
    expect(door.logged() + auth.logged()).not.toContain('salah-sekali');
  });

  test('when it is the number that the account logs in by, then no password is asked for', async () => {
    const caller = await door.caller();
    const { phone } = await door.db('accounts').where({ id: caller.id }).first();
    await door.call(updateParent, caller, { body: { contact_phone: phone } });
    expect((await send(caller, {})).statusCode).toBe(200);
  });

  test('when there is no contact phone, then 422 at both calls', async () => {
    for (const body of [null, { father_name: 'Bapak' }]) {
      const { caller } = await family(null);
      if (body) await door.call(updateParent, caller, { body });
      for (const answer of [await send(caller), await verify(caller, '123456')]) {
        expect([answer.statusCode, answer.json().code]).toEqual([422, 'no_contact_phone']);
      }
    }
  });

  test.each(['12345', '1234567', 'abcdef', '12 456', '１２３４５６', '', ' 123456'])(
    'when the code is %j, then 400 and no try is counted',
    async (otp) => {
      const { caller } = await family();
      await send(caller);
      expect((await verify(caller, otp)).statusCode).toBe(400);
      expect((await liveCode(caller)).attempts).toBe(0);
    },
  );

  test('when five codes were wrong, then the right one is refused too', async () => {
    const { caller, phone } = await family();
    await send(caller);
    for (let count = 1; count <= 5; count += 1) {
      const answer = await verify(caller, otherThan(codeFor(phone)));
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'wrong_code']);
      expect((await liveCode(caller)).attempts).toBe(count);
    }
    expect((await verify(caller, codeFor(phone))).statusCode).toBe(422);
    expect(await claims(caller)).toEqual([]);
  });

  test('when the code is 9:59 old, then it is taken; 10:01, then not', async () => {
    const young = await family();
    await send(young.caller);
    await age(young.caller, '9 minutes 50 seconds');
    expect((await verify(young.caller, codeFor(young.phone))).statusCode).toBe(200);
    const old = await family();
    await send(old.caller);
    await age(old.caller, '10 minutes 1 second');
    expect((await verify(old.caller, codeFor(old.phone))).statusCode).toBe(422);
  });

  test('when wrong guesses come all at once, then at most 5 are compared; who waits too long is sent away', async () => {
    const { caller, phone } = await family();
    await send(caller);
    const right = codeFor(phone);
    const compared = () => door.logged().split('contact_code_wrong').length - 1;
    const before = compared();
    const answers = await Promise.all(
      Array.from({ length: runs(1000, { plain: 200 }) }, (_, index) =>
        verify(caller, String((Number(right) + 1 + index) % 1_000_000).padStart(6, '0')),
      ),
    );
    expect(answers.filter((answer) => ![422, 503].includes(answer.statusCode))).toEqual([]);
    const away = answers.filter((answer) => answer.statusCode === 503);
    expect(away.every((answer) => Number(answer.headers['retry-after']) > 0)).toBe(true);
    expect(compared() - before).toBe(5);
    expect((await liveCode(caller)).attempts).toBe(5);
  });

  test('when 50 right codes come at once, then one verifies and the number is claimed once', async () => {
    const { caller, phone } = await family();
    await send(caller);
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify(caller, codeFor(phone))));
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    // 503: on a busy machine a caller waits at most 10 s for its turn.
    const others = answers.map((answer) => answer.statusCode);
    expect(others.filter((status) => ![200, 409, 422, 503].includes(status))).toEqual([]);
    expect(await claims(caller)).toHaveLength(1);
    expect((await door.call(getParent, caller)).json()).toMatchObject({
      contact_phone_verified: true,
      version: 2,
    });
  });

  test('when a second code is asked for, then the first is dead', async () => {
    const { caller, phone } = await family();
    await send(caller);
    const first = codeFor(phone);
    await age(caller, '61 seconds');
    await send(caller);
    const second = codeFor(phone);
    if (first !== second) expect((await verify(caller, first)).statusCode).toBe(422);
    expect((await verify(caller, second)).statusCode).toBe(200);
  });

  test('when codes are asked for again and again, then 1 a minute, 3 an hour, 5 a day; 429 says how long', async () => {
    const { caller, phone } = await family();
    const together = await Promise.all(Array.from({ length: 10 }, () => send(caller)));
    expect(together.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    const refused = together.find((answer) => answer.statusCode === 429)!;
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    for (const expected of [200, 200]) {
      await age(caller, '61 seconds');
      expect((await send(caller)).statusCode).toBe(expected);
    }
    await age(caller, '61 seconds');
    const hour = await send(caller);
    expect(hour.statusCode).toBe(429);
    expect(Number(hour.headers['retry-after'])).toBeGreaterThan(3000);
    for (const expected of [200, 200, 429]) {
      await age(caller, '61 minutes');
      expect((await send(caller)).statusCode).toBe(expected);
    }
    await age(caller, '1 day');
    expect((await send(caller)).statusCode).toBe(200);
    expect(messages(phone)).toHaveLength(6);
  });

  test('when a request began before the one that was served first, then it is told to wait a minute and no longer', async () => {
    const { caller } = await family();
    const wait = await door.database.transaction(async (waiting) => {
      await waiting.raw('select now()');
      expect((await send(caller)).statusCode).toBe(200);
      return secondsToWait(waiting, 'user_id', caller.id, [{ limit: 1, seconds: 60 }]);
    });
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
  });

  test('when many accounts name one number, then 15 codes a day go to it, and the account that logs in by it gets its own', async () => {
    const owner = await auth.account({ contact_phone: auth.phone() });
    const phone = owner.contact_phone ?? '';
    const families = await Promise.all(Array.from({ length: 17 }, () => family(phone)));
    const statuses: number[] = [];
    // Auth hashes for every one of them; a busy machine may be asked twice.
    for (const { caller } of families) statuses.push((await patiently(() => send(caller))).statusCode);
    expect(statuses).toEqual([...Array.from({ length: 15 }, () => 200), 429, 429]);
    const caller: Caller = { id: owner.id, role: 'wali_murid' };
    await door
      .db('accounts')
      .insert({ id: owner.id, name: null, role: 'wali_murid', phone, active: true, version: 1 });
    await door.call(updateParent, caller, { body: { contact_phone: phone } });
    expect((await send(caller)).statusCode).toBe(200);
    expect((await send(caller)).statusCode).toBe(429);
    expect((await verify(caller, codeFor(phone))).statusCode).toBe(200);
  });

  test('when another account asked a moment ago, then the family’s first code to its number goes out at once', async () => {
    const phone = auth.phone();
    const [stranger, own] = [await family(phone), await family(phone)];
    expect([(await send(stranger.caller)).statusCode, (await send(own.caller)).statusCode]).toEqual([
      200, 200,
    ]);
    expect((await verify(own.caller, codeFor(phone))).statusCode).toBe(200);
  });

  test('when another account has proved the number, then 409 and the code can be used once that is over', async () => {
    const owner = await auth.account({ contact_phone: auth.phone(), phone_verified_at: new Date() });
    const { caller, phone } = await family(owner.contact_phone);
    await send(caller);
    const taken = await verify(caller, codeFor(phone));
    expect([taken.statusCode, taken.json().code, taken.json().message]).toEqual([
      409,
      'phone_taken',
      'Nomor ini sudah digunakan akun lain',
    ]);
    expect((await door.call(getParent, caller)).json()).toMatchObject({ contact_phone_verified: false });
    expect((await liveCode(caller)).attempts).toBe(0);
    await auth.db('users').where({ id: owner.id }).update({ deleted_at: new Date() });
    expect((await verify(caller, codeFor(phone))).statusCode).toBe(200);
  });

  test('when another account holds the number without proof, then the family that proves it gets it', async () => {
    const holder = await auth.account({ contact_phone: auth.phone() });
    const { caller, phone } = await family(holder.contact_phone);
    await send(caller);
    expect((await verify(caller, codeFor(phone))).statusCode).toBe(200);
    expect(await auth.db('users').where({ id: holder.id }).first()).toMatchObject({ contact_phone: null });
  });

  test('when two families verify one number at once, then one has it', async () => {
    const phone = auth.phone();
    const [one, two] = [await family(phone), await family(phone)];
    await send(one.caller);
    const first = codeFor(phone);
    await age(one.caller, '61 seconds');
    await send(two.caller);
    const answers = await Promise.all([verify(one.caller, first), verify(two.caller, codeFor(phone))]);
    expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await logIn(phone)).toBe(200);
  });

  test('when the number is the account’s login phone, then it can be verified', async () => {
    const account = await auth.account({ contact_phone: auth.phone() });
    const caller: Caller = { id: account.id, role: 'wali_murid' };
    await door.call(updateParent, caller, { body: { contact_phone: account.contact_phone } });
    await send(caller);
    expect((await verify(caller, codeFor(account.contact_phone!))).statusCode).toBe(200);
  });

  test('when the number changes, then the new one is unverified, old codes are dead and the old one logs in no more', async () => {
    const { caller, phone } = await family();
    await send(caller);
    await verify(caller, codeFor(phone));
    expect(await logIn(phone)).toBe(200);
    const next = auth.phone();
    const changed = await door.call(updateParent, caller, { body: { contact_phone: next } });
    expect(changed.json()).toMatchObject({ contact_phone: next, contact_phone_verified: false });
    expect(await workOwnEvents(caller)).toBe(1);
    expect([await logIn(phone), await logIn(next)]).toEqual([401, 401]);
    await age(caller, '61 seconds');
    await send(caller);
    const dead = codeFor(next);
    await door.call(updateParent, caller, { body: { contact_phone: phone } });
    expect((await verify(caller, dead)).json().code).toBe('wrong_code');
    await age(caller, '61 minutes');
    await send(caller);
    expect((await verify(caller, codeFor(phone))).statusCode).toBe(200);
    // What is said late of older profiles takes nothing away.
    await workOwnEvents(caller);
    expect(await logIn(phone)).toBe(200);
    await door.call(updateParent, caller, { body: { contact_phone: null } });
    await workOwnEvents(caller);
    expect(await logIn(phone)).toBe(401);
  });

  test('when the account was deleted meanwhile, then 401 and nothing is verified', async () => {
    const { caller, phone } = await family();
    await send(caller);
    await auth.db('users').where({ id: caller.id }).update({ deleted_at: new Date() });
    expect((await verify(caller, codeFor(phone))).statusCode).toBe(401);
    expect((await door.call(getParent, caller)).json().contact_phone_verified).toBe(false);
  });

  test('when a code belongs to another family, then it does nothing', async () => {
    const [one, two] = [await family(), await family()];
    await send(one.caller);
    expect((await verify(two.caller, codeFor(one.phone))).json().code).toBe('wrong_code');
    expect((await liveCode(one.caller)).attempts).toBe(0);
  });

  test('when codes were sent and tried, then neither the database nor the logs hold one', async () => {
    const { caller, phone } = await family();
    await send(caller);
    const code = codeFor(phone);
    await verify(caller, code);
    const { rows } = await door.db.raw(
      `select contact_phone_codes::text as code from contact_phone_codes where user_id = ?
       union all select outbox_events::text from outbox_events union all select audit_events::text from audit_events`,
      [caller.id],
    );
    const texts = (rows as Array<{ code: string }>).map((row) => row.code);
    expect(texts.filter((text) => new RegExp(`(?<![0-9a-f])${code}(?![0-9a-f])`, 'u').test(text))).toEqual(
      [],
    );
    expect(door.logged()).not.toMatch(alone(code));
    expect(door.logged()).not.toContain(phone);
  });
});

test('when many accounts ask from one address, then 20 codes an hour and 429 says how long', async () => {
  const door = await openDoor();
  try {
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1) {
      const caller = await door.caller();
      const { phone } = await door.db('accounts').where({ id: caller.id }).first();
      await door.call(updateParent, caller, { body: { contact_phone: phone } });
      const answer = await door.call(sendContactCode, caller, { body: {} });
      statuses.push(answer.statusCode);
      if (answer.statusCode === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3000);
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    expect(JSON.stringify(await door.db('contact_phone_codes'))).not.toContain('203.0.113.7');
  } finally {
    await door.close();
  }
});

describe('contact phone while auth is away', () => {
  test.each([
    ['no program listens', 'http://127.0.0.1:9'],
    ['it answers without sense', 'SENSELESS'],
  ])(
    'when %s, then 503 without hanging, the try is given back and nothing is verified',
    async (_name, url) => {
      const auth = await openAuth();
      const there = await auth.app.listen({ host: '127.0.0.1', port: 0 });
      // Without the right key auth returns 404: an unclear response, which must log no one out.
      const door = await openDoor({ AUTH_URL: url === 'SENSELESS' ? `${there}/nothing/here` : url });
      try {
        const caller = await door.caller();
        // The account's own number: no password is asked for.
        const { phone } = await door.db('accounts').where({ id: caller.id }).first();
        await door.call(updateParent, caller, { body: { contact_phone: phone } });
        await door.call(sendContactCode, caller, { body: {} });
        const sent = door.published.find((event) => event.type === 'message.requested');
        const { code: otp } = sent!.payload.params as { code: string };
        const answer = await door.call(verifyContactCode, caller, { body: { otp } });
        expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
        expect((await door.call(getParent, caller)).json().contact_phone_verified).toBe(false);
        expect((await door.db('contact_phone_codes').first()).attempts).toBe(0);
      } finally {
        await door.close();
        await auth.close();
      }
    },
  );
});
