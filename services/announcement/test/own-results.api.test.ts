import {
  getAnnouncement,
  listAnnouncements,
  listOwnResults,
  listWaitingStudents,
  publishAnnouncement,
  reviewAnnouncement,
  submitAnnouncement,
  updateAnnouncement,
} from '@gerbang/contracts/announcements';
import { uuidv7 } from 'uuidv7';
import {
  entry,
  inStatus,
  registration,
  type Staff,
  step,
  tell,
  reportSkipped,
  waiting,
  useStaff,
} from './builders.ts';
import type { Caller, Door } from './door.ts';

describe('the results of a family', () => {
  let door: Door;
  let staff: Staff;
  useStaff((desk) => ({ door, staff } = desk));
  afterEach(() => door.setClock(null));

  const seen = async (caller: Caller, query = '') =>
    (await door.call(listOwnResults, caller, { query })).json();
  const publish = async (id: string) => {
    await step(door, submitAnnouncement, staff.author, id);
    await step(door, reviewAnnouncement, staff.manager, id, { status: 'approved' });
    return step(door, publishAnnouncement, staff.manager, id);
  };

  test('when a result is published, then its family sees it flat, and before that nothing of it', async () => {
    const family = await door.caller('wali_murid');
    const [one] = await waiting(door, 1, {
      user_id: family.id,
      child_name: 'Aisyah',
      child_nick_name: 'Ais',
    });
    const made = await inStatus(door, staff, 'draft', []);
    const results = [entry(one!, { result: 'failed', individual_note: 'Terima kasih' })];
    await step(door, updateAnnouncement, staff.author, made.id, { results });
    expect(await seen(family)).toEqual([]);
    await step(door, submitAnnouncement, staff.author, made.id);
    expect(await seen(family)).toEqual([]);
    await step(door, reviewAnnouncement, staff.manager, made.id, { status: 'approved' });
    expect(await seen(family)).toEqual([]);
    door.setClock(new Date('2026-11-22T03:00:00Z'));
    const published = await step(door, publishAnnouncement, staff.manager, made.id);
    expect(await seen(family)).toEqual([
      {
        id: published.results[0]?.id,
        announcement_id: made.id,
        title: made.title,
        content: made.content,
        observation_period: 'November 2026',
        jenjang: 'SD',
        result: 'failed',
        individual_note: 'Terima kasih',
        published_at: '2026-11-22T03:00:00.000Z',
        child: { full_name: 'Aisyah', nick_name: 'Ais' },
        registration: { id: one!.id, jenjang: 'SD', kelas: '1' },
      },
    ]);
    const dashboard = await door.app.inject({
      url: '/api/dashboard/announcement',
      headers: door.headers(family),
    });
    expect(dashboard.json()).toEqual({ parent: { results: await seen(family) }, staff: null });
  });

  test('when many families have results, then none sees anything of another, by any call', async () => {
    const families = await Promise.all(Array.from({ length: 8 }, () => door.caller('wali_murid')));
    const canary = (at: number) => `kenari${at}${uuidv7()}`;
    const words = families.map((_one, at) => canary(at));
    const students = families.map((family, at) =>
      registration({ user_id: family.id, child_name: `Anak ${words[at]}` }),
    );
    for (const one of students) await tell(door, one);
    const made = await inStatus(door, staff, 'draft', []);
    const results = students.map((one, at) => entry(one, { individual_note: `Catatan ${words[at]}` }));
    await step(door, updateAnnouncement, staff.author, made.id, { results });
    await publish(made.id);
    for (const [at, family] of families.entries()) {
      const bodies = [
        (await door.call(listOwnResults, family)).body,
        (await door.call(listOwnResults, family, { query: 'limit=200' })).body,
        (await door.app.inject({ url: '/api/dashboard/announcement', headers: door.headers(family) })).body,
      ];
      for (const body of bodies) {
        const found = words.filter((word) => body.includes(word));
        expect(found).toEqual([words[at]]);
      }
      for (const [call, params] of [
        [listAnnouncements, {}],
        [getAnnouncement, { id: made.id }],
        [listWaitingStudents, { jenjang: 'SD' }],
      ] as const) {
        const refused = await door.call(call, family, { params });
        expect(refused.statusCode).toBe(403);
        expect(words.filter((word) => refused.body.includes(word))).toEqual([]);
      }
    }
    const logged = door.logged();
    expect(words.filter((word) => logged.includes(word))).toEqual([]);
  });

  test('when a registration no longer waits at publication, then it is skipped, listed for staff, hidden from its family and free again', async () => {
    const families = await Promise.all([1, 2, 3, 4, 5].map(() => door.caller('wali_murid')));
    const students = families.map((family) => registration({ user_id: family.id }));
    for (const one of students) await tell(door, one);
    const made = await inStatus(door, staff, 'approved', students);
    const [moved, reverted, deleted, stays, other] = students;
    await tell(door, { ...moved!, version: 2, current_stage: 'obs_attended' });
    await tell(door, { ...reverted!, version: 2, payment_status: 'paid' });
    await tell(door, { ...deleted!, version: 2, deleted: true });
    await tell(door, { ...other!, version: 2, jenjang: 'SMP', kelas: '7' });
    const obstacles = (await door.call(getAnnouncement, staff.manager, { params: { id: made.id } })).json()
      .results;
    const of = (rows: { registration_id: string }[], one: { id: string }) =>
      rows.find((row) => row.registration_id === one.id);
    expect(of(obstacles, moved!)).toMatchObject({ obstacle: 'stage', skip_reason: null });
    const published = await step(door, publishAnnouncement, staff.manager, made.id);
    expect(published.counts).toEqual({ total: 5, passed: 5, failed: 0, skipped: 4 });
    expect(of(published.results, moved!)).toMatchObject({ obstacle: null, skip_reason: 'stage' });
    expect(of(published.results, reverted!)).toMatchObject({ skip_reason: 'fee' });
    expect(of(published.results, deleted!)).toMatchObject({ skip_reason: 'deleted' });
    expect(of(published.results, other!)).toMatchObject({ skip_reason: 'level' });
    expect(of(published.results, stays!)).toMatchObject({ skip_reason: null });
    for (const [at, family] of families.entries()) {
      expect((await seen(family)).length).toBe(at === 3 ? 1 : 0);
    }
    await tell(door, { ...moved!, version: 3 });
    expect((await inStatus(door, staff, 'published', [moved!])).counts.skipped).toBe(0);
    expect(await seen(families[0]!)).toHaveLength(1);
  });

  test('when admission reports that it could not apply a result, then the same follows, reported once or three times', async () => {
    const family = await door.caller('wali_murid');
    const students = await waiting(door, 2, { user_id: family.id });
    const { id } = await inStatus(door, staff, 'published', students);
    expect(await seen(family)).toHaveLength(2);
    const skipped = { announcement_id: id, registration_id: students[0]!.id, reason: 'stage' } as const;
    for (let times = 0; times < 3; times += 1) await reportSkipped(door, skipped);
    const now = (await door.call(getAnnouncement, staff.admin, { params: { id } })).json();
    expect(now.counts).toEqual({ total: 2, passed: 2, failed: 0, skipped: 1 });
    expect(now.results.filter((one: { skip_reason: string | null }) => one.skip_reason)).toMatchObject([
      { registration_id: students[0]!.id, skip_reason: 'stage' },
    ]);
    expect((await seen(family)).map((one: { registration: { id: string } }) => one.registration.id)).toEqual([
      students[1]!.id,
    ]);
    await reportSkipped(door, { ...skipped, announcement_id: uuidv7() });
    const trail = await door
      .db('audit_events')
      .where({ subject_id: id, action: 'announcement.result_skipped' });
    expect(trail).toHaveLength(1);
  });

  test('when a family has many results, then pages carry them all, newest first', async () => {
    const family = await door.caller('wali_murid');
    for (let day = 1; day <= 5; day += 1) {
      door.setClock(new Date(`2026-10-0${day}T03:00:00Z`));
      await inStatus(door, staff, 'published', await waiting(door, 1, { user_id: family.id }));
    }
    const all = await seen(family);
    expect(all.map((one: { published_at: string }) => one.published_at.slice(0, 10))).toEqual(
      [5, 4, 3, 2, 1].map((day) => `2026-10-0${day}`),
    );
    const first = await door.call(listOwnResults, family, { query: 'limit=2' });
    expect(first.headers['x-total-count']).toBe('5');
    const next = /<[^?]*\?(?<query>[^>]*)>; rel="next"/u.exec(String(first.headers.link))?.groups?.query;
    const second = await door.call(listOwnResults, family, { query: next });
    expect([...first.json(), ...second.json()]).toEqual(all.slice(0, 4));
  });

  test('when the child’s name changes later, then the family reads the new one', async () => {
    const family = await door.caller('wali_murid');
    const [one] = await waiting(door, 1, { user_id: family.id });
    await inStatus(door, staff, 'published', [one!]);
    await tell(door, { ...one!, version: 9, child_name: 'Nama Baru', current_stage: 'passed' });
    expect((await seen(family))[0].child.full_name).toBe('Nama Baru');
  });
});
