import {
  createAnnouncement,
  discardAnnouncement,
  getAnnouncement,
  listWaitingStudents,
  publishAnnouncement,
  reviewAnnouncement,
  reviseAnnouncement,
  submitAnnouncement,
  updateAnnouncement,
} from '@gerbang/contracts/announcements';
import { ANNOUNCEMENT_STATUSES } from '@gerbang/domain/announcements';
import {
  form,
  inStatus,
  publishedEvents,
  type Staff,
  statuses,
  step,
  traces,
  waiting,
  useStaff,
} from './builders.ts';
import { type Door, openDoor } from './door.ts';

/** Each action with its call, its caller here, and the statuses before and after it. */
const ACTIONS = {
  edit: { call: updateAnnouncement, who: 'admin', body: { title: 'Judul baru' }, from: 'draft', to: 'draft' },
  submit: { call: submitAnnouncement, who: 'admin', body: undefined, from: 'draft', to: 'pending_review' },
  approve: {
    call: reviewAnnouncement,
    who: 'admin',
    body: { status: 'approved' },
    from: 'pending_review',
    to: 'approved',
  },
  reject: {
    call: reviewAnnouncement,
    who: 'admin',
    body: { status: 'rejected', review_notes: 'Perbaiki' },
    from: 'pending_review',
    to: 'rejected',
  },
  publish: { call: publishAnnouncement, who: 'admin', body: undefined, from: 'approved', to: 'published' },
  revise: { call: reviseAnnouncement, who: 'admin', body: undefined, from: 'rejected', to: 'draft' },
} as const;
const CELLS = ANNOUNCEMENT_STATUSES.flatMap((status) =>
  (Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]).map((action) => [status, action] as const),
);

