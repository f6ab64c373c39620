import * as accountCalls from '@gerbang/contracts/accounts';
import { changePhone, sendPhoneCode, verifyPhone } from '@gerbang/contracts/phones';
import * as resetCalls from '@gerbang/contracts/password-resets';
import { numbersFreedInADay } from '../src/housekeeping/housekeeping.repository.ts';
import { type Door, openDoor, PASSWORD, type TestAccount } from './door.ts';

const CODE = 'phone_verification';
/** How many accounts take numbers that are not theirs; `STRANGERS=1000` for the long form. */
const STRANGERS = Number(process.env.STRANGERS ?? 50);

describe('a number belongs to the account that proves it', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  const row = (user: { id: string }) => door.db('users').where({ id: user.id }).first();
  const trail = (user: { id: string }) =>
    door.db('audit_events').where({ subject_id: user.id }).orderBy(['at', 'id']).pluck('action');
  const send = (user: TestAccount) => door.call(sendPhoneCode, user);
  const verify = (user: TestAccount, otp: string) => door.call(verifyPhone, user, { body: { otp } });
  const change = (user: TestAccount, phone: string, password = PASSWORD) =>
    door.call(changePhone, user, { body: { phone, password } });
  const lastEvent = (user: TestAccount) =>
    door.published.findLast((one) => one.type === 'account.changed' && one.payload.id === user.id)?.payload;
  let families = 0;
  /** A family that registers with this number. */
  const register = async (phone: string): Promise<TestAccount> => {
    families += 1;
    const body = { name: 'Siti', phone, email: `nomor${families}@keluarga.id`, password: PASSWORD };
    const answer = await door.call(accountCalls.register, 'anon', { body, ip: door.address() });
    expect(answer.statusCode).toBe(201);
    return answer.json();
  };
  /** Lets the minute between two codes of an account pass. */
  const later = (user: TestAccount) =>
    door
      .db('phone_codes')
      .where({ user_id: user.id })
      .update({
        created_at: door.db.raw("created_at - interval '61 seconds'"),
      });

  test('when the code that was sent is used, then the number is proved, once, and all copies learn it', async () => {
    const user = await register(door.phone());
    expect(user).toMatchObject({ phone_verified: false });
    expect((await send(user)).statusCode).toBe(200);
    const code = door.codeFor(user.contact_phone, CODE);
    const wrong = code === '000000' ? '000001' : '000000';
    expect([(await verify(user, wrong)).statusCode, (await verify(user, wrong)).json().code]).toEqual([
      422,
      'wrong_code',
    ]);
    const proved = await verify(user, code);
    expect([proved.statusCode, proved.json().phone_verified]).toEqual([200, true]);
    expect((await verify(user, code)).statusCode).toBe(422);
    expect((await send(user)).json().code).toBe('already_verified');
    expect((await door.call(accountCalls.getUser, user)).json().phone_verified).toBe(true);
    expect(lastEvent(user)).toMatchObject({ phone: user.contact_phone, phone_verified: true });
    expect(await trail(user)).toEqual(['account.registered', 'phone.verified']);
  });

  test('when five codes were wrong, then the right one is too', async () => {
    const user = await register(door.phone());
    await send(user);
    const code = door.codeFor(user.contact_phone, CODE);
    const wrong = code === '000000' ? '000001' : '000000';
    await Promise.all(Array.from({ length: 8 }, () => verify(user, wrong)));
    expect((await verify(user, code)).statusCode).toBe(422);
    expect((await row(user)).phone_verified_at).toBeNull();
  });

  test('when a stranger holds the number without a proof, then the owner registers, proves it and has it', async () => {
    const phone = door.phone();
    const stranger = await register(phone);
    const owner = await register(phone);
    const freed = await numbersFreedInADay(door.db);
    expect([await row(owner), owner]).toMatchObject([
      { contact_phone: null, pending_phone: phone },
      { contact_phone: phone, phone_verified: false },
    ]);
    await send(owner);
    expect((await verify(owner, door.codeFor(phone, CODE))).statusCode).toBe(200);
    expect(await row(owner)).toMatchObject({ contact_phone: phone, pending_phone: null });
    expect(await row(stranger)).toMatchObject({ contact_phone: null, deleted_at: null });
    expect((await door.call(accountCalls.getUser, stranger)).json()).toMatchObject({
      contact_phone: null,
      phone_verified: false,
    });
    expect(lastEvent(stranger)).toMatchObject({ phone: null, phone_verified: false });
    expect(await trail(stranger)).toEqual(['account.registered', 'phone.freed']);
    expect((await numbersFreedInADay(door.db)) - freed).toBe(1);
    const login = await door.call(accountCalls.login, 'anon', {
      body: { identifier: phone, password: PASSWORD },
    });
    expect(login.json().id).toBe(owner.id);
    expect((await send(stranger)).json().code).toBe('no_login_phone');
  });

  test('when the number is proved elsewhere, then registering, wanting and proving it is 409', async () => {
    const phone = door.phone();
    const early = await register(phone);
    const owner = await register(phone);
    await send(early);
    const code = door.codeFor(phone, CODE);
    await send(owner);
    await verify(owner, door.codeFor(phone, CODE));
    expect((await verify(early, code)).statusCode).toBe(422);
    expect([(await change(early, phone)).statusCode, (await row(early)).pending_phone]).toEqual([409, null]);
    const body = { name: 'Siti', phone, email: 'lain@keluarga.id', password: PASSWORD };
    const again = await door.call(accountCalls.register, 'anon', { body, ip: door.address() });
    expect([again.statusCode, again.json().code]).toEqual([409, 'phone_taken']);
  });

  test('when a number is changed, then it counts once proved, and the old number is told', async () => {
    const user = await door.account({ contact_phone: door.phone(), phone_verified_at: new Date() });
    const [old, next] = [user.contact_phone, door.phone()];
    expect((await change(user, next, 'salah-sekali')).json()).toMatchObject({
      statusCode: 422,
      issues: [{ path: 'password' }],
    });
    const wanted = await change(user, next);
    expect([wanted.statusCode, wanted.json()]).toMatchObject([
      200,
      { contact_phone: old, phone_verified: true },
    ]);
    expect(door.published.some((one) => one.payload.kind === 'number_changed')).toBe(false);
    const proved = await verify(user, door.codeFor(next, CODE));
    expect(proved.json()).toMatchObject({ contact_phone: next, phone_verified: true });
    const told = door.published.filter((one) => one.payload.kind === 'number_changed');
    expect(told.map((one) => one.payload.to)).toEqual([old]);
    expect(await trail(user)).toEqual(['phone.requested', 'phone.changed']);
    expect(
      (await door.call(accountCalls.login, 'anon', { body: { identifier: old, password: PASSWORD } }))
        .statusCode,
    ).toBe(401);
  });

  test('when a reset code or the code of a contact number is used, then the number is proved', async () => {
    const user = await register(door.phone());
    await door.call(resetCalls.forgotPassword, 'anon', { body: { email: user.email }, ip: door.address() });
    const body = {
      email: user.email,
      otp: door.codeFor(user.contact_phone),
      newPassword: 'gajah-duduk-manis',
    };
    expect((await door.call(resetCalls.resetPassword, 'anon', { body })).json().success).toBe(true);
    expect((await row(user)).phone_verified_at).toBeInstanceOf(Date);

    const [holder, claimer, same] = [
      await register(door.phone()),
      await door.account(),
      await register(door.phone()),
    ];
    const claim = (userId: string, phone: string | null) =>
      door.app.inject({
        method: 'POST',
        url: '/internal/login-phones/claim',
        headers: { authorization: `Bearer ${door.internalKey}`, 'content-type': 'application/json' },
        payload: JSON.stringify({ userId, phone, version: 1 }),
      });
    expect((await claim(claimer.id, holder.contact_phone)).statusCode).toBe(200);
    expect((await row(holder)).contact_phone).toBeNull();
    expect((await claim(same.id, same.contact_phone)).statusCode).toBe(200);
    expect((await row(same)).phone_verified_at).toBeInstanceOf(Date);
  });

  test('when codes are asked for again and again, then one a minute, three an hour, five a day; a change has its own minute', async () => {
    const user = await register(door.phone());
    const together = await Promise.all(Array.from({ length: 5 }, () => send(user)));
    expect(together.map((one) => one.statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 429, 429, 429, 429,
    ]);
    expect(Number(together.find((one) => one.statusCode === 429)?.headers['retry-after'])).toBeGreaterThan(
      50,
    );
    const next = door.phone();
    expect([(await change(user, next)).statusCode, (await change(user, next)).statusCode]).toEqual([
      200, 429,
    ]);
    await later(user);
    expect((await send(user)).statusCode).toBe(200);
    await later(user);
    expect((await send(user)).statusCode).toBe(429);
    for (let hour = 0; hour < 3; hour += 1) {
      await door
        .db('phone_codes')
        .where({ user_id: user.id })
        .update({
          created_at: door.db.raw("created_at - interval '1 hour'"),
        });
      expect((await send(user)).statusCode).toBe(hour < 2 ? 200 : 429);
    }
  });

  test(
    `when ${STRANGERS} strangers take a number each, then the owners take them back, and no number gets more than its codes`,
    async () => {
      const pairs = [];
      for (let each = 0; each < STRANGERS; each += 1) {
        const phone = door.phone();
        pairs.push({ phone, stranger: await register(phone), owner: await register(phone) });
      }
      for (const { phone, stranger, owner } of pairs) {
        await Promise.all(Array.from({ length: 3 }, () => send(stranger)));
        await send(owner);
        expect((await verify(owner, door.codeFor(phone, CODE))).statusCode).toBe(200);
        expect((await row(stranger)).contact_phone).toBeNull();
        expect(await trail(stranger)).toContain('phone.freed');
        expect(door.published.filter((one) => one.payload.to === phone)).toHaveLength(2);
      }
    },
    120_000 + STRANGERS * 500,
  );

  test('when twenty accounts ask for codes to one number, then fifteen a day are sent', async () => {
    const phone = door.phone();
    await register(phone);
    const others = [];
    for (let each = 0; each < 20; each += 1) others.push(await register(phone));
    const answers = await Promise.all(others.map(send));
    expect(answers.filter((one) => one.statusCode === 200)).toHaveLength(15);
    expect(answers.filter((one) => one.statusCode === 429)).toHaveLength(5);
  });

  test('when two accounts prove one number at once, then one has it', async () => {
    const phone = door.phone();
    const accounts = [await register(phone), await register(phone)];
    const codes: string[] = [];
    for (const account of accounts) {
      await send(account);
      codes.push(door.codeFor(phone, CODE));
    }
    const answers = await Promise.all(accounts.map((account, at) => verify(account, codes[at] ?? '')));
    expect(answers.filter((one) => one.statusCode === 200)).toHaveLength(1);
    const holders = await door.db('users').where({ contact_phone: phone });
    expect(holders.map((one) => one.phone_verified_at !== null)).toEqual([true]);
  });

  test('when a family asks whose number has an account, then taken and free numbers count alike, five a day', async () => {
    const holder = await door.account({ contact_phone: door.phone(), phone_verified_at: new Date() });
    const user = await door.account({ contact_phone: door.phone() });
    const ask = async (phone: string | null) => {
      await later(user);
      return (await change(user, phone ?? '')).statusCode;
    };
    const tries: number[] = [];
    for (const phone of [
      holder.contact_phone,
      door.phone(),
      holder.contact_phone,
      door.phone(),
      holder.contact_phone,
    ])
      tries.push(await ask(phone));
    expect(tries).toEqual([409, 200, 409, 200, 409]);
    for (const phone of [holder.contact_phone, door.phone()]) expect(await ask(phone)).toBe(429);
    // A day later it counts anew.
    await door
      .db('throttles')
      .where({ kind: 'phone_change', key: user.id })
      .update({ window_started_at: new Date(Date.now() - 25 * 3_600_000) });
    expect(await ask(holder.contact_phone)).toBe(409);
  });

  test('when many accounts of one network ask, then the network waits after twenty, others do not', async () => {
    const ip = door.address();
    const asked = async (at: string) => {
      const user = await door.account({ contact_phone: door.phone() });
      return door.call(changePhone, user, { body: { phone: door.phone(), password: PASSWORD }, ip: at });
    };
    const answers = [];
    for (let each = 0; each < 21; each += 1) answers.push((await asked(ip)).statusCode);
    expect(answers).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    expect((await asked(door.address())).statusCode).toBe(200);
  });
});
