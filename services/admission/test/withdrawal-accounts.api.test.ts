import { leave, decideWithdrawal, cancelWithdrawal, readWithdrawal } from '@gerbang/contracts/withdrawals';
import type { Role } from '@gerbang/domain/roles';
import { staffArea } from '../src/dashboard/dashboard.routes.ts';
import { type Applicant, keyed, offeredPool, openSeats, type Seats } from './seats-world.ts';

const TO = { bank_code: '014', number: '0123456789', owner: 'Budi Santoso' } as const;
const RULE = {
  version: 4,
  registration_fee: { back: 'percent', percent: 60 },
  education: [],
  deduct: { kind: 'none', rupiah: 0 },
  text: 'Kembali sebagian menurut ketentuan.',
  contact: '',
};

describe('families that say where their money goes when they leave', () => {
  let world: Seats;
  beforeAll(async () => {
    world = await openSeats();
  });
  beforeEach(() =>
    jest
      .spyOn(world.door.context, 'withdrawAcceptance')
      .mockImplementation(async () => ({ waits: false, rule: RULE as never })),
  );
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => world.close());

  const params = ({ id }: { readonly id: string }) => ({ params: { id } });
  const go = (one: Applicant, more: object = { to: TO }, headers: Record<string, string> = {}) =>
    world.door.call(leave, one.family, {
      ...params(one),
      body: { reason_code: 'cost', confirm: true, ...more },
      headers: { ...keyed(), ...headers },
    });
  const some = async (stage = 'passed') => {
    const [one] = (await world.applicants(1, { stage, kelas: '2' })) as [Applicant];
    return one;
  };
  const asked = async () => {
    const one = await some();
    await world.confirm(one, 1, 'processed');
    return { one, id: (await go(one)).json().id as string };
  };
  const decide = (id: string, decision: 'done' | 'refused') =>
    world.door.call(decideWithdrawal, world.manager, {
      ...params({ id }),
      body: { decision, reason: 'Sudah dibicarakan dengan keluarga', version: 1 },
    });
  const refundable = (id: string) =>
    world.door.published
      .filter(({ type, payload }) => type === 'withdrawal.refundable' && payload.registration_id === id)
      .map(({ payload }) => payload);
  const kept = (id: string) => world.door.db('withdrawals').where({ registration_id: id });

  test('when a family leaves at once, then billing hears where to, and nothing of it is readable here', async () => {
    const one = await some();
    expect((await go(one)).statusCode).toBe(201);
    expect(refundable(one.id)).toMatchObject([{ lines: [{ back: 330_000 }], to: TO }]);
    expect(await kept(one.id)).toMatchObject([{ status: 'done', account: null }]);
    for (const table of ['outbox_events', 'audit_events', 'withdrawals', 'idempotency_keys']) {
      expect(JSON.stringify(await world.door.db(table))).not.toContain(TO.number);
    }
    expect(world.door.logged()).not.toContain(TO.number);
  });

  test('when nothing goes back, or it is left for later, then no account travels', async () => {
    const [none, later] = [await some('registered'), await some()];
    expect((await go(none)).statusCode).toBe(201);
    expect((await go(later, {})).statusCode).toBe(201);
    expect(refundable(none.id)).toEqual([]);
    expect(refundable(later.id)).toMatchObject([{ lines: [{ back: 330_000 }] }]);
    expect(refundable(later.id)[0]).not.toHaveProperty('to');
  });

  test('when the account is not one, or the proof is old, then nothing happens', async () => {
    const one = await some();
    for (const to of [
      { ...TO, number: '12' },
      { ...TO, bank_code: '999' },
      { ...TO, owner: '' },
    ]) {
      expect((await go(one, { to })).statusCode).toBe(400);
    }
    const stale = world.door.headers(one.family, { fresh: Math.floor(Date.now() / 1000) - 15 * 60 - 1 });
    const old = await go(one, undefined, stale);
    expect([old.statusCode, old.json().code]).toEqual([403, 'fresh_proof_required']);
    expect(await world.stage(one)).toBe('passed');
    expect((await go(one, {}, stale)).statusCode).toBe(201);
  });

  test('when the school decides about a request, then the account stays sealed until then, and goes with it', async () => {
    const [yes, no, back] = [await asked(), await asked(), await asked()];
    const [{ account }] = await kept(yes.one.id);
    expect(account).toMatch(/^v1\./u);
    const file = await world.door.app.inject({
      url: '/api/parent/data-export/admission',
      headers: world.door.headers(yes.one.family),
    });
    expect(file.json().registrations[0].withdrawal_requests).toMatchObject([{ to: TO }]);
    const own = await world.door.call(readWithdrawal, yes.one.family, params(yes.one));
    expect(own.body).not.toContain(TO.number);
    expect((await decide(yes.id, 'done')).statusCode).toBe(200);
    expect((await decide(no.id, 'refused')).statusCode).toBe(200);
    const cancelled = await world.door.call(cancelWithdrawal, back.one.family, params(back.one));
    expect(cancelled.statusCode).toBe(204);
    expect(refundable(yes.one.id)).toMatchObject([{ to: TO }]);
    expect([...refundable(no.one.id), ...refundable(back.one.id)]).toEqual([]);
    for (const { one } of [yes, no, back]) expect(await kept(one.id)).toMatchObject([{ account: null }]);
  });

  test('when a request waits, then those who decide see how many and since when, and others nothing', async () => {
    const staff = (role: Role) => staffArea(world.door.context, role);
    await world.door
      .db('withdrawals')
      .where({ status: 'requested' })
      .update({ status: 'cancelled', account: null });
    expect(await staff('admin')).not.toHaveProperty('withdrawals_waiting');
    const first = await asked();
    await asked();
    const { created_at } = (await kept(first.one.id))[0];
    for (const role of ['manager_pendidikan', 'admin'] as const) {
      expect((await staff(role)).withdrawals_waiting).toEqual({
        count: 2,
        oldest_at: created_at.toISOString(),
      });
    }
    for (const role of ['cs', 'finance', 'staff_pendidikan', 'staff_tu', 'it'] as const) {
      expect(await staff(role)).not.toHaveProperty('withdrawals_waiting');
    }
    await decide(first.id, 'refused');
    expect((await staff('admin')).withdrawals_waiting?.count).toBe(1);
  });

  test('when a family leaves with a seat under a rule that gives nothing back, then the rule is shown and the seat moves on', async () => {
    const nothing = { ...RULE, registration_fee: { back: 'never', percent: 0 } };
    jest
      .spyOn(world.door.context, 'withdrawAcceptance')
      .mockImplementation(async () => ({ waits: true, rule: nothing as never }));
    const { pool, one } = await offeredPool(world);
    const read = (await world.door.call(readWithdrawal, one.family, params(one))).json();
    expect(read).toMatchObject({ may: 'done', refundable: { total: 0, text: RULE.text } });
    expect((await go(one)).statusCode).toBe(201);
    expect(refundable(one.id)).toEqual([]);
    expect(await world.figures(pool.id)).toMatchObject({ taken: 0, free: 1 });
  });
});
