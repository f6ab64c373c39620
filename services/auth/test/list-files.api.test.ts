import { exportAccountAudit } from '@gerbang/contracts/audit';
import { exportUsers, listUsers } from '@gerbang/contracts/users';
import { readCsv } from '@gerbang/service-kit/testing/read-csv';
import { type Door, openDoor, type TestAccount } from './door.ts';

describe('users and their trail as files', () => {
  let door: Door;
  let admin: TestAccount;
  beforeAll(async () => {
    door = await openDoor();
    admin = await door.account({ role: 'admin', name: 'Kepala Admin' });
    await door.account({ role: 'cs', name: 'Citra Dewi' });
    const { id } = await door.account({ name: 'Rahma' });
    await door.db('users').where({ id }).update({ name: '=HYPERLINK("http://jahat.example")' });
  });
  afterAll(() => door.close());

  test('when users are taken as CSV, then they are those of the list in its order, with no formula and no hash', async () => {
    const query = 'sort=name';
    const answer = await door.call(exportUsers, admin, { query: `${query}&format=csv` });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="pengguna-\d{4}-\d\d-\d\d\.csv"$/u),
      'cache-control': 'no-store',
    });
    const [head, ...rows] = readCsv(answer.body);
    expect(head).toEqual(['Nama', 'Email', 'Peran', 'Telepon', 'Nomor Terverifikasi', 'Dibuat']);
    const list = (await door.call(listUsers, admin, { query })).json();
    expect(rows.map(([, email]) => email)).toEqual(list.map(({ email }: { email: string }) => email));
    expect(rows.map(([name]) => name)).toContain(`'=HYPERLINK("http://jahat.example")`);
    expect(answer.body).not.toMatch(/hash|argon/u);
    const few = readCsv((await door.call(exportUsers, admin, { query: 'role=cs&format=csv' })).body);
    expect(few.slice(1).map(([name]) => name)).toEqual(['Citra Dewi']);
    const trail = await door.db('audit_events').where({ action: 'user.exported' }).orderBy(['at', 'id']);
    expect(trail.map(({ actor_name, subject_id, details }) => [actor_name, subject_id, details])).toEqual([
      ['Kepala Admin', admin.id, { rows: list.length, filters: {}, searched: false, format: 'csv' }],
      ['Kepala Admin', admin.id, { rows: 1, filters: { role: 'cs' }, searched: false, format: 'csv' }],
    ]);
  });

  test.each(['format=pdf', 'format=', 'limit=5', 'cursor=x', 'role=tamu'])(
    'when the query is %s, then 400',
    async (query) => expect((await door.call(exportUsers, admin, { query })).statusCode).toBe(400),
  );

  test('when the trail is taken, then its rows are those of the filters, and taking it is the newest of them', async () => {
    const query = 'action=audit&format=csv';
    await door.call(exportAccountAudit, admin, { query });
    const [head, first] = readCsv((await door.call(exportAccountAudit, admin, { query })).body);
    expect(head).toEqual([
      'Waktu',
      'Pelaku',
      'Peran',
      'Tindakan',
      'Catatan',
      'Id catatan',
      'Perubahan',
      'Permintaan',
      'Alamat',
    ]);
    expect(first?.slice(1, 4)).toEqual(['Kepala Admin', 'Administrator', 'audit.exported']);
    expect(JSON.parse(first?.[6] ?? '')).toEqual({
      rows: 1,
      filters: { action: 'audit' },
      searched: false,
      format: 'csv',
    });
    const book = await door.call(exportAccountAudit, admin, { query: 'action=audit' });
    expect(book.headers['content-type']).toContain('spreadsheetml');
  });

  test('when forty take the list at once, then each has it whole or waits, and the trail notes those that have it', async () => {
    const before = await door.db('audit_events').where({ action: 'user.exported' });
    const callers = await Promise.all(Array.from({ length: 40 }, () => door.account({ role: 'it' })));
    const answers = await Promise.all(
      callers.map((caller) => door.call(exportUsers, caller, { query: 'role=cs&format=csv' })),
    );
    const given = answers.filter(({ statusCode }) => statusCode === 200);
    expect(given.length).toBeGreaterThan(0);
    expect(answers.filter(({ statusCode }) => ![200, 503].includes(statusCode))).toEqual([]);
    for (const answer of given) expect(readCsv(answer.body)).toHaveLength(2);
    const after = await door.db('audit_events').where({ action: 'user.exported' });
    expect(after.length - before.length).toBe(given.length);
  });

  test('when one takes more than sixty within an hour, at once too, then the others wait with a sentence', async () => {
    const own = await door.account({ role: 'finance' });
    const rows = Array.from({ length: 58 }, () => ({
      id: crypto.randomUUID(),
      action: 'user.exported',
      actor_id: own.id,
      actor_role: 'finance',
      subject_id: own.id,
      details: {},
    }));
    await door.db('audit_events').insert(rows);
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() => door.call(exportUsers, own, { query: 'role=cs&format=csv' })),
    );
    const codes = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(codes).toEqual([200, 200, 429, 429, 429]);
  });
});
