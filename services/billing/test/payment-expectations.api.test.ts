import { runs } from '@gerbang/domain/testing/runs';
import { getDataExport } from '@gerbang/contracts/data-export';
import { REFERENCE } from '@gerbang/domain/payment-expectations';
import { NIL_ID } from '@gerbang/service-kit/data/erasure';
import { previewRetention } from '@gerbang/service-kit/data/retention';
import { DAY_MS, HOUR_MS } from '@gerbang/service-kit/program/timers';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { ageExpectations, useExpectation } from '../src/payment-expectations/change-expectation.ts';
import { chooseAdd } from '../src/payment-expectations/expect-payment.ts';
import { forgetExpectations } from '../src/payment-expectations/payment-expectations.repository.ts';
import { retentionRules } from '../src/retention.ts';
import { type Door, openDoor } from './door.ts';
import { billed, payInBooks } from './enrollments.ts';
import { ask, owing, SCHOOL, setSchool } from './payment-expectations.ts';

const START = new Date('2027-03-10T05:00:00Z');
const later = (ms: number) => new Date(START.getTime() + ms);
const [FIRST] = SCHOOL.accounts;

describe('what a family is asked to transfer', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());
  beforeEach(async () => {
    door.setClock(START);
    await door.db('payment_expectations').delete();
    await door.db('registrations').update({ deleted: true });
    await setSchool(door, { unique_code: { on: true, max: 999 } });
  });

  const rows = () => door.db('payment_expectations').orderBy('created_at').orderBy('id');
  const age = () => ageExpectations(door.context);
  const use = (id: string, at = door.context.now()) =>
    door.database.transaction((trx) => useExpectation(trx, id, at));

  test('when the fee is asked for, then amount, account, reference and term are answered, and again the same', async () => {
    const { family, copy } = await owing(door);
    const first = await ask(door, family, 'registration_fee', copy.id);
    expect(first.statusCode).toBe(201);
    const asked = first.json();
    expect(asked).toEqual({
      transfer_amount: 350_000 + asked.unique_add,
      base: 350_000,
      unique_add: expect.any(Number),
      reference: expect.stringMatching(REFERENCE),
      account: {
        key: FIRST?.key,
        bank_name: FIRST?.bank_name,
        account_number: FIRST?.account_number,
        owner: FIRST?.owner,
      },
      expires_at: later(72 * HOUR_MS).toISOString(),
    });
    expect(asked.unique_add).toBeGreaterThan(0);
    door.setClock(later(71 * HOUR_MS));
    const again = await ask(door, family, 'registration_fee', copy.id, 350_000);
    expect([again.statusCode, again.json()]).toEqual([200, asked]);
    expect(await rows()).toHaveLength(1);
    const trail = await door.db('audit_events').where({ action: 'payment_expectation.opened' });
    expect(trail.filter(({ actor_id }) => actor_id === family.id)).toHaveLength(1);
  });

  test('when the bill is another family’s, deleted or unknown, then it is the same 404', async () => {
    const { copy } = await owing(door);
    const { invoices } = await billed(door);
    const gone = await owing(door, 350_000, { deleted: true });
    const stranger = await door.caller();
    for (const [caller, kind, id] of [
      [stranger, 'registration_fee', copy.id],
      [stranger, 'registration_fee', uuidv7()],
      [gone.family, 'registration_fee', gone.copy.id],
      [stranger, 'invoice', invoices[0]!.id],
      [stranger, 'invoice', copy.id],
    ] as const) {
      expect((await ask(door, caller, kind, id)).statusCode).toBe(404);
    }
    expect(await rows()).toEqual([]);
  });

  test.each([
    ['is verified', { payment_status: 'verified' }, 'nothing_owed'],
    ['has a proof that waits', { payment_status: 'paid' }, 'payment_waiting'],
    ['is free, or not told yet', { payment_amount: 0 }, 'nothing_owed'],
  ])('when the fee %s, then nothing is asked for', async (_what, change, code) => {
    const { family, copy } = await owing(door, 350_000, change);
    const answer = await ask(door, family, 'registration_fee', copy.id);
    expect([answer.statusCode, answer.json().code]).toEqual([409, code]);
  });

  test('when the amount is not the bill’s, then it is refused; a part is for invoices', async () => {
    const { family, copy } = await owing(door);
    const bill = await billed(door);
    const [invoice] = bill.invoices;
    await payInBooks(door, invoice!, 1_000_000);
    const rest = invoice!.total_amount - 1_000_000;
    const refused = async (...given: [typeof family, 'registration_fee' | 'invoice', string, number]) => {
      const answer = await ask(door, ...given);
      return [answer.statusCode, answer.json().issues?.[0].path];
    };
    expect(await refused(family, 'registration_fee', copy.id, 350_001)).toEqual([422, 'amount']);
    expect(await refused(family, 'registration_fee', copy.id, 349_999)).toEqual([422, 'amount']);
    expect(await refused(bill.family, 'invoice', invoice!.id, rest + 1)).toEqual([422, 'amount']);
    expect(await refused(bill.family, 'invoice', invoice!.id, 0)).toEqual([400, 'amount']);
    expect(await rows()).toEqual([]);
    const whole = await ask(door, bill.family, 'invoice', invoice!.id);
    expect(whole.json().base).toBe(rest);
  });

  test('when an invoice has a payment that waits, or is paid, then nothing is asked for', async () => {
    const waiting = await billed(door);
    await payInBooks(door, waiting.invoices[0]!, 1_000_000, 'pending');
    const paid = await billed(door);
    await payInBooks(door, paid.invoices[0]!, paid.invoices[0]!.total_amount);
    const codes = [];
    for (const { family, invoices } of [waiting, paid]) {
      codes.push((await ask(door, family, 'invoice', invoices[0]!.id)).json().code);
    }
    expect(codes).toEqual(['payment_waiting', 'nothing_owed']);
  });

  test('when another part of an invoice is asked for, then the former is taken back, stays kept, and comes back with its amount', async () => {
    const { family, invoices } = await billed(door);
    const id = invoices[0]!.id;
    const whole = (await ask(door, family, 'invoice', id)).json();
    const part = (await ask(door, family, 'invoice', id, 1_000_000)).json();
    expect(part).toMatchObject({ base: 1_000_000 });
    expect(await rows()).toMatchObject([
      { status: 'cancelled', holds_amount: true, transfer_amount: whole.transfer_amount },
      { status: 'open', transfer_amount: part.transfer_amount },
    ]);
    const back = await ask(door, family, 'invoice', id);
    expect(back.statusCode).toBe(201);
    expect(back.json()).toMatchObject({ transfer_amount: whole.transfer_amount });
    expect(back.json().reference).not.toBe(whole.reference);
    expect((await rows()).filter(({ holds_amount: holds }) => holds)).toHaveLength(2);
  });

  test('when a family asks for one part after another, then it does not use up the amounts of others', async () => {
    const { family, invoices } = await billed(door);
    const adds: number[] = [];
    for (let part = 1; part <= 12; part += 1) {
      adds.push((await ask(door, family, 'invoice', invoices[0]!.id, 1_000_000 + part)).json().unique_add);
    }
    expect(adds.filter((add) => add > 0)).toHaveLength(10);
    expect(adds.slice(-2)).toEqual([0, 0]);
  });

  test('when the school uses no unique amounts, then nothing is added', async () => {
    for (const unique_code of [
      { on: false, max: 999 },
      { on: true, max: 0 },
    ] as const) {
      await setSchool(door, { unique_code });
      const { family, copy } = await owing(door);
      const asked = (await ask(door, family, 'registration_fee', copy.id)).json();
      expect(asked).toMatchObject({ transfer_amount: 350_000, unique_add: 0 });
    }
  });

  test('when the school begins to use them or stops, then the next asking follows it', async () => {
    const { family, copy } = await owing(door);
    const add = async () => (await ask(door, family, 'registration_fee', copy.id)).json().unique_add;
    const first = await add();
    await setSchool(door, { unique_code: { on: false, max: 999 } });
    expect(await add()).toBe(0);
    expect(await add()).toBe(0);
    await setSchool(door, { unique_code: { on: true, max: 999 } });
    expect(await add()).toBe(first);
    // A smaller range does not change what the family has seen.
    await setSchool(door, { unique_code: { on: true, max: 99 } });
    expect(await add()).toBe(first);
  });

  test('when the school has no account for the level, then that is said', async () => {
    const accounts = SCHOOL.accounts.map((one) => ({ ...one, purposes: ['invoice' as const] }));
    await setSchool(door, { accounts, unique_code: { on: true, max: 999 } });
    const { family, copy } = await owing(door);
    const answer = await ask(door, family, 'registration_fee', copy.id);
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'no_account',
        message: 'Sekolah belum punya rekening untuk pembayaran ini.',
      }),
    ]);
  });

  test('when the account changes, then the amount is asked for the new one', async () => {
    const { family, copy } = await owing(door);
    await ask(door, family, 'registration_fee', copy.id);
    const accounts = [
      { ...FIRST!, closed: true },
      { ...FIRST!, key: 'baru', account_number: '777 8888' },
    ];
    await setSchool(door, { accounts, unique_code: { on: true, max: 999 } });
    const moved = await ask(door, family, 'registration_fee', copy.id);
    expect([moved.statusCode, moved.json().account]).toEqual([
      201,
      expect.objectContaining({ key: 'baru', account_number: '777 8888' }),
    ]);
  });

  test('when 40 families ask for the same fee at once, then every one has an amount of its own', async () => {
    const families = await Promise.all(Array.from({ length: 40 }, () => owing(door)));
    const answers = await Promise.all(
      families.map(({ family, copy }) => ask(door, family, 'registration_fee', copy.id)),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 201));
    const asked = answers.map((answer) => answer.json());
    expect(new Set(asked.map((one) => one.transfer_amount)).size).toBe(40);
    expect(new Set(asked.map((one) => one.reference)).size).toBe(40);
    expect(asked.every((one) => one.unique_add > 0)).toBe(true);
  });

  test('when fees of near amounts are asked for at once, then no two amounts are equal', async () => {
    await setSchool(door, { unique_code: { on: true, max: 99 } });
    const families = await Promise.all(
      Array.from({ length: 40 }, (_none, at) => owing(door, 350_000 + (at % 20))),
    );
    const asked = await Promise.all(
      families.map(async ({ family, copy }) => (await ask(door, family, 'registration_fee', copy.id)).json()),
    );
    expect(new Set(asked.map((one) => one.transfer_amount)).size).toBe(40);
    const bases = new Set(asked.map((one) => one.base));
    expect(asked.filter((one) => bases.has(one.transfer_amount))).toEqual([]);
  });

  test('when one fee is asked for 40 times at once, then one amount is kept for it', async () => {
    const { family, copy } = await owing(door);
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => ask(door, family, 'registration_fee', copy.id)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await rows()).toHaveLength(1);
  });

  test('when asking, taking back and paying meet, then there is one open amount or none', async () => {
    const { family, invoices } = await billed(door);
    const id = invoices[0]!.id;
    await ask(door, family, 'invoice', id);
    const [first] = await rows();
    const work = [
      ...Array.from({ length: 20 }, (_none, at) => ask(door, family, 'invoice', id, 1_000_000 + (at % 3))),
      ...Array.from({ length: 20 }, () => use(first.id)),
    ];
    await Promise.all(work);
    const found = await rows();
    expect(found.filter(({ status }) => status === 'open')).toHaveLength(1);
    const held = found.filter(({ holds_amount, unique_add }) => holds_amount && unique_add > 0);
    expect(new Set(held.map((one) => one.transfer_amount)).size).toBe(held.length);
    expect(found.filter((one) => one.status === 'used').length).toBeLessThanOrEqual(1);
  });

  test('when an amount is chosen at random settings, then it is never kept for another and never another’s base', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 ** 9 }),
        fc.constantFrom(0, 99, 999),
        fc.array(fc.integer({ min: 0, max: 1100 }), { maxLength: 900 }),
        fc.nat(),
        (base, max, others, drawn) => {
          const taken = new Set(others.map((add) => base + add));
          const add = chooseAdd(base, max, taken, (below) => drawn % below);
          const free = Array.from({ length: max }, (_none, at) => at + 1).filter(
            (one) => !taken.has(base + one),
          );
          expect(free.length === 0 ? [0] : free).toContain(add);
        },
      ),
      { numRuns: runs(500) },
    );
  });

  test('when families owe amounts side by side, then no one is asked for another’s amount or base, kept ones included', async () => {
    await setSchool(door, { unique_code: { on: true, max: 99 } });
    const shown = new Map<number, string>();
    const fees = new Set<number>();
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 400 }),
        fc.constantFrom('keep', 'use', 'cool'),
        async (near, then) => {
          const fee = 500_000 + near;
          const { family, copy } = await owing(door, fee);
          fees.add(fee);
          const asked = (await ask(door, family, 'registration_fee', copy.id)).json();
          if (asked.unique_add === 0) return;
          expect(shown.get(asked.transfer_amount)).toBeUndefined();
          expect(fees.has(asked.transfer_amount)).toBe(false);
          shown.set(asked.transfer_amount, copy.id);
          const row = await door.db('payment_expectations').where({ reference: asked.reference }).first();
          if (then === 'use') await use(row.id);
          if (then === 'cool')
            await door.db('payment_expectations').where({ id: row.id }).update({ status: 'cooling' });
        },
      ),
      { numRuns: runs(200) },
    );
    expect(shown.size).toBeGreaterThan(runs(200) / 2);
  });

  test('when every amount above a base is kept, then nothing is added, and a freed one is used again', async () => {
    await setSchool(door, { unique_code: { on: true, max: 99 } });
    const { family, copy } = await owing(door);
    const other = await owing(door);
    await door.db('payment_expectations').insert(
      Array.from({ length: 99 }, (_none, at) => ({
        id: uuidv7(),
        account_key: FIRST!.key,
        kind: 'registration_fee',
        registration_id: other.copy.id,
        user_id: other.family.id,
        base: 350_000,
        unique_add: at + 1,
        reference: `GB-${String(100_000 + at)}`,
        status: 'cooling',
        holds_amount: true,
        expires_at: later(-HOUR_MS),
        cools_until: later(DAY_MS),
      })),
    );
    const none = await ask(door, family, 'registration_fee', copy.id);
    expect([none.statusCode, none.json().unique_add]).toEqual([201, 0]);
    const still = await ask(door, family, 'registration_fee', copy.id);
    expect([still.statusCode, still.json()]).toEqual([200, none.json()]);
    await door.db('payment_expectations').where({ unique_add: 42 }).delete();
    expect((await ask(door, family, 'registration_fee', copy.id)).json().unique_add).toBe(42);
  });

  test('when hours and days pass, then it cools, ends, and its amount is free again', async () => {
    const { family, copy } = await owing(door);
    const asked = (await ask(door, family, 'registration_fee', copy.id)).json();
    const state = async () => {
      const { status, holds_amount: holds } = await door
        .db('payment_expectations')
        .where({ reference: asked.reference })
        .first();
      return [status, holds];
    };
    await age();
    expect(await state()).toEqual(['open', true]);
    door.setClock(later(72 * HOUR_MS));
    expect(await age()).toBe(1);
    expect(await state()).toEqual(['cooling', true]);
    door.setClock(later(17 * DAY_MS));
    await age();
    expect(await state()).toEqual(['expired', false]);
    expect(await age()).toBe(0);
  });

  test('when a family comes back while its amount is cooling, then it is asked for the same one again', async () => {
    const { family, copy } = await owing(door);
    const asked = (await ask(door, family, 'registration_fee', copy.id)).json();
    door.setClock(later(16 * DAY_MS));
    await age();
    const next = await ask(door, family, 'registration_fee', copy.id);
    expect([next.statusCode, next.json().transfer_amount]).toEqual([201, asked.transfer_amount]);
    expect(await rows()).toMatchObject([
      { status: 'expired', holds_amount: false },
      { status: 'open', holds_amount: true },
    ]);
  });

  test('when families come back while the bank’s money arrives, then no amount is kept twice and none is lost', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.boolean(), async (times, paysFirst) => {
        door.setClock(START);
        await door.db('payment_expectations').delete();
        const { family, copy } = await owing(door);
        await ask(door, family, 'registration_fee', copy.id);
        const [first] = await rows();
        door.setClock(later(73 * HOUR_MS));
        await age();
        const asks = () =>
          Array.from({ length: times }, () => ask(door, family, 'registration_fee', copy.id));
        const work = paysFirst ? [use(first.id), ...asks()] : [...asks(), use(first.id)];
        const answers = await Promise.all(work);
        for (const answer of answers)
          if (answer && 'statusCode' in answer) expect([200, 201]).toContain(answer.statusCode);
        const held = (await rows()).filter(({ holds_amount: holds }) => holds);
        expect(new Set(held.map((one) => one.transfer_amount)).size).toBe(held.length);
        expect(held.filter(({ status }) => status === 'open')).toHaveLength(1);
      }),
      { numRuns: runs(25, { plain: 6 }) },
    );
  });

  test('when a page only names the amount, then a part that the family chose stays; the payment’s own page asks anew', async () => {
    const { family, invoices } = await billed(door);
    const id = invoices[0]!.id;
    const part = (await ask(door, family, 'invoice', id, 1_000_000)).json();
    const owed = invoices[0]!.total_amount;
    const named = await ask(door, family, 'invoice', id, owed, { keep: true });
    expect([named.statusCode, named.json()]).toEqual([200, part]);
    const whole = await ask(door, family, 'invoice', id, owed);
    expect([whole.statusCode, whole.json().base]).toEqual([201, owed]);
    expect((await ask(door, family, 'invoice', id, owed, { keep: true })).json()).toEqual(whole.json());
  });

  test('when its hours are over and housekeeping has not come yet, then it is asked for anew with its amount', async () => {
    const { family, copy } = await owing(door);
    const asked = (await ask(door, family, 'registration_fee', copy.id)).json();
    door.setClock(later(72 * HOUR_MS));
    const next = await ask(door, family, 'registration_fee', copy.id);
    expect([next.statusCode, next.json().reference === asked.reference]).toEqual([201, false]);
    expect(next.json().transfer_amount).toBe(asked.transfer_amount);
    expect((await rows()).map(({ status }) => status)).toEqual(['expired', 'open']);
  });

  test.each(['open', 'cooling'])(
    'when money comes for one that is %s, then it is used once, and kept 14 days more',
    async (status) => {
      const { family, copy } = await owing(door);
      await ask(door, family, 'registration_fee', copy.id);
      const at = later(status === 'open' ? HOUR_MS : 16 * DAY_MS);
      door.setClock(status === 'open' ? at : later(73 * HOUR_MS));
      await age();
      door.setClock(at);
      const [{ id }] = await rows();
      const used = await Promise.all(Array.from({ length: 40 }, () => use(id)));
      expect(used.filter((one) => one !== undefined)).toMatchObject([{ status: 'used' }]);
      door.setClock(new Date(at.getTime() + 14 * DAY_MS - 1));
      await age();
      expect(await rows()).toMatchObject([{ status: 'used', holds_amount: true }]);
      door.setClock(new Date(at.getTime() + 17 * DAY_MS));
      await age();
      expect(await rows()).toMatchObject([{ status: 'used', holds_amount: false }]);
      expect(await use(id)).toBeUndefined();
    },
  );

  test('when one was taken back, then its amount is kept for its days and no longer', async () => {
    const { family, invoices } = await billed(door);
    await ask(door, family, 'invoice', invoices[0]!.id);
    await ask(door, family, 'invoice', invoices[0]!.id, 1_000_000);
    const [{ id }] = await rows();
    expect(await use(id)).toBeUndefined();
    door.setClock(later(16 * DAY_MS));
    await age();
    expect(await door.db('payment_expectations').where({ id }).first()).toMatchObject({ holds_amount: true });
    door.setClock(later(17 * DAY_MS));
    await age();
    expect(await door.db('payment_expectations').where({ id }).first()).toMatchObject({
      status: 'cancelled',
      holds_amount: false,
    });
  });

  test('when a family exports its data, then what it was asked for is in it', async () => {
    const { family, copy } = await owing(door);
    const asked = (await ask(door, family, 'registration_fee', copy.id)).json();
    const answer = await door.app.inject({
      url: `${getDataExport.path}/billing`,
      headers: door.headers(family),
    });
    expect(answer.json().payment_expectations).toEqual([
      expect.objectContaining({
        registration_id: copy.id,
        invoice_id: null,
        transfer_amount: asked.transfer_amount,
        reference: asked.reference,
        status: 'open',
      }),
    ]);
  });

  test('when a family is erased, then nothing names it, and an amount that is kept stays kept until its day', async () => {
    const { family, copy } = await owing(door);
    await ask(door, family, 'registration_fee', copy.id);
    const bill = await billed(door);
    await ask(door, bill.family, 'invoice', bill.invoices[0]!.id);
    const other = await owing(door);
    await ask(door, other.family, 'registration_fee', other.copy.id);
    const forget = () => door.database.transaction((trx) => forgetExpectations(trx, [copy.id, bill.copy.id]));
    await forget();
    const kept = { status: 'cancelled', holds_amount: true, user_id: NIL_ID };
    expect(await rows()).toMatchObject([kept, kept, { status: 'open', user_id: other.family.id }]);
    door.setClock(later(17 * DAY_MS));
    await age();
    await forget();
    expect(await rows()).toMatchObject([{ user_id: other.family.id }]);
  });

  test('when it was free for a year, then retention ends it, and not before', async () => {
    const { family, copy } = await owing(door);
    await ask(door, family, 'registration_fee', copy.id);
    const { knex } = door.database;
    const rules = retentionRules(door.database).filter(({ name }) => name === 'payment_expectations');
    const due = () => previewRetention(knex, rules);
    const moved = (months: number) =>
      door.db('payment_expectations').update({
        status: 'expired',
        holds_amount: false,
        expires_at: door.db.raw(`now() - interval '${months} months 1 day'`),
        cools_until: door.db.raw(`now() - interval '${months} months'`),
      });
    await moved(11);
    const early = await due();
    await moved(13);
    expect([early, await due()]).toEqual([{ payment_expectations: 0 }, { payment_expectations: 1 }]);
    await rules[0]!.end();
    expect(await rows()).toEqual([]);
  });
});
