import * as accountCalls from '@gerbang/contracts/accounts';
import { changeEmail, sendVerification, verifyEmail } from '@gerbang/contracts/emails';
import { updateUser } from '@gerbang/contracts/users';
import { openDoor, PASSWORD, type TestAccount } from './door.ts';
import { type LetterBox, openLetterBox } from './letter-box.ts';

const DAY = 24 * 3600;

describe('an address belongs to the account that proves it', () => {
  let box: LetterBox;
  beforeAll(async () => {
    box = await openLetterBox();
  });
  afterAll(() => box.door.close());

  const row = (user: { id: string }) => box.door.db('users').where({ id: user.id }).first();
  const send = (user: TestAccount) => box.door.call(sendVerification, user);
  const verify = (token: string, ip = box.door.address()) =>
    box.door.call(verifyEmail, 'anon', { body: { token }, ip });
  const change = (user: TestAccount, email: string, password = PASSWORD) =>
    box.door.call(changeEmail, user, { body: { email, password } });
  const getUser = async (user: TestAccount) => (await box.door.call(accountCalls.getUser, user)).json();
  const trail = (user: { id: string }) =>
    box.door.db('audit_events').where({ subject_id: user.id }).orderBy(['at', 'id']).pluck('action');
  const lastEvent = (user: TestAccount) =>
    box.door.published.findLast((one) => one.type === 'account.changed' && one.payload.id === user.id)
      ?.payload;

  test('when an account registers, then a letter carries a link that proves the address once, and all copies learn it', async () => {
    const user = await box.register();
    expect(user).toMatchObject({ email_verified: false });
    expect(lastEvent(user)).toMatchObject({ email: null });
    const token = box.tokenFor(user.email);
    const stored = JSON.stringify(await box.door.db('email_tokens').where({ user_id: user.id }));
    expect(stored).not.toContain(token);
    expect((await verify(token)).statusCode).toBe(200);
    expect(await getUser(user)).toMatchObject({ email_verified: true, email: user.email });
    expect(lastEvent(user)).toMatchObject({ email: user.email });
    expect(await trail(user)).toContain('email.verified');
    expect(box.door.logged()).not.toContain(token);
  });

  test('when a link was used, is two days old or never was, then the answer is the same', async () => {
    const user = await box.register();
    const used = box.tokenFor(user.email);
    await verify(used);
    const other = await box.register();
    const old = box.tokenFor(other.email);
    await box.pass(other, 2 * DAY + 1);
    const answers = await Promise.all([verify(used), verify(old), verify('a'.repeat(43))]);
    const bodies = answers.map((answer) => ({ ...answer.json(), requestId: '' }));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([422, 422, 422]);
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
    expect(await getUser(other)).toMatchObject({ email_verified: false });
  });

  test('when a link is used a hundred times at once, then it counts once', async () => {
    const user = await box.register();
    const token = box.tokenFor(user.email);
    const answers = await Promise.all(Array.from({ length: 100 }, () => verify(token)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(99);
    expect((await trail(user)).filter((action) => action === 'email.verified')).toHaveLength(1);
  });

  test('when one network tries many tokens, then it must wait', async () => {
    const ip = box.door.address();
    const statuses: number[] = [];
    for (let at = 0; at < 25; at += 1)
      statuses.push((await verify(String(at).padEnd(43, 'x'), ip)).statusCode);
    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 422));
    expect(statuses.at(-1)).toBe(429);
    expect((await verify('kurang', ip)).statusCode).toBe(400);
  });

  test('when the letter is asked for again, then it comes once a minute and five times a day, and older links end', async () => {
    const user = await box.register();
    const first = box.tokenFor(user.email);
    const refused = await send(user);
    expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    for (let time = 0; time < 5; time += 1) {
      await box.pass(user, 61);
      expect((await send(user)).statusCode).toBe(200);
    }
    await box.pass(user, 61);
    expect((await send(user)).statusCode).toBe(429);
    expect(box.letters(user.email)).toHaveLength(6);
    expect((await verify(first)).statusCode).toBe(422);
    expect((await verify(box.tokenFor(user.email))).statusCode).toBe(200);
    expect((await send(user)).json().code).toBe('already_verified');
  });

  test('when a link is used while letters are asked for, then nothing waits for itself', async () => {
    const users = await Promise.all(Array.from({ length: 10 }, () => box.register()));
    const tokens = users.map(({ email }) => box.tokenFor(email));
    await Promise.all(users.map((user) => box.pass(user, 61)));
    const answers = await Promise.all(
      users.flatMap((user, at) => [send(user), verify(tokens[at] ?? ''), send(user)]),
    );
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status >= 500)).toEqual([]);
  });

  test('when many ask for the letter at once, then one goes', async () => {
    const user = await box.register();
    await box.pass(user, 61);
    const answers = await Promise.all(Array.from({ length: 40 }, () => send(user)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(box.letters(user.email)).toHaveLength(2);
  });

  test('when the address is changed, then the new one counts once it is proved, and the old one and the number are told', async () => {
    const user = await box.register();
    await verify(box.tokenFor(user.email));
    const wanted = `baru.${user.email}`;
    expect((await change(user, wanted, 'salah')).json()).toMatchObject({
      statusCode: 422,
      code: 'wrong_password',
    });
    const asked = await change(user, wanted);
    const waiting = expect.objectContaining({
      email: user.email,
      email_verified: true,
      pending_email: wanted,
    });
    expect([asked.statusCode, asked.json(), await getUser(user)]).toEqual([200, waiting, waiting]);
    expect(box.letters(user.email).filter(({ kind }) => kind === 'email_changed')).toEqual([]);
    expect((await verify(box.tokenFor(wanted))).statusCode).toBe(200);
    expect(await getUser(user)).toMatchObject({ email: wanted, email_verified: true });
    expect(await getUser(user)).not.toHaveProperty('pending_email');
    expect(await row(user)).toMatchObject({ pending_email: null });
    expect(box.letters(user.email).map(({ kind }) => kind)).toContain('email_changed');
    expect(box.messages('account_changed', user.contact_phone)).toHaveLength(1);
    expect(lastEvent(user)).toMatchObject({ email: wanted });
    const login = (identifier: string) =>
      box.door.call(accountCalls.login, 'anon', {
        body: { identifier, password: PASSWORD },
        ip: box.door.address(),
      });
    expect((await login(user.email)).statusCode).toBe(401);
    expect((await login(wanted)).statusCode).toBe(200);
  });

  test('when the registration was mistyped, then the address can be changed in the same minute, and the old one is not written to', async () => {
    const user = await box.register();
    const wanted = `benar.${user.email}`;
    expect((await change(user, wanted)).statusCode).toBe(200);
    expect((await change(user, wanted)).statusCode).toBe(429);
    await verify(box.tokenFor(wanted));
    expect(box.letters(user.email).map(({ kind }) => kind)).toEqual(['email_verification']);
  });

  test('when another account has proved the address, then it is 409, and an unproved holder loses it to the proof', async () => {
    const owner = await box.register();
    await verify(box.tokenFor(owner.email));
    const squatter = await box.register();
    expect((await change(squatter, owner.email)).json()).toMatchObject({
      statusCode: 409,
      code: 'email_taken',
    });
    const held = await box.register();
    const taker = await box.register();
    expect((await change(taker, held.email)).statusCode).toBe(200);
    expect((await verify(box.tokenFor(held.email))).statusCode).toBe(200);
    expect(await getUser(taker)).toMatchObject({ email: held.email, email_verified: true });
    expect((await row(held)).email).toMatch(/@dilepas\.invalid$/u);
    expect((await send(held)).json().code).toBe('no_email');
    expect(box.messages('account_changed', held.contact_phone)).toHaveLength(1);
  });

  test('when the holder has no number to log in by, then it keeps its address', async () => {
    const staff = await box.door.account({ role: 'cs', email: 'cs@sekolah.id' });
    const taker = await box.register();
    expect((await change(taker, staff.email)).statusCode).toBe(200);
    expect((await verify(box.tokenFor(staff.email))).statusCode).toBe(422);
    expect(await row(staff)).toMatchObject({ email: staff.email });
    expect(await getUser(taker)).toMatchObject({ email: taker.email });
  });

  test('when forty accounts prove one address at once, then one has it', async () => {
    const users = await Promise.all(Array.from({ length: 40 }, () => box.register()));
    const tokens: string[] = [];
    for (const user of users) {
      expect((await change(user, 'rebutan@contoh.id')).statusCode).toBe(200);
      tokens.push(box.tokenFor('rebutan@contoh.id'));
    }
    const answers = await Promise.all(tokens.map((token) => verify(token)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(39);
    expect(await box.door.db('users').where({ email: 'rebutan@contoh.id' })).toHaveLength(1);
  });

  test('when staff change the address, then it is unproved, its links end and the old one is told', async () => {
    const admin = await box.door.account({ role: 'admin' });
    const user = await box.register();
    await verify(box.tokenFor(user.email));
    await change(user, `wanted.${user.email}`);
    const body = { email: `staf.${user.email}` };
    expect((await box.door.call(updateUser, admin, { id: user.id, body })).statusCode).toBe(200);
    expect(await row(user)).toMatchObject({
      email: body.email,
      email_verified_at: null,
      pending_email: null,
    });
    expect((await verify(box.tokenFor(`wanted.${user.email}`))).statusCode).toBe(422);
    expect(box.letters(user.email).map(({ kind }) => kind)).toContain('email_changed');
  });

  test.each([
    ['a line end', 'siti@contoh.id\r\nBcc: orang@lain.id'],
    ['a second address', 'siti@contoh.id,orang@lain.id'],
    ['255 characters', `${'a'.repeat(64)}@${`${'b'.repeat(60)}.`.repeat(3)}${'c'.repeat(4)}.id`],
    ['no domain', 'siti@'],
  ])('when an address has %s, then it is 400', async (_what, email) => {
    const user = await box.register();
    expect((await change(user, email)).statusCode).toBe(400);
    expect(box.letters(email)).toEqual([]);
  });

  test('when the portal sends no letters, then registering asks for none, and the calls say so', async () => {
    const door = await openDoor();
    const body = { name: 'Siti', phone: door.phone(), email: 'tanpa@surat.id', password: PASSWORD };
    const answer = await door.call(accountCalls.register, 'anon', { body, ip: door.address() });
    const user: TestAccount = answer.json();
    expect(user).not.toHaveProperty('email_verified');
    expect(door.published.map(({ type }) => type)).toEqual(['account.changed']);
    expect(await door.db('email_tokens')).toEqual([]);
    expect((await door.call(sendVerification, user)).json().code).toBe('mail_off');
    const wanted = { email: 'lain@surat.id', password: PASSWORD };
    expect((await door.call(changeEmail, user, { body: wanted })).json().code).toBe('mail_off');
    await door.close();
  });
});
