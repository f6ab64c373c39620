import { admissionExport } from '@gerbang/contracts/admission-export';
import {
  type OwnSheet,
  listScores,
  readScore,
  reopenScore,
  type ScoreBoard,
  writeScore,
} from '@gerbang/contracts/observation-scores';
import { endpoints } from '@gerbang/contracts/all';
import { cell } from '@gerbang/contracts/endpoint';
import { activateRubric, listRubrics, type Rubric, writeRubric } from '@gerbang/contracts/rubrics';
import { changeStage } from '@gerbang/contracts/registration-stages';
import type { EventPayload } from '@gerbang/contracts/events';
import { previewRetention, runRetention } from '@gerbang/service-kit/data/retention';
import { alone } from '@gerbang/service-kit/testing/alone';
import { uuidv7 } from 'uuidv7';
import { replaySummaries } from '../src/observation-scores/scores.repository.ts';
import { retentionRules } from '../src/retention/retention.ts';
import type { Caller } from './door.ts';
import type { Applicant } from './seats-world.ts';
import { openSlotsWorld, type SlotsWorld } from './slots-world.ts';

const ITEMS = [
  { key: 'menyimak', label: 'Menyimak cerita', help: null, group: 'bahasa', weight: 3 },
  { key: 'giliran', label: 'Menunggu giliran', help: null, group: 'sosial', weight: 1 },
  { key: 'harapan', label: 'Kesamaan harapan', help: null, group: 'orang_tua', weight: 1 },
];
const FULL = { menyimak: 4, giliran: 3, harapan: 2 };

