import {
  cancelWithdrawal,
  decideWithdrawal,
  exportWithdrawals,
  leave,
  leaveForFamily,
  listWithdrawals,
  readWithdrawal,
} from '@gerbang/contracts/withdrawals';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { runs } from '@gerbang/domain/testing/runs';
import { conflict } from '@gerbang/service-kit/http/problems';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { eventHandlers } from '../src/events/handlers.ts';
import type { Caller } from './door.ts';
import { type Applicant, keyed, MONDAY, offeredPool, openSeats, type Seats } from './seats-world.ts';

const WISH = { reason_code: 'other_school', note: 'Diterima di sekolah dekat rumah', confirm: true } as const;
const REASON = 'Sudah dibicarakan dengan keluarga';

describe('families that ask to leave after their re-enrolment was processed', () => {
  let world: Seats;
  beforeAll(async () => {
    world = await openSeats();
  });
  afterAll(() => world.close());
  afterEach(() => jest.restoreAllMocks());

  const params = ({ id }: { readonly id: string }) => ({ params: { id } });
  const ask = (one: Applicant) =>
    world.door.call(leave, one.family, { ...params(one), body: WISH, headers: keyed() });
  const cancel = (one: Applicant, caller: Caller = one.family) =>
    world.door.call(cancelWithdrawal, caller, params(one));
  const decide = (id: string, version: number, decision: 'done' | 'refused') =>
    world.door.call(decideWithdrawal, world.manager, {
      ...params({ id }),
      body: { decision, reason: REASON, version },
    });
  const read = async (one: Applicant) =>
    (await world.door.call(readWithdrawal, one.family, params(one))).json();
  const listed = async (query: string) =>
    (await world.door.call(listWithdrawals, world.desk, { query })).json();
  const processed = async (count = 1) => {
    const all = await world.applicants(count, { stage: 'passed', kelas: '2' });
    for (const one of all) await world.confirm(one, 1, 'processed');
    return all as [Applicant, ...Applicant[]];
  };
  const messagesOf = ({ family }: Applicant) =>
    world
      .messages('withdrawal_answered')
      .filter(({ payload }) => (payload as { accountId?: string }).accountId === family.id);

  test('when the school agrees, then all follows as for a family that leaves by itself, with what billing says was paid', async () => {
    const { pool, one } = await offeredPool(world);
    await world.confirm(one, 1, 'processed');
    const rule = {
      version: 4,
      registration_fee: { back: 'never', percent: 0 },
      education: [{ until: 'date', days: null, date: '2029-01-01', percent: 60 }],
      deduct: { kind: 'none', rupiah: 0 },
      text: 'Kembali sebagian menurut ketentuan.',
      contact: '',
    };
    const billing = jest
      .spyOn(world.door.context, 'withdrawAcceptance')
      .mockImplementation(async () => ({ waits: false, rule: rule as never, paid: 5_000_000 }));
    const asked = (await ask(one)).json();
    expect(asked.refundable.lines).toContainEqual({
      kind: 'education',
      paid: 5_000_000,
      percent: 60,
      back: 3_000_000,
    });
    billing.mockImplementationOnce(async () => {
      throw conflict('payment_waiting', 'Masih ada pembayaran yang menunggu.');
    });
    expect((await decide(asked.id, 1, 'done')).json()).toMatchObject({ code: 'payment_waiting' });
    expect(await world.stage(one)).toBe('passed');
    expect((await decide(asked.id, 1, 'done')).json()).toMatchObject({ status: 'done' });
    expect(billing).toHaveBeenLastCalledWith(
      expect.objectContaining({ registration_id: one.id, to: 'withdrawn', decided: true }),
      expect.anything(),
    );
    expect(await world.stage(one)).toBe('withdrawn');
    expect(await world.held(one)).toMatchObject({ status: 'released' });
    expect(await world.figures(pool.id)).toMatchObject({ taken: 0 });
    expect(messagesOf(one)).toHaveLength(1);
    const copies = world.door.published.filter(
      ({ type, payload }) => type === 'registration.changed' && payload.id === one.id,
    );
    expect(copies.at(-1)?.payload).toMatchObject({ current_stage: 'withdrawn' });
    expect(await world.differences()).toEqual([]);
  });

  test('when the school decides after the day on which the rule gives less, then what held when the family asked goes back', async () => {
    const [one] = await processed();
    const now = world.door.context.now();
    const rule = {
      version: 4,
      registration_fee: { back: 'never', percent: 0 },
      education: [{ until: 'date', days: null, date: jakartaDay(now), percent: 60 }],
      deduct: { kind: 'none', rupiah: 0 },
      text: 'Kembali sebagian sebelum hari ini.',
      contact: '',
    };
    jest
      .spyOn(world.door.context, 'withdrawAcceptance')
      .mockImplementation(async () => ({ waits: false, rule: rule as never, paid: 5_000_000 }));
    const asked = (await ask(one)).json();
    expect(asked.refundable.total).toBe(0);
    const yesterday = new Date(now.getTime() - 86_400_000);
    await world.door.db('withdrawals').where({ id: asked.id }).update({ created_at: yesterday });
    expect((await decide(asked.id, 1, 'done')).json()).toMatchObject({
      status: 'done',
      refundable: { total: 3_000_000 },
    });
  });

  test('when the result was corrected to a refusal meanwhile, then the request can be refused only', async () => {
    const [one] = await processed();
    const asked = (await ask(one)).json();
    await world.confirm(one, 2, 'declined');
    await world.door.db('registrations').where({ id: one.id }).update({ current_stage: 'failed' });
    expect((await decide(asked.id, 1, 'done')).json()).toMatchObject({
      statusCode: 409,
      code: 'stage_not_allowed',
    });
    expect((await decide(asked.id, 1, 'refused')).json()).toMatchObject({ status: 'refused' });
  });

  test('when the school answers at night, then the family is told in the morning', async () => {
    const [one] = await processed();
    const { id } = (await ask(one)).json();
    world.door.setClock(new Date('2027-02-01T15:00:00Z'));
    expect((await decide(id, 1, 'refused')).statusCode).toBe(200);
    world.door.setClock(MONDAY);
    expect(messagesOf(one)).toMatchObject([{ payload: { notBefore: '2027-02-02T00:00:00.000Z' } }]);
  });

  test('when a family asks, then nothing has happened yet, it asks once, and takes it back once', async () => {
    const [one, other] = await processed(2);
    expect(await read(one)).toMatchObject({
      may: 'request',
      why: expect.stringContaining('sekolah yang memutuskan'),
      follows: [{ kind: 'enrollment' }, { kind: 'again' }],
      present: null,
    });
    const asked = await ask(one);
    expect([asked.statusCode, asked.json()]).toMatchObject([
      201,
      { status: 'requested', note: WISH.note, decided_at: null },
    ]);
    expect(await world.stage(one)).toBe('passed');
    expect(await read(one)).toMatchObject({ may: 'no', present: { status: 'requested', may_object: false } });
    expect((await ask(one)).json()).toMatchObject({ statusCode: 409, code: 'already' });
    expect((await cancel(one, other!.family)).statusCode).toBe(404);
    expect((await cancel(other!)).statusCode).toBe(404);
    expect((await cancel(one)).statusCode).toBe(204);
    expect((await cancel(one)).json()).toMatchObject({ statusCode: 409, code: 'answered' });
    expect(await read(one)).toMatchObject({ may: 'request', present: null });
    const trail = await world.door
      .db('audit_events')
      .whereIn('subject_id', [one.id, asked.json().id])
      .where('actor_id', one.family.id)
      .orderBy(['at', 'id']);
    expect(trail.map(({ action }) => action)).toEqual(['withdrawal.requested', 'withdrawal.cancelled']);
    expect(world.messages('withdrawal_done')).toEqual([]);
  });

  test('when the school refuses, then the family reads why, and may ask again', async () => {
    const [one] = await processed();
    const { id } = (await ask(one)).json();
    expect((await decide(id, 7, 'refused')).json()).toMatchObject({ statusCode: 409, code: 'stale' });
    const refused = await decide(id, 1, 'refused');
    expect(refused.json()).toMatchObject({
      status: 'refused',
      decided_reason: REASON,
      decided_by: { name: 'Hendra Gunawan', role: 'manager_pendidikan' },
      by: { role: 'wali_murid' },
      follows: [],
    });
    expect((await decide(id, 2, 'done')).json()).toMatchObject({ statusCode: 409, code: 'answered' });
    expect((await decide(uuidv7(), 1, 'done')).statusCode).toBe(404);
    expect((await cancel(one)).json()).toMatchObject({ statusCode: 409, code: 'answered' });
    expect(await read(one)).toMatchObject({
      may: 'request',
      present: { status: 'refused', decided_reason: REASON },
    });
    expect(messagesOf(one)).toHaveLength(1);
    expect((await ask(one)).statusCode).toBe(201);
  });

  test('when staff ask for a family on the phone, then it objects from the decision on', async () => {
    const [one] = await processed();
    const cs = await world.door.caller('cs', 'Citra');
    const body = { reason_code: 'moving', checked: ['called_back', 'birth_date'] };
    const asked = await world.door.call(leaveForFamily, cs, { ...params(one), body, headers: keyed() });
    expect(asked.json()).toMatchObject({ status: 'requested', asked_by: 'staff' });
    await decide(asked.json().id, 1, 'done');
    expect((await read(one)).present).toMatchObject({ status: 'done', may_object: true });
  });

  test('when staff read the list, then filters, search and file show the same rows', async () => {
    const [one] = await processed();
    await ask(one);
    const number = (await world.door.db('registrations').where({ id: one.id }).first()).registration_number;
    const rows = await listed(`search=${number}&status=requested&jenjang=SD&year=2026/2027`);
    expect(rows).toMatchObject([
      { registration_id: one.id, follows: [{ kind: 'enrollment' }, { kind: 'again' }] },
    ]);
    expect(await listed(`search=${number}&status=done`)).toEqual([]);
    expect(await listed(`search=${number}&jenjang=TK`)).toEqual([]);
    expect(await listed(`search=${number}&year=2030/2031`)).toEqual([]);
    expect(await listed(`registration_id=${one.id}`)).toHaveLength(1);
    const file = await world.door.call(exportWithdrawals, world.desk, {
      query: `format=csv&registration_id=${one.id}`,
    });
    expect(file.body).toContain(`${number}`);
    expect(file.body).toContain('Diterima di sekolah lain');
  });

  test('when forty people decide at once, then one decision holds, and the family hears of it once', async () => {
    const [one] = await processed();
    const { id } = (await ask(one)).json();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => decide(id, 1, at % 2 === 0 ? 'done' : 'refused')),
    );
    const codes = answers.map((answer) => answer.json().code ?? answer.statusCode);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set([200, 'answered']));
    expect(messagesOf(one)).toHaveLength(1);
  });

  test('when families take their request back while the school decides, then each has one of the two', async () => {
    const all = await processed(20);
    const requests = await Promise.all(all.map(async (one) => (await ask(one)).json().id as string));
    const pairs = await Promise.all(
      all.map(async (one, at) => [
        (await cancel(one)).statusCode,
        (await decide(requests[at]!, 1, 'done')).statusCode,
      ]),
    );
    const both = await Promise.all(
      (await processed(20)).map(async (one) => {
        const { id } = (await ask(one)).json();
        const answers = await Promise.all([cancel(one), decide(id, 1, 'done')]);
        const [row] = await world.door.db('withdrawals').where({ id });
        expect(await world.stage(one)).toBe(row.status === 'done' ? 'withdrawn' : 'passed');
        return answers.filter(({ statusCode }) => statusCode < 300).length;
      }),
    );
    expect(new Set(pairs.map(String))).toEqual(new Set(['204,409']));
    expect(new Set(both)).toEqual(new Set([1]));
    expect(await world.differences()).toEqual([]);
  });

  test('when asking, taking back and deciding come in any order, then each does what its state allows', async () => {
    const step = fc.constantFrom('ask', 'cancel', 'done', 'refused');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
        const [one] = await processed();
        let state: 'none' | 'requested' | 'done' = 'none';
        let id = uuidv7();
        for (const act of steps) {
          const answer =
            act === 'ask' ? await ask(one) : act === 'cancel' ? await cancel(one) : await decide(id, 1, act);
          const may = act === 'ask' ? state === 'none' : state === 'requested';
          expect(answer.statusCode < 300).toBe(may);
          if (!may) continue;
          if (act === 'ask') id = answer.json().id;
          state = act === 'ask' ? 'requested' : act === 'done' ? 'done' : 'none';
          expect(await world.stage(one)).toBe(state === 'done' ? 'withdrawn' : 'passed');
        }
        const open = await world.door
          .db('withdrawals')
          .where({ registration_id: one.id, status: 'requested' });
        expect(open).toHaveLength(state === 'requested' ? 1 : 0);
      }),
      { numRuns: runs(200) },
    );
  });

  test('when billing has closed a copy and the change was cut off, then the registration is told once more, else not', async () => {
    const [stays, leaves] = await world.applicants(2, { stage: 'passed', kelas: '2' });
    await ask(leaves!);
    const from = world.door.published.length;
    for (const { id } of [stays!, leaves!]) {
      await world.door.database.transaction((trx) =>
        eventHandlers(world.door.context)['acceptance.ended']!(
          trx,
          { registration_id: id },
          { id: uuidv7(), version: 1, requestId: undefined },
        ),
      );
    }
    expect(world.door.published.slice(from)).toMatchObject([
      { type: 'registration.changed', payload: { id: stays!.id, current_stage: 'passed' } },
    ]);
  });
});
