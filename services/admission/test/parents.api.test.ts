import { createRegistration } from '@gerbang/contracts/registrations';
import { createChild } from '@gerbang/contracts/children';
import { PROFILE_FIELDS, getCurrentParent, getParent, updateParent } from '@gerbang/contracts/parents';
import { type Caller, type Door, openDoor } from './door.ts';

const FULL = {
  father_name: 'Bapak Penguji',
  father_alive_status: 'HIDUP',
  father_ktp: '0012345678901234',
  father_education: 'S1',
  father_job: 'Guru',
  father_phone: '0812-3456-7890',
  father_income: '<10.000.000',
  mother_name: 'Ibu Penguji',
  mother_alive_status: 'MENINGGAL',
  mother_ktp: '9912345678901234',
  mother_education: 'SMA',
  mother_job: 'Lainnya',
  mother_phone: '(021) 555-0123',
  mother_income: '>20.000.000',
  contact_phone: '081234567891',
  address: 'Jl. Contoh 1\r\nRT 01',
  provinsi: 'Daerah Khusus Ibukota Jakarta',
  kab_kota: 'Kota Administrasi Jakarta Selatan',
  kecamatan: 'Tebet',
  kelurahan: 'Manggarai',
};
const STORED = {
  ...FULL,
  father_phone: '+6281234567890',
  mother_phone: '+62215550123',
  contact_phone: '+6281234567891',
  address: 'Jl. Contoh 1\nRT 01',
};

