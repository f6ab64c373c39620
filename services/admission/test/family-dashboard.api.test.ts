import { admissionDashboard } from '@gerbang/contracts/dashboard';
import { updateChild } from '@gerbang/contracts/children';
import type { EventPayload } from '@gerbang/contracts/events';
import { uuidv7 } from 'uuidv7';
import { dashboardRow } from '../src/dashboard/family-dashboards.repository.ts';
import { MISSING, readDashboard, someDues, storedBody, take, TEXT } from './dashboards.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeChild, makeRegistration, setState } from './families.ts';
import { announced, apply, published, waitingOne } from './registration-stages-results.ts';

const NO_DUES = {
  parent: {
    next_payment: null,
    exact_amounts: false,
    outstanding: { invoices: 0, amount: 0 },
    to_confirm: [],
  },
  staff: null,
};

describe('a parent’s dashboard from one row', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  beforeEach(() =>
    take(door, 'dues.changed', { families: [], complete_at: new Date().toISOString(), check: false }),
  );
  afterEach(() => door.setClock(null));
  afterAll(() => door.close());

  const ownArea = async (caller: Caller) => {
    const url = admissionDashboard.path;
    return (await door.app.inject({ method: 'GET', url, headers: door.headers(caller) })).json();
  };
  /** A family with an accepted child whose result is here. */
  async function accepted() {
    const { family, made } = await waitingOne(door);
    const event = published(made, { text: TEXT, individual_note: 'Berani' });
    await apply(door, event);
    return { family, made, event };
  }

  test('when it is read again, then one statement gives the same bytes', async () => {
    const caller = await door.caller();
    await makeRegistration(door, caller);
    const first = await readDashboard(door, caller);
    expect([first.statusCode, first.headers[MISSING]]).toEqual([200, undefined]);
    expect(first.json()).toEqual({
      admission: await ownArea(caller),
      announcement: { parent: { results: [] }, staff: null },
      billing: NO_DUES,
      unavailable: [],
    });
    const asked: string[] = [];
    const note = ({ sql }: { sql: string }) => asked.push(sql);
    const prepared = jest.spyOn(door.database, 'prepared');
    door.db.on('query', note);
    const second = await readDashboard(door, caller);
    door.db.off('query', note);
    expect([prepared.mock.calls.length, asked]).toEqual([1, []]);
    prepared.mockRestore();
    expect(second.body).toBe(first.body);
  });

  test('when another family or staff read, then none sees this family’s row', async () => {
    const [mine, other] = [await door.caller(), await door.caller()];
    await makeRegistration(door, mine, {}, await makeChild(door, mine, { full_name: 'Rahasia' }));
    await readDashboard(door, mine);
    expect((await readDashboard(door, other)).body).not.toContain('Rahasia');
    expect((await readDashboard(door, await door.caller('admin'))).statusCode).toBe(403);
    const anonymous = { url: '/api/dashboard/family', headers: door.headers('anon') };
    expect((await door.app.inject(anonymous)).statusCode).toBe(401);
  });

  test('when a change commits while an answer is composed, then that answer is not stored', async () => {
    const caller = await door.caller();
    const child = await makeChild(door, caller, { full_name: 'Lama' });
    const reads = Array.from({ length: 12 }, () => readDashboard(door, caller));
    const change = door.call(updateChild, caller, { params: { id: child.id }, body: { full_name: 'Baru' } });
    expect((await change).statusCode).toBe(200);
    // The change was confirmed: from here on no read shows what was before, however the others end.
    const after = await Promise.all([readDashboard(door, caller), readDashboard(door, caller)]);
    await Promise.all(reads);
    for (const { body } of [...after, await readDashboard(door, caller)]) {
      expect(body).toContain('Baru');
      expect(body).not.toContain('Lama');
    }
  });

  test('when a program of the release before writes, then the stored answer is emptied all the same', async () => {
    const caller = await door.caller();
    const made = await makeRegistration(door, caller);
    await readDashboard(door, caller);
    expect(await storedBody(door, caller)).not.toBeNull();
    await setState(door, made.id, { payment_status: 'rejected', rejection_reason: 'Buram' });
    expect(await storedBody(door, caller)).toBeNull();
    expect((await readDashboard(door, caller)).body).toContain('Buram');
    await door.db('family_dashboards').where({ user_id: caller.id }).update({ body: '"old":1', shape: 0 });
    expect((await readDashboard(door, caller)).json()).toHaveProperty('admission.parent');
  });

  test('when a registration waits for its result, then results are to be read at announcement', async () => {
    const { family } = await waitingOne(door);
    for (let again = 0; again < 2; again += 1) {
      expect((await readDashboard(door, family)).headers[MISSING]).toBe('announcement');
    }
  });

  test('when a result is applied, then its text is there with the stage, and again after an older release’s event', async () => {
    const { family, made, event } = await accepted();
    await take(door, 'dues.changed', {
      families: [someDues(family, { invoices: [] })],
      complete_at: null,
      check: false,
    });
    const answer = await readDashboard(door, family);
    expect(answer.headers[MISSING]).toBeUndefined();
    expect(answer.json().admission.parent.registrations[0].current_stage).toBe('passed');
    expect(answer.json().announcement.parent.results).toEqual([
      {
        id: event.result_id,
        announcement_id: event.announcement_id,
        ...TEXT,
        result: 'passed',
        individual_note: 'Berani',
        published_at: event.published_at,
        child: { full_name: 'Aisyah Putri', nick_name: null },
        registration: { id: made.id, jenjang: 'SD', kelas: '1' },
      },
    ]);
    const untold = await announced(door, 'failed');
    expect((await readDashboard(door, untold.family)).headers[MISSING]).toBe('announcement');
    const { announcement_id, result_id, registration_id, published_at, result } = untold.event;
    await take(door, 'results.told', {
      announcement_id,
      published_at,
      text: TEXT,
      results: [{ result_id, registration_id, result, individual_note: null }],
      check: false,
    });
    const told = await readDashboard(door, untold.family);
    expect([told.headers[MISSING], told.json().announcement.parent.results.length]).toEqual([undefined, 1]);
  });

  test('when dues arrive in any order, then the newest version is shown, by the day in Jakarta', async () => {
    const { family } = await accepted();
    const tell = (families: EventPayload<'dues.changed'>['families']) =>
      take(door, 'dues.changed', { families, complete_at: null, check: false });
    // The first child was accepted just now: nothing can be due before billing's first word.
    expect((await readDashboard(door, family)).json().billing).toEqual(NO_DUES);
    await tell([someDues(family, { version: 5 })]);
    await tell([someDues(family, { version: 4, invoices: [] })]);
    const on = async (moment: string) => {
      door.setClock(new Date(moment));
      return (await readDashboard(door, family)).json().billing.parent;
    };
    expect(await on('2026-12-01T16:59:00Z')).toMatchObject({
      next_payment: { remaining: 6_000_000, status: 'partially_paid', overdue: false },
      outstanding: { invoices: 1, amount: 6_000_000 },
    });
    expect((await on('2026-12-01T17:00:00Z')).next_payment).toMatchObject({
      status: 'overdue',
      overdue: true,
    });
  });

  test('when the family has caused a newer version, or billing is silent for long, then dues are to be read there', async () => {
    const { family } = await accepted();
    await take(door, 'dues.changed', {
      families: [someDues(family, { version: 5 })],
      complete_at: null,
      check: false,
    });
    const missing = async (seen: string) =>
      (await readDashboard(door, family, { 'x-gerbang-dues': seen })).headers[MISSING];
    expect([await missing('5'), await missing('6'), await missing('x')]).toEqual([
      undefined,
      'billing',
      undefined,
    ]);
    await door.db('dues_feed').update({ complete_at: door.db.raw(`now() - interval '31 seconds'`) });
    expect(await missing('5')).toBe('billing');
    // Before a child is accepted there is nothing to pay, whatever billing does.
    const early = await door.caller();
    await makeRegistration(door, early);
    expect((await readDashboard(door, early)).headers[MISSING]).toBeUndefined();
  });

  test('when billing gives dues at once, then under the shared key alone, and no older version wins', async () => {
    const { family } = await accepted();
    const give = (version: number, key = door.context.config.INTERNAL_KEY) =>
      door.app.inject({
        method: 'POST',
        url: '/internal/dues',
        headers: { authorization: `Bearer ${key}` },
        payload: { families: [someDues(family, { version, ...(version < 5 && { invoices: [] }) })] },
      });
    expect([(await give(5)).statusCode, (await give(4)).statusCode]).toEqual([200, 200]);
    expect((await give(6, 'other')).statusCode).toBe(404);
    const answer = await readDashboard(door, family, { 'x-gerbang-dues': '5' });
    expect([answer.headers[MISSING], answer.json().billing.parent.outstanding.invoices]).toEqual([
      undefined,
      1,
    ]);
  });

  test('when the inbox counts unread messages, then the number is in the answer, and before that it is not', async () => {
    const caller = await door.caller();
    expect((await readDashboard(door, caller)).json()).not.toHaveProperty('unread');
    await door.db('family_dashboards').where({ user_id: caller.id }).update({ unread: 3 });
    expect((await readDashboard(door, caller)).json().unread).toBe(3);
  });

  test('when the row is read, then by its key', async () => {
    const { rows } = await door.db.raw(`explain ${dashboardRow(door.db, uuidv7()).toQuery()}`);
    expect(JSON.stringify(rows)).toContain('family_dashboards_pkey');
  });
});
