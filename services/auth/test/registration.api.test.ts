import { runs } from '@gerbang/domain/testing/runs';
import * as accountCalls from '@gerbang/contracts/accounts';
import { countStatements } from '@gerbang/service-kit/testing/statements';
import fc from 'fast-check';
import { type Door, openDoor } from './door.ts';

describe('registration', () => {
  let door: Door;
  let number = 0;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  const form = (change: Record<string, unknown> = {}) => {
    number += 1;
    return {
      name: 'Siti Aminah',
      phone: `0813${String(10_000_000 + number)}`,
      email: `wali${number}@keluarga.id`,
      password: 'payung-biru-laut',
      ...change,
    };
  };
  const register = (body: unknown) => door.call(accountCalls.register, 'anon', { body, ip: door.address() });
  const login = (identifier: string, password: string) =>
    door.call(accountCalls.login, 'anon', { body: { identifier, password }, ip: door.address() });

  test('when a family registers, then it is a wali_murid, logged in, audited, with its phone in E.164', async () => {
    const body = form({
      name: '  Siti   Aminah, S.Ag. ',
      email: 'Siti.AMINAH@Keluarga.ID',
      phone: '0812 3333-4444',
    });
    const response = await register(body);
    expect(response.statusCode).toBe(201);
    const user = response.json();
    expect(user).toMatchObject({
      role: 'wali_murid',
      email: 'siti.aminah@keluarga.id',
      contact_phone: '+6281233334444',
    });
    expect(user.name).toMatch(/^Siti.*S\.Ag\.$/);
    expect(Object.keys(user).sort()).toEqual(
      [
        'contact_phone',
        'created_at',
        'email',
        'id',
        'must_change_password',
        'name',
        'phone_verified',
        'role',
      ].sort(),
    );
    expect(door.command(response)).toMatchObject({ do: 'start', userId: user.id, epoch: 0 });
    expect(await door.db('audit_events').where({ subject_id: user.id })).toMatchObject([
      { action: 'account.registered', actor_id: user.id, actor_role: 'wali_murid' },
    ]);
  });

  test.each([
    ['name', '', 'Nama harus diisi'],
    ['name', '\u200B\u2060', 'Nama harus diisi'],
    ['name', undefined, 'Nama harus diisi'],
    [
      'name',
      'Klik https://jahat.example',
      'Nama hanya boleh berisi huruf, spasi, titik, koma, tanda petik, dan tanda hubung, tidak :',
    ],
    ['name', 'Hadiah undian.com', 'Nama tidak boleh menyerupai alamat situs. Beri spasi setelah titik.'],
    ['phone', '08123', 'Nomor telepon minimal 10 digit'],
    ['phone', '02174747474', 'Nomor telepon tidak valid'],
    ['phone', '0000000000', 'Nomor telepon tidak valid'],
    ['email', 'bukan-email', 'Format email tidak valid'],
    ['email', 'İ@contoh.id', 'Format email tidak valid'],
    ['password', 'tujuh77', 'Password minimal 8 karakter'],
    ['password', 'x'.repeat(129), 'Password maksimal 128 karakter'],
    ['password', 12345678, 'Password minimal 8 karakter'],
  ])('when %s is %j, then the refusal names the field and says "%s"', async (path, value, message) => {
    const response = await register(form({ [path]: value }));
    expect(response.statusCode).toBe(400);
    expect(response.json().issues).toContainEqual({ path, message });
  });

  test.each([
    ['NUL', 'a\u0000b'],
    ['a lone surrogate', 'a\uD800b'],
    ['a right-to-left override', 'a\u202Eb'],
    ['a control character', 'a\u0007b'],
    ['1,000 combining marks', `a${'\u0301'.repeat(1000)}`],
    ['a megabyte', 'a'.repeat(1_000_000)],
  ])(
    'when a text field has %s, then it is refused in Indonesian and nothing is stored',
    async (_what, text) => {
      const stored = async () => (await door.db('users').select('id')).length;
      const before = await stored();
      for (const field of ['name', 'phone', 'email']) {
        const response = await register(form({ [field]: text }));
        expect([400, 413]).toContain(response.statusCode);
        expect(response.json().message).not.toMatch(/invalid|expected|error/i);
      }
      expect(await stored()).toBe(before);
    },
  );

  test.each([
    ['NUL', 'panjang-sekali\u0000'],
    ['a lone surrogate', 'panjang-sekali\uD800'],
    ['1,000 combining marks', `a${'\u0301'.repeat(1000)}`],
    ['a megabyte', 'a'.repeat(1_000_000)],
  ])('when a password has %s, then it is refused', async (_what, password) => {
    expect([400, 413]).toContain((await register(form({ password }))).statusCode);
  });

  test('when a number stands where a text belongs, then it is refused', async () => {
    for (const value of [0, -0, 1e3, Number.MAX_SAFE_INTEGER + 1, 5.5, true, null, [], {}, ['a']]) {
      for (const field of ['name', 'phone', 'email', 'password']) {
        expect((await register(form({ [field]: value }))).statusCode).toBe(400);
      }
    }
  });

  test.each([{ role: 'admin' }, { id: 'x' }, { must_change_password: true }, { confirmPassword: 'x' }])(
    'when the body has the unknown field %j, then it is refused',
    async (extra) => {
      expect((await register(form(extra))).statusCode).toBe(400);
    },
  );

  test('when one network registers again and again, then ten an hour are looked at, refused ones too', async () => {
    const taken = form();
    await register(taken);
    const from = (host: number, body: unknown) =>
      door.call(accountCalls.register, 'anon', { body, ip: `2001:db8:ffff:1::${host}` });
    const statuses = [];
    for (let host = 1; host <= 12; host += 1) {
      const answer = await from(host, host % 2 === 0 ? form() : form({ email: taken.email }));
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([409, 201, 409, 201, 409, 201, 409, 201, 409, 201, 429, 429]);
    const refused = await from(99, form());
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
    expect((await register(form())).statusCode).toBe(201);
    await door
      .db('throttles')
      .where('kind', 'registration')
      .update({
        window_started_at: door.db.raw("now() - interval '61 minutes'"),
      });
    expect((await from(99, form())).statusCode).toBe(201);
  });

  test('when twenty of one network register at once, then ten are looked at', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_each, host) =>
        door.call(accountCalls.register, 'anon', { body: form(), ip: `2001:db8:ffff:2::${host + 1}` }),
      ),
    );
    const statuses = answers.map((answer) => answer.statusCode);
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });

  test('when e-mail or phone is taken, then the response is 409 with the specified sentences, one per field', async () => {
    const first = form();
    await register(first);
    await door.db('users').where({ email: first.email }).update({ phone_verified_at: new Date() });
    const email = await register(form({ email: first.email.toUpperCase() }));
    expect([email.statusCode, email.json().message]).toEqual([409, 'Email sudah terdaftar']);
    const phone = await register(form({ phone: first.phone.replace(/^0/, '+62') }));
    expect([phone.statusCode, phone.json().message]).toEqual([409, 'Nomor telepon sudah terdaftar']);
    const both = await register(first);
    expect(both.json().issues.map((issue: { path: string }) => issue.path)).toEqual(['email', 'phone']);
  });

  test('when one e-mail in two cases and one phone in three spellings register at once, then one account has each', async () => {
    const emails = ['Kembar@keluarga.id', 'kembar@keluarga.id', 'KEMBAR@KELUARGA.ID'];
    const byEmail = await Promise.all(emails.map((email) => register(form({ email }))));
    expect(byEmail.map((response) => response.statusCode).sort((a, b) => a - b)).toEqual([201, 409, 409]);
    const phones = ['081355556666', '+6281355556666', '6281355556666'];
    const byPhone = await Promise.all(phones.map((phone) => register(form({ phone }))));
    expect(byPhone.map((response) => response.statusCode)).toEqual([201, 201, 201]);
    const wanting = await door.db('users').where({ pending_phone: '+6281355556666' });
    expect(wanting.map((user) => user.contact_phone)).toEqual([null, null]);
    expect(await door.db('users').where({ contact_phone: '+6281355556666' })).toHaveLength(1);
  });

  test.each([
    'password1',
    'PassWord1',
    'qwertyuiop',
    'sunshine',
    'ｐａｓｓｗｏｒｄ１',
    'ppdb2026',
    'Sekolah123',
    'zzzzzzzz',
  ])(
    'when the password is the common %s, then it is refused with the specified sentence',
    async (password) => {
      const response = await register(form({ password }));
      expect([response.statusCode, response.json().message]).toEqual([422, 'Password terlalu umum']);
      expect(response.json().issues).toEqual([{ path: 'password', message: 'Password terlalu umum' }]);
    },
  );

  test('when a family registers, then beside its count that is three statements, one commit and one event', async () => {
    const before = door.published.length;
    const body = form();
    expect(await countStatements(() => register(body))).toEqual([
      'registration_count',
      'begin',
      'number_lock',
      'account_taken',
      'account_write',
      'commit',
    ]);
    const [user] = await door.db('users').where({ email: body.email });
    const { id, name, role, version } = user;
    const phone = user.contact_phone;
    expect(door.published.slice(before)).toEqual([
      {
        type: 'account.changed',
        payload: { id, name, role, email: null, phone, phone_verified: false, active: true, version },
      },
    ]);
  });

  test('when the password is the user’s name, e-mail or phone, then it is refused', async () => {
    const body = form({ phone: '0813-7777-8888' });
    for (const password of [body.name, body.email, 'siti aminah', '081377778888', '+6281377778888']) {
      expect((await register({ ...body, password })).json()).toMatchObject({
        statusCode: 422,
        code: 'password_own_data',
      });
    }
  });

  test('when any password of 8 to 128 code points registers, then it logs in, in either spelling of Unicode', async () => {
    const points = fc.constantFrom(
      'a',
      'Z',
      '7',
      ' ',
      'é',
      'e\u0301',
      'ß',
      '漢',
      '🙂',
      '"',
      "'",
      '\\',
      '%',
      '\u202E',
    );
    const password = fc.array(points, { minLength: 12, maxLength: 100 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(password, async (typed) => {
        const length = [...typed.normalize('NFKC')].length;
        fc.pre(length >= 8 && length <= 128);
        const body = form({ password: typed });
        expect((await register(body)).statusCode).toBe(201);
        expect((await login(body.email, typed.normalize('NFD'))).statusCode).toBe(200);
        expect((await login(body.email, typed.normalize('NFC'))).statusCode).toBe(200);
        expect((await login(body.email, `${typed} `)).statusCode).toBe(401);
      }),
      { numRuns: runs(100, { plain: 10 }) },
    );
  });
});
