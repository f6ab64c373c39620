import {
  type Confirmation,
  createConfirmation,
  decideConfirmation,
  reopenConfirmation,
} from '@gerbang/contracts/enrollment-confirmations';
import { changeDueDate } from '@gerbang/contracts/due-dates';
import { createScheme, listInvoicesOfScheme } from '@gerbang/contracts/payment-schemes';
import type { Invoice } from '@gerbang/contracts/invoices';
import { getReceipt } from '@gerbang/contracts/invoice-payments';
import { registrationChangedSchema } from '@gerbang/contracts/registration-events';
import { words } from '@gerbang/service-kit/data/data-classes';
import { leftMarks, plantMarks } from '@gerbang/service-kit/testing/erasure-sweep';
import type { Caller } from '@gerbang/service-kit/testing/door';
import type { Knex } from 'knex';
import { DATA_CLASSES } from '../src/data-classes.ts';
import { keepUnapplied, lineOf, match } from './bank-bookings.ts';
import { billed, confirmationForm, copyOf, schemeForm } from './enrollments.ts';
import { eraseAll } from './erasures.ts';
import { openPayments, type World } from './invoice-payments.ts';
import { check, sent } from './payment-calls.ts';
import { begun } from './refunds.ts';
import { release, reverse } from './payment-reversals.ts';
import { cancel, DUE, revise } from './scheme-revisions.ts';

/** What outlives a family here, and why. */
const STAYS = [
  // Names of the people who decided, staff but for the payer of a booked payment.
  ...Object.entries(DATA_CLASSES).flatMap(([table, { personal = [] }]) =>
    personal.filter((name) => /(?:_by|actor)_name$/u.test(name)).map((name) => `${table}.${name}`),
  ),
  // Auth empties the copy of an account by its own event; the search text of a registration is made of it.
  ...words('accounts.name accounts.phone'),
  // The trail ends after five years, texts of the bank's lines after one or ten, the provider's words after two (retention).
  ...words('audit_events.details audit_events.address bank_lines.description pay_notifications.body_sealed'),
  // The books: the child's name on invoices, the voucher, and where the money came from.
  ...words(`registrations.child_name registrations.search_text registration_search.search_text
    enrollment_invoice_payments.payment_evidence_filename enrollment_invoice_payments.bank_info`),
  // Words of the program on a receipt, which is a book; those of a letter have a test of their own.
  ...words('papers.reason'),
  // The books of the counter: staff, pieces, and their words about a difference.
  ...words('drawers.person_name drawers.pieces drawers.reason'),
  // States, amounts and days in a closed shape.
  ...words(
    `confirmation_events.from_status confirmation_events.to_status
    invoice_payment_events.from_status invoice_payment_events.to_status
    papers.facts scheme_changes.before scheme_changes.after money_requests.figures money_requests.terms refunds.lines`,
  ),
];

const REQUEST = {
  kind: 'payment_reversal',
  amount: 1_000_000,
  reason: 'Masuk ke tagihan kakaknya',
  figures: '[]',
  terms: '{}',
  asked_by_id: '00000000-0000-0000-0000-000000000001',
  asked_by_role: 'finance',
};

describe('every text that people wrote about a family, after its erasure', () => {
  let world: World;
  beforeAll(async () => {
    world = await openPayments({}, { planted: true });
  });
  afterAll(() => world.close());

  /** A family with a row of each kind that holds a text. */
  async function corrected() {
    const { door } = world;
    const staff = await door.caller('finance', 'Fina Keuangan');
    const family = await door.caller();
    const copy = await copyOf(door, family, { payment_amount: 350_000 });
    const goods = { contribution_type: 'goods', contribution_description: '10 kursi lipat' };
    const made = await door.call(createConfirmation, family, { body: confirmationForm(copy, goods) });
    const confirmation: Confirmation = made.json();
    const decide = (body: object) =>
      door.call(decideConfirmation, staff, { params: { id: confirmation.id }, body });
    await decide({ status: 'declined', reason: 'Berkas kurang lengkap' });
    const head = await door.caller('manager_pendidikan');
    const reopened = { params: { id: confirmation.id }, body: { reason: 'Ditolak tanpa sengaja' } };
    expect((await door.call(reopenConfirmation, head, reopened)).statusCode).toBe(200);
    const processed = (await decide({ status: 'processed' })).json();
    const scheme = (
      await door.call(createScheme, staff, { body: schemeForm(processed, { payment_scheme: 'installment' }) })
    ).json();
    expect((await revise(door, staff, scheme.id, [10_000_000, 10_000_000])).statusCode).toBe(200);
    const all: Invoice[] = (
      await door.call(listInvoicesOfScheme, staff, { params: { schemeId: scheme.id } })
    ).json();
    const [first, second] = all.filter(({ voided }) => !voided) as [Invoice, Invoice];
    const moved = await door.call(changeDueDate, staff, {
      params: { id: second.id },
      body: {
        due_date: DUE.replace('-09-', '-10-'),
        reason: 'Gaji ayah masuk bulan depan',
        version: second.version,
      },
    });
    expect(moved.statusCode).toBe(200);
    const refused = await sent(world, family, first);
    await check(world, staff, refused.id, { action: 'reject', rejection_reason: 'Bukti tidak terbaca' });
    const slip = await sent(world, family, first);
    await check(world, staff, slip.id);
    expect((await door.call(getReceipt, family, { params: { id: slip.id } })).statusCode).toBe(200);
    expect((await reverse(door, staff, slip.id)).statusCode).toBe(200);
    const line = await lineOf(door, 1_000_000);
    await match(door, staff, line, [{ kind: 'invoice', id: second.id, amount: 1_000_000 }]);
    expect((await release(door, staff, line)).statusCode).toBe(200);
    await keepUnapplied(door, staff, line, 'unknown');
    const { id } = await door.db('enrollment_invoice_payments').where({ bank_line_id: line }).first('id');
    await door.db('money_requests').insert({ ...REQUEST, id, subject_id: id, registration_ids: [copy.id] });
    await begun(door, staff, copy.id, [{ kind: 'fee', target: copy.id, back: 1000 }]);
    return { copy, family };
  }

  /** A sibling whose scheme was cancelled, and whose re-enrolment was declined then. */
  async function declined(family: Caller) {
    const { door } = world;
    const [staff, head] = [await door.caller('finance'), await door.caller('manager_pendidikan')];
    const { copy, confirmation, scheme } = await billed(door, {}, family);
    expect((await cancel(door, head, scheme.id)).statusCode).toBe(200);
    const body = { status: 'declined', reason: 'Keluarga pindah kota' };
    const answer = await door.call(decideConfirmation, staff, { params: { id: confirmation.id }, body });
    expect(answer.statusCode).toBe(200);
    return copy;
  }

  test('when each of its text columns holds a mark, then no mark is left but in the books and the trail', async () => {
    const { door } = world;
    const { copy, family } = await corrected();
    const sibling = await declined(family);
    expect(await plantMarks(door.db as Knex, DATA_CLASSES, STAYS)).toEqual([]);
    await eraseAll(
      door,
      [copy, sibling].map((one) => registrationChangedSchema.parse(one)),
      family.id,
    );
    expect(await leftMarks(door.db as Knex)).toEqual([]);
  });
});
