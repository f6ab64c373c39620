import { runs } from '@gerbang/domain/testing/runs';
import { getFeeReceipt } from '@gerbang/contracts/papers';
import type { Caller } from '@gerbang/service-kit/testing/door';
import fc from 'fast-check';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { issueOldReceipts } from '../src/papers/issue-fee-receipts.ts';
import { insertPaper, newPaper } from '../src/papers/papers.repository.ts';
import { type Door, openDoor } from './door.ts';
import { check, type Copy, later, receiptsOf, tell, verifiedFee } from './papers.ts';
import { copyOfRegistration } from './registration-copies.ts';

describe('the receipt of a registration fee', () => {
  let door: Door;
  let family: Caller;
  beforeAll(async () => {
    door = await openDoor();
    family = await door.caller();
  });
  afterEach(async () => {
    door.setClock(null);
    expect(await verifyBooks(door.database)).toEqual([]);
  });
  afterAll(() => door.close());

  test('when a fee is verified, then it has one receipt, dated by the verification, with facts and no name', async () => {
    const copy = await verifiedFee(door, family, { payment_amount: 550_000, child_name: 'Zahra Nur' });
    const [receipt, ...others] = await receiptsOf(door, copy.id);
    expect(others).toEqual([]);
    expect(receipt).toMatchObject({
      number: expect.stringMatching(/^KP-2026-\d{6}$/u),
      facts: {
        amount: 550_000,
        initials: 'Z•••• N••',
        level: 'SD kelas 1',
        year: '2026/2027',
        paid_on: receipt!.issued_on,
      },
      revoked_at: null,
    });
    const answer = await check(door, receipt!.code);
    expect(answer.json()).toMatchObject({ valid: true, number: receipt!.number, amount: 550_000 });
    expect(answer.body).not.toMatch(/zahra|nur\b|budi/iu);
  });

  test('when a fee is not verified, is nothing, or a copy does not say when, then there is no receipt', async () => {
    const without = [
      copyOfRegistration({ user_id: family.id, payment_status: 'paid' }),
      copyOfRegistration({ user_id: family.id, payment_amount: 0, payment_verified_at: later() }),
      copyOfRegistration({ user_id: family.id }),
      copyOfRegistration({ user_id: family.id, payment_verified_at: later(), deleted: true }),
    ];
    await tell(door, ...without);
    for (const { id } of without) expect(await receiptsOf(door, id)).toEqual([]);
  });

  test('when a fee is undone and verified again, then the first receipt is revoked, and a new number and code are made', async () => {
    const copy = await verifiedFee(door, family);
    await tell(door, { ...copy, version: 2, payment_status: 'paid', payment_verified_at: null });
    const [undone] = await receiptsOf(door, copy.id);
    expect(undone!.revoked_at).not.toBeNull();
    expect((await check(door, undone!.code)).json()).toMatchObject({ valid: false, number: undone!.number });
    const read = () => door.call(getFeeReceipt, family, { params: { id: copy.id } });
    expect([(await read()).statusCode, (await read()).json().code]).toEqual([409, 'revoked']);
    await tell(door, { ...copy, version: 3, payment_verified_at: later() });
    const [first, second] = await receiptsOf(door, copy.id);
    // The look above is counted some seconds later.
    expect({ ...first, looks: 0 }).toEqual({ ...undone, looks: 0 });
    expect(second).toMatchObject({ revoked_at: null });
    expect(second!.number).not.toBe(first!.number);
    expect(second!.code).not.toBe(first!.code);
    expect((await read()).statusCode).toBe(200);
  });

  test('when the event of the undoing never comes, then the next verification revokes the former receipt', async () => {
    const copy = await verifiedFee(door, family);
    await tell(door, { ...copy, version: 5, payment_verified_at: later() });
    const [first, second] = await receiptsOf(door, copy.id);
    expect(first!.revoked_at).not.toBeNull();
    expect(second!.revoked_at).toBeNull();
  });

  test('when a copy of a release before comes, which does not say when the fee was verified, then the receipt stays', async () => {
    const copy = await verifiedFee(door, family);
    await tell(door, { ...copy, version: 2, payment_verified_at: null, payment_amount: 0 });
    await tell(door, { ...copy, version: 3 });
    expect(await receiptsOf(door, copy.id)).toMatchObject([{ revoked_at: null }]);
  });

  test('when events of verifications and undoings come in any order, twice and again, then each that was heard has one receipt, and the last state counts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 12 }),
        async (order) => {
          const base = copyOfRegistration({ user_id: family.id });
          const times = [later(), later(), later()];
          // Verified, undone, verified, undone, verified, renamed.
          const history: Copy[] = [1, 2, 3, 4, 5, 6].map((version) => ({
            ...base,
            version,
            ...(version % 2 === 1 || version === 6
              ? { payment_status: 'verified', payment_verified_at: times[Math.min(2, (version - 1) >> 1)]! }
              : { payment_status: 'paid', payment_verified_at: null }),
          }));
          let heard = 0;
          const expected = new Set<string>();
          for (const version of order) {
            const event = history[version - 1]!;
            await tell(door, event);
            if (version > heard && event.payment_verified_at !== null)
              expected.add(event.payment_verified_at);
            heard = Math.max(heard, version);
          }
          const receipts = await receiptsOf(door, base.id);
          expect(receipts.map((one) => one.fee_verified_at!.toISOString())).toEqual([...expected].toSorted());
          const counting = receipts.filter((one) => one.revoked_at === null);
          const now = history[heard - 1]!.payment_verified_at;
          expect(counting.map((one) => one.fee_verified_at!.toISOString())).toEqual(
            now === null ? [] : [now],
          );
        },
      ),
      { numRuns: runs(200, { plain: 12 }) },
    );
  });

  test('when 40 fees are verified at once, and each is told twice, then the numbers run without gaps', async () => {
    const before = Number(
      (await door.db('papers').where({ kind: 'fee_receipt' }).count('* as n').first())?.n,
    );
    const copies = Array.from({ length: 40 }, () =>
      copyOfRegistration({ user_id: family.id, payment_verified_at: later() }),
    );
    await Promise.all([...copies, ...copies].map((copy) => tell(door, copy)));
    const numbers: string[] = await door.db('papers').where({ kind: 'fee_receipt' }).pluck('number');
    expect(numbers.length).toBe(before + 40);
    expect(numbers.map((one) => Number(one.slice(-6))).toSorted((a, b) => a - b)).toEqual(
      numbers.map((_one, at) => at + 1),
    );
  });

  test('when a paper has the code of another, then the database refuses it', async () => {
    const copy = await verifiedFee(door, family);
    const [paper] = await receiptsOf(door, copy.id);
    const same = {
      ...newPaper({
        kind: 'acceptance_letter',
        registration_id: copy.id,
        confirmation_id: copy.child_id,
        number: 'SK-2026-000001',
        facts: { ...paper!.facts, amount: null, paid_on: null },
        issued_on: '2026-11-23',
      }),
      code: paper!.code,
    };
    await expect(door.database.transaction((trx) => insertPaper(trx, same))).rejects.toMatchObject({
      code: '23505',
      constraint: 'papers_code_key',
    });
  });

  test.each([
    ['another amount', (sql: string) => `facts = jsonb_set(facts, '{amount}', '1') where ${sql}`],
    ['another code', (sql: string) => `code = repeat('0', 26) where ${sql}`],
    ['another number', (sql: string) => `number = 'KP-2026-999999' where ${sql}`],
    ['another day', (sql: string) => `issued_on = '2020-01-01' where ${sql}`],
    ['fewer looks', (sql: string) => `looks = -1 where ${sql}`],
    [
      'no reason of its revocation',
      (sql: string) => `revoked_at = now(), version = version + 1 where ${sql}`,
    ],
  ])('when a paper gets %s, then the database refuses it', async (_what, change) => {
    const copy = await verifiedFee(door, family);
    await expect(
      door.db.raw(`update papers set ${change(`registration_id = '${copy.id}'`)}`),
    ).rejects.toThrow(/not allowed|check constraint/u);
    await expect(door.db('papers').where({ registration_id: copy.id }).delete()).rejects.toThrow(
      'papers are never deleted',
    );
  });
});

