import { billingExport } from '@gerbang/contracts/billing-export';
import { listBankLines } from '@gerbang/contracts/bank-statements';
import { expectPayment } from '@gerbang/contracts/payment-expectations';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { uuidv7 } from 'uuidv7';
import { matchOpenLines } from '../src/bank-matches/match-open-lines.ts';
import { withdrawProposals } from '../src/bank-matches/propose-matches.ts';
import { StatementReader } from '../src/bank-statements/statement-reader.ts';
import { forgetExpectations } from '../src/payment-expectations/payment-expectations.repository.ts';
import { book, match, moneyFaults } from './bank-bookings.ts';
import { upload } from './bank-uploads.ts';
import { type Door, openDoor } from './door.ts';
import { copyOf } from './enrollments.ts';
import { SCHOOL, setSchool } from './payment-expectations.ts';

const TODAY = jakartaDay(new Date());
type Copy = Awaited<ReturnType<typeof copyOf>>;

describe('an exact amount for several registration fees', () => {
  let door: Door;
  let finance: Caller;
  let pass: () => Promise<void>;
  const reader = new StatementReader();
  beforeAll(async () => {
    door = await openDoor();
    finance = await door.caller('finance', 'Fina Keuangan');
  });
  afterAll(async () => {
    await reader.close();
    await door.close();
  });
  beforeEach(async () => {
    await door.db('registrations').update({ deleted: true });
    await setSchool(door, { unique_code: { on: true, max: 999 } });
    pass = matchOpenLines(door.context, reader);
  });

  /** A family that owes these fees. */
  const owingAll = async (fees: readonly number[], change: Record<string, unknown> = {}) => {
    const family = await door.caller();
    const copies: Copy[] = [];
    for (const payment_amount of fees) {
      copies.push(await copyOf(door, family, { payment_status: 'pending', payment_amount, ...change }));
    }
    return { family, copies };
  };
  const ask = (family: Caller, of: readonly { readonly id: string }[]) =>
    door.call(expectPayment, family, {
      body: { kind: 'registration_fees', ids: of.map(({ id }) => id) },
    });
  const asked = async (family: Caller, of: readonly Copy[]) => {
    const answer = await ask(family, of);
    if (answer.statusCode > 201) throw new Error(answer.body);
    return answer.json() as { transfer_amount: number; base: number; unique_add: number; reference: string };
  };
  const held = (reference: string) => door.db('payment_expectations').where({ reference }).first();
  /** A line of this amount as the desk shows it after the matcher has seen it. */
  const lineOf = async (amount: number, text = 'BI-FAST CR 451') => {
    const answer = await upload(door, finance, [{ day: TODAY, amount, text }]);
    if (answer.statusCode !== 201) throw new Error(answer.body);
    await pass();
    const lines = (await door.call(listBankLines, finance, { query: 'limit=200' })).json() as {
      id: string;
      amount: number;
      status: string;
      matches: { id: string; registration_id: string; confidence: string; [key: string]: unknown }[];
    }[];
    return lines.find((line) => line.amount === amount)!;
  };
  const settledBy = (lineId: string) =>
    door.published
      .filter(({ type }) => type === 'fees.settled')
      .map(
        ({ payload }) =>
          payload as { fees: { registration_id: string; amount: number }[]; source: { id: string } },
      )
      .filter(({ source }) => source.id === lineId)
      .flatMap(({ fees }) => fees);

  test('when fees are chosen, then one amount is drawn for their sum; the same again is the live one, others take it back', async () => {
    const { family, copies } = await owingAll([350_000, 550_000, 550_000]);
    const [one, two, three] = copies as [Copy, Copy, Copy];
    const first = await asked(family, [two, one]);
    expect(first).toMatchObject({ base: 900_000, transfer_amount: 900_000 + first.unique_add });
    expect(first.unique_add).toBeGreaterThan(0);
    expect(await door.db('payment_expectation_fees').orderBy('amount').select('amount')).toEqual(
      expect.arrayContaining([{ amount: 350_000 }, { amount: 550_000 }]),
    );
    const again = await ask(family, [one, two]);
    expect([again.statusCode, again.json()]).toEqual([200, expect.objectContaining(first)]);

    const more = await asked(family, copies);
    expect(more.base).toBe(1_450_000);
    expect(await held(first.reference)).toMatchObject({ status: 'cancelled', holds_amount: true });
    const back = await asked(family, [one, two]);
    expect(back).toMatchObject({ unique_add: first.unique_add, base: 900_000 });
    // Two fees of the same sum are another choice, with an amount of its own.
    const other = await asked(family, [one, three]);
    expect(other.base).toBe(900_000);
    expect(other.transfer_amount).not.toBe(first.transfer_amount);
    const exported = (await door.call(billingExport, family)).json();
    expect(JSON.stringify(exported)).toContain(other.reference);
  });

  test('when one of them is not the family’s, paid, waiting or of another account, then nothing is drawn', async () => {
    const { family, copies } = await owingAll([350_000, 550_000]);
    const stranger = await owingAll([350_000]);
    const before = await door.db('payment_expectations').orderBy('id');
    const codes = async (of: readonly { readonly id: string }[]) => {
      const answer = await ask(family, of);
      return [answer.statusCode, answer.json().code];
    };
    const [one, two] = copies as [Copy, Copy];
    expect(await codes([one])).toEqual([400, 'bad_request']);
    expect(await codes([one, one])).toEqual([400, 'bad_request']);
    expect(await codes([one, stranger.copies[0]!])).toEqual([404, 'not_found']);
    expect(await codes([one, { id: uuidv7() }])).toEqual([404, 'not_found']);
    const set = (change: object) => door.db('registrations').where({ id: two.id }).update(change);
    await set({ payment_status: 'verified' });
    expect(await codes(copies)).toEqual([409, 'nothing_owed']);
    await set({ payment_status: 'paid' });
    expect(await codes(copies)).toEqual([409, 'payment_waiting']);
    await set({ payment_status: 'pending', jenjang: 'KB' });
    const [account] = SCHOOL.accounts as [(typeof SCHOOL.accounts)[number]];
    await setSchool(door, {
      unique_code: { on: true, max: 999 },
      accounts: [
        { ...account, levels: account.levels.filter((level) => level !== 'KB') },
        { ...account, key: 'kedua', account_number: '111 222', levels: ['KB'] },
      ],
    });
    expect(await codes(copies)).toEqual([422, 'different_accounts']);
    expect(await door.db('payment_expectations').orderBy('id')).toEqual(before);
  });

  test('when the bank has the amount, then the line is exact for each fee, and booking one of them books all', async () => {
    const { family, copies } = await owingAll([350_000, 550_000]);
    const wanted = await asked(family, copies);
    const line = await lineOf(wanted.transfer_amount);
    expect(line.matches.map(({ registration_id: id }) => id).toSorted()).toEqual(
      copies.map(({ id }) => id).toSorted(),
    );
    for (const found of line.matches) {
      expect(found).toMatchObject({
        confidence: 'exact',
        together: { amount: 900_000 },
        surplus: wanted.unique_add,
        rest: 0,
      });
    }
    const answer = await book(door, finance, [line.matches[1]!.id]);
    expect(answer.json()).toMatchObject({ booked: [{ line_id: line.id }], refused: [] });
    expect(
      settledBy(line.id)
        .map(({ amount }) => amount)
        .toSorted((a, b) => a - b),
    ).toEqual([350_000, 550_000]);
    expect(await door.db('surplus_ledger').where({ line_id: line.id })).toMatchObject([
      { amount: wanted.unique_add },
    ]);
    expect(await held(wanted.reference)).toMatchObject({ status: 'used' });
    expect(await moneyFaults(door)).toEqual([]);
  });

  test('when one of the fees is paid before, then the line books none of them', async () => {
    const { family, copies } = await owingAll([350_000, 550_000]);
    const wanted = await asked(family, copies);
    const line = await lineOf(wanted.transfer_amount);
    await door.db('registrations').where({ id: copies[0]!.id }).update({ payment_status: 'verified' });
    const answer = await book(door, finance, [line.matches[0]!.id]);
    expect(answer.json()).toMatchObject({ booked: [], refused: [{ code: 'nothing_owed' }] });
    expect(settledBy(line.id)).toEqual([]);
    await pass();
    expect(await door.db('bank_matches').where({ line_id: line.id })).toEqual([]);
    // A person may still book the other one alone, with a reason.
    const alone = [{ kind: 'registration_fee' as const, id: copies[1]!.id, amount: 550_000 }];
    expect((await match(door, finance, line.id, alone, { reason: null })).statusCode).toBe(422);
    expect((await match(door, finance, line.id, alone)).statusCode).toBe(200);
    expect(await moneyFaults(door)).toEqual([]);
  });

  test('when one of the fees is taken from a line, then the proposals of the others go with it', async () => {
    const { family, copies } = await owingAll([350_000, 550_000, 550_000]);
    const line = await lineOf((await asked(family, copies)).transfer_amount);
    expect(line.matches).toHaveLength(3);
    await door.database.transaction((trx) =>
      withdrawProposals(trx, { kind: 'registration_fee', id: copies[1]!.id }),
    );
    expect(await door.db('bank_matches').where({ line_id: line.id })).toEqual([]);
    expect(await door.db('bank_lines').where({ id: line.id }).first()).toMatchObject({ status: 'new' });
  });

  test('when a line is booked beside a verification of one of its fees, then all of them are booked or none', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { family, copies } = await owingAll([350_000, 550_000]);
      const line = await lineOf((await asked(family, copies)).transfer_amount);
      const [answer] = await Promise.all([
        book(door, finance, [line.matches[0]!.id]),
        door.db('registrations').where({ id: copies[1]!.id }).update({ payment_status: 'verified' }),
      ]);
      const booked = answer.json().booked.length as number;
      expect(settledBy(line.id)).toHaveLength(booked * 2);
      await door
        .db('registrations')
        .whereIn(
          'id',
          copies.map(({ id }) => id),
        )
        .update({ payment_status: 'verified' });
      expect(await moneyFaults(door).then((faults) => JSON.stringify(faults))).not.toContain(line.id);
    }
  });

  test('when a registration is erased, then what was asked for it together is no longer the family’s', async () => {
    const { family, copies } = await owingAll([350_000, 550_000]);
    const { reference } = await asked(family, copies);
    await door.database.transaction((trx) => forgetExpectations(trx, [copies[0]!.id]));
    expect(await held(reference)).toMatchObject({ status: 'cancelled', holds_amount: true });
    expect((await held(reference)).user_id).not.toBe(family.id);
  });
});
