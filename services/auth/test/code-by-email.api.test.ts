import { forgotPasswordByEmail, verifyEmail } from '@gerbang/contracts/emails';
import * as resetCalls from '@gerbang/contracts/password-resets';
import type { TestAccount } from './door.ts';
import { type LetterBox, openLetterBox } from './letter-box.ts';

describe('a reset code by e-mail', () => {
  let box: LetterBox;
  beforeAll(async () => {
    box = await openLetterBox();
  });
  afterAll(() => box.door.close());

  const forgot = (email: string) =>
    box.door.call(resetCalls.forgotPassword, 'anon', { body: { email }, ip: box.door.address() });
  const byEmail = (email: string, ip = box.door.address()) =>
    box.door.call(forgotPasswordByEmail, 'anon', { body: { email }, ip });
  const reset = (email: string, otp: string) =>
    box.door.call(resetCalls.resetPassword, 'anon', {
      body: { email, otp, newPassword: 'payung-biru-laut' },
      ip: box.door.address(),
    });
  const codes = (email: string) =>
    box
      .letters(email)
      .filter(({ kind }) => kind === 'reset_code')
      .map(({ params }) => params.code);
  const later = (user: TestAccount, seconds: number) =>
    box.door
      .db('password_reset_codes')
      .where({ user_id: user.id })
      .update({
        created_at: box.door.db.raw('created_at - make_interval(secs => ?)', [seconds]),
        expires_at: box.door.db.raw('expires_at - make_interval(secs => ?)', [seconds]),
      });
  async function family(proved = true): Promise<TestAccount> {
    const user = await box.register();
    if (proved) {
      const token = box.tokenFor(user.email);
      await box.door.call(verifyEmail, 'anon', { body: { token }, ip: box.door.address() });
    }
    return user;
  }

  test('when a code is live, then the same one goes to the proved address, once, and opens the account once', async () => {
    const user = await family();
    expect((await forgot(user.email)).json()).toMatchObject({ success: true, by_email: true });
    const code = box.door.codeFor(user.contact_phone);
    await Promise.all(Array.from({ length: 10 }, () => byEmail(user.email)));
    expect(codes(user.email)).toEqual([code]);
    expect(box.messages('reset_code', user.contact_phone)).toHaveLength(1);
    expect((await reset(user.email, code)).json().success).toBe(true);
    expect((await reset(user.email, code)).json().success).toBe(false);
  });

  test('when no code is live, then one is made and goes both ways, under the limits of all codes', async () => {
    const user = await family();
    await byEmail(user.email);
    expect(codes(user.email)).toEqual([box.door.codeFor(user.contact_phone)]);
    await later(user, 30);
    await forgot(user.email);
    expect(box.messages('reset_code', user.contact_phone)).toHaveLength(1);
    for (let time = 0; time < 4; time += 1) {
      await later(user, 700);
      await byEmail(user.email);
    }
    // Three an hour, whichever way they were asked for.
    expect(codes(user.email)).toHaveLength(3);
  });

  test('when the code went by letter, then its use does not prove the number', async () => {
    const user = await family();
    await byEmail(user.email);
    expect((await reset(user.email, box.door.codeFor(user.contact_phone))).json().success).toBe(true);
    const row = () => box.door.db('users').where({ id: user.id }).first();
    expect(await row()).toMatchObject({ phone_verified_at: null });
    await later(user, 3700);
    await forgot(user.email);
    expect((await reset(user.email, box.door.codeFor(user.contact_phone))).json().success).toBe(true);
    expect((await row()).phone_verified_at).not.toBeNull();
  });

  test('when wrong codes used up the tries, then the letter brings no further one', async () => {
    const user = await family();
    await forgot(user.email);
    const code = box.door.codeFor(user.contact_phone);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let time = 0; time < 5; time += 1) await reset(user.email, wrong);
    await byEmail(user.email);
    expect(codes(user.email)).toEqual([]);
    expect((await reset(user.email, code)).json().success).toBe(false);
  });

  test('when the address is not proved or not known, then the answer and the traces are the same, and no letter goes', async () => {
    const [proved, unproved] = [await family(), await family(false)];
    const unknown = 'tidak@ada.id';
    const traces = async (email: string) => {
      const before = box.door.published.length;
      const rows = Number((await box.door.db('password_reset_codes').count('id as n').first())?.n);
      const { requestId: _id, ...body } = (await byEmail(email)).json();
      const after = Number((await box.door.db('password_reset_codes').count('id as n').first())?.n);
      return { body, events: box.door.published.length - before, rows: after - rows };
    };
    const found = [await traces(proved.email), await traces(unproved.email), await traces(unknown)];
    expect(found[1]).toEqual(found[0]);
    expect(found[2]).toEqual(found[0]);
    expect(codes(unproved.email)).toEqual([]);
    expect(codes(unknown)).toEqual([]);
  });

  test('when a code was made by chance by a release before, then a new one goes both ways', async () => {
    const user = await family();
    await forgot(user.email);
    await box.door
      .db('password_reset_codes')
      .where({ user_id: user.id })
      .update({ code_hash: Buffer.alloc(32) });
    await later(user, 61);
    await byEmail(user.email);
    expect(codes(user.email)).toEqual([box.door.codeFor(user.contact_phone)]);
  });

  test('when one network asks too often, then it is 429, known address or not', async () => {
    const ip = box.door.address();
    const statuses: number[] = [];
    for (let time = 0; time < 22; time += 1) statuses.push((await byEmail(`x${time}@ada.id`, ip)).statusCode);
    expect(statuses[0]).toBe(200);
    expect(statuses.at(-1)).toBe(429);
  });
});
