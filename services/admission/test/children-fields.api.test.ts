import { listProvinces } from '@gerbang/contracts/regions';
import { createChild, deleteChild, getChild, replaceChild, updateChild } from '@gerbang/contracts/children';
import { type Caller, type Door, openDoor } from './door.ts';
import { childForm, makeChild, someNik } from './families.ts';

describe('the fields of a child', () => {
  let door: Door;
  let caller: Caller;
  let id: string;
  beforeAll(async () => {
    door = await openDoor();
    door.setClock(new Date('2026-11-20T18:00:00Z'));
    caller = await door.caller();
    ({ id } = await makeChild(door, caller));
  });
  afterAll(() => door.close());

  const create = (change: Record<string, unknown>) =>
    door.call(createChild, caller, { body: childForm(change) });
  const change = (body: Record<string, unknown>) => door.call(updateChild, caller, { params: { id }, body });

  test.each([
    ['full_name', undefined, 'Nama lengkap harus diisi'],
    ['full_name', null, 'Nama lengkap harus diisi'],
    ['full_name', '', 'Nama lengkap harus diisi'],
    ['full_name', '\u200B\u2060', 'Nama lengkap harus diisi'],
    ['full_name', 'x'.repeat(101), 'Paling banyak 100 karakter'],
    ['birth_city', undefined, 'Tempat lahir harus diisi'],
    ['birth_city', ' ', 'Tempat lahir harus diisi'],
    ['birth_date', undefined, 'Tanggal lahir harus diisi'],
    ['birth_date', null, 'Tanggal lahir harus diisi'],
    ['birth_date', '', 'Tanggal lahir harus diisi'],
    ['gender', 'other', 'Jenis kelamin tidak dikenal'],
    ['gender', 'Male', 'Jenis kelamin tidak dikenal'],
    ['blood_type', 'ab', 'Golongan darah tidak dikenal'],
    ['blood_type', 'O+', 'Golongan darah tidak dikenal'],
    ['nick_name', 'x'.repeat(51), 'Paling banyak 50 karakter'],
    ['address', 'x'.repeat(501), 'Paling banyak 500 karakter'],
    ['kk_number', '123', 'Nomor KK harus 16 digit angka'],
    ['sibling_count', -1, 'Jumlah saudara minimal 0'],
    ['sibling_count', 31, 'Jumlah saudara maksimal 30'],
  ])('when %s is %j, then the refusal names the field and says "%s"', async (path, value, message) => {
    const answer = await create({ [path]: value });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().issues).toEqual([{ path, message }]);
  });

  test.each([
    ['15 digits', '991234010519000'],
    ['17 digits', '99123401051900011'],
    ['a letter', '99123401O5190001'],
    ['full-width digits', '９９１２３４０１０５１９０００１'],
    ['arabic digits', '٩٩١٢٣٤٠١٠٥١٩٠٠٠١'],
    ['a number', 1_912_340_105_190_001],
    ['dots between', '9912.3401.0519.0001'],
  ])('when a NIK has %s, then it is refused', async (_what, nik) => {
    for (const answer of [await create({ nik }), await change({ nik })]) {
      expect(answer.statusCode).toBe(400);
      expect(answer.json().issues).toEqual([{ path: 'nik', message: 'NIK harus 16 digit angka' }]);
      expect(answer.body).not.toContain(String(nik));
    }
  });

  test.each(['0012344105190001', '9912344105190002', '9912349999999999'])(
    'when a NIK is %s, then its zeros stay; a day + 40 and an impossible day are no error',
    async (nik) => {
      const answer = await create({ nik });
      expect([answer.statusCode, answer.json().nik]).toEqual([201, nik]);
    },
  );

  test.each([
    '2026-02-30',
    '2019-02-29',
    '0000-00-00',
    '9999-12-31',
    '2026-2-3',
    '2026-07-01T00:00Z',
    '-1',
    '1899-12-31',
    '2019-13-01',
    '01-05-2019',
    'kemarin',
    20190501,
    true,
  ])('when the birth date is %j, then it is refused', async (birth_date) => {
    const answer = await create({ birth_date });
    expect([400, 422]).toContain(answer.statusCode);
    expect(answer.json().issues[0].path).toBe('birth_date');
  });

  test('when a child is born today in Jakarta, then it is taken; tomorrow is 400', async () => {
    expect((await create({ birth_date: '2026-11-21' })).statusCode).toBe(201);
    for (const answer of [
      await create({ birth_date: '2026-11-22' }),
      await change({ birth_date: '2026-11-22' }),
    ]) {
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({
        issues: [
          { path: 'birth_date', message: 'Tanggal lahir tidak boleh di masa depan. Periksa tahunnya.' },
        ],
      });
    }
    expect((await create({ birth_date: '1900-01-01' })).statusCode).toBe(201);
    expect((await create({ birth_date: '2024-02-29' })).statusCode).toBe(201);
  });

  test.each(['5', 5.5, 1e3, -0.5, 2 ** 53 + 2, '٥', true, {}, []])(
    'when the number of siblings is %j, then it is refused',
    async (sibling_count) => {
      expect((await create({ sibling_count })).statusCode).toBe(400);
    },
  );

  test('when the number of siblings is written as 1e400 or NaN, then the body is refused', async () => {
    for (const text of ['1e400', 'NaN', '-', '1.']) {
      const payload = JSON.stringify(childForm({ sibling_count: 'X' })).replace('"X"', text);
      const answer = await door.app.inject({
        method: 'POST',
        url: '/api/children',
        headers: { ...door.headers(caller), 'content-type': 'application/json' },
        payload,
      });
      expect(answer.statusCode).toBe(400);
    }
    expect((await create({ sibling_count: -0 })).json().sibling_count).toBe(0);
  });

  const TEXTS = ['full_name', 'nick_name', 'birth_city', 'address', 'kelurahan', 'provinsi'];
  test.each([
    ['NUL', 'a\u0000b'],
    ['a lone surrogate', 'a\uD800b'],
    ['a right-to-left override', 'a\u202Eb'],
    ['a control character', 'a\u0007b'],
    ['1,000 combining marks', `a${'\u0301'.repeat(1000)}`],
    ['200 kB', 'a'.repeat(200_000)],
  ])('when a text has %s, then it is refused and nothing is stored', async (_what, text) => {
    const before = await door.db('children').count();
    for (const field of TEXTS) {
      for (const answer of [await create({ [field]: text }), await change({ [field]: text })]) {
        expect(answer.statusCode).toBe(400);
        expect(answer.json().message).not.toMatch(/invalid|expected|error/i);
      }
    }
    expect(await door.db('children').count()).toEqual(before);
  });

  test('when a text is decomposed, has emoji or edges, then it is stored composed and trimmed', async () => {
    const child = await makeChild(door, caller, {
      full_name: ' Cafe\u0301 \u200B ',
      address: 'Jl. Melati 1 \u{1F642}\r\nRT 02',
      nick_name: '\u200B',
    });
    expect([child.full_name, child.address, child.nick_name]).toEqual([
      'Caf\u00E9',
      'Jl. Melati 1 \u{1F642}\nRT 02',
      null,
    ]);
  });

  test.each([
    ['AAAAAAAA-AAAA-4AAA-8AAA-AAAAAAAAAAAA', 404],
    ['{018f6a1e-0000-7000-8000-000000000000}', 400],
    ['urn:uuid:018f6a1e-0000-7000-8000-000000000000', 400],
    ['018f6a1e-0000-7000-8000-00000000000', 400],
    ['018f6a1e-0000-7000-8000-000000000000%00', 400],
    ['1', 400],
    ["'%20OR%201=1--", 400],
  ])('when the id is %s, then the answer is %i', async (wrong, status) => {
    for (const call of [getChild, updateChild, replaceChild, deleteChild]) {
      const answer = await door.call(call, caller, { params: { id: wrong }, body: { nick_name: 'x' } });
      expect(answer.statusCode).toBe(status);
    }
  });

  test('when a region does not exist, then it is 422 with the field; a real one is taken, an old one kept', async () => {
    const wrong = await create({ provinsi: 'Wakanda' });
    expect([wrong.statusCode, wrong.json().code]).toEqual([422, 'region']);
    expect(wrong.json().issues[0].path).toBe('provinsi');
    const provinces = (await door.call(listProvinces, caller)).json();
    const child = await makeChild(door, caller, { provinsi: provinces[0].name, nik: someNik() });
    expect(child.provinsi).toBe(provinces[0].name);
    await door.db('children').where({ id: child.id }).update({ provinsi: 'Jawa Lama' });
    const edit = (body: Record<string, unknown>) =>
      door.call(updateChild, caller, { params: { id: child.id }, body });
    expect((await edit({ provinsi: 'Jawa Lama', nick_name: 'Lama' })).statusCode).toBe(200);
    expect((await edit({ provinsi: 'Jawa Baru' })).statusCode).toBe(422);
    expect((await edit({ provinsi: null })).json().provinsi).toBeNull();
  });
});
