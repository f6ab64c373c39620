import {
  type AcademicYear,
  changeYear,
  closeYear,
  listYears,
  planYear,
  readClosing,
  reopenYear,
  stopClosing,
} from '@gerbang/contracts/academic-years';
import { changeStage } from '@gerbang/contracts/registration-stages';
import { payRegistration } from '@gerbang/contracts/registration-payments';
import { createRegistration, updateRegistration } from '@gerbang/contracts/registrations';
import { leave } from '@gerbang/contracts/withdrawals';
import { createSeatPool } from '@gerbang/contracts/seat-pools';
import { bookSlot, makeSlots } from '@gerbang/contracts/observation-slots';
import { conflict, unavailable } from '@gerbang/service-kit/http/problems';
import { closeYears } from '../src/academic-years/close-pieces.ts';
import { eventHandlers } from '../src/events/handlers.ts';
import type { Caller } from './door.ts';
import { makeChild, proofForm, registrationForm, upload } from './families.ts';
import { activate, save, settingsOf } from './school-world.ts';
import { type Applicant, keyed, MONDAY, openSeats, SEAT_YEAR, type Seats } from './seats-world.ts';

const params = { label: '2026-2027' };
const DELETE = { unpaid: 'delete', accepted: 'withdraw' } as const;
const MOVE = { unpaid: 'move', accepted: 'wait' } as const;