describe('the receipts of fees that were verified before there were papers', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  test('when the job is cut and goes on, beside another one and new fees, then they are numbered in the order of the verifications, each in its year', async () => {
    const family = await door.caller();
    const days = fc.sample(fc.integer({ min: 0, max: 600 }), 60);
    const old = days.map((day, at) =>
      copyOfRegistration({
        user_id: family.id,
        payment_verified_at: new Date(Date.UTC(2025, 2, 1 + day, 3, 0, 0, at)).toISOString(),
      }),
    );
    const lacking = copyOfRegistration({ user_id: family.id });
    await tell(door, ...old, lacking);
    expect(await door.db('papers')).toEqual([]);
    // One copy does not say yet when its fee was verified.
    expect(await issueOldReceipts(door.context, 7)).toBe(0);
    await tell(door, { ...lacking, version: 2, payment_verified_at: '2025-01-05T03:00:00.000Z' });

    let left = 2;
    const cut = {
      ...door.context,
      database: {
        ...door.database,
        transaction: ((work) => {
          left -= 1;
          if (left < 0) throw new Error('cut');
          return door.database.transaction(work);
        }) as typeof door.database.transaction,
      },
    };
    await expect(issueOldReceipts(cut, 7)).rejects.toThrow('cut');
    expect(await door.db('papers')).toHaveLength(14);
    await Promise.all([
      issueOldReceipts(door.context, 7),
      issueOldReceipts(door.context, 7),
      verifiedFee(door, family),
    ]);
    await issueOldReceipts(door.context, 7);
    const rows: { number: string; issued_on: string; at: Date }[] = await door
      .db('papers')
      .where('fee_verified_at', '<', '2026-11-01')
      .orderBy(['fee_verified_at', 'registration_id'])
      .select('number', 'issued_on', 'fee_verified_at as at');
    expect(rows).toHaveLength(61);
    for (const year of ['2025', '2026']) {
      const numbers = rows.map(({ number }) => number).filter((number) => number.startsWith(`KP-${year}`));
      expect(numbers).toEqual(numbers.toSorted());
      expect(numbers.length).toBeGreaterThan(0);
    }
    for (const { number, issued_on } of rows) expect(number.slice(3, 7)).toBe(issued_on.slice(0, 4));
    expect(await issueOldReceipts(door.context, 7)).toBe(0);
    expect(await verifyBooks(door.database)).toEqual([]);
  });
});
