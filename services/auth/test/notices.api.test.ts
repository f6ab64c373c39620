import * as accountCalls from '@gerbang/contracts/accounts';
import type { Browser } from '@gerbang/contracts/identity';
import * as internalCalls from '@gerbang/contracts/internal-calls';
import { MESSAGE_TEMPLATES } from '@gerbang/contracts/message-templates';
import * as passwordCalls from '@gerbang/contracts/passwords';
import * as phoneCalls from '@gerbang/contracts/phones';
import * as resetCalls from '@gerbang/contracts/password-resets';
import * as userCalls from '@gerbang/contracts/users';
import { ROLE_WORDS, ROLES, type Role } from '@gerbang/domain/roles';
import { sweep } from '../src/housekeeping/housekeeping.repository.ts';
import { type Door, openDoor, PASSWORD, type TestAccount } from './door.ts';

const DECIDING: readonly Role[] = ['finance', 'manager_pendidikan', 'admin', 'it'];

describe('an account’s owner hears of changes to the ways in', () => {
  let door: Door;
  let admin: TestAccount;
  beforeAll(async () => {
    door = await openDoor();
    admin = await door.account({ role: 'admin' });
  });
  afterAll(() => door.close());

  /** The messages that the work requests, codes left out: kind, number and parameters. */
  async function messagesOf(work: () => Promise<unknown>) {
    const before = door.published.length;
    await work();
    return door.published
      .slice(before)
      .flatMap(({ type, payload }) =>
        type === 'message.requested' && payload.priority !== 'code'
          ? [[payload.kind, payload.to, payload.params]]
          : [],
      );
  }
  const update = async (id: string, body: object) => {
    const response = await door.call(userCalls.updateUser, admin, { id, body });
    expect(response.statusCode).toBe(200);
    return response;
  };
  const login = (user: TestAccount, browser: Browser = {}) =>
    door.call(accountCalls.login, 'anon', {
      body: { identifier: user.email, password: PASSWORD },
      ip: door.address(),
      browser,
    });
  async function reset(user: TestAccount, phone: string) {
    await door.call(resetCalls.forgotPassword, 'anon', { body: { email: user.email }, ip: door.address() });
    const body = { email: user.email, otp: door.codeFor(phone), newPassword: 'mangga-manis-sekali' };
    const response = await door.call(resetCalls.resetPassword, 'anon', { body, ip: door.address() });
    expect(response.json().success).toBe(true);
  }
  const claim = (userId: string, phone: string, version: number) =>
    door.app.inject({
      method: 'POST',
      url: internalCalls.claimLoginPhone.path,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${door.internalKey}` },
      payload: JSON.stringify({ userId, phone, version }),
    });

  test('when staff change a number, then the new and the old one hear of it', async () => {
    const [old, next] = [door.phone(), door.phone()];
    const user = await door.account({ contact_phone: old });
    expect(await messagesOf(() => update(user.id, { contact_phone: next }))).toEqual([
      ['account_changed', next, { what: 'nomor WhatsApp' }],
      ['number_changed', old, {}],
    ]);
    expect(await messagesOf(() => update(user.id, { contact_phone: null }))).toEqual([
      // For the inbox: the account has no number now.
      ['account_changed', null, { what: 'nomor WhatsApp' }],
      ['number_changed', next, {}],
    ]);
  });

  test('when e-mail and role change, then the number hears of both; of a name or nothing it hears nothing', async () => {
    const phone = door.phone();
    const user = await door.account({ role: 'cs', contact_phone: phone });
    expect(await messagesOf(() => update(user.id, { email: 'pindah@contoh.id', role: 'staff_tu' }))).toEqual([
      ['account_changed', phone, { what: 'email dan peran' }],
    ]);
    expect(await messagesOf(() => update(user.id, { name: 'Nama Baru', role: 'staff_tu' }))).toEqual([]);
  });

  test('when a change is refused, then no number hears of it', async () => {
    const user = await door.account({ contact_phone: door.phone() });
    const taken = await door.account({ contact_phone: door.phone() });
    const body = { contact_phone: taken.contact_phone };
    expect(
      await messagesOf(async () => {
        expect((await door.call(userCalls.updateUser, admin, { id: user.id, body })).statusCode).toBe(409);
      }),
    ).toEqual([]);
    expect(await door.db('former_phones').where({ user_id: user.id })).toEqual([]);
  });

  test('when a second number is added or replaced, then the login number and the replaced one hear of it, once', async () => {
    const [phone, second, third] = [door.phone(), door.phone(), door.phone()];
    const user = await door.account({ contact_phone: phone });
    expect(await messagesOf(() => claim(user.id, second, 1))).toEqual([['login_phone_added', phone, {}]]);
    expect(await messagesOf(() => claim(user.id, second, 2))).toEqual([]);
    expect(await messagesOf(() => claim(user.id, third, 3))).toEqual([
      ['login_phone_added', phone, {}],
      ['login_phone_added', second, {}],
    ]);
  });

  test('when the password is reset within 72 hours of a change of number, then every number since hears of it, without the name', async () => {
    const phones = [door.phone(), door.phone(), door.phone()] as const;
    const user = await door.account({ contact_phone: phones[0], name: 'Ibu Melati' });
    await update(user.id, { contact_phone: phones[1] });
    await update(user.id, { contact_phone: phones[2] });
    expect(await messagesOf(() => reset(user, phones[2]))).toEqual([
      ['password_changed', phones[2], { name: 'Ibu Melati' }],
      ['password_changed', phones[0], {}],
      ['password_changed', phones[1], {}],
    ]);
  });

  test('when the owner changed the number and the password is reset then, then the former number hears of it', async () => {
    const [old, next] = [door.phone(), door.phone()];
    const user = await door.account({ contact_phone: old });
    const change = { phone: next, password: PASSWORD };
    expect((await door.call(phoneCalls.changePhone, user, { body: change })).statusCode).toBe(200);
    const otp = door.codeFor(next, 'phone_verification');
    expect((await door.call(phoneCalls.verifyPhone, user, { body: { otp } })).statusCode).toBe(200);
    expect((await messagesOf(() => reset(user, next))).map(([, to]) => to)).toEqual([next, old]);
  });

  test.each([
    ['71 hours 59 minutes', 2],
    ['72 hours 1 minute', 1],
  ])('when the number changed %s before the reset, then %i numbers hear of it', async (ago, count) => {
    const next = door.phone();
    const user = await door.account({ contact_phone: door.phone() });
    await update(user.id, { contact_phone: next });
    await door.db.raw('update former_phones set changed_at = changed_at - ?::interval where user_id = ?', [
      ago,
      user.id,
    ]);
    await sweep(door.database);
    expect(await door.db('former_phones').where({ user_id: user.id })).toHaveLength(count - 1);
    expect(await messagesOf(() => reset(user, next))).toHaveLength(count);
  });

  test('when the number goes back to what it was, then one message goes to it', async () => {
    const [first, second] = [door.phone(), door.phone()];
    const user = await door.account({ contact_phone: first });
    await update(user.id, { contact_phone: second });
    await update(user.id, { contact_phone: first });
    expect((await messagesOf(() => reset(user, first))).map(([, to]) => to)).toEqual([first, second]);
  });

  test('when staff log in from a new device, then they hear of it with its words; from a known one they do not', async () => {
    const phone = door.phone();
    const user = await door.account({ role: 'finance', contact_phone: phone });
    const browser = { name: 'Chrome, Android', network: '203.0.113.0/24' };
    let device = '';
    const first = await messagesOf(async () => {
      device = door.deviceIn(await login(user, browser));
    });
    expect(first).toEqual([
      ['new_device_login', phone, { device: 'Chrome, Android', network: '203.0.113.0/24' }],
    ]);
    expect(await messagesOf(() => login(user, { ...browser, device }))).toEqual([]);
    expect(await messagesOf(() => login(user))).toEqual([['new_device_login', phone, {}]]);
  });

  test('when a family logs in from a new device, or staff fail to, then no message goes out', async () => {
    const family = await door.account({ contact_phone: door.phone() });
    const staff = await door.account({ role: 'cs', contact_phone: door.phone() });
    expect(await messagesOf(() => login(family))).toEqual([]);
    const body = { identifier: staff.email, password: 'salah-sekali' };
    expect(
      await messagesOf(() => door.call(accountCalls.login, 'anon', { body, ip: door.address() })),
    ).toEqual([]);
  });

  test('when staff change their password in a known browser, then the next login there is no new device', async () => {
    const user = await door.account({ role: 'cs', contact_phone: door.phone() });
    const device = door.deviceIn(await login(user));
    const changed = await door.call(passwordCalls.changePassword, user, {
      body: { currentPassword: PASSWORD, newPassword: 'mangga-manis-sekali' },
      browser: { device },
    });
    const next = { device: door.deviceIn(changed) };
    const body = { identifier: user.email, password: 'mangga-manis-sekali' };
    expect(
      await messagesOf(() =>
        door.call(accountCalls.login, 'anon', { body, ip: door.address(), browser: next }),
      ),
    ).toEqual([]);
  });

  test('when an administrator changes their number, then this session goes on and both numbers hear of it', async () => {
    const [old, next] = [door.phone(), door.phone()];
    const self = await door.account({ role: 'admin', contact_phone: old });
    const messages = await messagesOf(async () => {
      const body = { contact_phone: next };
      const response = await door.call(userCalls.updateUser, self, { id: self.id, body });
      expect([response.statusCode, door.command(response)]).toEqual([200, null]);
    });
    expect(messages.map(([, to]) => to)).toEqual([next, old]);
  });

  test.each(['account_changed', 'login_phone_added', 'new_device_login', 'number_request_approved'] as const)(
    'when the template %s is read, then it neither ends with a variable nor has two side by side, and is short',
    (kind) => {
      const { text } = MESSAGE_TEMPLATES[kind];
      expect(text).not.toMatch(/\}\}\W*$|\}\}\s*\{\{/u);
      expect(text.length).toBeLessThan(250);
    },
  );

  test('when an account or a role that decides is new, then every other administrator is told, without names', async () => {
    for (const role of ['admin', 'admin'] as const) await door.account({ role, contact_phone: door.phone() });
    const closed = await door.account({ role: 'admin' });
    await door.db('users').where({ id: closed.id }).update({ deleted_at: new Date() });
    const active = () =>
      door.db('users').where({ role: 'admin' }).whereNull('deleted_at').orderBy('id').pluck('id');
    const phones = async () =>
      new Map(
        (await door.db('users').select('id', 'contact_phone')).map((one) => [one.id, one.contact_phone]),
      );
    const told = async (work: () => Promise<unknown>) => {
      const before = door.published.length;
      await work();
      return door.published
        .slice(before)
        .flatMap(({ type, payload }) =>
          type === 'message.requested' && payload.kind === 'deciding_account' ? [payload] : [],
        );
    };
    const create = (role: Role) => {
      const email = `baru-${role}@contoh.sch.id`;
      const body = { email, name: 'Rangga Sasana', role, password: 'sementara-7' };
      const headers = { 'idempotency-key': `kunci-${role}` };
      return door.call(userCalls.createUser, admin, { body, headers });
    };
    for (const role of ROLES) {
      const admins = await active();
      expect(admins).not.toContain(closed.id);
      const messages = await told(() => create(role));
      const tellsAll = DECIDING.includes(role) ? admins : [];
      expect([role, new Set(messages.map(({ accountId }) => accountId))]).toEqual([role, new Set(tellsAll)]);
      expect(messages).toHaveLength(tellsAll.length);
      const numbers = await phones();
      for (const message of messages) {
        const to = numbers.get(message.accountId);
        expect(message).toMatchObject({ to, params: { what: `akun baru ${ROLE_WORDS[role]}` } });
        expect(JSON.stringify(message)).not.toMatch(/Rangga|baru-|@/u);
      }
      // A repeat of the call tells no one again.
      expect(await told(() => create(role))).toEqual([]);
    }
    const user = await door.account({ role: 'cs', name: 'Rangga Sasana' });
    const admins = await active();
    expect(await told(() => update(user.id, { name: 'Rangga' }))).toEqual([]);
    const raised = await told(() => update(user.id, { role: 'finance' }));
    expect(raised.map(({ params }) => params)).toEqual(
      admins.map(() => ({ what: 'peran baru Keuangan pada sebuah akun' })),
    );
    expect(new Set(raised.map(({ dedupeKey }) => dedupeKey)).size).toBe(admins.length);
    expect(await told(() => update(user.id, { role: 'cs' }))).toEqual([]);
  });
});