describe('closed years', () => {
  let world: Seats;
  let head: Caller;
  let admin: Caller;
  beforeEach(async () => {
    world = await openSeats();
    head = world.manager;
    admin = await world.door.caller('admin', 'Ani');
  });
  afterEach(() => world.close());

  const codeOf = (answer: { statusCode: number; json: () => { code?: string } }) =>
    `${answer.statusCode} ${answer.json().code ?? ''}`.trim();
  const year = async () =>
    ((await world.door.call(listYears, head)).json() as AcademicYear[]).find(
      ({ label }) => label === SEAT_YEAR,
    );
  const closing = async () => (await world.door.call(readClosing, head, { params })).json();
  const counts = async () =>
    Object.fromEntries(
      (await closing()).left.map((one: { kind: string; count: number }) => [one.kind, one.count]),
    );
  const close = async (caller: Caller, choices: object = DELETE, more: object = {}) =>
    world.door.call(closeYear, caller, {
      params,
      body: { choices, version: (await year())?.version, ...more },
    });
  const both = async (choices: object = DELETE) => {
    expect(codeOf(await close(admin, choices))).toBe('202');
    const answer = await close(head, choices);
    expect(codeOf(answer)).toBe('202');
    return answer.json();
  };
  const stop = () => world.door.call(stopClosing, admin, { params, body: {} });
  const reopen = () => world.door.call(reopenYear, admin, { params, body: {} });
  const unpaid = async (count: number): Promise<Applicant[]> => {
    const made = await world.applicants(count, { stage: 'registered' });
    const columns = { payment_status: 'pending', payment_verified_at: null, payment_verified_by: null };
    await world.door
      .db('registrations')
      .whereIn(
        'id',
        made.map(({ id }) => id),
      )
      .update({ ...columns, payment_verified_by_role: null, payment_evidence_file_id: null });
    return made;
  };
  /** A year with leftovers of each kind but what waits: accepted and confirmed, accepted, on the list, unpaid. */
  const leftovers = async () => {
    const pool = await world.pool({ seats: 2, offer_limit: 2, auto_offer: true });
    const [kept, open, listed] = (await world.applicants(3)) as [Applicant, Applicant, Applicant];
    await world.publish([
      [kept, 'passed'],
      [open, 'passed'],
      [listed, 'waitlisted'],
    ]);
    await world.confirm(kept, 1, 'processed');
    const [one, two] = (await unpaid(2)) as [Applicant, Applicant];
    return { pool, kept, open, listed, one, two };
  };

  test('when a child has a slot, then its year stays open; once it is closed, no slot is made in it', async () => {
    const [one] = (await world.applicants(1, { stage: 'registered' })) as [Applicant];
    const make = (from: string, to: string) => {
      const slot = { academic_year: SEAT_YEAR, jenjang: 'SD', place: 'Aula', capacity: 1, assessors: [] };
      const times = { starts_at: `2027-02-08T${from}:00+07:00`, ends_at: `2027-02-08T${to}:00+07:00` };
      const body = { slots: [{ ...slot, ...times }] };
      return world.door.call(makeSlots, world.desk, { body, headers: keyed() });
    };
    const [slot] = (await make('08:00', '09:00')).json() as [{ id: string }];
    const of = { params: { id: one.id } };
    await world.door.call(bookSlot, world.desk, { ...of, body: { slot_id: slot.id } });
    expect(await world.stage(one)).toBe('obs_scheduled');
    expect(codeOf(await close(admin))).toBe('409 year_waits');
    for (const current_stage of ['obs_attended', 'waiting_announcement']) {
      await world.door.call(changeStage, world.desk, { ...of, body: { current_stage } });
    }
    await world.publish([[one, 'failed']]);
    await both();
    expect(codeOf(await make('10:00', '11:00'))).toBe('422 academic_year');
  });

  test('when two people of both roles close a year, then what is left of each kind ends by its choice, once', async () => {
    const { pool, kept, open, listed, one, two } = await leftovers();
    const [waits] = (await world.applicants(1)) as [Applicant];
    Object.assign(world.door.context, { owedInvoices: async () => 3 });
    expect(await counts()).toEqual({ unpaid: 2, waiting: 1, waitlist: 1, accepted: 1, invoices: 3 });
    expect((await closing()).left).toMatchObject([
      { kind: 'unpaid', choices: ['delete', 'move'] },
      { kind: 'waiting', choices: [] },
      { kind: 'waitlist', choices: [] },
      { kind: 'accepted', choices: ['withdraw', 'wait'] },
      { kind: 'invoices', choices: [] },
    ]);
    const waiting = await close(admin);
    expect([codeOf(waiting), waiting.json().details]).toEqual(['409 year_waits', { waiting: 1 }]);
    await world.publish([[waits, 'failed']]);

    const preview = await close(admin, DELETE, { preview: true });
    expect(preview.statusCode).toBe(200);
    expect(preview.json().follows.map(({ kind }: { kind: string }) => kind)).toEqual([
      'unpaid',
      'waitlist',
      'accepted',
      'invoices',
    ]);
    expect((await closing()).closing).toBeNull();

    const asked = await close(admin);
    expect([asked.statusCode, asked.json().closing.status]).toEqual([202, 'asked']);
    expect(codeOf(await close(admin))).toBe('403 same_person');
    expect(codeOf(await close(await world.door.caller('admin', 'Budi')))).toBe('403 same_role');
    expect((await year())?.state).toBe('open');
    const agreed = await close(head);
    expect(agreed.json()).toMatchObject({
      version: 2,
      closing: {
        status: 'running',
        total: 4,
        done: 0,
        asked: { by: { name: 'Ani' } },
        agreed: { by: { id: head.id } },
      },
    });
    expect(await year()).toMatchObject({ state: 'closed', closed: { by: { name: 'Hendra Gunawan' } } });
    expect(settingsOf(world.door).academic_years).toEqual(['2027/2028', '2028/2029']);

    // The work goes on at night; the families are told in the morning.
    world.door.setClock(new Date('2027-02-01T15:00:00Z'));
    await closeYears(world.door.context);
    expect((await closing()).closing).toMatchObject({
      status: 'done',
      done: 4,
      deleted: 2,
      ended: 1,
      withdrawn: 1,
      kept: 0,
    });
    expect(await counts()).toEqual({ unpaid: 0, waiting: 0, waitlist: 0, accepted: 0, invoices: 3 });
    expect(await Promise.all([kept, open, listed, waits].map((each) => world.stage(each)))).toEqual([
      'passed',
      'withdrawn',
      'failed',
      'failed',
    ]);
    const { db } = world.door;
    const gone = [one.id, two.id].toSorted();
    expect(await db('registrations').whereIn('id', gone)).toEqual([]);
    expect(await db('erased_registrations').orderBy('id').pluck('id')).toEqual(gone);
    const erased = world.door.published.filter(({ type }) => type === 'data.erased');
    expect(
      erased.map(({ payload }) => (payload.registrations as { id: string }[]).map(({ id }) => id).toSorted()),
    ).toEqual([gone]);
    expect(await db('withdrawals')).toMatchObject([
      {
        registration_id: open.id,
        reason_code: 'school_ended',
        status: 'done',
        asked_by: 'staff',
        by_id: head.id,
      },
    ]);
    expect(await world.figures(pool.id)).toMatchObject({ taken: 1, waiting: 0 });
    for (const kind of ['waitlist_ended', 'withdrawal_done'])
      expect(world.messages(kind)).toMatchObject([{ payload: { notBefore: '2027-02-02T00:00:00.000Z' } }]);
    expect(await closeYears(world.door.context)).toBe(0);
    const trail = await db('audit_events')
      .where('action', 'like', 'year.%')
      .orderBy(['at', 'id'])
      .pluck('action');
    expect(trail).toEqual(['year.close_asked', 'year.closed', 'year.close_finished']);
  });

  test('when a fee on the list is owed again and a family had asked to leave, then the year is closed all the same', async () => {
    const { open, listed } = await leftovers();
    await world.owe(listed);
    await world.confirm(open, 1, 'processed');
    const wish = { reason_code: 'moving', confirm: true } as const;
    const asked = await world.door.call(leave, open.family, {
      params: { id: open.id },
      body: wish,
      headers: keyed(),
    });
    expect(asked.json()).toMatchObject({ status: 'requested' });
    // Its scheme was void and its confirmation declined before anyone answered.
    await world.confirm(open, 2, 'declined');
    expect(await counts()).toMatchObject({ waiting: 0, waitlist: 1, accepted: 1 });
    await both();
    await closeYears(world.door.context);
    expect((await closing()).closing).toMatchObject({ status: 'done', ended: 1, withdrawn: 1 });
    expect([await world.stage(listed), await world.stage(open)]).toEqual(['failed', 'withdrawn']);
    expect(await world.door.db('withdrawals')).toMatchObject([
      {
        id: asked.json().id,
        status: 'done',
        asked_by: 'family',
        decided_reason: 'Tahun ajaran 2026/2027 ditutup',
      },
    ]);
  });

  test('when a year is closed, then it takes no registration, payment, pool or move any more', async () => {
    const [one] = (await unpaid(1)) as [Applicant];
    await both({ unpaid: 'move', accepted: 'wait' });
    const { door } = world;
    const child = await makeChild(door, one.family);
    expect(
      codeOf(await door.call(createRegistration, one.family, { body: registrationForm(child.id) })),
    ).toBe('422 academic_year');
    const pay = await door.call(payRegistration, one.family, {
      params: { id: one.id },
      body: proofForm(await upload(door, one.family)),
    });
    expect(codeOf(pay)).toBe('409 year_closed');
    const pool = {
      academic_year: SEAT_YEAR,
      jenjang: 'SD',
      kelas: '2',
      seats: 2,
      offer_limit: 2,
      criteria: ['registered_at'],
    };
    expect(codeOf(await door.call(createSeatPool, head, { body: pool }))).toBe('422 academic_year');
    expect(codeOf(await door.call(changeYear, head, { params, body: { state: 'open' } }))).toBe(
      '409 year_state',
    );
    expect(codeOf(await close(admin, DELETE, { preview: true }))).toBe('409 year_state');
    const money = { kind: 'bank_line', id: one.child_id };
    await door.database.transaction(async (trx) => {
      await eventHandlers(door.context)['fee.settled']?.(
        trx,
        {
          registration_id: one.id,
          amount: 550_000,
          settled_on: '2027-02-01',
          source: money,
          actor: { id: admin.id, name: 'Ani', role: 'admin' },
        } as never,
        { id: one.id, version: 1, requestId: undefined },
      );
    });
    expect(
      door.published
        .filter(({ type }) => type === 'fee.settlement.refused')
        .map(({ payload }) => payload.reason),
    ).toEqual(['deleted']);
    expect(await door.db('registrations').where({ id: one.id }).first('payment_status')).toEqual({
      payment_status: 'pending',
    });
  });

  test('when families are asked to move, then each is told once and its own yes moves it', async () => {
    const [one, two] = (await unpaid(2)) as [Applicant, Applicant];
    await both(MOVE);
    await closeYears(world.door.context);
    expect((await closing()).closing).toMatchObject({ status: 'done', invited: 2, done: 2, deleted: 0 });
    expect(world.messages('year_move').map(({ payload }) => payload.params)).toMatchObject([
      { year: '2026/2027', next: '2027/2028' },
      { year: '2026/2027', next: '2027/2028' },
    ]);
    const yes = await world.door.call(updateRegistration, one.family, {
      params: { id: one.id },
      body: { academic_year: '2027/2028' },
    });
    expect([yes.statusCode, yes.json().academic_year]).toEqual([200, '2027/2028']);
    expect(await counts()).toMatchObject({ unpaid: 1 });
    const other = { params: { id: two.id }, body: { academic_year: SEAT_YEAR, kelas: '2' } };
    await world.door.call(updateRegistration, two.family, other);
    expect((await world.door.db('registrations').where({ id: two.id }).first()).academic_year).toBe(
      SEAT_YEAR,
    );
  });

  test('when the other person chooses otherwise, then it is another question', async () => {
    await unpaid(1);
    await close(admin, DELETE);
    const other = await close(head, MOVE);
    expect([other.statusCode, other.json().closing]).toMatchObject([202, { status: 'asked', choices: MOVE }]);
    expect((await year())?.state).toBe('open');
    expect((await close(admin, MOVE)).json().closing.status).toBe('running');
    await world.door.db('academic_years').whereNot({ label: SEAT_YEAR }).update({ state: 'planned' });
  });

  test('when no later year is open, then families cannot be asked to move', async () => {
    await unpaid(1);
    await world.door.db('academic_years').whereNot({ label: SEAT_YEAR }).update({ state: 'planned' });
    expect((await closing()).left[0].choices).toEqual(['delete']);
    expect(codeOf(await close(admin, MOVE))).toBe('409 no_next_year');
  });

  test('when the proof is old or the version was not seen, then nothing is asked', async () => {
    const old = Math.floor(Date.now() / 1000) - 3600;
    const headers = world.door.headers(admin, { fresh: old });
    const stale = await world.door.call(closeYear, admin, {
      params,
      body: { choices: DELETE, version: 1 },
      headers,
    });
    expect(codeOf(stale)).toBe('403 fresh_proof_required');
    expect(codeOf(await close(admin, DELETE, { version: 7 }))).toBe('409 stale');
    expect((await closing()).closing).toBeNull();
  });

  test('when a closing is stopped after any piece, or a piece fails, then it goes on where it was', async () => {
    const { open } = await leftovers();
    const more = (await world.applicants(2, { kelas: '2' })) as [Applicant, Applicant];
    await world.publish(more.map((each) => [each, 'passed']));
    await both();
    const { context } = world.door;
    expect(await closeYears(context, 2)).toBe(2);
    expect((await stop()).json().closing.status).toBe('stopped');
    expect(codeOf(await stop())).toBe('200');
    expect(await closeYears(context)).toBe(0);
    expect(await year()).toMatchObject({ state: 'closed' });
    expect((await close(head)).json().closing).toMatchObject({ status: 'running', deleted: 2 });
    let calls = 0;
    Object.assign(context, {
      withdrawAcceptance: async ({ registration_id }: { registration_id: string }) => {
        calls += 1;
        if (calls === 2) throw unavailable(5, new Error('billing is down'));
        if (registration_id === more[0].id)
          throw conflict('confirmed', 'Keluarga sudah mengirim daftar ulang.');
        return { waits: false, rule: null };
      },
    });
    await expect(closeYears(context)).rejects.toMatchObject({ statusCode: 503 });
    await closeYears(context);
    expect((await closing()).closing).toMatchObject({
      status: 'done',
      total: 6,
      done: 6,
      withdrawn: 2,
      kept: 1,
    });
    expect(await Promise.all([open, ...more].map((each) => world.stage(each)))).toEqual([
      'withdrawn',
      'passed',
      'withdrawn',
    ]);
    expect(world.messages('withdrawal_done')).toHaveLength(2);
    expect(calls).toBe(4);
  });

  test('when a year is reopened within 30 days, then families can choose it and nothing comes back', async () => {
    await unpaid(1);
    await both();
    expect(codeOf(await reopen())).toBe('409 closing_runs');
    await stop();
    const answer = await reopen();
    expect(answer.json()).toMatchObject({ state: 'open', closed: null, version: 3 });
    expect(settingsOf(world.door).academic_years).toContain(SEAT_YEAR);
    expect(await closeYears(world.door.context)).toBe(0);
    expect(await counts()).toMatchObject({ unpaid: 1 });
    expect(codeOf(await reopen())).toBe('409 year_state');
    await both();
    await closeYears(world.door.context);
    expect((await closing()).reopen_until).toBe('2027-03-03');
    world.door.setClock(new Date('2027-03-04T02:00:00Z'));
    expect(codeOf(await reopen())).toBe('409 reopen_over');
    world.door.setClock(new Date('2027-03-03T16:00:00Z'));
    expect((await reopen()).statusCode).toBe(200);
    expect(await world.door.db('registrations')).toEqual([]);
    world.door.setClock(MONDAY);
  });

  test('when a draft of settings lies, then years are closed and opened past it, and it cannot bring a closed one back', async () => {
    const settings = { ...settingsOf(world.door), name: 'Sekolah Tanjung' };
    const { row_version } = (await save(world.door, admin, settings)).json();
    await world.door.call(planYear, head, { body: { label: '2029/2030' } });
    const opened = await world.door.call(changeYear, head, {
      params: { label: '2029-2030' },
      body: { state: 'open' },
    });
    expect(opened.json()).toMatchObject({ state: 'open' });
    await both();
    expect(codeOf(await activate(world.door, admin, row_version))).toBe('409 stale');
    const activated = await activate(world.door, admin, row_version + 2);
    expect([activated.statusCode, activated.json().details]).toEqual([200, undefined]);
    const { name, academic_years } = settingsOf(world.door);
    expect([name, academic_years]).toEqual(['Sekolah Tanjung', ['2027/2028', '2028/2029', '2029/2030']]);
    const draft = (await save(world.door, admin, settings)).json();
    const refused = await activate(world.door, admin, draft.row_version);
    expect(refused.json().details.blocks).toMatchObject([{ code: 'year_closed', path: 'academic_years' }]);
  });

  test('when a year is closed while families register and pay, then each has done it before or is refused', async () => {
    const some = await unpaid(6);
    await close(admin);
    const { door } = world;
    const pays = await Promise.all(
      some.map(async ({ id, family }) => ({
        id,
        family,
        link: await upload(door, family),
        child: await makeChild(door, family),
      })),
    );
    const closes = close(head);
    const answers = await Promise.all(
      pays.flatMap(({ id, family, link, child }) => [
        door.call(payRegistration, family, { params: { id }, body: proofForm(link) }),
        door.call(createRegistration, family, { body: registrationForm(child.id) }),
      ]),
    );
    const closed = await closes;
    await closeYears(door.context);
    const paid = answers.filter((_, at) => at % 2 === 0).map(codeOf);
    const rows = await door.db('registrations').where({ payment_status: 'paid' });
    expect(rows).toHaveLength(paid.filter((code) => code === '200').length);
    if (closed.statusCode === 202) {
      // Closed: whoever paid before would have kept it open.
      expect(new Set(paid)).toEqual(new Set(['409 year_closed']));
      expect(await counts()).toMatchObject({ unpaid: 0, waiting: 0 });
    } else {
      expect(codeOf(closed)).toBe('409 year_waits');
      expect(paid.every((code) => code === '200')).toBe(true);
      expect((await year())?.state).toBe('open');
    }
    const registered = answers.filter((_, at) => at % 2 === 1).map(codeOf);
    expect(registered.every((code) => code === '201' || code === '422 academic_year')).toBe(true);
  });
});
