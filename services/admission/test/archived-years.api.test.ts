import {
  type AcademicYear,
  archiveYear,
  closeYear,
  listYears,
  readClosing,
  reopenYear,
  stopClosing,
} from '@gerbang/contracts/academic-years';
import { changeStage } from '@gerbang/contracts/registration-stages';
import { ERASED_NAME } from '@gerbang/service-kit/data/erasure';
import { uuidv7 } from 'uuidv7';
import { closeYears } from '../src/academic-years/close-pieces.ts';
import type { Caller } from './door.ts';
import { type Applicant, MONDAY, openSeats, SEAT_YEAR, type Seats } from './seats-world.ts';

const params = { label: '2026-2027' };
const LATER = new Date('2029-02-01T02:00:00Z');

describe('archived years', () => {
  let world: Seats;
  let head: Caller;
  let admin: Caller;
  beforeEach(async () => {
    world = await openSeats();
    head = world.manager;
    admin = await world.door.caller('admin', 'Ani');
    Object.assign(world.door.context, { owedInvoices: async () => 4 });
  });
  afterEach(() => {
    world.door.setClock(MONDAY);
    return world.close();
  });

  const codeOf = (answer: { statusCode: number; json: () => { code?: string } }) =>
    `${answer.statusCode} ${answer.json().code ?? ''}`.trim();
  const year = async () =>
    ((await world.door.call(listYears, head)).json() as AcademicYear[]).find(
      ({ label }) => label === SEAT_YEAR,
    );
  const archive = async (caller: Caller, more: object = {}) =>
    world.door.call(archiveYear, caller, { params, body: { version: (await year())?.version, ...more } });
  const state = async () => (await world.door.call(readClosing, head, { params })).json();
  const run = (most?: number) => closeYears(world.door.context, most);
  /** A registration of the child in a later year. */
  const later = ({ child_id }: Applicant) =>
    world.door.db('registrations').insert({
      id: uuidv7(),
      child_id,
      registration_number: `PSB-2027-X-${child_id}`,
      jenjang: 'SD',
      kelas: '2',
      academic_year: '2027/2028',
      current_stage: 'registered',
      payment_amount: 550000,
    });
  /** A closed year with so many families that have a result there. */
  const closed = async (count: number): Promise<Applicant[]> => {
    const families = await world.applicants(count);
    await world.publish(families.map((one) => [one, 'passed']));
    for (const caller of [admin, head]) {
      const answer = await world.door.call(closeYear, caller, {
        params,
        body: { choices: { unpaid: 'delete', accepted: 'wait' }, version: (await year())?.version },
      });
      expect(answer.statusCode).toBe(202);
    }
    await run();
    return families;
  };
  const left = async (families: readonly Applicant[]) => {
    const ids = families.map(({ family }) => family.id);
    const rows = await world.door.db('parents').whereIn('user_id', ids).pluck<string[]>('user_id');
    return ids.filter((id) => rows.includes(id)).length;
  };

  test('when two people archive a year that is over for two years, then families without a child in a living year end, once', async () => {
    const families = await closed(3);
    const [gone, stays, grows] = families as [Applicant, Applicant, Applicant];
    await later(stays);
    const { door } = world;
    const parent = await door.db('children').where({ id: grows.child_id }).first('parent_id');
    await door.db('children').insert({
      id: uuidv7(),
      parent_id: parent?.parent_id,
      full_name: 'Adik',
      birth_city: 'Bogor',
      birth_date: '2025-01-02',
      created_at: new Date('2029-01-05T02:00:00Z'),
    });
    await door
      .db('registration_numbers')
      .insert({
        number: 'PSB-2026-X-1',
        academic_year: SEAT_YEAR,
        jenjang: 'SD',
        sequence: 1,
        registration_id: gone.id,
      })
      .onConflict()
      .ignore();
    const early = await archive(admin);
    expect([codeOf(early), early.json().message]).toEqual([
      '409 year_state',
      'Tahun ajaran 2026/2027 dapat diarsipkan mulai 1 Februari 2029.',
    ]);
    expect((await state()).archive_from).toBe('2029-02-01');

    door.setClock(LATER);
    expect((await archive(head, { preview: true })).json()).toEqual({
      version: 2,
      families: 1,
      children: 1,
      registrations: 1,
      kept: 2,
      invoices: 4,
    });
    expect(codeOf(await archive(admin))).toBe('202');
    expect(codeOf(await archive(admin))).toBe('403 same_person');
    expect(codeOf(await archive(await door.caller('admin', 'Budi')))).toBe('403 same_role');
    expect(await left(families)).toBe(3);
    const agreed = await archive(head);
    expect(agreed.json()).toMatchObject({
      version: 3,
      archive: {
        status: 'running',
        total: 1,
        asked: { by: { name: 'Ani' } },
        agreed: { by: { id: head.id } },
      },
    });
    expect(await year()).toMatchObject({ state: 'archived' });
    await run();
    expect((await state()).archive).toMatchObject({ status: 'done', done: 1, deleted: 1, kept: 0 });
    expect(await Promise.all([left([gone]), left([stays, grows])])).toEqual([0, 2]);
    expect(await door.db('registrations').where({ id: gone.id })).toEqual([]);
    expect(await door.db('registration_numbers').where({ number: 'PSB-2026-X-1' }).first()).toMatchObject({
      registration_id: null,
      fee_amount: 550000,
    });
    const erased = door.published.filter(({ type }) => type === 'data.erased');
    expect(erased.map(({ payload }) => payload)).toMatchObject([
      {
        request_id: null,
        user_id: gone.family.id,
        archived: true,
        registrations: [{ id: gone.id, deleted: true, child_name: ERASED_NAME }],
      },
    ]);
    expect(await run()).toBe(0);
    expect(codeOf(await archive(head))).toBe('409 year_state');
    expect(codeOf(await door.call(reopenYear, admin, { params, body: {} }))).toBe('409 year_state');
    const trail = await door
      .db('audit_events')
      .where('action', 'like', 'year.arch%')
      .orderBy(['at', 'id'])
      .pluck('action');
    expect(trail).toEqual(['year.archive_asked', 'year.archived', 'year.archive_finished']);
  });

  test('when an archiving is stopped, or one of its pieces fails, then it goes on where it was', async () => {
    const families = await closed(12);
    world.door.setClock(LATER);
    await archive(head);
    await archive(admin);
    const { context } = world.door;
    const { outbox } = context;
    let calls = 0;
    const failing = {
      ...outbox,
      publish: async (...sent: Parameters<typeof outbox.publish>) => {
        calls += 1;
        if (calls === 4) throw new Error('killed');
        return outbox.publish(...sent);
      },
    };
    Object.assign(context, { outbox: failing });
    await expect(run()).rejects.toThrow('killed');
    expect(await left(families)).toBe(12);
    Object.assign(context, { outbox });
    expect(await run(1)).toBe(1);
    expect(await left(families)).toBe(2);
    expect((await world.door.call(stopClosing, head, { params, body: {} })).statusCode).toBe(200);
    expect((await state()).archive).toMatchObject({ status: 'stopped', done: 10, total: 12 });
    expect(await run()).toBe(0);
    expect(codeOf(await archive(head))).toBe('202');
    await run();
    expect((await state()).archive).toMatchObject({ status: 'done', done: 12, deleted: 12 });
    expect(await left(families)).toBe(0);
    const erased = world.door.published.filter(({ type }) => type === 'data.erased');
    expect(new Set(erased.map(({ payload }) => payload.user_id)).size).toBe(12);
  });

  test('when a family comes back before its turn, then it stays', async () => {
    const families = await closed(2);
    world.door.setClock(LATER);
    await archive(head);
    await archive(admin);
    const [back] = families as [Applicant];
    await later(back);
    await run();
    expect((await state()).archive).toMatchObject({ status: 'done', total: 2, deleted: 1 });
    expect([await left([back]), await left(families)]).toEqual([1, 1]);
  });

  test('when a year is closed, then staff read its list and move nothing', async () => {
    const [one] = (await closed(1)) as [Applicant];
    const move = await world.door.call(changeStage, admin, {
      params: { id: one.id },
      body: { current_stage: 'waiting_announcement' },
    });
    expect(codeOf(move)).toBe('409 year_closed');
    expect(move.json().message).toMatch(
      /^Tahun ajaran 2026\/2027 sudah ditutup; daftarnya hanya dapat dibaca/u,
    );
    expect(await world.stage(one)).toBe('passed');
  });
});