describe('sheets of assessors', () => {
  let world: SlotsWorld;
  let dewi: Caller;
  let rahma: Caller;
  let one: Applicant;
  beforeEach(async () => {
    world = await openSlotsWorld();
    dewi = await world.door.caller('staff_pendidikan', 'Dewi');
    rahma = await world.door.caller('staff_pendidikan', 'Rahma');
    [one] = (await world.registered(1)) as [Applicant];
  });
  afterEach(() => world.close());

  const call = (value: Parameters<typeof world.door.call>[0], caller: Caller, body?: object) =>
    world.door.call(value, caller, { params: { id: one.id }, ...(body && { body }) });
  const rubric = async (): Promise<Rubric> => {
    const body = { jenjang: 'SD', title: 'Observasi SD', items: ITEMS };
    const draft = (await world.door.call(writeRubric, world.desk, { body })).json();
    return (
      await world.door.call(activateRubric, world.manager, { params: { id: draft.id }, body: {} })
    ).json();
  };
  /** A child that came to a slot of these people. */
  const attended = async (people: readonly Caller[] = [dewi, rahma]) => {
    await world.book(one, await world.slot({ assessors: people.map(({ id }) => id) }));
    await move('obs_attended', { content: 'Hadir' });
  };
  const move = async (current_stage: string, more: object = {}) => {
    const answer = await call(changeStage, world.desk, { current_stage, ...more });
    if (answer.statusCode !== 200) throw new Error(answer.body);
  };
  const read = async (caller: Caller): Promise<OwnSheet> => (await call(readScore, caller)).json();
  const write = (caller: Caller, body: object = {}) =>
    call(writeScore, caller, { scores: FULL, status: 'submitted', ...body });
  const board = async (caller: Caller = world.manager): Promise<ScoreBoard> =>
    (await call(listScores, caller)).json();
  const reopen = async (caller: Caller, scoreId: string, reason = 'Tertukar dengan anak lain') =>
    world.door.call(reopenScore, caller, { params: { id: one.id, scoreId }, body: { reason } });
  const summaries = () =>
    world.door.published
      .filter(({ type }) => type === 'observation.summarised')
      .map(({ payload }) => payload as EventPayload<'observation.summarised'>);
  const trail = async () =>
    (
      await world.door
        .db('audit_events')
        .where({ subject_id: one.id })
        .where('action', 'like', 'score.%')
        .orderBy('id')
    ).map(({ action, actor_name }) => [action, actor_name]);

  test('when two assessors save and send, then each reads its own sheet, and the head what they say together', async () => {
    await rubric();
    await attended();
    const empty = await read(dewi);
    expect(empty).toMatchObject({ sheet: null, reads_all: false, rubric: { title: 'Observasi SD' } });
    expect(empty).not.toHaveProperty('closed');
    const saved = (
      await write(dewi, { status: 'draft', scores: { menyimak: 4 }, notes: 'Ragu di awal' })
    ).json();
    expect(saved.sheet).toMatchObject({ status: 'draft', average: 4, notes: 'Ragu di awal', version: 1 });
    const row = await world.door.db('observation_scores').first();
    expect([row.notes.startsWith('v1.'), row.notes.includes('Ragu')]).toEqual([true, false]);
    expect(summaries()).toEqual([]);
    const sent = await write(dewi, { version: 1, recommendation: 'disarankan' });
    expect(sent.json()).toMatchObject({ sheet: { status: 'submitted', average: 3.4 }, reads_all: true });
    expect(summaries()).toMatchObject([{ sheets: 1, average: 3.4, spread: null, version: 1 }]);
    expect((await call(listScores, rahma)).statusCode).toBe(403);
    await write(rahma, { scores: { menyimak: 2, giliran: 2 }, recommendation: 'dipertimbangkan' });
    const together = {
      sheets: 2,
      average: 2.7,
      spread: 1.4,
      recommendations: { disarankan: 1, dipertimbangkan: 1 },
    };
    expect(summaries().at(-1)).toEqual({ ...together, registration_id: one.id, version: 2 });
    expect(await board(rahma)).toMatchObject({
      ...together,
      all: [
        { assessor: { name: 'Dewi' }, content: { average: 3.4, scores: FULL } },
        { assessor: { name: 'Rahma' }, content: { average: 2 } },
      ],
    });
    expect(await trail()).toEqual([
      ['score.saved', 'Dewi'],
      ['score.submitted', 'Dewi'],
      ['score.submitted', 'Rahma'],
      ['score.read', 'Rahma'],
    ]);
    expect(
      JSON.stringify(await world.door.db('audit_events').where('action', 'like', 'score.%')),
    ).not.toMatch(alone('3.4'));
  });

  test('when too little was given, then a draft is kept and sending is refused', async () => {
    await rubric();
    await attended();
    const few = { giliran: 4, harapan: 4, menyimak: null };
    const saved = await write(dewi, { scores: few, status: 'draft' });
    expect(saved.json()).toMatchObject({ sheet: { average: null, scores: few } });
    const refused = await write(dewi, { scores: few, version: 1 });
    expect(refused.json()).toMatchObject({ statusCode: 422, code: 'too_few_items' });
    expect((await read(dewi)).sheet).toMatchObject({ status: 'draft', version: 1 });
    expect((await write(dewi, { scores: { lain: 3 }, version: 1 })).json()).toMatchObject({
      statusCode: 422,
      code: 'scores',
    });
    expect((await write(dewi, { scores: { menyimak: 5 }, version: 1 })).statusCode).toBe(400);
  });

  test('when the sheet was saved elsewhere or sent, then an old page changes nothing', async () => {
    await rubric();
    await attended();
    await write(dewi, { status: 'draft' });
    const stale = await write(dewi, { scores: { menyimak: 1 } });
    expect(stale.json()).toMatchObject({
      statusCode: 409,
      code: 'stale',
      stale: { present: { sheet: { version: 1 } } },
    });
    const answers = await Promise.all(Array.from({ length: 8 }, () => write(dewi, { version: 1 })));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(409)]);
    expect((await write(dewi, { version: 2 })).json()).toMatchObject({ statusCode: 409, code: 'submitted' });
    expect(summaries()).toHaveLength(1);
  });

  test('when forty sheets of one child are sent at once, then the last summary holds them all, and versions rise by one', async () => {
    await rubric();
    await attended();
    const { rubric: used } = await read(dewi);
    const heads = await Promise.all(
      Array.from({ length: 40 }, (_, n) => world.door.caller('manager_pendidikan', `Kepala ${n}`)),
    );
    const answers = await Promise.all(
      heads.map((head, n) => write(head, { scores: { ...FULL, menyimak: 1 + (n % 4) } })),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(used).not.toBeNull();
    const said = summaries();
    expect(said.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual(heads.map((_, n) => n + 1));
    expect(said.find(({ version }) => version === 40)).toMatchObject({
      sheets: 40,
      average: 2.5,
      spread: 1.8,
    });
  });

  test.each([
    ['before the observation', 'obs_scheduled', {}],
    ['after the result', 'passed', {}],
  ])('when it is %s, then no sheet is written', async (_when, current_stage) => {
    await rubric();
    await attended();
    await world.door.db('registrations').where({ id: one.id }).update({ current_stage });
    expect((await write(dewi)).json()).toMatchObject({ statusCode: 409, code: 'stage_not_allowed' });
    expect((await read(dewi)).closed).toMatch(/^Lembar ditulis sejak/u);
  });

  test('when a caller does not observe in the slot, or it is its own family, then no sheet is written but by the head', async () => {
    await rubric();
    await attended([dewi]);
    const admin = await world.door.caller('admin', 'Ani');
    for (const other of [rahma, admin]) {
      expect((await write(other)).json()).toMatchObject({ statusCode: 403, code: 'not_assessor' });
      expect((await read(other)).closed).toBeDefined();
    }
    expect((await write(world.manager)).statusCode).toBe(200);
    await move('waiting_announcement');
    expect((await write(dewi)).statusCode).toBe(200);
    await world.door
      .db('parents')
      .update({ user_id: world.manager.id })
      .whereIn('id', world.door.db('children').where({ id: one.child_id }).select('parent_id'));
    const [sheet] = await world.door.db('observation_scores').where({ assessor_id: world.manager.id });
    await world.door.db('observation_scores').where({ id: sheet.id }).delete();
    expect((await write(world.manager)).json()).toMatchObject({ statusCode: 403, code: 'own_family' });
  });

  test('when the level has no rubric in force, then the sheet says so', async () => {
    await attended();
    expect(await read(dewi)).toMatchObject({
      rubric: null,
      closed: 'Jenjang ini belum mempunyai rubrik yang berlaku.',
    });
    expect((await write(dewi)).json()).toMatchObject({ statusCode: 409, code: 'no_rubric' });
  });

  test('when the rubric is replaced, then a saved sheet keeps its own, and a new one has the next', async () => {
    const first = await rubric();
    await attended();
    await write(dewi, { status: 'draft' });
    const second = await rubric();
    expect((await read(dewi)).rubric?.id).toBe(first.id);
    expect((await read(rahma)).rubric?.id).toBe(second.id);
    expect((await world.door.call(listRubrics, world.desk)).json()).toContainEqual(
      expect.objectContaining({ id: first.id, status: 'retired' }),
    );
  });

  test('when the head opens a sheet again, then it counts no more until it is sent, with the reason for its assessor', async () => {
    await rubric();
    await attended();
    await write(dewi);
    const [sheet] = (await board()).all;
    const id = sheet?.id ?? '';
    expect((await reopen(world.desk, id)).statusCode).toBe(403);
    expect((await reopen(world.manager, uuidv7())).statusCode).toBe(404);
    const opened = await reopen(world.manager, id);
    expect(opened.json()).toMatchObject({
      sheets: 0,
      average: null,
      all: [{ status: 'draft', content: null }],
    });
    expect(summaries().at(-1)).toMatchObject({ sheets: 0, average: null, recommendations: {}, version: 2 });
    expect((await reopen(world.manager, id)).json()).toMatchObject({
      statusCode: 409,
      code: 'not_submitted',
    });
    const mine = await read(dewi);
    expect(mine.sheet).toMatchObject({
      scores: FULL,
      reopened: { by: 'Hendra Gunawan', reason: 'Tertukar dengan anak lain' },
    });
    expect((await write(dewi, { version: mine.sheet?.version })).json()).toMatchObject({
      sheet: { status: 'submitted' },
    });
    await world.door.db('registrations').where({ id: one.id }).update({ current_stage: 'failed' });
    expect((await reopen(world.manager, id)).json()).toMatchObject({
      statusCode: 409,
      code: 'stage_not_allowed',
    });
  });

  test('when a family reads anything, then it meets no score, recommendation or note', async () => {
    await rubric();
    await attended();
    await write(dewi, {
      scores: { ...FULL, menyimak: 2 },
      notes: 'RAHASIACATATAN',
      recommendation: 'tidak_disarankan',
    });
    await write(rahma, { notes: 'RAHASIALAIN', recommendation: 'dipertimbangkan' });
    const seen = (await call(listScores, world.manager)).body;
    await reopen(world.manager, (await board()).all[0]?.id ?? '', 'RAHASIAALASAN');
    await world.door.db('observation_summaries').update({
      average: 3.917,
      spread: 0.731,
      recommendations: JSON.stringify({ dipertimbangkan: 77_123 }),
    });
    const marks = ['RAHASIA', 'disarankan', 'dipertimbangkan', '3.917', '0.731', '77123', 'menyimak'];
    for (const mark of marks.filter((one) => /^[a-zR]/u.test(one))) {
      expect([mark, seen.includes(mark)]).toEqual([mark, true]);
    }
    const params: Record<string, string> = { id: one.id, childId: one.child_id };
    const answered: string[] = [];
    for (const value of endpoints) {
      const family =
        value.service === 'admission' &&
        value.access.kind !== 'public' &&
        cell(value, 'wali_murid') === 'allowed';
      if (!family || value.method !== 'GET') continue;
      const named = value.path.startsWith('/api/children') ? { ...params, id: one.child_id } : params;
      const answer = await world.door.call(value, one.family, { params: named });
      if (answer.statusCode === 200) answered.push(value.id);
      for (const mark of marks) expect([value.id, answer.body.includes(mark)]).toEqual([value.id, false]);
    }
    expect(answered.length).toBeGreaterThan(8);
    const data = await world.door.call(admissionExport, one.family, { body: {} });
    for (const mark of marks) expect([mark, data.body.includes(mark)]).toEqual([mark, false]);
    expect(data.json().registrations[0].observation_assessments).toEqual([
      { assessor: 'Dewi', what: 'penilaian internal', at: expect.any(String) },
      { assessor: 'Rahma', what: 'penilaian internal', at: expect.any(String) },
    ]);
    expect(data.json().trail).toContainEqual(
      expect.objectContaining({ action: 'score.submitted', by: { name: 'Rahma', role: 'staff_pendidikan' } }),
    );
  });

  test('when a year is over since the announcement, then the average alone stays, and the copies are told', async () => {
    await rubric();
    await attended();
    await write(dewi);
    await write(rahma, { notes: 'Catatan', recommendation: 'disarankan' });
    await move('waiting_announcement');
    await world.publish([[one, 'passed']]);
    const text = { title: 'Hasil', content: 'Selamat', observation_period: 'Februari 2027', jenjang: 'SD' };
    const announcement = { ...text, id: uuidv7(), published_at: '2027-02-20T02:00:00Z' };
    await world.door.db('published_announcements').insert(announcement);
    await world.door
      .db('published_results')
      .insert({ id: uuidv7(), announcement_id: announcement.id, registration_id: one.id, result: 'passed' });
    const rules = retentionRules(world.door.context);
    world.door.setClock(new Date('2028-02-20T02:00:00Z'));
    expect(await previewRetention(world.door.db, rules)).toMatchObject({ observation_scores: 0 });
    world.door.setClock(new Date('2028-02-22T02:00:00Z'));
    expect(await runRetention(world.door.context, rules)).toMatchObject({ observation_scores: 1 });
    expect(await world.door.db('observation_scores')).toEqual([]);
    expect(summaries().at(-1)).toEqual({
      registration_id: one.id,
      sheets: 0,
      average: 3.4,
      spread: null,
      recommendations: {},
      version: 3,
    });
    expect(await board()).toMatchObject({ average: 3.4, all: [] });
    const before = summaries().length;
    expect(await replaySummaries(world.door.context)).toBe(1);
    expect(summaries().slice(before)).toEqual([summaries()[before - 1]]);
  });
});