describe('the way of an announcement', () => {
  let door: Door;
  let staff: Staff;
  useStaff((desk) => ({ door, staff } = desk));
  afterEach(() => door.setClock(null));

  test('when a person has changed or submitted what another one wrote, then that person may not review it either', async () => {
    const [one, other] = [await door.caller('admin', 'Budi'), await door.caller('admin', 'Citra')];
    const review = { status: 'approved' };
    for (const [call, body] of [
      [updateAnnouncement, { content: 'Isi dari admin' }],
      [submitAnnouncement, undefined],
    ] as const) {
      const { id } = await inStatus(door, staff, 'draft', await waiting(door, 1));
      await step(door, call, one, id, body);
      if (call !== submitAnnouncement) await step(door, submitAnnouncement, staff.author, id);
      const before = await traces(door, id);
      const own = await door.call(reviewAnnouncement, one, { params: { id }, body: review });
      expect([own.statusCode, own.json().code]).toEqual([403, 'author_cannot_review']);
      expect(await traces(door, id)).toEqual(before);
      const seen = (who: typeof one) => door.call(getAnnouncement, who, { params: { id } });
      expect((await seen(one)).json()).toMatchObject({ own: true, may: [] });
      expect((await seen(other)).json()).toMatchObject({ own: false, may: ['approve', 'reject'] });
      expect((await step(door, reviewAnnouncement, other, id, review)).status).toBe('approved');
    }
  });

  test('when an edit changes nothing, then the caller is no author', async () => {
    const { id, title } = await inStatus(door, staff, 'draft', await waiting(door, 1));
    await step(door, updateAnnouncement, staff.admin, id, { title });
    await step(door, submitAnnouncement, staff.author, id);
    expect((await step(door, reviewAnnouncement, staff.admin, id, { status: 'approved' })).status).toBe(
      'approved',
    );
  });

  test('when a rejected announcement is revised, then its editors may review it again, its creator may not', async () => {
    const { id } = await inStatus(door, staff, 'draft', await waiting(door, 1));
    await step(door, updateAnnouncement, staff.admin, id, { content: 'Isi dari admin' });
    await step(door, submitAnnouncement, staff.author, id);
    await step(door, reviewAnnouncement, staff.manager, id, { status: 'rejected', review_notes: 'Perbaiki' });
    await step(door, reviseAnnouncement, staff.author, id);
    await step(door, submitAnnouncement, staff.author, id);
    const seen = await door.call(getAnnouncement, staff.author, { params: { id } });
    expect(seen.json()).toMatchObject({ own: true });
    expect((await step(door, reviewAnnouncement, staff.admin, id, { status: 'approved' })).status).toBe(
      'approved',
    );
  });

  test.each(CELLS)('when it is %s and staff want to %s, then the table holds', async (status, action) => {
    const made = await inStatus(door, staff, status, await waiting(door, 2));
    const before = await traces(door, made.id);
    const { call, who, body, from, to } = ACTIONS[action];
    const answer = await door.call(call, staff[who], { params: { id: made.id }, body });
    if (status !== from) {
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'announcement_status']);
      expect(await traces(door, made.id)).toEqual(before);
      return;
    }
    expect([answer.statusCode, answer.json().status]).toEqual([200, to]);
    expect(answer.json().version).toBe(made.version + 1);
    const again = await door.call(getAnnouncement, staff[who], { params: { id: made.id } });
    expect(again.json()).toEqual(answer.json());
    const after = await traces(door, made.id);
    expect(after.audit).toBe(before.audit + 1);
    expect(after.outbox - before.outbox).toBe(action === 'publish' ? 1 : 0);
    const live = after.results.map((one) => one.live);
    expect(live).toEqual([to !== 'rejected', to !== 'rejected']);
    const trail = await door.db('audit_events').where({ subject_id: made.id }).orderBy('id', 'desc').first();
    expect(trail).toMatchObject({
      actor_id: staff[who].id,
      actor_name: 'Dewi Lestari',
      actor_role: 'admin',
    });
    if (action !== 'edit') expect(trail.details.status).toEqual({ from, to });
  });

  test.each(ANNOUNCEMENT_STATUSES)(
    'when it is %s and is to be thrown away, then only a draft is',
    async (status) => {
      const students = await waiting(door, 2);
      const { id } = await inStatus(door, staff, status, students);
      const before = await traces(door, id);
      const answer = await door.call(discardAnnouncement, staff.author, { params: { id } });
      if (status !== 'draft') {
        expect([answer.statusCode, answer.json().code]).toEqual([409, 'announcement_status']);
        expect(await traces(door, id)).toEqual(before);
        return;
      }
      expect(answer.statusCode).toBe(204);
      expect((await door.call(getAnnouncement, staff.author, { params: { id } })).statusCode).toBe(404);
      const trail = await door.db('audit_events').where({ subject_id: id }).orderBy('id', 'desc').first();
      expect(trail).toMatchObject({
        action: 'announcement.discarded',
        actor_id: staff.author.id,
        details: { jenjang: 'SD', passed_count: 2, failed_count: 0 },
      });
      // Its students can be in another one.
      const list = await door.call(listWaitingStudents, staff.author, { params: { jenjang: 'SD' } });
      const waits = new Set(list.json().map(({ id: of }: { id: string }) => of));
      expect(students.every((one) => waits.has(one.id))).toBe(true);
      await inStatus(door, staff, 'draft', students);
    },
  );

  test('when one throws a draft away while another submits it, then one of both happens', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, version } = await inStatus(door, staff, 'draft', await waiting(door, 1));
      const seen = { params: { id }, headers: { 'if-match': `"${version}"` } };
      const [gone, sent] = await Promise.all([
        door.call(discardAnnouncement, staff.author, seen),
        door.call(submitAnnouncement, staff.admin, { ...seen, body: undefined }),
      ]);
      const left = await door.call(getAnnouncement, staff.author, { params: { id } });
      expect([gone.statusCode, sent.statusCode, left.statusCode]).toEqual(
        gone.statusCode === 204 ? [204, 404, 404] : [409, 200, 200],
      );
    }
  });

  test('when the whole way is gone, then who did what and when stays with it', async () => {
    const students = await waiting(door, 3);
    door.setClock(new Date('2026-11-20T03:00:00Z'));
    const { id } = await inStatus(door, staff, 'rejected', students);
    const revised = await step(door, reviseAnnouncement, staff.author, id);
    expect(revised).toMatchObject({
      status: 'draft',
      review_notes: 'Catatan',
      reviewed_by: { name: 'Hendra Gunawan', role: 'manager_pendidikan' },
      created_by: { name: 'Sri Wahyuni', role: 'staff_pendidikan' },
      own: true,
      may: ['edit', 'submit'],
    });
    await step(door, submitAnnouncement, staff.author, id);
    door.setClock(new Date('2026-11-21T03:00:00Z'));
    await step(door, reviewAnnouncement, staff.admin, id, { status: 'approved', review_notes: null });
    door.setClock(new Date('2026-11-22T03:00:00Z'));
    const published = await step(door, publishAnnouncement, staff.manager, id);
    expect(published).toMatchObject({
      status: 'published',
      review_notes: null,
      reviewed_by: { name: 'Dewi Lestari', role: 'admin' },
      reviewed_at: '2026-11-21T03:00:00.000Z',
      published_by: { name: 'Hendra Gunawan', role: 'manager_pendidikan' },
      published_at: '2026-11-22T03:00:00.000Z',
      counts: { total: 3, passed: 3, failed: 0, skipped: 0 },
      own: false,
      may: [],
    });
    expect(published.results.map((one) => [one.obstacle, one.skip_reason])).toEqual(
      students.map(() => [null, null]),
    );
    expect(await publishedEvents(door, id)).toEqual(
      published.results.map((one) => ({
        announcement_id: id,
        result_id: one.id,
        registration_id: one.registration_id,
        child_id: one.child_id,
        result: 'passed',
        individual_note: null,
        published_at: '2026-11-22T03:00:00.000Z',
        text: {
          title: published.title,
          content: published.content,
          observation_period: published.observation_period,
          jenjang: 'SD',
        },
        published_by: { id: staff.manager.id, name: 'Hendra Gunawan', role: 'manager_pendidikan' },
      })),
    );
  });

  test('when the author may review by role, then not the author’s own announcement; publishing it is allowed', async () => {
    const students = await waiting(door, 1);
    const made = await door.call(createAnnouncement, staff.admin, { body: form(students) });
    const { id } = made.json();
    await step(door, submitAnnouncement, staff.admin, id);
    for (const status of ['approved', 'rejected']) {
      const answer = await door.call(reviewAnnouncement, staff.admin, { params: { id }, body: { status } });
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'author_cannot_review']);
    }
    const seen = await door.call(getAnnouncement, staff.admin, { params: { id } });
    expect(seen.json()).toMatchObject({ status: 'pending_review', own: true, may: [] });
    await step(door, reviewAnnouncement, staff.manager, id, { status: 'approved' });
    expect((await step(door, publishAnnouncement, staff.admin, id)).status).toBe('published');
  });

  test('when FOUR_EYES is off, then one person can go the whole way', async () => {
    const alone = await openDoor({ FOUR_EYES: 'off' });
    try {
      const admin = await alone.caller('admin');
      const made = await alone.call(createAnnouncement, admin, { body: form(await waiting(alone, 1)) });
      const { id } = made.json();
      expect((await step(alone, submitAnnouncement, admin, id)).may).toEqual(['approve', 'reject']);
      await step(alone, reviewAnnouncement, admin, id, { status: 'approved' });
      expect((await step(alone, publishAnnouncement, admin, id)).status).toBe('published');
    } finally {
      await alone.close();
    }
  });

  test('when a draft without students is submitted, then 409, and with one it goes', async () => {
    const made = await inStatus(door, staff, 'draft', []);
    const refused = await door.call(submitAnnouncement, staff.author, { params: { id: made.id } });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'no_results']);
    const results = (await waiting(door, 1)).map((one) => ({
      child_id: one.child_id,
      registration_id: one.id,
      result: 'failed',
    }));
    await step(door, updateAnnouncement, staff.author, made.id, { results });
    expect((await step(door, submitAnnouncement, staff.author, made.id)).counts).toEqual({
      total: 1,
      passed: 0,
      failed: 1,
      skipped: 0,
    });
  });

  test('when two publish at once, and then twenty, then one does and each result leaves once', async () => {
    for (const crowd of [2, 20]) {
      const { id } = await inStatus(door, staff, 'approved', await waiting(door, 5));
      const people = Array.from({ length: crowd }, (_one, at) => (at % 2 ? staff.manager : staff.admin));
      const answers = await Promise.all(
        people.map((who) => door.call(publishAnnouncement, who, { params: { id } })),
      );
      expect(statuses(answers)).toEqual([200, ...Array.from({ length: crowd - 1 }, () => 409)]);
      const events = await publishedEvents(door, id);
      expect(new Set(events.map((one) => one.registration_id)).size).toBe(5);
      expect(events).toHaveLength(5);
    }
  });

  test('when it is approved and rejected at once, then one of both happens', async () => {
    const { id } = await inStatus(door, staff, 'pending_review', await waiting(door, 1));
    const answers = await Promise.all(
      ['approved', 'rejected', 'approved', 'rejected'].map((status, at) =>
        door.call(reviewAnnouncement, at % 2 ? staff.manager : staff.admin, {
          params: { id },
          body: { status },
        }),
      ),
    );
    expect(statuses(answers)).toEqual([200, 409, 409, 409]);
    const won = answers.find((answer) => answer.statusCode === 200)?.json();
    const now = await door.call(getAnnouncement, staff.admin, { params: { id } });
    expect(now.json().status).toBe(won.status);
  });

  test('when the caller has an older version, then 409 stale names who changed it and returns the present one', async () => {
    const made = await inStatus(door, staff, 'draft', await waiting(door, 1));
    const headers = { 'if-match': `"${made.version}"` };
    const params = { id: made.id };
    const first = await door.call(updateAnnouncement, staff.admin, {
      params,
      headers,
      body: { title: 'Pertama' },
    });
    expect(first.statusCode).toBe(200);
    for (const [call, body] of [
      [updateAnnouncement, { title: 'Kedua' }],
      [submitAnnouncement, undefined],
    ] as const) {
      const late = await door.call(call, staff.author, { params, headers, body });
      expect([late.statusCode, late.json().code]).toEqual([409, 'stale']);
      expect(late.json().stale).toMatchObject({
        changed_by: { name: 'Dewi Lestari', role: 'admin' },
        present: { title: 'Pertama', version: made.version + 1 },
      });
    }
  });
});
