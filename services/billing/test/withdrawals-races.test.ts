import { createConfirmation } from '@gerbang/contracts/enrollment-confirmations';
import { payInvoice } from '@gerbang/contracts/invoice-payments';
import type { Role } from '@gerbang/domain/roles';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { withdrawAcceptance } from '../src/enrollment-confirmations/withdraw-acceptance.ts';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { endEnrollment } from '../src/payment-schemes/end-enrollment.ts';
import { billed, confirmationForm, type Copy, copyOf, finance } from './enrollments.ts';
import { openPatientPayments, type World } from './invoice-payments.ts';
import { check, paymentForm, sent } from './payment-calls.ts';

const CALLERS = 40;

describe('families that leave while they confirm or pay', () => {
  let world: World;
  let staff: Caller;
  beforeAll(async () => {
    world = await openPatientPayments();
    staff = await finance(world.door);
  });
  afterEach(async () => expect(await verifyBooks(world.door.database)).toEqual([]));
  afterAll(() => world.close());

  const leaves = ({ id: registration_id, version }: Copy, by: Caller, decided: boolean) => {
    const approved_by = { id: by.id, name: 'Wali', role: by.role as Role };
    const acceptance = { registration_id, version, to: 'withdrawn', approved_by } as const;
    const origin = { address: '', requestId: 'mundur' };
    return decided
      ? endEnrollment(world.door.context, { ...acceptance, decided }, origin)
      : withdrawAcceptance(world.door.context, acceptance, origin);
  };
  /** What a family that leaves has paid; null where a payment waits. */
  const agreed = (copy: Copy, by: Caller) =>
    leaves(copy, by, true).then(
      ({ paid = 0 }) => paid,
      (refusal: { code: string }) => {
        expect(refusal.code).toBe('payment_waiting');
        return null;
      },
    );

  test('when families confirm and leave at once, then no confirmation of a family that left stands', async () => {
    const { door } = world;
    const families = await Promise.all(Array.from({ length: CALLERS }, () => door.caller()));
    const copies = await Promise.all(families.map((family) => copyOf(door, family)));
    const [confirmed] = await Promise.all([
      Promise.all(
        copies.map((copy, at) =>
          door.call(createConfirmation, families[at]!, { body: confirmationForm(copy) }),
        ),
      ),
      Promise.all(copies.map((copy, at) => leaves(copy, families[at]!, false))),
    ]);
    for (const [at, { id }] of copies.entries()) {
      const rows = await door.db('enrollment_confirmations').where({ registration_id: id });
      const answer = confirmed[at]!;
      if (answer.statusCode === 201) {
        expect(rows).toMatchObject([{ status: 'declined', decline_reason: 'Mengundurkan diri' }]);
      } else {
        expect([answer.statusCode, answer.json().code, rows]).toEqual([409, 'not_passed', []]);
      }
    }
  });

  test('when families pay while the school agrees that they leave, then one of the two is done', async () => {
    const { door, admission } = world;
    const all = [];
    while (all.length < 10) all.push(await billed(door, { payment_scheme: 'installment' }));
    const answers = await Promise.all(
      all.map(async ({ copy, family, invoices }) =>
        Promise.all([
          agreed(copy, staff),
          ...invoices.map((invoice) =>
            door.call(payInvoice, family, {
              body: paymentForm(admission, family, invoice, { amount_paid: 1000 }),
            }),
          ),
        ]),
      ),
    );
    for (const [paid, ...payments] of answers) {
      const waiting = payments.filter(({ statusCode }) => statusCode === 201);
      expect(waiting.length > 0).toBe(paid === null);
      expect(payments.every(({ statusCode }) => [201, 404, 409].includes(statusCode))).toBe(true);
    }
  });

  test('when payments are verified while the school agrees that their families leave, then none is left out', async () => {
    const { door } = world;
    const all = [];
    while (all.length < 20) {
      const made = await billed(door, { payment_scheme: 'installment' });
      const [invoice] = made.invoices;
      all.push({ ...made, payment: await sent(world, made.family, invoice!, { amount_paid: 1_000_000 }) });
    }
    const answers = await Promise.all(
      all.map(({ copy, payment }) => Promise.all([agreed(copy, staff), check(world, staff, payment.id)])),
    );
    for (const [paid, { statusCode }] of answers) {
      expect(statusCode).toBe(200);
      expect([null, 1_000_000]).toContain(paid);
    }
    // Agreed to once more where a payment waited at first.
    for (const { copy } of all) expect(await agreed(copy, staff)).toBe(1_000_000);
  });
});
