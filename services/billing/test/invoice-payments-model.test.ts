import { runs } from '@gerbang/domain/testing/runs';
import { addInvoicePayment, editInvoicePayment, payInvoice } from '@gerbang/contracts/invoice-payments';
import type { Invoice } from '@gerbang/contracts/invoices';
import type { Caller } from '@gerbang/service-kit/testing/door';
import fc from 'fast-check';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { type World, usePayments } from './invoice-payments.ts';
import { check, invoiceNow, invoiceOf, paymentForm } from './payment-calls.ts';

const TOTAL = 1000;

/** The model of an invoice: its payments in their order. */
interface Model {
  payments: { id: string; amount: number; status: 'pending' | 'verified' | 'rejected' }[];
}
interface Real {
  readonly world: World;
  readonly family: Caller;
  readonly staff: Caller;
  readonly invoice: Invoice;
}

const paid = ({ payments }: Model) =>
  payments.reduce((sum, one) => (one.status === 'verified' ? sum + one.amount : sum), 0);
const waiting = ({ payments }: Model) => payments.find((one) => one.status === 'pending');
const sendable = (model: Model, amount: number): number => {
  if (waiting(model) || paid(model) === TOTAL) return 409;
  return amount > TOTAL - paid(model) ? 422 : 201;
};

function shown(model: Model): Pick<Invoice, 'status' | 'payable' | 'amount_paid' | 'remaining'> {
  const sum = paid(model);
  const open = !waiting(model) && sum < TOTAL;
  const rejected = model.payments.at(-1)?.status === 'rejected';
  const below = sum > 0 ? 'partially_paid' : 'pending';
  const status = waiting(model)
    ? 'awaiting_verification'
    : sum === TOTAL
      ? 'verified'
      : rejected
        ? 'payment_rejected'
        : below;
  return { status, payable: open, amount_paid: sum, remaining: TOTAL - sum };
}

/** What must hold after every step, whatever its response was. */
async function holds(model: Model, { world, family, invoice }: Real): Promise<void> {
  const { door } = world;
  expect(await invoiceNow(door, family, invoice.id)).toMatchObject(shown(model));
  expect(await verifyBooks(door.database)).toEqual([]);
  const rows = await door
    .db('enrollment_invoice_payments')
    .where({ enrollment_invoice_id: invoice.id })
    .orderBy(['created_at', 'id']);
  expect(rows.map((one) => [one.id, one.amount_paid, one.verification_status])).toEqual(
    model.payments.map((one) => [one.id, one.amount, one.status]),
  );
  const [trail] = await door
    .db('audit_events')
    .whereIn(
      'subject_id',
      rows.map((one) => one.id),
    )
    .count<{ n: number }[]>('* as n');
  expect(trail?.n).toBe(rows.reduce((sum, one) => sum + one.version, 0));
}

abstract class Step implements fc.AsyncCommand<Model, Real> {
  check = () => true;
  abstract act(model: Model, real: Real): Promise<void>;
  async run(model: Model, real: Real): Promise<void> {
    await this.act(model, real);
    await holds(model, real);
  }
}

class Send extends Step {
  readonly amount: number;
  readonly by: 'family' | 'staff' | 'staff, verified';
  constructor(amount: number, by: Send['by']) {
    super();
    this.amount = amount;
    this.by = by;
  }
  async act(model: Model, { world, family, staff, invoice }: Real) {
    const sender = this.by === 'family' ? family : staff;
    const auto_verify = this.by === 'staff, verified';
    const change = { amount_paid: this.amount, ...(this.by !== 'family' && { auto_verify }) };
    const body = paymentForm(world.admission, sender, invoice, change);
    const answer = await world.door.call(this.by === 'family' ? payInvoice : addInvoicePayment, sender, {
      body,
    });
    expect(answer.statusCode).toBe(sendable(model, this.amount));
    if (answer.statusCode !== 201) return;
    const status = auto_verify ? 'verified' : 'pending';
    model.payments.push({ id: answer.json().id, amount: this.amount, status });
  }
  override toString = () => `${this.by} sends ${this.amount}`;
}

/** A step with one of the existing payments. */
abstract class About extends Step {
  readonly which: number;
  constructor(which: number) {
    super();
    this.which = which;
  }
  override check = () => true;
  abstract on(payment: Model['payments'][number], model: Model, real: Real): Promise<void>;
  async act(model: Model, real: Real) {
    const payment = model.payments[this.which % Math.max(1, model.payments.length)];
    if (payment) await this.on(payment, model, real);
  }
}

class Look extends About {
  readonly action: 'verify' | 'reject';
  constructor(which: number, action: Look['action']) {
    super(which);
    this.action = action;
  }
  async on(payment: Model['payments'][number], _model: Model, { world, staff }: Real) {
    const reason = this.action === 'reject' ? { rejection_reason: 'Tidak cocok' } : {};
    const answer = await check(world, staff, payment.id, { action: this.action, ...reason });
    expect(answer.statusCode).toBe(payment.status === 'pending' ? 200 : 409);
    if (answer.statusCode === 200) payment.status = this.action === 'verify' ? 'verified' : 'rejected';
  }
  override toString = () => `${this.action} ${this.which}`;
}

class Edit extends About {
  readonly amount: number;
  constructor(which: number, amount: number) {
    super(which);
    this.amount = amount;
  }
  async on(payment: Model['payments'][number], model: Model, { world, staff }: Real) {
    const body = { amount_paid: this.amount };
    const answer = await world.door.call(editInvoicePayment, staff, {
      params: { paymentId: payment.id },
      body,
    });
    const fits = this.amount <= TOTAL - paid(model) ? 200 : 422;
    expect(answer.statusCode).toBe(payment.status === 'pending' ? fits : 409);
    if (answer.statusCode === 200) payment.amount = this.amount;
  }
  override toString = () => `edit ${this.which} to ${this.amount}`;
}

class DeleteProof extends About {
  async on(payment: Model['payments'][number], _model: Model, { world, family }: Real) {
    const url = `/api/enrollment-invoice-payments/${payment.id}`;
    const answer = await world.door.app.inject({
      method: 'DELETE',
      url,
      headers: world.door.headers(family),
    });
    expect([404, 405]).toContain(answer.statusCode);
  }
  override toString = () => `delete ${this.which}`;
}

const amounts = fc.oneof(fc.integer({ min: 1, max: TOTAL + 1 }), fc.constantFrom(1, 500, TOTAL, TOTAL + 1));
const which = fc.nat(5);
const steps = fc.commands(
  [
    fc
      .tuple(amounts, fc.constantFrom<Send['by'][]>('family', 'staff', 'staff, verified'))
      .map((one) => new Send(...one)),
    fc.tuple(which, fc.constantFrom<Look['action'][]>('verify', 'reject')).map((one) => new Look(...one)),
    fc.tuple(which, amounts).map((one) => new Edit(...one)),
    which.map((one) => new DeleteProof(one)),
  ],
  { maxCommands: 30 },
);

describe('payments against a model', () => {
  let world: World;
  usePayments((opened) => void (world = opened));

  test('when anything is done in any order, then invoice, payments, books and trail say what the model says', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (commands) => {
        const { family, staff, invoice } = await invoiceOf(world, TOTAL);
        await fc.asyncModelRun(
          () => ({ model: { payments: [] }, real: { world, family, staff, invoice } }),
          commands,
        );
      }),
      { numRuns: runs(100, { plain: 6 }), endOnFailure: true },
    );
  });
});
