import { SETTLEMENT_REFUSALS } from '@gerbang/domain/registration-payments';
import { mortalDatabase } from '@gerbang/service-kit/testing/mortal-database';
import { uuidv7 } from 'uuidv7';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { type Door, openDoor } from './door.ts';
import { copyOf } from './enrollments.ts';
import { assignReceipt, bankLine, bookLine, moneyOf, refuse, type Refused } from './fee-settlements.ts';

const FEE = 350_000;

describe('a line of the bank that pays a registration fee', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  const fee = async (change: Record<string, unknown> = {}) => {
    const family = await door.caller();
    const state = { payment_status: 'pending', payment_amount: FEE, current_stage: 'registered' };
    return copyOf(door, family, { ...state, ...change });
  };
  const settled = (since: number) =>
    door.published.slice(since).flatMap(({ type, payload }) => (type === 'fee.settled' ? [payload] : []));
  const refusal = (lineId: string, registration_id: string, change: Partial<Refused> = {}): Refused => ({
    registration_id,
    amount: FEE,
    source: { kind: 'bank_line', id: lineId },
    reason: 'already',
    ...change,
  });
  const receipts = (lineId: string) => door.db('unapplied_receipts').where({ line_id: lineId }).orderBy('id');
  const code = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: { code?: string }) => error.code,
    );

  test('when it is booked, then admission is told once, in the same transaction', async () => {
    const [{ id }, line] = [await fee(), await bankLine(door, FEE)];
    const since = door.published.length;
    await bookLine(door, line, id, FEE);
    expect(settled(since)).toMatchObject([
      {
        registration_id: id,
        amount: FEE,
        settled_on: '2026-11-18',
        source: { kind: 'bank_line', id: line },
        actor: { name: 'Fina Keuangan', role: 'finance' },
      },
    ]);
  });

  test.each([
    ['is verified', { payment_status: 'verified' }],
    ['is deleted', { deleted: true }],
    ['is another amount', { payment_amount: FEE + 1 }],
    ['is not told yet', { payment_amount: 0 }],
  ])('when the fee %s, then 409 nothing_owed and nothing is written', async (_name, change) => {
    const [{ id }, line] = [await fee(change), await bankLine(door, FEE)];
    const kept = await door.db('outbox_events').count('* as n');
    expect(await code(bookLine(door, line, id, FEE))).toBe('nothing_owed');
    expect(await moneyOf(door, [line])).toMatchObject([{ status: 'new', booked: 0, unapplied: 0 }]);
    expect(await door.db('outbox_events').count('* as n')).toEqual(kept);
  });

  test('when 40 lines are booked for one fee at once, then one is', async () => {
    const { id } = await fee();
    const lines = await Promise.all(Array.from({ length: 40 }, () => bankLine(door, FEE)));
    const codes = await Promise.all(lines.map((line) => code(bookLine(door, line, id, FEE))));
    expect(codes.filter((one) => one === null)).toHaveLength(1);
    expect(codes.filter((one) => one === 'nothing_owed')).toHaveLength(39);
    expect((await moneyOf(door, lines)).reduce((sum, { booked }) => sum + booked, 0)).toBe(FEE);
  });

  test.each(SETTLEMENT_REFUSALS)(
    'when admission refuses it with %s, however often, then the money stands unapplied once',
    async (reason) => {
      const [{ id }, line] = [await fee(), await bankLine(door, FEE)];
      await bookLine(door, line, id, FEE);
      const event = refusal(line, id, { reason });
      await Promise.all(Array.from({ length: 10 }, () => refuse(door, event)));
      expect(await receipts(line)).toMatchObject([
        { amount: FEE, cause: 'fee_refused', status: 'open', note: expect.stringMatching(/\.$/u) },
      ]);
      expect(await moneyOf(door, [line])).toMatchObject([{ status: 'booked', booked: 0, unapplied: FEE }]);
      expect(await door.db('bank_matches').where({ line_id: line })).toMatchObject([{ status: 'rejected' }]);
      const trail = await door
        .db('audit_events')
        .where({ subject_id: line, action: 'bank_line.fee_refused' });
      expect(trail).toMatchObject([
        { actor_id: null, details: { registration_id: id, refusal: reason, amount: FEE } },
      ]);
      expect(await verifyBooks(door.database)).toEqual([]);
    },
  );

  test('when refused money is given to the fee again and refused again, then it is the same receipt, open', async () => {
    const [{ id }, line] = [await fee(), await bankLine(door, FEE)];
    await bookLine(door, line, id, FEE);
    await refuse(door, refusal(line, id, { reason: 'undone' }));
    const [receipt] = await receipts(line);
    await assignReceipt(door, receipt.id, id);
    expect(await code(bookLine(door, await bankLine(door, FEE), id, FEE))).toBe('nothing_owed');
    await Promise.all([1, 2, 3].map(() => refuse(door, refusal(line, id))));
    expect(await receipts(line)).toMatchObject([
      { id: receipt.id, status: 'open', assigned_registration_id: null, decided_at: null, version: 2 },
    ]);
    expect(await moneyOf(door, [line])).toMatchObject([{ booked: 0, unapplied: FEE }]);
  });

  test('when a refusal is about another fee or line, then nothing changes', async () => {
    const [{ id }, line] = [await fee(), await bankLine(door, FEE)];
    await bookLine(door, line, id, FEE);
    await refuse(door, refusal(line, uuidv7()));
    await refuse(door, refusal(await bankLine(door, FEE), id));
    expect(await moneyOf(door, [line])).toMatchObject([{ booked: FEE, unapplied: 0 }]);
  });

  test.each([
    [
      'booking',
      async (line: string, id: string, database: Door['database']) => bookLine(door, line, id, FEE, database),
    ],
    [
      'refusal',
      async (line: string, id: string, database: Door['database']) =>
        refuse(door, refusal(line, id), database),
    ],
  ])(
    'when billing dies before any statement of a %s, then all of it happens at the next try or nothing',
    async (name, work) => {
      const [{ id }, line] = [await fee(), await bankLine(door, FEE)];
      if (name === 'refusal') await bookLine(door, line, id, FEE);
      const state = async () => [
        await moneyOf(door, [line]),
        (await door.db('outbox_events').count<{ n: number }[]>('* as n'))[0]?.n,
      ];
      const before = await state();
      let points = 0;
      for (let finished = false; !finished; points += 1) {
        const { database, arm, died } = mortalDatabase(door.context.config.DATABASE_URL, { max: 2 });
        arm(points + 1);
        const done = work(line, id, database).then(() => arm(null));
        finished = (await Promise.race([done, died.then(() => null)])) !== null;
        if (finished) await database.close();
        else expect(await state()).toEqual(before);
      }
      expect(points).toBeGreaterThan(4);
      const [{ booked, unapplied } = {}] = await moneyOf(door, [line]);
      expect([booked, unapplied]).toEqual(name === 'refusal' ? [0, FEE] : [FEE, 0]);
    },
  );
});
