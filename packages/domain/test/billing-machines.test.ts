import { runs } from '../src/testing/runs.ts';
import fc from 'fast-check';
import {
  CONFIRMATION_MACHINE,
  CONFIRMATION_GROUPS,
  CONFIRMATION_LABELS,
  CONFIRMATION_STATUSES,
  type ConfirmationActor,
  confirmationGroup,
  ENROLLMENT_AFTER,
  ENROLLMENT_STATUSES,
  hasInvoices,
  locksFamilyData,
  mayCreateScheme,
  mayMoveConfirmation,
  STAFF_CONFIRMATION_LABELS,
} from '../src/enrollment-confirmations.ts';
import {
  INVOICE_PAYMENT_MACHINE,
  type InvoicePaymentActor,
  mayMoveInvoicePayment,
  VERIFICATION_STATUSES,
  type VerificationStatus,
} from '../src/invoice-payments.ts';
import {
  INVOICE_LABELS,
  INVOICE_STATUSES,
  invoiceState,
  AGEING_BUCKETS,
  ageingBucket,
} from '../src/invoices.ts';

/** The facts that follow from an invoice's payments, which are given oldest first. */
function paymentFacts(
  payments: readonly { readonly amount_paid: number; readonly verification_status: VerificationStatus }[],
): { amount_paid: number; waiting: boolean; rejected: boolean } {
  return {
    amount_paid: payments.reduce(
      (sum, one) => (one.verification_status === 'verified' ? sum + one.amount_paid : sum),
      0,
    ),
    waiting: payments.some((one) => one.verification_status === 'pending'),
    rejected: payments.at(-1)?.verification_status === 'rejected',
  };
}

const ACTORS: ConfirmationActor[] = ['parent', 'staff', 'system'];

describe('the machine of a confirmation', () => {
  test.each([
    [null, 'parent', ['submitted']],
    [null, 'staff', []],
    ['pending', 'parent', []],
    ['pending', 'staff', ['processed', 'declined']],
    ['submitted', 'parent', []],
    ['submitted', 'staff', ['processed', 'declined']],
    ['submitted', 'system', []],
    ['processed', 'staff', ['submitted']],
    ['processed', 'parent', []],
    ['processed', 'system', ['completed']],
    ['completed', 'parent', []],
    ['completed', 'staff', []],
    ['completed', 'system', ['processed']],
    ['declined', 'parent', ['submitted']],
    ['declined', 'staff', ['submitted']],
  ] as const)('when it is %s and %s acts, then it can become %j', (from, actor, to) => {
    expect(CONFIRMATION_STATUSES.filter((one) => mayMoveConfirmation(from, one, actor))).toEqual(to);
  });

  test('when statuses are listed, then each has labels and edges, and no edge is there twice', () => {
    expect(Object.keys(CONFIRMATION_LABELS)).toEqual([...CONFIRMATION_STATUSES]);
    expect(Object.keys(STAFF_CONFIRMATION_LABELS)).toEqual([...CONFIRMATION_STATUSES]);
    for (const status of CONFIRMATION_STATUSES) {
      expect(CONFIRMATION_MACHINE.edges.some((edge) => edge.from === status || edge.to === status)).toBe(
        true,
      );
    }
    const texts = CONFIRMATION_MACHINE.edges.map((edge) => JSON.stringify(edge));
    expect(new Set(texts).size).toBe(texts.length);
    for (const after of Object.values(ENROLLMENT_AFTER)) expect(ENROLLMENT_STATUSES).toContain(after);
  });

  test('when actors take any steps, then completed is only reached through processed and left for it, both by the system', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...CONFIRMATION_STATUSES), fc.constantFrom(...ACTORS))),
        (steps) => {
          let at: (typeof CONFIRMATION_STATUSES)[number] | null = null;
          for (const [to, actor] of steps) {
            if (!mayMoveConfirmation(at, to, actor)) continue;
            if (to === 'completed') expect([at, actor]).toEqual(['processed', 'system']);
            if (at === 'completed') expect([to, actor]).toEqual(['processed', 'system']);
            at = to;
          }
        },
      ),
    );
  });

  test.each([
    ['pending', 'pending', 'waiting', false, false],
    ['submitted', 'pending', 'waiting', false, false],
    ['processed', 'pending', 'confirmed', true, true],
    ['processed', 'invoice_generated', 'scheme_created', true, false],
    ['processed', 'payment_scheme_created', 'scheme_created', true, false],
    ['completed', 'invoice_generated', 'scheme_created', true, false],
    ['declined', 'pending', 'declined', false, false],
  ] as const)(
    'when it is %s and billing %s, then it counts as %s, locks: %s, offers a scheme: %s',
    (status, payment_status, group, locks, offers) => {
      const state = { status, payment_status };
      expect(confirmationGroup(state)).toBe(group);
      expect(CONFIRMATION_GROUPS).toContain(group);
      expect(locksFamilyData(status)).toBe(locks);
      expect(mayCreateScheme(state)).toBe(offers);
      expect(hasInvoices(state)).toBe(payment_status === 'invoice_generated');
    },
  );
});