describe('profile', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  const patch = (caller: Caller, body: unknown, headers: Record<string, string> = {}) =>
    door.call(updateParent, caller, { body, headers });
  const rowOf = (caller: Caller) => door.db('parents').where({ user_id: caller.id }).first();

  test.each(Object.entries({ getParent, getCurrentParent }))(
    'when nothing was written yet, then %s returns every field empty',
    async (_name, call) => {
      const caller = await door.caller();
      const answer = await door.call(call, caller);
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(answer.json()).toEqual({
        ...Object.fromEntries(PROFILE_FIELDS.map((field) => [field, null])),
        id: null,
        user_id: caller.id,
        contact_phone_verified: false,
        version: null,
        created_at: null,
        updated_at: null,
      });
      expect(await rowOf(caller)).toBeUndefined();
    },
  );

  test('when every field is sent, then all are stored as they are normalised and both GETs show them', async () => {
    const caller = await door.caller();
    const answer = await patch(caller, FULL);
    expect([answer.statusCode, answer.json().version]).toEqual([200, 1]);
    expect(answer.json()).toMatchObject({ ...STORED, user_id: caller.id, contact_phone_verified: false });
    for (const id of [getParent, getCurrentParent])
      expect((await door.call(id, caller)).json()).toEqual(answer.json());
  });

  test('when one field is sent, then only it changes; null and empty text empty a field', async () => {
    const caller = await door.caller();
    await patch(caller, FULL);
    const changed = await patch(caller, { father_job: 'Dosen', mother_name: '', father_income: null });
    expect(changed.json()).toMatchObject({
      ...STORED,
      father_job: 'Dosen',
      mother_name: null,
      father_income: null,
      version: 2,
    });
  });

  test('when nothing new is sent, then nothing is written', async () => {
    const caller = await door.caller();
    for (const body of [{}, { father_name: null, address: '' }]) {
      expect((await patch(caller, body)).json()).toMatchObject({ id: null, version: null });
    }
    expect(await rowOf(caller)).toBeUndefined();
    const first = (await patch(caller, FULL)).json();
    for (const body of [{}, FULL]) expect((await patch(caller, body)).json()).toEqual(first);
    expect(await door.db('audit_events').where({ subject_id: first.id })).toHaveLength(1);
  });

  test('when numbers and incomes are stored, then only ciphertext lies there, which opens in its place alone', async () => {
    const [caller, other] = [await door.caller(), await door.caller()];
    await patch(caller, FULL);
    await patch(other, FULL);
    const row = await rowOf(caller);
    for (const field of ['father_ktp', 'mother_ktp', 'father_income', 'mother_income'] as const) {
      expect(row[field]).toMatch(/^v1\.c1\./u);
      expect(door.context.columns.open('parents', field, row.id, row[field])).toBe(FULL[field]);
      expect(() =>
        door.context.columns.open('parents', field, '00000000-0000-7000-8000-000000000001', row[field]),
      ).toThrow('authenticate');
    }
    expect(JSON.stringify(row)).not.toMatch(/0012345678901234|9912345678901234|10\.000\.000/u);
    // The same number twice does not read alike.
    expect((await rowOf(other)).father_ktp).not.toBe(row.father_ktp);
  });

  test('when a profile changes, then the trail says who changed which fields and no value', async () => {
    const caller = await door.caller('wali_murid', 'Rahma Aulia');
    const { id } = (await patch(caller, FULL)).json();
    await patch(caller, { father_ktp: '1111111111111111', address: 'Jl. Kenari 7' });
    const rows = await door.db('audit_events').where({ subject_id: id }).orderBy(['at', 'id']);
    expect(rows.map((row) => [row.action, row.actor_name, row.actor_id, row.actor_role])).toEqual([
      ['parent.created', 'Rahma Aulia', caller.id, 'wali_murid'],
      ['parent.updated', 'Rahma Aulia', caller.id, 'wali_murid'],
    ]);
    expect(rows[1].details).toEqual({ fields: ['father_ktp', 'address'] });
    expect(JSON.stringify(rows)).not.toMatch(/1111111111|Kenari|Penguji/u);
    expect(rows[1]).toMatchObject({ address: '203.0.113.7' });
  });

  test('when the caller has an older version, then 409 stale with person, time and the present state', async () => {
    const caller = await door.caller('wali_murid', 'Rahma Aulia');
    const began = Date.now();
    await patch(caller, { father_name: 'Satu' }, { 'if-match': '"0"' });
    expect((await patch(caller, { father_name: 'Dua' }, { 'if-match': '"1"' })).statusCode).toBe(200);
    const late = await patch(caller, { father_name: 'Tiga' }, { 'if-match': '"1"' });
    expect([late.statusCode, late.json().code]).toEqual([409, 'stale']);
    const { stale } = late.json();
    expect(stale.changed_by).toEqual({ name: 'Rahma Aulia', role: 'wali_murid' });
    expect(Date.parse(stale.changed_at)).toBeGreaterThan(began - 60_000);
    expect(stale.present).toEqual((await door.call(getParent, caller)).json());
    expect(stale.present.father_name).toBe('Dua');
    expect((await patch(caller, { father_name: 'Nol' }, { 'if-match': '0' })).statusCode).toBe(409);
    expect((await patch(caller, { father_name: 'X' }, { 'if-match': 'W/"x"' })).statusCode).toBe(400);
    expect((await patch(caller, { father_name: 'Tanpa' })).statusCode).toBe(200);
  });

  test('when twenty changes with one version come at once, then one is made and the others are stale', async () => {
    for (const before of [null, 1]) {
      const caller = await door.caller();
      if (before) await patch(caller, { address: 'Jl. Awal' });
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          patch(
            caller,
            { father_name: `Bapak ${'abcdefghijklmnopqrst'[index]}` },
            { 'if-match': `"${before ?? 0}"` },
          ),
        ),
      );
      const won = answers.filter((answer) => answer.statusCode === 200);
      expect(answers.filter((answer) => answer.statusCode === 409)).toHaveLength(19);
      expect(won).toHaveLength(1);
      expect((await door.call(getParent, caller)).json()).toEqual(won[0]?.json());
      expect(await door.db('parents').where({ user_id: caller.id })).toHaveLength(1);
    }
  });

  test('when ten fields are changed at once without a version, then all ten changes are there', async () => {
    const caller = await door.caller();
    const fields = Object.entries(FULL).slice(0, 10);
    const answers = await Promise.all(fields.map(([field, value]) => patch(caller, { [field]: value })));
    expect(answers.map((answer) => answer.statusCode)).toEqual(fields.map(() => 200));
    expect((await door.call(getParent, caller)).json()).toMatchObject({
      ...Object.fromEntries(fields.map(([field]) => [field, STORED[field as keyof typeof STORED]])),
      version: 10,
    });
  });

  test('when regions do not belong together, then 422 names the field and nothing changes', async () => {
    const caller = await door.caller();
    const wrong = await patch(caller, { ...FULL, kab_kota: 'Kota Bandung' });
    expect([wrong.statusCode, wrong.json().code]).toEqual([422, 'region']);
    expect(wrong.json().issues).toEqual([
      { path: 'kab_kota', message: 'Kabupaten/kota ini tidak ada di provinsi yang dipilih' },
    ]);
    expect(await rowOf(caller)).toBeUndefined();
    await patch(caller, FULL);
    await door.db('parents').where({ user_id: caller.id }).update({ kelurahan: 'Manggarai Lama' });
    expect(
      (await patch(caller, { ...FULL, kelurahan: 'Manggarai Lama', father_job: 'Dosen' })).statusCode,
    ).toBe(200);
    expect((await patch(caller, { kecamatan: null })).statusCode).toBe(422);
  });

  test('when names or phones change, then the registrations of this family alone are published again', async () => {
    const [caller, other] = [await door.caller(), await door.caller()];
    const ids: string[] = [];
    for (const one of [caller, other]) {
      await patch(one, FULL);
      const child = await door.call(createChild, one, {
        body: { full_name: 'Anak', birth_city: 'Jakarta', birth_date: '2019-05-04' },
      });
      const made = await door.call(createRegistration, one, {
        body: { child_id: child.json().id, jenjang: 'KB', academic_year: '2027/2028' },
      });
      ids.push(made.json().id);
    }
    door.published.length = 0;
    await patch(caller, { mother_name: 'Ibu Baru' });
    await patch(caller, { father_job: 'Dosen' });
    const told = door.published.filter((event) => event.type === 'registration.changed');
    expect(told.map(({ payload }) => [payload.id, payload.mother_name, payload.login_phone])).toEqual([
      [ids[0], 'Ibu Baru', (await door.db('accounts').where({ id: caller.id }).first()).phone],
    ]);
    expect(door.published).toHaveLength(1);
  });

  test('when one family writes, then another sees nothing of it', async () => {
    const [caller, other] = [await door.caller(), await door.caller()];
    await patch(caller, FULL);
    expect((await door.call(getParent, other)).json()).toMatchObject({ id: null, father_name: null });
    for (const body of [
      { id: caller.id },
      { user_id: caller.id },
      { contact_phone_verified: true },
      { version: 9 },
    ]) {
      const answer = await patch(other, { ...body, father_name: 'X' });
      expect([answer.statusCode, answer.json().issues[0].path]).toEqual([400, Object.keys(body)[0]]);
    }
    expect(await rowOf(other)).toBeUndefined();
  });

  test('when profiles are written and refused, then the logs hold none of it', async () => {
    const caller = await door.caller();
    const canary = { ...FULL, father_name: 'Kenari Kuning', father_ktp: '7788990011223344' };
    await patch(caller, canary);
    await patch(caller, { ...canary, kab_kota: 'Kenari Biru' });
    await patch(caller, { ...canary, father_ktp: '77889900112233' });
    await patch(caller, { father_name: 'x' }, { 'if-match': '9' });
    expect(door.logged()).toContain('request');
    expect(door.logged()).not.toMatch(/Kenari|77889900|81234567891/u);
  });
});
