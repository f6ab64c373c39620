import { login } from '@gerbang/contracts/accounts';
import { inviteCounterFamily, makeCounterFamily } from '@gerbang/contracts/counter';
import { forgotPassword, resetPassword, verifyResetToken } from '@gerbang/contracts/password-resets';
import { openedFamily } from '@gerbang/service-kit/http/counter-token';
import { UNKNOWN_ID } from '@gerbang/service-kit/testing/authorization-suite';
import { uuidv7 } from 'uuidv7';
import { sweep } from '../src/housekeeping/housekeeping.repository.ts';
import { eventHandlers } from '../src/service.ts';
import { type Door, openDoor, type TestAccount } from './door.ts';

const NEW = 'mangga-manis-sekali';

describe('a family’s account made at the counter', () => {
  let door: Door;
  let cs: TestAccount;
  let admin: TestAccount;
  beforeAll(async () => {
    door = await openDoor();
    cs = await door.account({ role: 'cs' });
    admin = await door.account({ role: 'admin' });
  });
  afterAll(() => door.close());

  const make = (body: Record<string, unknown>, who = cs, headers: Record<string, string> = {}) =>
    door.call(makeCounterFamily, who, { body: { name: 'Siti Aminah', ...body }, headers });
  const made = async (phone: string): Promise<{ user_id: string; token: string; expires_at: string }> => {
    const answer = await make({ phone });
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json();
  };
  const invite = (id: string, who = cs) => door.call(inviteCounterFamily, who, { id });
  const enter = (userId: string) =>
    door.context.database.transaction(
      (trx) =>
        eventHandlers(door.context)['counter.child.entered']?.(trx, { userId }, {
          id: uuidv7(),
          version: 0,
        } as never) ?? Promise.resolve(),
    );
  const invitations = (phone: string) =>
    door.published.filter(
      ({ type, payload }) =>
        type === 'message.requested' && payload['kind'] === 'counter_invitation' && payload['to'] === phone,
    );
  const codeOf = (phone: string) => {
    const { link = '' } = (invitations(phone).at(-1)?.payload['params'] ?? {}) as { link?: string };
    return /#kode=(\d{6})$/u.exec(link)?.[1] ?? '';
  };
  const reset = (body: Record<string, unknown>) =>
    door.call(resetPassword, 'anon', { body: { newPassword: NEW, ...body }, ip: door.address() });
  const enterBy = (identifier: string, password = NEW) =>
    door.call(login, 'anon', { body: { identifier, password }, ip: door.address() });

  test('when it is made without an e-mail, then its maker has it open, and its address is no address', async () => {
    const phone = door.phone();
    const { user_id: id, token, expires_at } = await made(phone);
    const user = await door.db('users').where({ id }).first();
    expect(user).toMatchObject({
      name: 'Siti Aminah',
      role: 'wali_murid',
      contact_phone: phone,
      email: `${id}@tanpa-email.invalid`,
      phone_verified_at: null,
    });
    const opened = (staff: string, at: Date) =>
      openedFamily(door.context.config.INTERNAL_KEY, staff, token, at);
    const end = new Date(expires_at).getTime();
    expect(opened(cs.id, new Date(end - 1))).toBe(id);
    expect(opened(cs.id, new Date(end))).toBeNull();
    expect(opened(admin.id, new Date())).toBeNull();
    const event = door.published.find(
      ({ type, payload }) => type === 'account.changed' && payload['id'] === id,
    );
    expect(event?.payload).toMatchObject({ email: null, phone, phone_verified: false });
    const trail = await door.db('audit_events').where({ action: 'family.made', subject_id: id });
    expect(trail).toMatchObject([{ actor_id: cs.id }]);
    expect(invitations(phone)).toEqual([]);
  });

  test('when the first child is entered, then one message goes out without a name, and a second child sends none', async () => {
    const phone = door.phone();
    const { user_id: id } = await made(phone);
    await enter(id);
    await enter(id);
    expect(invitations(phone)).toHaveLength(1);
    const { params, expiresAt, priority, accountId } = invitations(phone)[0]?.payload ?? {};
    expect(params).toMatchObject({ child: 'putra/putri Anda' });
    expect([priority, accountId]).toEqual(['code', null]);
    const hours = (new Date(String(expiresAt)).getTime() - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(72);
  });

  test('when another account has proved the number since, then the invitation says that there is none to send it to', async () => {
    const phone = door.phone();
    const { user_id: id } = await made(phone);
    await door.db('users').where({ id }).update({ contact_phone: null });
    const answer = await invite(id);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'no_login_phone']);
    expect(invitations(phone)).toEqual([]);
  });

  test('when the family uses its code, then it has a password, logs in by its number, and is invited no more', async () => {
    const phone = door.phone();
    const { user_id: id } = await made(phone);
    expect((await invite(id)).statusCode).toBe(200);
    expect((await invite(id)).statusCode).toBe(429);
    const otp = codeOf(phone);
    const local = `0${phone.slice(3)}`;
    const verify = { identifier: local, otp };
    expect(
      (await door.call(verifyResetToken, 'anon', { body: verify, ip: door.address() })).json().isValid,
    ).toBe(true);
    expect((await reset({ identifier: local, otp, newPassword: phone })).json().code).toBe(
      'password_own_data',
    );
    expect((await reset({ identifier: local, otp })).json()).toMatchObject({ success: true });
    expect((await enterBy(local)).statusCode).toBe(200);
    expect((await door.db('users').where({ id }).first()).phone_verified_at).not.toBeNull();
    expect((await reset({ identifier: local, otp })).json()).toMatchObject({ success: false });
    expect([(await invite(id)).statusCode, (await invite(id)).json().code]).toEqual([409, 'has_password']);
    await enter(id);
    expect(invitations(phone)).toHaveLength(1);
  });

  test.each([
    ['71 hours 59 minutes', true],
    ['72 hours 1 minute', false],
  ])('when the code of an invitation is %s old, then it counts: %s', async (interval, counts) => {
    const phone = door.phone();
    const { user_id: id } = await made(phone);
    await invite(id);
    await door
      .db('password_reset_codes')
      .where({ user_id: id })
      .update({
        created_at: door.db.raw('created_at - ?::interval', [interval]),
        expires_at: door.db.raw('expires_at - ?::interval', [interval]),
      });
    await sweep(door.database);
    expect((await reset({ identifier: phone, otp: codeOf(phone) })).json().success).toBe(counts);
  });

  test('when a number asks for a code without an e-mail, then it gets one of ten minutes; an unknown number gets none', async () => {
    const phone = door.phone();
    await made(phone);
    const ask = (identifier: string) =>
      door.call(forgotPassword, 'anon', { body: { identifier }, ip: door.address() });
    const known = await ask(phone);
    expect((await ask(door.phone())).json()).toEqual(known.json());
    expect((await reset({ identifier: phone, otp: door.codeFor(phone) })).json().success).toBe(true);
  });

  test.each([
    ['neither', {}],
    ['both', { email: 'a@contoh.id', identifier: '081234567890' }],
    ['no number', { identifier: 'abc' }],
  ])('when a code is asked for with %s, then it is 400', async (_, body) => {
    expect((await door.call(forgotPassword, 'anon', { body, ip: door.address() })).statusCode).toBe(400);
  });

  test('when a family has the number, proved or not, then it is offered by its masked name alone', async () => {
    const phone = door.phone();
    const family = await door.account({ contact_phone: phone, name: 'Budi Santoso' });
    const answer = await make({ phone, name: 'Siapa Saja' });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'known_family',
      details: { user_id: family.id, name: 'B••• S••••••' },
    });
    expect(answer.body).not.toContain('Budi');
  });

  test('when a member of staff has the number or the e-mail is taken, then that account is not offered', async () => {
    const phone = door.phone();
    const staff = await door.account({ role: 'finance', contact_phone: phone });
    const answer = await make({ phone });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'phone_taken']);
    expect(answer.body).not.toContain(staff.id);
    const email = await make({ phone: door.phone(), email: staff.email });
    expect([email.statusCode, email.json().code]).toEqual([409, 'email_taken']);
  });

  test('when forty make one number at once, then there is one family, which the others are offered', async () => {
    const phone = door.phone();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        make({ phone, name: `Keluarga ${'abcdefghij'[at % 10]}` }, at % 2 ? cs : admin),
      ),
    );
    const first = answers.filter(({ statusCode }) => statusCode === 201);
    expect(first).toHaveLength(1);
    const offered = answers.filter(({ statusCode }) => statusCode === 409).map((one) => one.json());
    expect(offered).toHaveLength(39);
    for (const { code, details } of offered)
      expect([code, details.user_id]).toEqual(['known_family', first[0]?.json().user_id]);
    expect(await door.db('users').where({ contact_phone: phone })).toHaveLength(1);
  });

  test('when the same call comes again with its key, then it is the same family', async () => {
    const [phone, key] = [door.phone(), uuidv7()];
    const first = await make({ phone }, cs, { 'idempotency-key': key });
    const again = await make({ phone }, cs, { 'idempotency-key': key });
    expect(again.json()).toEqual(first.json());
  });

  test('when the account is of staff or unknown, then it is not invited', async () => {
    for (const id of [admin.id, UNKNOWN_ID]) expect((await invite(id)).statusCode).toBe(404);
  });
});
