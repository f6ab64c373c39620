import { longTest } from '@gerbang/domain/testing/runs';
import {
  RESULTS_MAX,
  createAnnouncement,
  getAnnouncement,
  listWaitingStudents,
  publishAnnouncement,
  reviewAnnouncement,
  reviseAnnouncement,
  submitAnnouncement,
  updateAnnouncement,
} from '@gerbang/contracts/announcements';
import { RESULTS_TOGETHER } from '@gerbang/contracts/result-events';
import { STAGES } from '@gerbang/domain/registration-stages';
import { uuidv7 } from 'uuidv7';
import {
  entry,
  form,
  inStatus,
  publishedEvents,
  registration,
  type Staff,
  statuses,
  step,
  tell,
  traces,
  waiting,
  useStaff,
} from './builders.ts';
import type { Door } from './door.ts';

describe('the students of an announcement', () => {
  let door: Door;
  let staff: Staff;
  useStaff((desk) => ({ door, staff } = desk));

  const create = (body: unknown, headers: Record<string, string> = {}) =>
    door.call(createAnnouncement, staff.author, { body, headers });
  const waitingAt = async (jenjang: string) => {
    const answer = await door.call(listWaitingStudents, staff.author, { params: { jenjang } });
    return (answer.json() as { id: string }[]).map((one) => one.id);
  };
  const count = async () => Number((await door.db('announcements').count('* as n').first())?.n);

  test('when students wait, then their level lists them by name, without personal numbers, until an announcement has them', async () => {
    const siti = registration({ child_name: 'Siti', child_nick_name: 'Ti', jenjang: 'KB', kelas: null });
    const adam = registration({ child_name: 'adam', jenjang: 'KB', kelas: null });
    for (const one of [siti, adam]) await tell(door, one);
    const answer = await door.call(listWaitingStudents, staff.author, { params: { jenjang: 'KB' } });
    expect(answer.json()).toEqual(
      [adam, siti].map((one) => ({
        id: one.id,
        child_id: one.child_id,
        child: {
          full_name: one.child_name,
          nick_name: one.child_nick_name,
          gender: one.child_gender,
          parent_name: one.mother_name,
          name_from_account: null,
        },
        registration_number: one.registration_number,
        jenjang: 'KB',
        kelas: null,
      })),
    );
    const made = await inStatus(door, staff, 'pending_review', [siti], { jenjang: 'KB' });
    expect(await waitingAt('KB')).toEqual([adam.id]);
    await step(door, reviewAnnouncement, staff.manager, made.id, { status: 'rejected' });
    expect(await waitingAt('KB')).toEqual([adam.id, siti.id]);
    await step(door, reviseAnnouncement, staff.author, made.id);
    expect(await waitingAt('KB')).toEqual([adam.id]);
  });

  test('when a year is chosen, then only its students wait in the list', async () => {
    const now = registration({ jenjang: 'SMP', kelas: '7' });
    const next = registration({ jenjang: 'SMP', kelas: '7', academic_year: '2027/2028' });
    for (const one of [now, next]) await tell(door, one);
    const list = async (query: string) => {
      const params = { jenjang: 'SMP' };
      const answer = await door.call(listWaitingStudents, staff.author, { params, query });
      return (answer.json() as { id: string }[]).map(({ id }) => id);
    };
    expect(await list('academic_year=2026/2027')).toEqual([now.id]);
    expect(await list('academic_year=2027/2028')).toEqual([next.id]);
    expect((await list('')).toSorted()).toEqual([now.id, next.id].toSorted());
  });

  test.each(STAGES)(
    'when a registration is at %s, then it waits only where that is the stage',
    async (stage) => {
      const one = registration({ current_stage: stage });
      await tell(door, one);
      const listed = (await waitingAt('SD')).includes(one.id);
      const answer = await create(form([one]));
      const waits = stage === 'waiting_announcement';
      expect([listed, answer.statusCode]).toEqual([waits, waits ? 201 : 409]);
      if (!waits) {
        expect(answer.json()).toMatchObject({
          code: 'not_waiting',
          issues: [
            {
              path: 'results.0.registration_id',
              message: `${one.child_name} tidak lagi menunggu pengumuman`,
            },
          ],
        });
      }
    },
  );

  test('when a draft is made, then it has what was sent and nothing that was not', async () => {
    const [first, second] = await waiting(door, 2);
    const results = [
      entry(first!, { result: 'failed', individual_note: ' Semoga tahun depan\r\nberjumpa lagi ' }),
      entry(second!),
    ];
    const answer = await create(form([], { results, title: '  Hasil  ' }));
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      title: 'Hasil',
      status: 'draft',
      version: 1,
      own: true,
      may: ['edit', 'submit'],
      created_by: { name: 'Sri Wahyuni', role: 'staff_pendidikan' },
      reviewed_by: null,
      published_at: null,
      counts: { total: 2, passed: 1, failed: 1, skipped: 0 },
      results: [
        {
          registration_id: first!.id,
          result: 'failed',
          individual_note: 'Semoga tahun depan\nberjumpa lagi',
          child: { full_name: first!.child_name, nick_name: null },
          registration: { registration_number: first!.registration_number, jenjang: 'SD', kelas: '1' },
          obstacle: null,
        },
        { registration_id: second!.id, result: 'passed', individual_note: null },
      ],
    });
  });

  test.each([
    ['an unknown registration', async () => ({ results: [entry(registration())] })],
    [
      'the child of another registration',
      async () => {
        const [one, other] = await waiting(door, 2);
        return { results: [entry(one!, { child_id: other!.child_id })] };
      },
    ],
    [
      'a registration of another level',
      async () => ({ results: [entry((await waiting(door, 1, { jenjang: 'TK' }))[0]!)] }),
    ],
  ])('when %s is sent, then 422 and nothing is kept', async (_what, make) => {
    const before = await count();
    const answer = await create(form([], await make()));
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'results']);
    expect(answer.json().issues[0].path).toBe('results.0.registration_id');
    expect(await count()).toBe(before);
  });

  test.each([
    ['no title', { title: ' \u200B ' }, 'title'],
    ['a title that is too long', { title: 'x'.repeat(201) }, 'title'],
    ['no content', { content: '\n' }, 'content'],
    ['a content that is too long', { content: 'x'.repeat(5001) }, 'content'],
    ['a content with markup', { content: 'Selamat.\n<script>alert(1)</script>' }, 'content'],
    ['no period', { observation_period: '' }, 'observation_period'],
    ['an unknown level', { jenjang: 'SMA' }, 'jenjang'],
    ['a status', { status: 'published' }, 'status'],
    ['an author', { created_by: 'x' }, 'created_by'],
    ['results that are no list', { results: {} }, 'results'],
    [
      'a result that is none',
      { results: [{ ...entry(registration()), result: 'maybe' }] },
      'results.0.result',
    ],
    [
      'a note that is too long',
      { results: [entry(registration(), { individual_note: 'x'.repeat(1001) })] },
      'results.0.individual_note',
    ],
    ['another field of a result', { results: [entry(registration(), { live: false })] }, 'results.0.live'],
  ])('when %s is sent, then 400 at the field', async (_what, change, path) => {
    const answer = await create(form([], change));
    expect(answer.statusCode).toBe(400);
    expect(answer.json().issues.map((issue: { path: string }) => issue.path)).toContain(path);
  });

  test('when a registration is named twice, then 400 names the second', async () => {
    const [one] = await waiting(door, 1);
    const answer = await create(form([one!, one!]));
    expect([answer.statusCode, answer.json().issues[0].path]).toEqual([400, 'results.1.registration_id']);
  });

  test('when a registration is named twice, the second time in capitals, then 400 names the second', async () => {
    const [one] = await waiting(door, 1);
    const shouted = { ...entry(one!), registration_id: one!.id.toUpperCase() };
    const answer = await create(form([], { results: [entry(one!), shouted] }));
    expect([answer.statusCode, answer.json().issues[0].path]).toEqual([400, 'results.1.registration_id']);
  });

  test('when ten make a draft with the same students at once, then one has them and the others learn whom they missed', async () => {
    const students = await waiting(door, 6);
    const before = await count();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_one, at) =>
        create(form(at % 2 ? students.toReversed() : students, { title: `Draf ${at}` })),
      ),
    );
    expect(statuses(answers)).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    for (const answer of answers.filter((one) => one.statusCode === 409)) {
      expect(answer.json().code).toBe('already_announced');
      expect(answer.json().issues).toContainEqual({
        path: expect.stringMatching(/^results\.\d\.registration_id$/u),
        message: `${students[0]!.child_name} sudah termasuk dalam pengumuman lain`,
      });
    }
    expect(await count()).toBe(before + 1);
    const live = await door.db('announcement_results').whereIn(
      'registration_id',
      students.map((one) => one.id),
    );
    expect(live).toHaveLength(6);
  });

  test('when the database is written past the service, then it refuses a second live result all the same', async () => {
    const students = await waiting(door, 1);
    await inStatus(door, staff, 'published', students);
    const other = await inStatus(door, staff, 'draft', []);
    const row = {
      announcement_id: other.id,
      registration_id: students[0]!.id,
      child_id: uuidv7(),
      result: 'passed',
    };
    await expect(door.db('announcement_results').insert({ id: uuidv7(), ...row })).rejects.toMatchObject({
      constraint: 'announcement_results_live',
    });
  });

  test('when what was rejected is taken back after another took its students, then 409 with the names, and it stays rejected', async () => {
    const students = await waiting(door, 3);
    const { id } = await inStatus(door, staff, 'rejected', students);
    const [, taken] = students;
    await inStatus(door, staff, 'draft', [taken!]);
    const before = await traces(door, id);
    const answer = await door.call(reviseAnnouncement, staff.author, { params: { id } });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'already_announced',
      issues: [{ message: `${taken!.child_name} sudah termasuk dalam pengumuman lain` }],
    });
    expect(await traces(door, id)).toEqual(before);
  });

  test('when it is taken back while another takes its students, then one of both has them', async () => {
    for (let round = 0; round < 6; round += 1) {
      const students = await waiting(door, 2);
      const { id } = await inStatus(door, staff, 'rejected', students);
      const answers = await Promise.all([
        door.call(reviseAnnouncement, staff.author, { params: { id } }),
        create(form(students)),
      ]);
      expect(answers.filter((answer) => answer.statusCode === 409)).toHaveLength(1);
      const live = await door
        .db('announcement_results')
        .whereIn(
          'registration_id',
          students.map((one) => one.id),
        )
        .where({ live: true });
      expect(live).toHaveLength(2);
      expect(new Set(live.map((one) => one.announcement_id)).size).toBe(1);
    }
  });

  test('when a draft is edited, then only what was sent changes, a sent list replaces the old one, and rows that stay keep their id', async () => {
    const [one, two, three] = await waiting(door, 3);
    const made = await inStatus(door, staff, 'draft', [one!, two!]);
    const edit = (body: unknown) => step(door, updateAnnouncement, staff.author, made.id, body);
    const retitled = await edit({ title: 'Baru' });
    expect(retitled).toMatchObject({ title: 'Baru', content: made.content, version: 2 });
    expect(retitled.results).toEqual(made.results);
    const results = [entry(two!, { result: 'failed', individual_note: 'Catatan' }), entry(three!)];
    const listed = await edit({ results });
    expect(listed.counts).toEqual({ total: 2, passed: 1, failed: 1, skipped: 0 });
    expect(listed.results.map((row) => [row.registration_id, row.result, row.individual_note])).toEqual([
      [two!.id, 'failed', 'Catatan'],
      [three!.id, 'passed', null],
    ]);
    expect(listed.results[0]?.id).toBe(made.results[1]?.id);
    expect((await waitingAt('SD')).includes(one!.id)).toBe(true);
    const same = await edit({ title: 'Baru', results });
    expect(same.version).toBe(listed.version);
    expect((await edit({ results: [] })).counts.total).toBe(0);
  });

  test('when the level of a draft changes, then its students must fit it', async () => {
    const made = await inStatus(door, staff, 'draft', await waiting(door, 1));
    const refused = await door.call(updateAnnouncement, staff.author, {
      params: { id: made.id },
      body: { jenjang: 'SMP' },
    });
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'results']);
    const other = await waiting(door, 1, { jenjang: 'SMP', kelas: '7' });
    const body = { jenjang: 'SMP', results: other.map((one) => entry(one)) };
    expect((await step(door, updateAnnouncement, staff.author, made.id, body)).jenjang).toBe('SMP');
  });

  test('when a draft is sent twice under one key, then there is one, and another body is 422', async () => {
    const body = form(await waiting(door, 1));
    const headers = { 'idempotency-key': 'draf-sekali-0001' };
    const before = await count();
    const answers = [await create(body, headers), await create(body, headers)];
    expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201]);
    expect(answers[1]?.json()).toEqual(answers[0]?.json());
    expect((await create({ ...body, title: 'Lain' }, headers)).statusCode).toBe(422);
    expect(await count()).toBe(before + 1);
  });

  longTest(
    'when an announcement has 2,500 students, then it goes the whole way; with one more it is 400',
    async () => {
      const students = Array.from({ length: RESULTS_MAX }, () =>
        registration({ jenjang: 'TK', kelas: 'TK A' }),
      );
      await door.db.batchInsert(
        'registrations',
        students.map((one) => {
          const { id, version, deleted, user_id, child_id, child_name, registration_number } = one;
          const { jenjang, kelas, academic_year, current_stage, payment_status } = one;
          const names = { child_name, registration_number };
          return {
            ...names,
            id,
            version,
            deleted,
            user_id,
            child_id,
            jenjang,
            kelas,
            academic_year,
            current_stage,
            payment_status,
          };
        }),
        500,
      );
      const note = 'Catatan panjang untuk keluarga. '.repeat(31).slice(0, 900);
      const results = students.map((one) => entry(one, { individual_note: note }));
      const tooMany = [...results, entry(registration())];
      expect((await create(form([], { jenjang: 'TK', results: tooMany }))).statusCode).toBe(400);
      const answer = await create(form([], { jenjang: 'TK', results }));
      expect(answer.statusCode).toBe(201);
      const { id } = answer.json();
      await step(door, submitAnnouncement, staff.author, id);
      await step(door, reviewAnnouncement, staff.manager, id, { status: 'approved' });
      const events = () => door.db('outbox_events').where({ type: 'results.published' });
      const before = (await events()).length;
      const published = await step(door, publishAnnouncement, staff.manager, id);
      expect(published.results).toHaveLength(RESULTS_MAX);
      const told = await publishedEvents(door, id);
      expect(told.map((one) => one.result_id)).toEqual(published.results.map((one) => one.id));
      expect((await events()).length - before).toBe(RESULTS_MAX / RESULTS_TOGETHER);
      // What the publication answers is what a look at it answers.
      const seen = await door.call(getAnnouncement, staff.manager, { params: { id } });
      expect(seen.json()).toEqual(published);
      const huge = await create({ ...form([]), content: 'x'.repeat(4 * 1024 * 1024) });
      expect(huge.statusCode).toBe(413);
    },
  );
});
