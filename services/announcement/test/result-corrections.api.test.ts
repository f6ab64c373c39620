import { announcementDashboard } from '@gerbang/contracts/announcement-dashboard';
import { getAnnouncement, listOwnResults } from '@gerbang/contracts/announcements';
import {
  approveResultCorrection,
  askResultCorrection,
  listResultCorrections,
  type ResultCorrection,
  withdrawResultCorrection,
} from '@gerbang/contracts/result-corrections';
import { conflict } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';
import { eventHandlers } from '../src/events/handlers.ts';
import { approveCorrection } from '../src/result-corrections/decide-correction.ts';
import { type Changed, entry, inStatus, type Staff, tell, waiting, useStaff } from './builders.ts';
import type { Caller, Door } from './door.ts';

const REASON = 'Nilai tertukar dengan anak lain';
const fresh = () => ({ 'idempotency-key': uuidv7() });

describe('corrections of one published result', () => {
  let door: Door;
  let staff: Staff;
  useStaff((desk) => ({ door, staff } = desk));
  afterEach(() => door.setClock(null));

  /** A published announcement with one failed and one accepted child, as admission has applied it. */
  async function published(family: Partial<Changed> = {}) {
    const [failed, passed] = (await waiting(door, 2, family)) as [Changed, Changed];
    const { id } = await inStatus(door, staff, 'published', [failed, passed], {
      results: [entry(failed, { result: 'failed' }), entry(passed)],
    });
    await tell(door, { ...failed, version: 2, current_stage: 'failed' });
    await tell(door, { ...passed, version: 2, current_stage: 'passed' });
    return { id, failed, passed };
  }
  const ask = (id: string, body: Record<string, unknown>, by: Caller = staff.author) =>
    door.call(askResultCorrection, by, {
      params: { id },
      body: { result: 'passed', reason: REASON, ...body },
    });
  const approve = (id: string, by: Caller = staff.manager, body: Record<string, unknown> = {}) =>
    door.call(approveResultCorrection, by, { params: { id }, body, headers: fresh() });
  const withdraw = (id: string, by: Caller = staff.author) =>
    door.call(withdrawResultCorrection, by, { params: { id } });
  const codeOf = ({ statusCode, body }: { statusCode: number; body: string }) =>
    statusCode < 300 ? statusCode : (JSON.parse(body) as { code: string }).code;

  test('when another person approves, then it is a published announcement of its own, and the first keeps its text', async () => {
    const family = await door.caller('wali_murid');
    const { id, failed } = await published({ user_id: family.id });
    const asked = await ask(id, { registration_id: failed.id, notes: 'Mohon maaf atas kekeliruan kami.' });
    expect(asked.statusCode).toBe(201);
    const correction: ResultCorrection = asked.json();
    expect(correction).toMatchObject({
      status: 'waits',
      from_result: 'failed',
      result: 'passed',
      asked_by: { name: 'Sri Wahyuni' },
      may: ['withdraw'],
    });
    const approved = await approve(correction.id);
    expect([approved.statusCode, approved.json().status]).toEqual([200, 'published']);
    const read = async (one: string) =>
      (await door.call(getAnnouncement, staff.admin, { params: { id: one } })).json();
    const [first, second] = [await read(id), await read(correction.id)];
    expect(second).toMatchObject({
      title: `Koreksi: ${first.title}`,
      status: 'published',
      corrects_id: id,
      counts: { total: 1, passed: 1 },
      results: [{ registration_id: failed.id, result: 'passed' }],
    });
    const shown = first.results.find((one: { registration_id: string }) => one.registration_id === failed.id);
    expect(shown).toMatchObject({
      result: 'failed',
      corrected: { at: second.published_at, announcement_id: correction.id },
    });
    expect(first.results.find((one: { result: string }) => one.result === 'passed')).not.toHaveProperty(
      'corrected',
    );

    const own = (await door.call(listOwnResults, family)).json() as { id: string; corrected_at?: string }[];
    expect(own.filter(({ corrected_at }) => corrected_at !== undefined)).toHaveLength(1);
    const dashboard = await door.app.inject({
      url: announcementDashboard.path,
      headers: door.headers(family),
    });
    const rows = dashboard.json().parent.results as { registration: { id: string } }[];
    expect(rows.filter((row) => row.registration.id === failed.id)).toMatchObject([
      {
        result: 'passed',
        individual_note: 'Mohon maaf atas kekeliruan kami.',
        published_at: second.published_at,
        first_published_at: first.published_at,
      },
    ]);
  });

  test('when it is asked of what cannot be corrected so, then each is refused in its own words', async () => {
    const { id, failed, passed } = await published();
    const draft = await inStatus(door, staff, 'draft', []);
    expect(codeOf(await ask(uuidv7(), { registration_id: failed.id }))).toBe('not_found');
    expect(codeOf(await ask(draft.id, { registration_id: failed.id }))).toBe('announcement_status');
    expect(codeOf(await ask(id, { registration_id: uuidv7() }))).toBe('not_found');
    expect(codeOf(await ask(id, { registration_id: passed.id }))).toBe('no_change');
    expect(codeOf(await ask(id, { registration_id: failed.id, reason: 'pendek' }))).toBe('bad_request');
    await tell(door, { ...passed, version: 3, current_stage: 'released' });
    expect(codeOf(await ask(id, { registration_id: passed.id, result: 'failed' }))).toBe('stage_not_allowed');
    const asked = await ask(id, { registration_id: failed.id });
    expect(codeOf(await ask(id, { registration_id: failed.id }, staff.admin))).toBe('request_waits');
    await approve(asked.json().id);
    expect(codeOf(await ask(id, { registration_id: failed.id, result: 'failed' }))).toBe('stage_not_allowed');
  });

  test('when the person who asked approves, or a seat above the limit has no reason, then it waits on', async () => {
    const { id, failed } = await published();
    const asked: ResultCorrection = (await ask(id, { registration_id: failed.id }, staff.manager)).json();
    expect(codeOf(await approve(asked.id, staff.manager))).toBe('author_cannot_review');
    expect(codeOf(await approve(asked.id, staff.author))).toBe('forbidden');
    expect(codeOf(await approve(asked.id, staff.admin, { over_capacity: true }))).toBe('reason');
    expect(codeOf(await approve(uuidv7()))).toBe('not_found');
    const list = (await door.call(listResultCorrections, staff.admin, { query: 'status=waits' })).json();
    expect(list.find((one: ResultCorrection) => one.id === asked.id)).toMatchObject({
      may: ['approve', 'withdraw'],
    });
    expect(codeOf(await withdraw(asked.id))).toBe(204);
    expect(codeOf(await withdraw(asked.id))).toBe('request_decided');
    expect(codeOf(await approve(asked.id, staff.admin))).toBe('request_decided');
  });

  test('when admission refuses, then the correction waits on and nothing is published', async () => {
    const { id, passed } = await published();
    const asked: ResultCorrection = (await ask(id, { registration_id: passed.id, result: 'failed' })).json();
    const refusing = {
      ...door.context,
      correctResult: async () => {
        throw conflict('already_processed', 'Sudah diproses');
      },
    };
    const caller = {
      id: staff.manager.id,
      role: staff.manager.role,
      origin: { address: '', requestId: 'x' },
      ifMatch: undefined,
      idempotencyKey: uuidv7(),
    };
    await expect(approveCorrection(refusing, caller, asked.id, {})).rejects.toMatchObject({
      code: 'already_processed',
    });
    expect(await door.db('announcements').where({ id: asked.id }).first()).toBeUndefined();
    expect(codeOf(await approve(asked.id))).toBe(200);
  });

  test('when a correction away from an acceptance is withdrawn, then admission is asked to tell billing once more', async () => {
    const { id, failed, passed } = await published();
    const from = door.published.length;
    for (const [of, result] of [
      [failed, 'passed'],
      [passed, 'failed'],
    ] as const) {
      const asked: ResultCorrection = (await ask(id, { registration_id: of.id, result })).json();
      expect(codeOf(await withdraw(asked.id))).toBe(204);
    }
    expect(door.published.slice(from)).toEqual([
      { type: 'result.correction.withdrawn', payload: { registration_id: passed.id } },
    ]);
  });

  test('when an approval is cut off after admission has applied it, then its event publishes it, once, even if it was withdrawn', async () => {
    const { id, failed } = await published();
    const asked: ResultCorrection = (await ask(id, { registration_id: failed.id })).json();
    await withdraw(asked.id);
    const approved_by = { id: staff.manager.id, name: 'Hendra Gunawan', role: staff.manager.role };
    const event = {
      correction_id: asked.id,
      published_at: '2027-02-01T02:00:00.000Z',
      approved_by,
      over_reason: null,
    };
    for (let times = 0; times < 3; times += 1) {
      await door.database.transaction(async (trx) => {
        await eventHandlers(door.context)['result.corrected']?.(trx, event, {
          id: uuidv7(),
          version: 1,
          requestId: undefined,
        });
      });
    }
    expect(await door.db('announcements').where({ id: asked.id })).toMatchObject([
      { status: 'published', corrects_id: id, published_by_id: staff.manager.id },
    ]);
    expect(await door.db('result_corrections').where({ id: asked.id }).first()).toMatchObject({
      status: 'published',
    });
  });

  test('when forty ask for the same correction, then one of them waits', async () => {
    const { id, failed } = await published();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_none, at) =>
        ask(id, { registration_id: failed.id }, at % 2 === 0 ? staff.author : staff.manager),
      ),
    );
    const codes = answers.map(codeOf);
    expect(codes.filter((code) => code === 201)).toHaveLength(1);
    expect(codes.filter((code) => code === 'request_waits')).toHaveLength(39);
    expect(await door.db('result_corrections').where({ registration_id: failed.id })).toHaveLength(1);
  });

  test('when forty approve beside forty who withdraw, then one of all decides', async () => {
    const { id, failed } = await published();
    const asked: ResultCorrection = (await ask(id, { registration_id: failed.id })).json();
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_none, at) => (at % 2 === 0 ? approve(asked.id) : withdraw(asked.id))),
    );
    const codes = answers.map(codeOf);
    expect(codes.filter((code) => typeof code === 'number')).toHaveLength(1);
    expect(codes.filter((code) => code === 'request_decided')).toHaveLength(79);
    const made = await door.db('announcements').where({ id: asked.id });
    expect(made).toHaveLength(codes.includes(200) ? 1 : 0);
  });
});
