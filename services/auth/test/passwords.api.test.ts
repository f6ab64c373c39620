import * as accountCalls from '@gerbang/contracts/accounts';
import * as passwordCalls from '@gerbang/contracts/passwords';
import * as userCalls from '@gerbang/contracts/users';
import { type Door, openDoor, PASSWORD } from './door.ts';

const NEW = 'mangga-manis-sekali';

describe('a user changes their password', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  const login = (identifier: string, password: string) =>
    door.call(accountCalls.login, 'anon', { body: { identifier, password }, ip: door.address() });

  test('when it is changed, then this browser gets a new session, the others end, and a notice goes out', async () => {
    const user = await door.account({ contact_phone: door.phone() });
    const before = door.published.length;
    const response = await door.call(passwordCalls.changePassword, user, {
      body: { currentPassword: PASSWORD, newPassword: NEW },
    });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ message: expect.any(String) });
    expect(door.command(response)).toEqual({
      do: 'start',
      userId: user.id,
      role: user.role,
      epoch: 1,
      mustChangePassword: false,
      device: expect.stringMatching(/^[\w-]+$/u),
      revoke: true,
    });
    expect(door.published.slice(before)).toEqual([
      {
        type: 'message.requested',
        payload: expect.objectContaining({ kind: 'password_changed', to: user.contact_phone }),
      },
      { type: 'sessions.revoked', payload: { userId: user.id, epoch: 1 } },
    ]);
    expect((await login(user.email, PASSWORD)).statusCode).toBe(401);
    expect((await login(user.email, NEW)).statusCode).toBe(200);
    expect(await door.db('audit_events').where({ subject_id: user.id })).toMatchObject([
      { action: 'password.changed', actor_id: user.id },
    ]);
  });

  test('when the current password is wrong, then it is 422 and only this session is slowed down', async () => {
    const user = await door.account();
    const ip = door.address();
    const body = { currentPassword: 'salah-sekali', newPassword: NEW };
    for (let tries = 0; tries < 5; tries += 1) {
      const response = await door.call(passwordCalls.changePassword, user, { body, ip });
      expect([response.statusCode, response.json().issues]).toEqual([
        422,
        [{ path: 'currentPassword', message: 'Password saat ini salah' }],
      ]);
    }
    expect((await door.call(passwordCalls.changePassword, user, { body, ip })).statusCode).toBe(429);
    const there = await door.app.inject({
      method: 'POST',
      url: passwordCalls.changePassword.path,
      headers: { ...door.session(user, 'another'), 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });
    expect(there.statusCode).toBe(422);
    expect((await login(user.email, PASSWORD)).statusCode).toBe(200);
    expect((await door.db('users').where({ id: user.id }).first()).session_epoch).toBe(0);
  });

  test('when two changes come at once, then one wins', async () => {
    const user = await door.account();
    const passwords = ['kata-sandi-satu', 'kata-sandi-dua'];
    const responses = await Promise.all(
      passwords.map((newPassword) =>
        door.call(passwordCalls.changePassword, user, {
          body: { currentPassword: PASSWORD, newPassword },
          ip: door.address(),
        }),
      ),
    );
    expect(responses.filter((response) => response.statusCode === 200)).toHaveLength(1);
    expect(responses.filter((response) => [409, 422].includes(response.statusCode))).toHaveLength(1);
    const winner = passwords[responses.findIndex((response) => response.statusCode === 200)] ?? '';
    expect((await login(user.email, winner)).statusCode).toBe(200);
  });

  test('when strangers have blocked the account, then its owner still changes the password from a session', async () => {
    const user = await door.account();
    for (let tries = 0; tries < 6; tries += 1) await login(user.email, 'salah-sekali');
    expect((await login(user.email, PASSWORD)).statusCode).toBe(429);
    const body = { currentPassword: PASSWORD, newPassword: NEW };
    expect((await door.call(passwordCalls.changePassword, user, { body })).statusCode).toBe(200);
  });

  test.each([
    [{ currentPassword: '', newPassword: NEW }, 400, 'currentPassword', 'Password saat ini harus diisi'],
    [
      { currentPassword: PASSWORD, newPassword: 'pendek' },
      400,
      'newPassword',
      'Password baru minimal 8 karakter',
    ],
    [{ currentPassword: PASSWORD, newPassword: 'sunshine' }, 422, 'newPassword', 'Password terlalu umum'],
    [
      { currentPassword: PASSWORD, newPassword: 'Nama Penguji' },
      422,
      'newPassword',
      'Password tidak boleh sama dengan nama, email, atau nomor telepon',
    ],
  ])(
    'when the form is filled in as %j, then it is %i and %s says "%s"',
    async (body, status, path, message) => {
      const user = await door.account({ name: 'Nama Penguji' });
      const response = await door.call(passwordCalls.changePassword, user, { body });
      expect([response.statusCode, response.json().issues]).toEqual([status, [{ path, message }]]);
    },
  );

  test('when a password must be changed, then nothing else works before it is, and the temporary one does not stay', async () => {
    const admin = await door.account({ role: 'admin' });
    const email = 'pegawai.baru@contoh.id';
    const made = await door.call(userCalls.createUser, admin, {
      body: { email, name: 'Pegawai Baru', role: 'cs', password: '123456' },
    });
    expect([made.statusCode, made.json().must_change_password]).toEqual([201, true]);
    const first = await login(email, '123456');
    expect(first.json().must_change_password).toBe(true);
    expect(door.command(first)).toMatchObject({ do: 'start', mustChangePassword: true });
    const user = { ...made.json(), mcp: true };
    const { listUsers, createUser, updateUser, deleteUser, revokeSessions } = userCalls;
    for (const call of [listUsers, createUser, updateUser, deleteUser, revokeSessions]) {
      const response = await door.call(call, { ...admin, mcp: true }, { id: user.id, body: {} });
      const { code } = response.json();
      expect([call.id, response.statusCode, code]).toEqual([call.id, 403, 'must_change_password']);
    }
    expect((await door.call(accountCalls.getUser, user)).statusCode).toBe(200);
    expect((await door.call(accountCalls.logout, user)).statusCode).toBe(200);
    const same = await door.call(passwordCalls.changePassword, user, {
      body: { currentPassword: '123456', newPassword: '123456' },
    });
    expect(same.statusCode).toBe(400);
    const changed = await door.call(passwordCalls.changePassword, user, {
      body: { currentPassword: '123456', newPassword: NEW },
    });
    expect(door.command(changed)).toMatchObject({ mustChangePassword: false, epoch: 1 });
    expect((await login(email, NEW)).json().must_change_password).toBe(false);
  });
});
