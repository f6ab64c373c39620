import { type Invoice, listOwnInvoices } from '@gerbang/contracts/invoices';
import { getSchemeOfConfirmation, type Scheme } from '@gerbang/contracts/payment-schemes';
import { payInvoice } from '@gerbang/contracts/invoice-payments';
import { runs } from '@gerbang/domain/testing/runs';
import type { Caller } from '@gerbang/service-kit/testing/door';
import fc from 'fast-check';
import { type Door } from './door.ts';
import { billed, finance, payInBooks } from './enrollments.ts';
import { openPatientPayments, type World } from './invoice-payments.ts';
import { paymentForm, sent } from './payment-calls.ts';
import { approve, cancel, DUE, revise } from './scheme-revisions.ts';

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

describe('a scheme that is revised', () => {
  let world: World;
  let door: Door;
  let staff: Caller;
  let head: Caller;
  beforeAll(async () => {
    world = await openPatientPayments();
    door = world.door;
    staff = await finance(door);
    head = await door.caller('manager_pendidikan', 'Maya Kepala');
  });
  afterAll(() => world.close());

  const invoicesOf = async (family: Caller): Promise<Invoice[]> =>
    (await door.call(listOwnInvoices, family)).json();
  const living = async (family: Caller) =>
    (await invoicesOf(family))
      .filter(({ voided }) => !voided)
      .toSorted((one, other) => (one.installment_stage ?? 0) - (other.installment_stage ?? 0));
  const schemeOf = async (family: Caller, confirmationId: string): Promise<Scheme> =>
    (await door.call(getSchemeOfConfirmation, family, { params: { confirmationId } })).json();
  const instalments = () => billed(door, { payment_scheme: 'installment' });

  test('when four instalments with one paid become two, then the paid one keeps its number, and both sides are read', async () => {
    const { family, scheme, confirmation, invoices } = await instalments();
    await payInBooks(door, invoices[0]!, 10_000_000);
    const since = door.published.length;
    const preview = await revise(door, staff, scheme.id, [10_000_000, 10_000_000], { preview: true });
    expect(preview.json()).toMatchObject({ scheme: null, excess: 0, second_person: false });
    expect(await living(family)).toHaveLength(4);
    const answer = await revise(door, staff, scheme.id, [10_000_000, 10_000_000]);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().before.invoices).toHaveLength(4);
    const [first, second, ...others] = await living(family);
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      id: invoices[0]!.id,
      invoice_number: invoices[0]!.invoice_number,
      status: 'verified',
      total_amount: 10_000_000,
    });
    expect(second).toMatchObject({ installment_name: 'Tahap 2', total_amount: 10_000_000, due_date: DUE });
    const all = await invoicesOf(family);
    expect(all.filter(({ status }) => status === 'void').map(({ voided }) => voided?.reason)).toEqual(
      Array.from({ length: 3 }, () => 'Keluarga meminta dua tahap'),
    );
    const read = await schemeOf(family, confirmation.id);
    expect(read).toMatchObject({ version: 2, final_education_fee: 20_000_000 });
    expect(read.changes).toMatchObject([
      { version: 2, reason: 'Keluarga meminta dua tahap', by: { name: 'Fina Keuangan' } },
    ]);
    expect(read.changes?.[0]?.after.invoices.map(({ total_amount }) => total_amount)).toEqual([
      10_000_000, 10_000_000,
    ]);
    const told = door.published.slice(since).filter(({ type }) => type === 'message.requested');
    expect(told.map(({ payload }) => payload.kind)).toEqual(['scheme_changed']);
  });

  test.each([
    [
      'rows that do not make the total',
      [10_000_000, 9_000_000],
      { base_education_fee: 20_000_000 },
      'instalments',
    ],
    ['a paid row below what was paid', [9_000_000, 11_000_000], {}, 'instalments.0.amount'],
    ['an empty row', [20_000_000, 0], {}, 'instalments.1.amount'],
    [
      'a day that has passed',
      [10_000_000, 10_000_000],
      {
        instalments: [
          { amount: 10_000_000, due_date: DUE },
          { amount: 10_000_000, due_date: '2026-01-01' },
        ],
      },
      'instalments.1.due_date',
    ],
    [
      'too many rows of a full payment',
      [10_000_000, 5_000_000, 5_000_000],
      { payment_scheme: 'full' },
      'instalments',
    ],
    ['discounts of instalments', [10_000_000, 10_000_000], { event_discount: 500_000 }, undefined],
  ])('when there is %s, then it is 422 and nothing changes', async (_name, amounts, change, path) => {
    const { family, scheme, invoices } = await instalments();
    await payInBooks(door, invoices[0]!, 10_000_000);
    const answer = await revise(door, staff, scheme.id, amounts, change);
    expect(answer.statusCode).toBe(422);
    if (path) expect(answer.json().issues).toMatchObject([{ path }]);
    expect(await living(family)).toHaveLength(4);
  });

  test('when it was seen before a change, or a payment waits, then it is 409', async () => {
    const { family, scheme, invoices } = await instalments();
    expect((await revise(door, staff, scheme.id, [20_000_000], { version: 2 })).json()).toMatchObject({
      statusCode: 409,
      code: 'stale',
    });
    await sent(world, family, invoices[0]!);
    expect((await revise(door, staff, scheme.id, [20_000_000])).json()).toMatchObject({
      statusCode: 409,
      code: 'payment_waiting',
    });
  });

  test('when the total falls by more than a million, then another person carries it out', async () => {
    const { family, scheme } = await instalments();
    const asked = await revise(door, staff, scheme.id, [9_000_000, 9_000_000]);
    expect(asked.statusCode).toBe(202);
    const { request_id } = asked.json();
    expect((await revise(door, staff, scheme.id, [20_000_000])).json()).toMatchObject({
      code: 'request_waits',
    });
    expect((await cancel(door, staff, scheme.id)).json()).toMatchObject({ code: 'request_waits' });
    expect((await approve(door, staff, request_id)).statusCode).toBe(403);
    expect((await approve(door, head, request_id)).statusCode).toBe(200);
    expect((await living(family)).map(({ total_amount }) => total_amount)).toEqual([9_000_000, 9_000_000]);
  });

  test('when it asks for less than was paid, then the excess stands unapplied, and the re-enrolment is complete', async () => {
    const { family, scheme, confirmation, invoices } = await instalments();
    await payInBooks(door, invoices[0]!, 10_000_000);
    const asked = await revise(door, staff, scheme.id, [8_000_000]);
    expect((await approve(door, head, asked.json().request_id)).statusCode).toBe(200);
    expect(await living(family)).toMatchObject([
      { total_amount: 8_000_000, amount_paid: 8_000_000, status: 'verified' },
    ]);
    expect(
      await door
        .db('unapplied_receipts')
        .where({ status: 'open', cause: 'overpaid' })
        .sum('amount as sum')
        .first(),
    ).toEqual({ sum: '2000000' });
    const ledger = await door
      .db('invoice_ledger')
      .where({ enrollment_invoice_id: invoices[0]!.id })
      .orderBy('position');
    expect(ledger.map(({ amount }) => Number(amount))).toEqual([10_000_000, -10_000_000, 8_000_000]);
    const now = await door.db('enrollment_confirmations').where({ id: confirmation.id }).first();
    expect(now.status).toBe('completed');
  });

  test('when a paid scheme asks for more, then the re-enrolment is open again', async () => {
    const { family, scheme, confirmation, invoices } = await billed(door);
    await payInBooks(door, invoices[0]!, 20_000_000);
    const change = { payment_scheme: 'full', payment_period: 'Gelombang 1' };
    expect((await revise(door, staff, scheme.id, [20_000_000, 1_000_000], change)).statusCode).toBe(200);
    expect((await living(family)).map(({ status }) => status)).toEqual(['verified', 'pending']);
    const now = await door.db('enrollment_confirmations').where({ id: confirmation.id }).first();
    expect(now).toMatchObject({ status: 'processed', enrollment_status: 'payment_scheme_created' });
  });

  test('when forty revise at once, then one does', async () => {
    const { family, scheme } = await instalments();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_one, at) =>
        revise(door, staff, scheme.id, [19_000_000 + at, 1_000_000 - at]),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
    const rows = await living(family);
    expect(sumOf(rows.map(({ total_amount }) => total_amount))).toBe(20_000_000);
    expect(rows).toHaveLength(2);
  });

  test('when forty revise beside forty payments, then the books hold whichever came first', async () => {
    const { family, scheme, invoices } = await instalments();
    const outcomes = await Promise.all(
      Array.from({ length: 80 }, async (_one, at) =>
        at % 2 === 0
          ? (await revise(door, staff, scheme.id, [20_000_000])).statusCode
          : (
              await door.call(payInvoice, family, {
                body: paymentForm(world.admission, family, invoices[3]!, { amount_paid: 1_000_000 }),
              })
            ).statusCode,
      ),
    );
    expect(outcomes.filter((status) => status < 300)).toHaveLength(1);
    const rows = await living(family);
    expect(sumOf(rows.map(({ total_amount }) => total_amount))).toBe(20_000_000);
  });

  test('when schemes are paid, revised and cancelled in any order, then their invoices make up what they ask for', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('pay' as const), at: fc.nat(3), part: fc.integer({ min: 1, max: 100 }) }),
      fc.record({
        kind: fc.constant('revise' as const),
        total: fc.integer({ min: 1, max: 30_000_000 }),
        rows: fc.integer({ min: 1, max: 6 }),
      }),
      fc.record({ kind: fc.constant('void' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
        const { family, scheme, confirmation } = await instalments();
        let total = 20_000_000;
        for (const one of steps) {
          const rows = await living(family);
          if (rows.length === 0) break;
          const paid = rows.filter(({ amount_paid }) => amount_paid > 0);
          if (one.kind === 'pay') {
            const target = rows[one.at % rows.length]!;
            const amount = Math.floor((target.remaining * one.part) / 100);
            if (amount > 0) await payInBooks(door, target, amount);
          } else if (one.kind === 'void') {
            const { statusCode } = await cancel(door, staff, scheme.id);
            expect(statusCode).toBe(paid.length > 0 ? 409 : 200);
            if (statusCode === 200) total = 0;
          } else {
            const held = paid.map(({ amount_paid }) => amount_paid);
            const covered = sumOf(held);
            let left = one.total - covered;
            const added = Math.max(1, one.rows - held.length);
            const amounts =
              left > 0
                ? [
                    ...held,
                    ...Array.from({ length: added }, (_none, at) =>
                      at === added - 1 ? 0 : Math.floor(left / added),
                    ),
                  ]
                : held.map((amount) => {
                    const gone = Math.min(amount, -left);
                    left += gone;
                    return amount - gone;
                  });
            if (left > 0) amounts[amounts.length - 1] = one.total - sumOf(amounts);
            if (amounts.slice(held.length).some((amount) => amount < 1)) continue;
            const { version = 1 } = await schemeOf(family, confirmation.id);
            const answer = await revise(door, staff, scheme.id, amounts, { version });
            expect([200, 202]).toContain(answer.statusCode);
            if (answer.statusCode === 202) {
              expect((await approve(door, head, answer.json().request_id)).statusCode).toBe(200);
            }
            total = one.total;
          }
          const now = await living(family);
          expect(sumOf(now.map(({ total_amount }) => total_amount))).toBe(total);
          for (const { id, amount_paid } of now) {
            const sum = await door
              .db('invoice_ledger')
              .where({ enrollment_invoice_id: id })
              .sum('amount as sum')
              .first();
            expect(Number(sum?.sum ?? 0)).toBe(amount_paid);
          }
        }
      }),
      { numRuns: runs(200, { plain: 6 }) },
    );
  });
});