describe('the machine of an invoice payment', () => {
  test('when it is rejected or reversed, then no actor moves it any more; parents only send', () => {
    const actors: InvoicePaymentActor[] = ['parent', 'staff'];
    for (const from of [null, ...VERIFICATION_STATUSES]) {
      for (const to of VERIFICATION_STATUSES) {
        for (const actor of actors) {
          const expected =
            from === 'pending'
              ? actor === 'staff' && to !== 'reversed'
              : from === 'verified'
                ? actor === 'staff' && to === 'reversed'
                : from === null && (to === 'pending' || (to === 'verified' && actor === 'staff'));
          expect([from, to, actor, mayMoveInvoicePayment(from, to, actor)]).toEqual([
            from,
            to,
            actor,
            expected,
          ]);
        }
      }
    }
    expect(INVOICE_PAYMENT_MACHINE.edges).toHaveLength(7);
  });
});

const TODAY = '2026-11-21';
const facts = (change: object = {}) => ({
  total_amount: 1000,
  due_date: '2026-12-01',
  amount_paid: 0,
  waiting: false,
  rejected: false,
  ...change,
});

describe('the state of an invoice', () => {
  test.each([
    [{}, 'pending', true, false, 1000],
    [{ amount_paid: 1 }, 'partially_paid', true, false, 999],
    [{ amount_paid: 1000 }, 'verified', false, false, 0],
    [{ total_amount: 0 }, 'verified', false, false, 0],
    [{ waiting: true }, 'awaiting_verification', false, false, 1000],
    [{ waiting: true, amount_paid: 400, due_date: '2026-01-01' }, 'awaiting_verification', false, false, 600],
    [{ rejected: true }, 'payment_rejected', true, false, 1000],
    [{ rejected: true, due_date: '2026-11-20' }, 'payment_rejected', true, true, 1000],
    [{ rejected: true, amount_paid: 400 }, 'payment_rejected', true, false, 600],
    [{ rejected: true, amount_paid: 1000, due_date: '2026-01-01' }, 'verified', false, false, 0],
    [{ due_date: '2026-11-20' }, 'overdue', true, true, 1000],
    [{ due_date: '2026-11-21' }, 'pending', true, false, 1000],
    [{ due_date: '2026-11-22' }, 'pending', true, false, 1000],
    [{ amount_paid: 400, due_date: '2026-11-20' }, 'overdue', true, true, 600],
    [{ amount_paid: 1000, due_date: '2026-11-20' }, 'verified', false, false, 0],
  ] as const)(
    'when the facts are %j, then it shows %s, payable %s, overdue %s, remaining %d',
    (change, ...shown) => {
      const { status, payable, overdue, remaining } = invoiceState(facts(change), TODAY);
      expect([status, payable, overdue, remaining]).toEqual(shown);
    },
  );

  test('when any payments come, then payable and the marks follow from the sums', () => {
    const payment = fc.record({
      amount_paid: fc.integer({ min: 1, max: 500 }),
      verification_status: fc.constantFrom(...VERIFICATION_STATUSES),
    });
    fc.assert(
      fc.property(fc.array(payment, { maxLength: 6 }), fc.boolean(), (payments, late) => {
        const verified = payments.filter((one) => one.verification_status === 'verified');
        const sum = verified.reduce((all, one) => all + one.amount_paid, 0);
        const due_date = late ? '2026-11-20' : TODAY;
        const state = invoiceState({ total_amount: 1000, due_date, ...paymentFacts(payments) }, TODAY);
        expect(INVOICE_STATUSES).toContain(state.status);
        expect(state.remaining).toBe(1000 - sum);
        const waits = payments.some((one) => one.verification_status === 'pending');
        expect(state.payable).toBe(!waits && sum < 1000);
        expect(state.overdue).toBe(state.payable && late);
        expect(state.status === 'payment_rejected').toBe(
          state.payable && payments.at(-1)?.verification_status === 'rejected',
        );
        expect(state.status === 'verified').toBe(!waits && sum >= 1000);
      }),
      { numRuns: runs(1000, { plain: 100 }) },
    );
    expect(Object.keys(INVOICE_LABELS)).toEqual([...INVOICE_STATUSES]);
  });
});

describe('the age of what is still to be paid', () => {
  test.each([
    ['2026-11-22', 'not_due'],
    ['2026-11-21', 'not_due'],
    ['2026-11-20', '1_30'],
    ['2026-10-22', '1_30'],
    ['2026-10-21', '31_60'],
    ['2026-09-22', '31_60'],
    ['2026-09-21', '61_90'],
    ['2026-08-23', '61_90'],
    ['2026-08-22', 'over_90'],
  ] as const)('when it was due on %s, then it is in %s', (day, bucket) => {
    expect(ageingBucket(day, TODAY)).toBe(bucket);
    expect(AGEING_BUCKETS).toContain(bucket);
  });
});
