import { createRegistration, getRegistration, listRegistrations } from '@gerbang/contracts/registrations';
import { changeStage, listStaffStageHistory } from '@gerbang/contracts/registration-stages';
import { verifyPayment } from '@gerbang/contracts/registration-payments';
import { STAGES } from '@gerbang/domain/registration-stages';
import { uuidv7 } from 'uuidv7';
import { type Caller, type Door, useDoor } from './door.ts';
import { publishedSince, registrationForm, statuses } from './families.ts';
import { announced, apply, PUBLISHED_AT, published, waitingOne } from './registration-stages-results.ts';
import { inState, record, traces } from './staff.ts';

describe('published results', () => {
  let door: Door;
  let admin: Caller;
  useDoor(async (opened) => {
    door = opened;
    admin = await door.caller('admin');
  });

  const phoneOf = async (id: string) => (await door.db('accounts').where({ id }).first()).phone;
  const history = async (id: string) =>
    (await door.call(listStaffStageHistory, admin, { params: { id } })).json();

  test.each([
    ['passed', PUBLISHED_AT],
    ['failed', null],
  ] as const)(
    'when a child %s, then stage, time, history, one message and the event follow from it once',
    async (result, acceptedAt) => {
      const { made, family } = await waitingOne(door);
      const since = door.published.length;
      const event = published(made, { result });
      await apply(door, event);
      const own = await door.call(getRegistration, family, { params: { id: made.id } });
      expect(own.json()).toMatchObject({
        current_stage: result,
        accepted_at: acceptedAt,
        version: made.version + 1,
      });
      const listed = (await door.call(listRegistrations, family)).json();
      expect(listed[0]).toMatchObject({ current_stage: result, accepted_at: acceptedAt });
      expect((await history(made.id)).at(-1)).toMatchObject({
        stage: result,
        created_by: { name: 'Hendra Gunawan', role: 'manager_pendidikan' },
      });
      expect(publishedSince(door, since, 'message.requested')).toEqual([
        {
          kind: 'result_published',
          dedupeKey: `ann:${event.announcement_id}:${made.id}`,
          to: await phoneOf(family.id),
          accountId: family.id,
          priority: 'bulk',
          params: {
            child: 'Aisyah Putri',
            level: 'SD kelas 1',
            number: made.registration_number,
            link: 'http://localhost:8080/dashboard',
          },
        },
      ]);
      expect(publishedSince(door, since, 'registration.changed')).toMatchObject([
        { id: made.id, current_stage: result },
      ]);
      const trail = await door
        .db('audit_events')
        .where({ subject_id: made.id, action: 'registration.stage_changed' })
        .first();
      expect(trail).toMatchObject({
        actor_name: 'Hendra Gunawan',
        details: { current_stage: { from: 'waiting_announcement', to: result } },
      });
    },
  );

  test('M-9 when the same result comes again, as the same event and as another, late and at once, then it acts once', async () => {
    const { made } = await waitingOne(door);
    const event = published(made);
    const id = uuidv7();
    await Promise.all(Array.from({ length: 6 }, (_one, at) => apply(door, event, at % 2 ? id : uuidv7())));
    const once = await traces(door, made.id);
    expect(once.row.current_stage).toBe('passed');
    expect(once.stages).toBe(2);
    await apply(door, event, id);
    await apply(door, event);
    expect(await traces(door, made.id)).toEqual(once);
    expect(door.published.filter((one) => one.type === 'result.skipped')).toEqual([]);
  });

  test.each(STAGES.filter((stage) => stage !== 'waiting_announcement'))(
    'when the registration is at %s instead, then nothing changes and it is reported back, once an event',
    async (stage) => {
      const { made } = await inState(door, 'verified', stage);
      const before = await traces(door, made.id);
      const since = door.published.length;
      const event = published(made, { result: 'failed' });
      const id = uuidv7();
      await apply(door, event, id);
      await apply(door, event, id);
      expect(await traces(door, made.id)).toEqual(before);
      expect(publishedSince(door, since, 'result.skipped')).toEqual([
        { announcement_id: event.announcement_id, registration_id: made.id, reason: 'stage' },
      ]);
    },
  );

  test('when the fee was taken back, the registration deleted, unknown, another child’s or of another level, then it is reported why', async () => {
    const reasons = async (event: ReturnType<typeof published>) => {
      const since = door.published.length;
      await apply(door, event);
      expect(publishedSince(door, since, 'message.requested')).toEqual([]);
      return publishedSince(door, since, 'result.skipped').map((one) => one.reason);
    };
    const reverted = await inState(door, 'paid', 'waiting_announcement');
    expect(await reasons(published(reverted.made))).toEqual(['fee']);
    const deleted = await waitingOne(door);
    await door.db('registrations').where({ id: deleted.made.id }).update({ deleted_at: new Date() });
    expect(await reasons(published(deleted.made))).toEqual(['deleted']);
    expect(await reasons(published({ ...deleted.made, id: uuidv7() }))).toEqual(['deleted']);
    const other = await waitingOne(door);
    expect(await reasons(published({ ...other.made, child_id: uuidv7() }))).toEqual(['stage']);
    expect((await record(door, admin, other.made.id)).current_stage).toBe('waiting_announcement');
    const corrected = await waitingOne(door);
    await door.db('registrations').where({ id: corrected.made.id }).update({ jenjang: 'TK', kelas: 'TK B' });
    expect(
      await reasons(
        published(corrected.made, {
          text: { title: 'Hasil', content: 'Isi', observation_period: 'Februari', jenjang: 'SD' },
        }),
      ),
    ).toEqual(['level']);
    expect((await record(door, admin, corrected.made.id)).current_stage).toBe('waiting_announcement');
  });

  test('when a result and a change by staff come at once, then what stands fits together', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { made } = await waitingOne(door);
      const event = published(made);
      const [, stage, fee] = await Promise.all([
        apply(door, event),
        door.call(changeStage, admin, {
          params: { id: made.id },
          body: { current_stage: 'waiting_announcement', content: `Catatan ${round}` },
        }),
        door.call(verifyPayment, admin, { params: { id: made.id }, body: { payment_status: 'paid' } }),
      ]);
      const now = await record(door, admin, made.id);
      const skipped = door.published.some(
        (one) => one.type === 'result.skipped' && one.payload.registration_id === made.id,
      );
      expect([200, 409]).toContain(stage.statusCode);
      expect(now.current_stage).toBe(skipped ? 'waiting_announcement' : 'passed');
      // After the result the fee stays as it is; what was taken back before it keeps the result away.
      expect(fee.statusCode).toBe(skipped ? 200 : 409);
      const stages = (await history(made.id)).map((one: { stage: string }) => one.stage);
      expect(stages.filter((one: string) => one === 'passed')).toHaveLength(skipped ? 0 : 1);
    }
  });

  test('when two announcements publish different results of one registration at once, then one is applied and the other reported', async () => {
    const { made } = await waitingOne(door);
    const since = door.published.length;
    const events = [published(made), published(made, { result: 'failed' })];
    await Promise.all(events.map((event) => apply(door, event)));
    const now = await record(door, admin, made.id);
    const applied = events.find((event) => event.result === now.current_stage);
    expect(publishedSince(door, since, 'result.skipped')).toEqual([
      expect.objectContaining({
        announcement_id: events.find((event) => event !== applied)?.announcement_id,
        reason: 'stage',
      }),
    ]);
    expect(publishedSince(door, since, 'message.requested')).toHaveLength(1);
  });

  test('when the account of the family is not known yet, then its message waits for it', async () => {
    const { made, family } = await waitingOne(door);
    await door.db('accounts').where({ id: family.id }).delete();
    const since = door.published.length;
    const event = published(made);
    await apply(door, event);
    expect(publishedSince(door, since, 'message.requested')).toEqual([]);
    expect(publishedSince(door, since, 'family.message.requested')).toMatchObject([
      { userId: family.id, dedupeKey: `ann:${event.announcement_id}:${made.id}`, priority: 'bulk' },
    ]);
  });

  test('when a child failed, then it may register anew that year; when it passed, it may not', async () => {
    for (const [result, status] of [
      ['failed', 201],
      ['passed', 409],
    ] as const) {
      const { made, family } = await announced(door, result);
      const again = await door.call(createRegistration, family, { body: registrationForm(made.child_id) });
      expect([result, again.statusCode]).toEqual([result, status]);
    }
  });

  test.each(['passed', 'failed'] as const)(
    'when a child %s, then stage and fee are closed for staff',
    async (result) => {
      const { made } = await announced(door, result);
      const params = { id: made.id };
      const answers = await Promise.all([
        door.call(changeStage, admin, { params, body: { current_stage: 'waiting_announcement' } }),
        door.call(changeStage, admin, { params, body: { current_stage: 'registered' } }),
        door.call(verifyPayment, admin, { params, body: { payment_status: 'paid' } }),
        door.call(verifyPayment, admin, { params, body: { payment_status: 'rejected' } }),
      ]);
      expect(statuses(answers)).toEqual([409, 409, 409, 409]);
    },
  );

  test('when results are applied, then no name and no phone of a family stands in the log', async () => {
    const { made, family } = await announced(door, 'passed');
    const logged = door.logged();
    for (const secret of [made.child.full_name, await phoneOf(family.id)])
      expect(logged).not.toContain(secret);
  });
});
