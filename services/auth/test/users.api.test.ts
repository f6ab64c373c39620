import * as accountCalls from '@gerbang/contracts/accounts';
import * as resetCalls from '@gerbang/contracts/password-resets';
import * as userCalls from '@gerbang/contracts/users';
import { type Door, openDoor, PASSWORD, type TestAccount } from './door.ts';

describe('user administration', () => {
  let door: Door;
  let admin: TestAccount;
  let support: TestAccount;
  let finance: TestAccount;
  beforeAll(async () => {
    door = await openDoor();
    admin = await door.account({ role: 'admin', name: 'Kepala Admin' });
    support = await door.account({ role: 'it' });
    finance = await door.account({ role: 'finance' });
  });
  afterAll(() => door.close());

  let number = 0;
  const form = (change: Record<string, unknown> = {}) => {
    number += 1;
    return { email: `staf${number}@contoh.id`, name: 'Staf Baru', role: 'cs', password: 'abc123', ...change };
  };
  const create = (actor: TestAccount, body: unknown) => door.call(userCalls.createUser, actor, { body });
  const update = (actor: TestAccount, id: string, body: unknown) =>
    door.call(userCalls.updateUser, actor, { id, body });
  const remove = (actor: TestAccount, id: string) => door.call(userCalls.deleteUser, actor, { id });
  const row = (id: string) => door.db('users').where({ id }).first();

  test('when an admin makes an account, then the response is as in the list, with an audit row and no hash', async () => {
    const response = await create(admin, form({ contact_phone: '0812-1111-2222', name: 'Ani' }));
    expect(response.statusCode).toBe(201);
    const user = response.json();
    expect(user).toMatchObject({ name: 'Ani', contact_phone: '+6281211112222', must_change_password: true });
    const list = await door.call(userCalls.listUsers, admin);
    expect(list.json()[0]).toEqual(user);
    expect(list.body).not.toMatch(/hash|argon|epoch|reset/);
    expect(await door.db('audit_events').where({ subject_id: user.id })).toMatchObject([
      { action: 'user.created', actor_id: admin.id, actor_name: 'Kepala Admin', actor_role: 'admin' },
    ]);
  });

  test('when the same account is made twice at once, then one is made and the other is 409', async () => {
    const body = form({ contact_phone: '081211113333' });
    const responses = await Promise.all([
      create(admin, body),
      create(admin, { ...body, email: body.email.toUpperCase() }),
    ]);
    expect(responses.map((response) => response.statusCode).sort((a, b) => a - b)).toEqual([201, 409]);
    const phone = await create(admin, form({ contact_phone: '+62 812 1111 3333' }));
    expect([phone.statusCode, phone.json().issues]).toEqual([
      409,
      [{ path: 'contact_phone', message: 'Nomor telepon sudah terdaftar' }],
    ]);
  });

  test('when a creation is repeated with its key, then the response is the same and nothing is made; another body is 422', async () => {
    const headers = { 'idempotency-key': 'tambah-pengguna-1' };
    const body = form();
    const first = await door.call(userCalls.createUser, admin, { body, headers });
    const again = await door.call(userCalls.createUser, admin, { body, headers });
    expect([first.statusCode, again.statusCode, again.json()]).toEqual([201, 201, first.json()]);
    expect(await door.db('users').where({ email: body.email })).toHaveLength(1);
    const other = await door.call(userCalls.createUser, admin, {
      body: { ...body, password: 'abc124' },
      headers,
    });
    expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency_key']);
    const row = await door.db('idempotency_keys').first();
    expect(JSON.stringify(row)).not.toContain(body.email);
  });

  test.each([
    ['email', 'x', 'Format email tidak valid'],
    ['name', ' ', 'Nama harus diisi'],
    ['name', 'a\u202Eb', 'Berisi karakter yang tidak didukung'],
    ['role', 'ADMIN', 'Peran tidak dikenal'],
    ['role', undefined, 'Peran tidak dikenal'],
    ['contact_phone', '0812', 'Nomor telepon minimal 10 digit'],
    ['contact_phone', '081234567890a1b2', 'Nomor telepon tidak valid'],
    ['password', '12345', 'Password minimal 6 karakter'],
  ])('when %s of a new account is %j, then the refusal says "%s"', async (path, value, message) => {
    const response = await create(admin, form({ [path]: value }));
    expect(response.statusCode).toBe(400);
    expect(response.json().issues).toContainEqual({ path, message });
  });

  test.each([
    { id: 'x' },
    { password_hash: 'x' },
    { session_epoch: 0 },
    { demo: true },
    { deleted_at: null },
  ])('when a body contains the server’s field %j, then it is refused', async (extra) => {
    const user = await door.account();
    expect((await create(admin, form(extra))).statusCode).toBe(400);
    expect((await update(admin, user.id, extra)).statusCode).toBe(400);
  });

  test('when a temporary password is common, then it is accepted; the user’s name, e-mail or phone is not', async () => {
    expect((await create(admin, form({ password: '123456' }))).statusCode).toBe(201);
    const body = form({ name: 'Budi Raharjo', contact_phone: '081299998888' });
    for (const password of ['Budi Raharjo', body.email, '081299998888']) {
      expect((await create(admin, { ...body, password })).json()).toMatchObject({
        code: 'password_own_data',
      });
    }
  });

  test('when it acts on admin or it accounts, then it is 403 in every call and nothing changes', async () => {
    for (const role of ['admin', 'it'] as const) {
      expect((await create(support, form({ role }))).json()).toMatchObject({
        statusCode: 403,
        code: 'admin_only',
      });
      const target = await door.account({ role });
      const parent = await door.account();
      const before = await row(target.id);
      expect((await update(support, parent.id, { role })).statusCode).toBe(403);
      expect((await update(support, target.id, { name: 'x' })).statusCode).toBe(403);
      expect((await update(support, target.id, { password: 'abcdefg' })).statusCode).toBe(403);
      expect((await remove(support, target.id)).statusCode).toBe(403);
      expect((await door.call(userCalls.revokeSessions, support, { id: target.id })).statusCode).toBe(403);
      expect(await row(target.id)).toEqual(before);
      expect((await row(parent.id)).role).toBe('wali_murid');
    }
    expect((await create(support, form())).statusCode).toBe(201);
  });

  test('when a name changes, then sessions stay; a new e-mail, phone, role or password ends them all', async () => {
    const user = await door.account();
    const mild = await update(admin, user.id, { name: 'Nama Lain' });
    expect([mild.statusCode, mild.json().name, door.command(mild)]).toEqual([200, 'Nama Lain', null]);
    const before = door.published.length;
    const ended: unknown[] = [];
    for (const body of [{ email: 'lain@contoh.id' }, { contact_phone: '081377770001' }]) {
      ended.push(door.command(await update(admin, user.id, body)));
    }
    expect(ended).toEqual([1, 2].map((epoch) => ({ do: 'revoke', userId: user.id, epoch })));
    const role = await update(admin, user.id, { role: 'staff_tu' });
    expect(role.json().role).toBe('staff_tu');
    expect(door.command(role)).toEqual({ do: 'revoke', userId: user.id, epoch: 3 });
    const password = await update(admin, user.id, { password: 'rahasia' });
    expect(password.json().must_change_password).toBe(true);
    expect(door.command(password)).toEqual({ do: 'revoke', userId: user.id, epoch: 4 });
    const events = door.published.slice(before).filter((event) => event.type === 'sessions.revoked');
    expect(events.map((event) => event.payload.epoch)).toEqual([1, 2, 3, 4]);
    const again = await update(admin, user.id, { role: 'staff_tu', name: 'Nama Lain' });
    expect([again.statusCode, door.command(again)]).toEqual([200, null]);
    const trail = await door.db('audit_events').where({ subject_id: user.id }).orderBy('id');
    expect(trail.map((event) => event.details.fields)).toEqual([
      ['name'],
      ['email'],
      ['contact_phone'],
      ['role'],
      ['password'],
    ]);
    expect((await update(admin, user.id, { contact_phone: null })).json().contact_phone).toBeNull();
  });

  test('when e-mail or phone change while a reset code is on its way, then the code is void', async () => {
    const user = await door.account({ contact_phone: door.phone() });
    await door.call(resetCalls.forgotPassword, 'anon', { body: { email: user.email }, ip: door.address() });
    const code = door.codeFor(user.contact_phone);
    await update(admin, user.id, { contact_phone: door.phone() });
    const response = await door.call(resetCalls.verifyResetToken, 'anon', {
      body: { email: user.email, otp: code },
    });
    expect(response.json().isValid).toBe(false);
  });

  test('when an account is deleted, then it leaves the list, cannot log in, frees e-mail and phone, and the row stays', async () => {
    const user = await door.account({ contact_phone: door.phone() });
    const response = await remove(admin, user.id);
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect(door.command(response)).toEqual({ do: 'revoke', userId: user.id, epoch: 1 });
    expect((await remove(admin, user.id)).statusCode).toBe(404);
    expect((await update(admin, user.id, { name: 'x' })).statusCode).toBe(404);
    expect((await door.call(userCalls.revokeSessions, admin, { id: user.id })).statusCode).toBe(404);
    const list = (await door.call(userCalls.listUsers, admin)).json<TestAccount[]>();
    expect(list.some((listed) => listed.id === user.id)).toBe(false);
    const login = { body: { identifier: user.email, password: PASSWORD }, ip: door.address() };
    expect((await door.call(accountCalls.login, 'anon', login)).statusCode).toBe(401);
    expect((await row(user.id)).name).toBe(user.name);
    expect(
      (await create(admin, form({ email: user.email, contact_phone: user.contact_phone }))).statusCode,
    ).toBe(201);
  });

  test('when an administrator acts on their own account, then they can neither change their role nor delete it', async () => {
    await door.account({ role: 'admin' });
    expect((await update(admin, admin.id, { role: 'cs' })).json().code).toBe('own_role');
    expect((await remove(admin, admin.id)).json().code).toBe('own_account');
    const shouted = admin.id.toUpperCase();
    expect((await update(admin, shouted, { role: 'cs' })).json().code).toBe('own_role');
    expect((await update(admin, shouted, { name: 'Kepala Admin' })).statusCode).toBe(200);
    expect((await update(admin, admin.id, { role: 'admin', name: 'Kepala Admin' })).statusCode).toBe(200);
  });

  test('when admins demote and delete each other at once, then one is left, who cannot be removed', async () => {
    const own = await openDoor();
    const admins = await Promise.all(Array.from({ length: 4 }, () => own.account({ role: 'admin' })));
    const responses = await Promise.all(
      admins.flatMap((actor, index) => {
        const target = admins[(index + 1) % admins.length] ?? actor;
        return [
          own.call(userCalls.deleteUser, actor, { id: target.id }),
          own.call(userCalls.updateUser, actor, { id: target.id, body: { role: 'cs' } }),
        ];
      }),
    );
    expect(responses.every((response) => [200, 204, 401, 403, 404, 409].includes(response.statusCode))).toBe(
      true,
    );
    const left = await own.db('users').where({ role: 'admin' }).whereNull('deleted_at');
    expect(left.length).toBeGreaterThanOrEqual(1);
    for (const other of left.slice(1)) await own.db('users').where({ id: other.id }).update({ role: 'cs' });
    const [last] = left;
    const self = admins.find((account) => account.id === last?.id) as TestAccount;
    for (const response of [
      await own.call(userCalls.deleteUser, self, { id: self.id }),
      await own.call(userCalls.updateUser, self, { id: self.id, body: { role: 'cs' } }),
    ]) {
      expect([response.statusCode, response.json().code]).toEqual([409, 'last_admin']);
    }
    await own.close();
  });

  test('when the actor was demoted or deleted a moment ago, then the session’s old role has no effect', async () => {
    const stale = await door.account({ role: 'admin' });
    await update(admin, stale.id, { role: 'cs' });
    expect((await create(stale, form())).statusCode).toBe(403);
    await remove(admin, stale.id);
    expect((await create(stale, form())).statusCode).toBe(401);
  });

  test('when sessions are ended by an admin, then the command and the event end them', async () => {
    const user = await door.account();
    const response = await door.call(userCalls.revokeSessions, admin, { id: user.id });
    expect(response.statusCode).toBe(200);
    expect(door.command(response)).toEqual({ do: 'revoke', userId: user.id, epoch: 1 });
    expect(door.published.at(-1)).toEqual({
      type: 'sessions.revoked',
      payload: { userId: user.id, epoch: 1 },
    });
  });

  test.each([
    'x',
    '{0190b2f0-0000-7000-8000-000000000000}',
    'urn:uuid:0190b2f0-0000-7000-8000-000000000000',
    '0190b2f0-0000-7000-8000-00000000000',
    '0190b2f0-0000-7000-8000-000000000000%00',
  ])('when the id is %s, then it is 400; an unknown one is 404, upper case is the same id', async (id) => {
    for (const call of [userCalls.updateUser, userCalls.deleteUser, userCalls.revokeSessions]) {
      expect(
        (await door.call(call, admin, { id, body: call === userCalls.updateUser ? {} : undefined }))
          .statusCode,
      ).toBe(400);
    }
    const unknown = '0190b2f0-0000-7000-8000-000000000000';
    expect((await remove(admin, unknown)).statusCode).toBe(404);
    const user = await door.account();
    expect((await update(admin, user.id.toUpperCase(), { name: 'Huruf Besar' })).statusCode).toBe(200);
  });

  describe('list', () => {
    const list = (query: string, actor = admin) => door.call(userCalls.listUsers, actor, { query });
    const next = (link: unknown, rel: string) =>
      [...String(link ?? '').matchAll(/<[^?]+\?([^>]+)>; rel="(\w+)"/gu)].find(
        (match) => match[2] === rel,
      )?.[1];

    test('when the links of the list are followed, forth and back, then every user comes once, in order, with the total', async () => {
      const own = await openDoor();
      const reader = await own.account({ role: 'finance', name: 'Anggaran' });
      for (let index = 0; index < 11; index += 1)
        await own.account({ name: index % 3 ? `Wali ${index}` : null });
      for (const sort of ['-created_at', 'created_at', 'name', '-name']) {
        const whole = (await own.call(userCalls.listUsers, reader, { query: `sort=${sort}` })).json<
          TestAccount[]
        >();
        expect(whole).toHaveLength(12);
        const seen: string[][] = [];
        let query: string | undefined = `limit=5&sort=${sort}`;
        let last = '';
        while (query) {
          const response = await own.call(userCalls.listUsers, reader, { query });
          expect(response.headers['x-total-count']).toBe('12');
          seen.push(response.json<TestAccount[]>().map((user) => user.id));
          last = String(response.headers.link);
          query = next(response.headers.link, 'next');
        }
        expect(seen.map((page) => page.length)).toEqual([5, 5, 2]);
        expect(seen.flat()).toEqual(whole.map((user) => user.id));
        const back = await own.call(userCalls.listUsers, reader, { query: next(last, 'prev') });
        expect(back.json<TestAccount[]>().map((user) => user.id)).toEqual(seen[1]);
        const first = await own.call(userCalls.listUsers, reader, { query: next(back.headers.link, 'prev') });
        expect(first.json<TestAccount[]>().map((user) => user.id)).toEqual(seen[0]);
        expect(next(first.headers.link, 'prev')).toBeUndefined();
        expect(next(first.headers.link, 'next')).toBeDefined();
      }
      await own.close();
    });

    test('when searching, then name, e-mail and role label match without regard to case, and special characters are matched literally', async () => {
      const user = await door.account({ name: 'Zubaidah 100%_\\ Puspa' });
      const ids = async (search: string) =>
        (await list(`limit=200&search=${encodeURIComponent(search)}`))
          .json<TestAccount[]>()
          .map((found) => found.id);
      expect(await ids('ZUBAIDAH')).toEqual([user.id]);
      expect(await ids('100%_\\')).toEqual([user.id]);
      expect(await ids(user.email.toUpperCase())).toEqual([user.id]);
      expect(await ids('it support')).toContain(support.id);
      expect(await ids('it support')).not.toContain(admin.id);
      for (const nothing of ["' OR 1=1--", '%%%', '_%_', '$1', ';drop table users', '\\']) {
        const found = await ids(nothing);
        expect(found.length).toBeLessThanOrEqual(1);
      }
      expect((await list('role=it')).json().every((found: TestAccount) => found.role === 'it')).toBe(true);
    });

    test('when a part is asked for, then staff, families and closed accounts are apart, and what was erased is in none', async () => {
      const own = await openDoor();
      const reader = await own.account({ role: 'admin', name: 'Kepala Admin' });
      const clerk = await own.account({ role: 'cs', name: 'Citra' });
      const parent = await own.account({ name: 'Rahma' });
      const gone = await own.account({ role: 'finance', name: 'Fahmi' });
      const erased = await own.account({ name: 'Zahra' });
      await own.call(userCalls.deleteUser, reader, { id: gone.id });
      await own.call(userCalls.deleteUser, reader, { id: erased.id });
      await own.db('users').where({ id: erased.id }).update({ name: 'Data dihapus' });
      const part = async (query: string) =>
        (await own.call(userCalls.listUsers, reader, { query: `sort=name${query}` })).json();
      const ids = async (query: string) => (await part(query)).map(({ id }: TestAccount) => id);
      expect(await ids('&part=staff')).toEqual([clerk.id, reader.id]);
      expect(await ids('&part=staff&role=cs')).toEqual([clerk.id]);
      expect(await ids('&part=staff&role=wali_murid')).toEqual([]);
      expect(await ids('&part=families')).toEqual([parent.id]);
      expect(await ids('')).toEqual([clerk.id, reader.id, parent.id]);
      const [closed, ...more] = await part('&part=closed');
      expect([closed.id, closed.name, closed.contact_phone, more]).toEqual([gone.id, 'Fahmi', null, []]);
      expect(Date.parse(closed.closed_at)).toBeGreaterThanOrEqual(Date.parse(closed.created_at));
      expect((await part('&part=staff'))[0]).not.toHaveProperty('closed_at');
      const file = await own.call(userCalls.exportUsers, reader, { query: 'part=closed&format=csv' });
      expect([file.body.includes('Fahmi'), file.body.includes('Citra')]).toEqual([true, false]);
      await own.close();
    });

    test.each([
      'part=all',
      'limit=0',
      'limit=201',
      'limit=1.5',
      'limit=x',
      'cursor=abc',
      'cursor=%00',
      'sort=email',
      'role=boss',
      'unknown=1',
      'search=%00',
      `search=${'a'.repeat(101)}`,
      'limit=5&limit=6',
      `cursor=${Buffer.from('{"s":"name","d":"next","i":"x","t":1}').toString('base64url')}`,
    ])('when the query is %s, then it is 400', async (query) => {
      const response = await list(query);
      expect([query, response.statusCode]).toEqual([query, 400]);
    });

    test('when finance reads the list, then it gets the list; without a limit the whole array', async () => {
      const response = await list('', finance);
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toContain('application/json');
      const count = await door.db('users').whereNull('deleted_at').count('id as count').first();
      expect(response.json()).toHaveLength(Number(count?.count));
    });
  });
});
