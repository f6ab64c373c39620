import {
  createAnnouncement,
  exportAnnouncements,
  listAnnouncements,
  submitAnnouncement,
} from '@gerbang/contracts/announcements';
import { ROLES } from '@gerbang/domain/roles';
import { readCsv } from '@gerbang/service-kit/testing/read-csv';
import { form, inStatus, type Staff, staffOf, waiting } from './builders.ts';
import { type Door, openDoor } from './door.ts';

describe('the list of announcements and what waits', () => {
  let door: Door;
  let staff: Staff;
  beforeAll(async () => {
    door = await openDoor();
    staff = await staffOf(door);
    await inStatus(door, staff, 'draft', await waiting(door, 2), {
      title: 'Alpha 100%',
      observation_period: 'Juli_2026',
    });
    await inStatus(door, staff, 'pending_review', await waiting(door, 1), { title: 'beta' });
    const kb = { jenjang: 'KB', kelas: null, academic_year: '2027/2028' } as const;
    await inStatus(door, staff, 'approved', await waiting(door, 1, kb), {
      title: 'Gamma',
      jenjang: 'KB',
    });
    await inStatus(door, staff, 'rejected', await waiting(door, 1), { title: 'Delta' });
    await inStatus(door, staff, 'published', await waiting(door, 1), { title: 'Epsilon' });
    const own = await door.call(createAnnouncement, staff.admin, {
      body: form(await waiting(door, 1), { title: 'Zeta' }),
    });
    await door.call(submitAnnouncement, staff.admin, { params: { id: own.json().id } });
  });
  afterAll(() => door.close());

  const titles = async (query: string) => {
    const answer = await door.call(listAnnouncements, staff.admin, { query });
    expect(answer.statusCode).toBe(200);
    return (answer.json() as { title: string }[]).map((one) => one.title);
  };

  test.each([
    ['', ['Zeta', 'Epsilon', 'Delta', 'Gamma', 'beta', 'Alpha 100%']],
    ['sort=title', ['Alpha 100%', 'beta', 'Delta', 'Epsilon', 'Gamma', 'Zeta']],
    ['sort=-title&limit=2', ['Zeta', 'Gamma']],
    ['search=ETA', ['Zeta', 'beta']],
    ['search=juli', ['Alpha 100%']],
    ['search=%25', ['Alpha 100%']],
    ['search=Juli_', ['Alpha 100%']],
    ['search=Juli%25_', []],
    ['jenjang=KB', ['Gamma']],
    ['status=rejected', ['Delta']],
    ['status=pending_review&jenjang=SD', ['Zeta', 'beta']],
    ['status=pending_review&jenjang=TK', []],
    ['academic_year=2027/2028', ['Gamma']],
    ['academic_year=2026/2027&status=approved', []],
    ['academic_year=2026/2027&sort=title&limit=2', ['Alpha 100%', 'beta']],
  ])('when the query is %p, then %j are listed', async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  test('when pages are walked, then every announcement comes once, with the total', async () => {
    const found: string[] = [];
    let query = 'limit=2&sort=created_at';
    for (let page = 0; page < 3; page += 1) {
      const answer = await door.call(listAnnouncements, staff.manager, { query });
      expect(answer.headers['x-total-count']).toBe('6');
      found.push(...(answer.json() as { title: string }[]).map((one) => one.title));
      query = /<[^?]*\?(?<query>[^>]*)>; rel="next"/u.exec(String(answer.headers.link))?.groups?.query ?? '';
    }
    expect(found).toEqual(['Alpha 100%', 'beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta']);
    expect(query).toBe('');
  });

  test('when the list is taken as CSV, then it has the same rows in the same order, and it is noted', async () => {
    const query = 'format=csv&sort=-title&status=pending_review';
    const answer = await door.call(exportAnnouncements, staff.manager, { query });
    const [head, ...rows] = readCsv(answer.body);
    expect(head?.slice(0, 6)).toEqual(['Judul', 'Periode Observasi', 'Jenjang', 'Status', 'Siswa', 'Lulus']);
    expect(rows.map(([title, , ...row]) => [title, ...row.slice(0, 4)])).toEqual([
      ['Zeta', 'SD', 'Menunggu Tinjauan', '1', '1'],
      ['beta', 'SD', 'Menunggu Tinjauan', '1', '1'],
    ]);
    const [noted] = await door.db('audit_events').where({ action: 'announcement.exported' });
    expect([noted.actor_id, noted.details]).toEqual([
      staff.manager.id,
      { rows: 2, filters: { status: 'pending_review' }, searched: false, format: 'csv' },
    ]);
  });

  test('when a row is listed, then it says what this person may do, and has no child in it', async () => {
    const answer = await door.call(listAnnouncements, staff.manager, {
      query: 'status=pending_review&sort=title',
    });
    expect(answer.json()).toMatchObject([
      { title: 'beta', own: false, may: ['approve', 'reject'], counts: { total: 1, passed: 1 } },
      { title: 'Zeta', own: false, may: ['approve', 'reject'] },
    ]);
    expect(answer.body).not.toContain('Anak');
    const own = await door.call(listAnnouncements, staff.admin, {
      query: 'status=pending_review&sort=title',
    });
    expect(own.json().map((one: { may: string[] }) => one.may)).toEqual([['approve', 'reject'], []]);
  });

  test.each(ROLES)('when %s opens the dashboard, then the tasks of this role are counted', async (role) => {
    const caller = role === 'admin' ? staff.admin : await door.caller(role);
    await waiting(door, 1, { jenjang: 'SMP', kelas: '7' });
    const students = await door
      .db('registrations')
      .whereNotIn('id', door.db('announcement_results').where({ live: true }).select('registration_id'))
      .count('* as n')
      .first();
    const answer = await door.app.inject({
      url: '/api/dashboard/announcement',
      headers: door.headers(caller),
    });
    const counts: Record<string, number> = {
      students: Number(students?.n),
      rejected: 1,
      drafts: 1,
      to_review: role === 'admin' ? 1 : 2,
      to_publish: 1,
    };
    const kinds: Record<string, string[]> = {
      cs: ['students', 'rejected', 'drafts'],
      staff_pendidikan: ['students', 'rejected', 'drafts'],
      it: ['students', 'rejected'],
      manager_pendidikan: ['to_review', 'to_publish'],
      admin: Object.keys(counts),
    };
    const expected = kinds[role] && {
      waiting: kinds[role].map((kind) => expect.objectContaining({ kind, count: counts[kind] })),
    };
    expect(answer.json()).toEqual({
      parent: role === 'wali_murid' ? { results: [] } : null,
      staff: expected ?? null,
    });
  });
});
