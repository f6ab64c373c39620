import { changeStage, listStaffStageHistory, listStageHistory } from '@gerbang/contracts/registration-stages';
import { verifyPayment } from '@gerbang/contracts/registration-payments';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { SELECTABLE_STAGES, STAGE_LABELS, STAGES } from '@gerbang/domain/registration-stages';
import { type Caller, type Door, openDoor } from './door.ts';
import { publishedSince, statuses, upload } from './families.ts';
import { inState, record, traces } from './staff.ts';

/** The stages that staff may choose, written out a second time. */
const TABLE: Readonly<Record<string, readonly string[]>> = {
  registered: ['registered', 'obs_scheduled'],
  obs_scheduled: ['registered', 'obs_scheduled', 'obs_attended', 'obs_not_attended'],
  obs_attended: ['obs_attended', 'waiting_announcement'],
  obs_not_attended: ['obs_not_attended', 'obs_scheduled'],
  waiting_announcement: ['waiting_announcement'],
};
const EDGES = STAGES.flatMap((from) => SELECTABLE_STAGES.map((to) => [from, to] as const));
const DAY_MS = 86_400_000;
const dayIn = (days: number) => jakartaDay(new Date(Date.now() + days * DAY_MS));

describe('stage changes by staff', () => {
  let door: Door;
  let staff: Caller;
  beforeAll(async () => {
    door = await openDoor();
    staff = await door.caller('staff_pendidikan', 'Sri Wahyuni');
  });
  afterEach(() => door.setClock(null));
  afterAll(() => door.close());

  const move = (id: string, body: object, headers: Record<string, string> = {}, who = staff) =>
    door.call(changeStage, who, { params: { id }, body, headers });
  const bodyFor = (to: string) => ({
    current_stage: to,
    content: to === 'obs_scheduled' ? dayIn(7) : 'Keterangan baru',
  });
  const entries = (id: string) =>
    door.db('registration_stages').where({ registration_id: id }).orderBy(['reached_at', 'id']);

  test.each(EDGES)('when the stage is %s and staff choose %s, then the table holds', async (from, to) => {
    const { made, family } = await inState(door, 'verified', from);
    const before = await traces(door, made.id);
    const since = door.published.length;
    const answer = await move(made.id, bodyFor(to));
    const after = await traces(door, made.id);
    if (!TABLE[from]?.includes(to)) {
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'stage_not_allowed']);
      expect(after).toEqual(before);
      return;
    }
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ current_stage: to, version: made.version + 1 });
    expect(after.stages).toBe(before.stages + 1);
    const seen = (await door.call(listStageHistory, family, { params: { id: made.id } })).json();
    expect(seen.at(-1)).toMatchObject({
      stage: to,
      content: bodyFor(to).content,
      created_by: { name: 'Sri Wahyuni', role: 'staff_pendidikan' },
    });
    expect(publishedSince(door, since, 'registration.changed')).toMatchObject([{ current_stage: to }]);
    expect(publishedSince(door, since, 'message.requested')).toMatchObject([
      {
        kind: 'stage_changed',
        params: {
          stage: STAGE_LABELS[to],
          number: made.registration_number,
          link: `http://localhost:8080/registrations?lihat=${made.id}`,
        },
      },
    ]);
  });

  test.each(EDGES.filter(([from, to]) => TABLE[from]?.includes(to)))(
    'when the fee is not verified and %s is to become %s, then only what needs no fee goes',
    async (from, to) => {
      for (const fee of ['pending', 'paid', 'rejected'] as const) {
        const { made } = await inState(door, fee, from);
        const answer = await move(made.id, bodyFor(to));
        if (to === 'registered') expect(answer.statusCode).toBe(200);
        else expect([answer.statusCode, answer.json().code]).toEqual([409, 'fee_not_verified']);
      }
    },
  );

  test('when the fee is reverted after scheduling, then the stage stays and nothing goes on until it is verified again', async () => {
    const admin = await door.caller('admin');
    const { made } = await inState(door, 'verified');
    await move(made.id, bodyFor('obs_scheduled'));
    const fee = (payment_status: string) =>
      door.call(verifyPayment, admin, { params: { id: made.id }, body: { payment_status } });
    expect((await fee('paid')).json()).toMatchObject({
      current_stage: 'obs_scheduled',
      payment_status: 'paid',
    });
    for (const [to, content] of [
      ['obs_attended', 'Hadir'],
      ['obs_not_attended', 'Tidak hadir'],
      ['obs_scheduled', dayIn(8)],
    ]) {
      const refusal = await move(made.id, { current_stage: to, content });
      expect([refusal.statusCode, refusal.json().code]).toEqual([409, 'fee_not_verified']);
    }
    expect((await move(made.id, bodyFor('obs_scheduled'))).statusCode).toBe(200);
    expect(await entries(made.id)).toHaveLength(2);
    expect((await fee('verified')).statusCode).toBe(200);
    expect((await move(made.id, bodyFor('obs_attended'))).statusCode).toBe(200);
  });

  test('when an observation is scheduled, then day, time and place are kept, sent and shown to the family', async () => {
    const { made, family } = await inState(door, 'verified');
    door.setClock(new Date('2026-11-30T16:59:00Z'));
    const since = door.published.length;
    const body = {
      current_stage: 'obs_scheduled',
      content: '2026-12-07',
      observation_time: '09:00',
      observation_place: 'Aula',
      note: 'Bawa rapor',
    };
    const answer = await move(made.id, body);
    expect(answer.json().observation_date).toBe('2026-12-07');
    const { current_stage: stage, ...written } = body;
    const seen = (await door.call(listStageHistory, family, { params: { id: made.id } })).json();
    expect(seen.at(-1)).toMatchObject({ stage, ...written });
    const [told] = publishedSince(door, since, 'message.requested');
    expect(told).toMatchObject({
      params: { detail: 'Observasi: Senin, 7 Desember 2026, 09.00 WIB di Aula.' },
    });
    const trail = await door
      .db('audit_events')
      .where({ action: 'registration.stage_changed', subject_id: made.id })
      .first();
    expect(trail.details).toMatchObject({
      child_id: made.child_id,
      current_stage: { from: 'registered', to: 'obs_scheduled' },
      observation_date: { from: null, to: '2026-12-07' },
    });
    const repeated = await move(made.id, body);
    expect([repeated.statusCode, repeated.json().version]).toEqual([200, made.version + 1]);
    expect(await entries(made.id)).toHaveLength(2);
    expect(publishedSince(door, since, 'message.requested')).toHaveLength(1);
    const moved = await move(made.id, { ...body, content: '2026-12-08' });
    expect(moved.json().observation_date).toBe('2026-12-08');
    expect(await entries(made.id)).toHaveLength(3);
    expect((await move(made.id, { current_stage: 'registered' })).json().observation_date).toBeNull();
  });

  test('B when the day is yesterday’s in Jakarta, then 422; today’s is fine, also when it is still yesterday in London', async () => {
    door.setClock(new Date('2026-11-30T18:30:00Z'));
    for (const [content, status] of [
      ['2026-11-30', 422],
      ['2026-12-01', 200],
    ] as const) {
      const { made } = await inState(door, 'verified');
      const answer = await move(made.id, { current_stage: 'obs_scheduled', content });
      expect([content, answer.statusCode]).toEqual([content, status]);
    }
  });

  test.each([
    ['no day', { current_stage: 'obs_scheduled' }, 'content'],
    ['a text as day', { current_stage: 'obs_scheduled', content: 'besok' }, 'content'],
    ['a day that is none', { current_stage: 'obs_scheduled', content: '2027-02-30' }, 'content'],
    ['a day before 1900', { current_stage: 'obs_scheduled', content: '1899-12-31' }, 'content'],
    ['a moment as day', { current_stage: 'obs_scheduled', content: '2027-02-03T10:00:00Z' }, 'content'],
    [
      'an hour that is none',
      { current_stage: 'obs_scheduled', content: '2027-02-03', observation_time: '24:00' },
      'observation_time',
    ],
    ['a time elsewhere', { current_stage: 'registered', observation_time: '09:00' }, 'observation_time'],
    ['a place elsewhere', { current_stage: 'obs_attended', observation_place: 'Aula' }, 'observation_place'],
    ['a stage of the announcement', { current_stage: 'passed' }, 'current_stage'],
    ['no stage', { content: 'x' }, 'current_stage'],
    ['who did it', { current_stage: 'registered', created_by_id: 'x' }, 'created_by_id'],
    ['a note that is too long', { current_stage: 'registered', note: 'x'.repeat(2001) }, 'note'],
    ['a note with markup', { current_stage: 'registered', note: 'Baik <b>sekali</b>' }, 'note'],
  ])('B when %s is sent, then 400 at the field', async (_what, body, path) => {
    const { made } = await inState(door, 'verified');
    const before = await traces(door, made.id);
    const answer = await move(made.id, body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().issues.map((issue: { path: string }) => issue.path)).toContain(path);
    expect(await traces(door, made.id)).toEqual(before);
  });

  test('when a file is attached, then the family and the staff can read it and others cannot', async () => {
    const { made, family } = await inState(door, 'verified', 'obs_scheduled');
    const link = await upload(door, staff, { purpose: 'stage_attachment', name: 'hasil.docx' });
    const body = { current_stage: 'obs_attended', file_attachment_url: link };
    expect((await move(made.id, body)).statusCode).toBe(200);
    expect((await move(made.id, body)).json().version).toBe(made.version + 1);
    const seen = (await door.call(listStageHistory, family, { params: { id: made.id } })).json();
    expect(seen.at(-1)).toMatchObject({
      file_attachment_url: link,
      file_attachment_filename: 'hasil.docx',
    });
    expect(seen).toEqual((await door.call(listStaffStageHistory, staff, { params: { id: made.id } })).json());
    const { family_user_id } = await door
      .db('files')
      .where({ id: link.split('/').at(-1) })
      .first();
    expect(family_user_id).toBe(family.id);
    const other = await inState(door, 'verified', 'obs_scheduled');
    const wrong = [
      link,
      await upload(door, staff),
      await upload(door, await door.caller('cs'), { purpose: 'stage_attachment' }),
    ];
    for (const one of wrong) {
      const answer = await move(other.made.id, { current_stage: 'obs_attended', file_attachment_url: one });
      expect(answer.statusCode).toBe(422);
    }
    expect((await record(door, staff, other.made.id)).current_stage).toBe('obs_scheduled');
  });

  test('when two record attendance differently at once, then exactly one wins and there is one entry', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { made } = await inState(door, 'verified', 'obs_scheduled');
      const answers = await Promise.all(
        ['obs_attended', 'obs_not_attended'].map((to) => move(made.id, { current_stage: to })),
      );
      expect(statuses(answers)).toEqual([200, 409]);
      expect(await entries(made.id)).toHaveLength(2);
    }
  });

  test('when ten schedule at once what they all see, then one wins and the others learn who it was', async () => {
    const { made } = await inState(door, 'verified');
    const since = door.published.length;
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_all, index) =>
        move(
          made.id,
          { current_stage: 'obs_scheduled', content: dayIn(index + 1) },
          { 'if-match': String(made.version) },
        ),
      ),
    );
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    const lost = answers.filter((answer) => answer.statusCode === 409);
    expect(lost.length).toBeGreaterThan(0);
    for (const answer of lost) {
      expect(answer.json()).toMatchObject({
        code: 'stale',
        stale: { changed_by: { name: 'Sri Wahyuni' }, present: { current_stage: 'obs_scheduled' } },
      });
    }
    expect(await entries(made.id)).toHaveLength(2);
    expect(publishedSince(door, since, 'message.requested')).toHaveLength(1);
  });

  test('when the fee is taken back while an observation is recorded, then what was accepted fits together', async () => {
    const admin = await door.caller('admin');
    for (let round = 0; round < 5; round += 1) {
      const { made } = await inState(door, 'verified', 'obs_scheduled');
      const [fee, stage] = await Promise.all([
        door.call(verifyPayment, admin, { params: { id: made.id }, body: { payment_status: 'paid' } }),
        move(made.id, { current_stage: 'obs_attended' }),
      ]);
      expect(fee.statusCode).toBe(200);
      expect([200, 409]).toContain(stage.statusCode);
      const now = await record(door, admin, made.id);
      expect(now.payment_status).toBe('paid');
      expect(now.current_stage).toBe(stage.statusCode === 200 ? 'obs_attended' : 'obs_scheduled');
    }
  });
});
