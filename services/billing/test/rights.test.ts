import { createScheme } from '@gerbang/contracts/payment-schemes';
import { randomBytes } from 'node:crypto';
import type { Invoice } from '@gerbang/contracts/invoices';
import { createDatabase, type Database } from '@gerbang/service-kit/data/database';
import { grantToService } from '@gerbang/service-kit/data/grants';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { type Door, openDoor } from './door.ts';
import { billed, confirmed, finance, payInBooks, processed, schemeForm } from './enrollments.ts';

/** SQL under the service's database role, as the migration step makes it. */
describe('SQL under the service’s role', () => {
  let door: Door;
  let own: Database;
  let sql: Knex;
  let made: Awaited<ReturnType<typeof billed>>;
  let full: Awaited<ReturnType<typeof billed>>;
  let waiting: string;
  const role = `billing_${randomBytes(4).toString('hex')}`;
  beforeAll(async () => {
    door = await openDoor();
    made = await billed(door, { payment_scheme: 'installment' });
    full = await billed(door);
    await payInBooks(door, made.invoices[0]!, 4_000_000);
    waiting = await payInBooks(door, made.invoices[1]!, 1_000_000, 'pending');
    await payInBooks(door, made.invoices[2]!, 500_000, 'rejected');
    const password = randomBytes(12).toString('hex');
    await door.db.raw(`create role ${role} login password '${password}'`);
    await grantToService(door.db as Knex, role);
    const url = new URL(door.url);
    [url.username, url.password] = [role, password];
    own = createDatabase(url.href, { name: 'billing-rights', max: 2 });
    sql = own.knex;
  });
  afterEach(async () => {
    expect(await verifyBooks(door.database)).toEqual([]);
  });
  afterAll(async () => {
    await own.close();
    await door.db.raw(`drop owned by ${role}`);
    await door.db.raw(`drop role ${role}`);
    await door.close();
  });

  const invoice = (index = 0): Invoice => made.invoices[index]!;
  const refuses = async (work: (trx: Knex.Transaction) => Promise<unknown>) => {
    const error = await sql.transaction(work).then(
      () => null,
      (reason: { code?: string; message: string }) => reason,
    );
    expect(error).not.toBeNull();
    expect(['23514', '23505', '23503', '23000', '42501', '23502']).toContain(error?.code);
    return error?.message ?? '';
  };
  const payment = (change: Record<string, unknown> = {}) => ({
    id: uuidv7(),
    enrollment_invoice_id: invoice(3).id,
    amount_paid: 1000,
    payment_date: '2026-11-20',
    payment_evidence_file_id: uuidv7(),
    created_by_id: uuidv7(),
    created_by_role: 'finance',
    ...change,
  });
  const event = (of: ReturnType<typeof payment>, change: Record<string, unknown> = {}) => ({
    id: uuidv7(),
    payment_id: of.id,
    version: 1,
    kind: 'created',
    to_status: 'pending',
    amount: of.amount_paid,
    file_id: of.payment_evidence_file_id,
    actor_id: uuidv7(),
    actor_role: 'finance',
    ...change,
  });

  test('when it reads and does what the service does, then it may', async () => {
    expect(await sql('invoice_ledger')).toHaveLength(1);
    await sql.transaction(async (trx) => {
      await trx('registrations').where({ id: made.copy.id }).update({ child_name: 'Nama Lain' });
    });
  });

  test.each([
    ['more than the total', { paid_amount: 20_000_001 }],
    ['less than nothing', { paid_amount: -1 }],
    ['what no payment says', { paid_amount: 4_000_001 }],
    ['less than before', { paid_amount: 1 }],
  ])('when an invoice is said to be paid %s, then it is refused', async (_what, change) => {
    await refuses((trx) => trx('enrollment_invoices').where({ id: invoice().id }).update(change));
  });

  test.each([
    ['total_amount', 1],
    ['due_date', '2031-01-01'],
    ['invoice_number', 'INV-2026-999999'],
    ['installment_name', 'Lunas'],
    ['installment_stage', 2],
    ['registration_id', uuidv7()],
    ['created_at', '2020-01-01'],
  ])('when %s of an issued invoice changes, then it is refused', async (column, value) => {
    await refuses((trx) =>
      trx('enrollment_invoices')
        .where({ id: invoice(3).id })
        .update({ [column]: value }),
    );
  });

  test('when an invoice is added to a scheme, or one scheme is short of one, then it is refused', async () => {
    const row = await sql('enrollment_invoices').where({ id: full.invoices[0]?.id }).first();
    await refuses((trx) =>
      trx('enrollment_invoices').insert({
        ...row,
        id: uuidv7(),
        invoice_number: 'INV-2026-888888',
        installment_stage: 1,
        total_amount: 1,
      }),
    );
    const { confirmation } = await processed(door);
    const scheme = await sql('enrollment_payment_schemes').where({ id: full.scheme.id }).first();
    const message = await refuses(async (trx) => {
      await trx('enrollment_payment_schemes').insert({
        ...scheme,
        id: uuidv7(),
        enrollment_confirmation_id: confirmation.id,
        registration_id: confirmation.registration_id,
        child_id: confirmation.child_id,
      });
    });
    expect(message).toMatch(/do not make up its fee|is not known/u);
  });

  test.each([
    ['a discount that is not in the sum', { total_discount: 1 }],
    ['another fee', { final_education_fee: 1 }],
    [
      'a fee below nothing',
      {
        base_education_fee: 0,
        full_payment_discount: 1_000_000,
        total_discount: 1_000_000,
        final_education_fee: -1_000_000,
      },
    ],
    [
      'a discount for installments',
      {
        payment_scheme: 'installment',
        event_discount: 500_000,
        total_discount: 500_000,
        final_education_fee: 19_500_000,
        first_installment_date: '2029-08-31',
      },
    ],
    ['a second one for a confirmation', {}],
  ])('when a scheme has %s, then it is refused', async (_what, change) => {
    const scheme = await sql('enrollment_payment_schemes').where({ id: full.scheme.id }).first();
    await refuses((trx) => trx('enrollment_payment_schemes').insert({ ...scheme, id: uuidv7(), ...change }));
  });

  test.each([
    'enrollment_payment_schemes',
    'invoice_ledger',
    'invoice_payment_events',
    'confirmation_events',
    'audit_events',
  ])('when a row of %s is changed, deleted or the table emptied, then it is refused', async (table) => {
    await refuses((trx) => trx(table).update({ id: uuidv7() }));
    await refuses((trx) => trx(table).delete());
    await refuses((trx) => trx.raw('truncate ?? cascade', [table]));
    await refuses((trx) => trx.raw('alter table ?? disable trigger all', [table]));
  });

  test.each([
    'enrollment_confirmations',
    'enrollment_invoices',
    'enrollment_invoice_payments',
    'document_counters',
  ])('when a row of %s is deleted, then it is refused', async (table) => {
    await refuses((trx) => trx(table).delete());
    await refuses((trx) => trx.raw('truncate ?? cascade', [table]));
  });

  test('when a verified or a rejected payment changes, then it is refused', async () => {
    const rows = await sql('enrollment_invoice_payments').whereNot({ verification_status: 'pending' });
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      for (const change of [
        { amount_paid: 1 },
        {
          verification_status: 'pending',
          verified_at: null,
          verified_by_id: null,
          receipt_number: null,
          rejected_at: null,
          rejected_by_id: null,
          rejection_reason: null,
        },
        { payment_evidence_file_id: uuidv7() },
        { payment_date: '2020-01-01' },
        { admin_notes: 'lain' },
        { bank_info: 'lain' },
      ]) {
        await refuses((trx) =>
          trx('enrollment_invoice_payments')
            .where({ id: row.id })
            .update({ ...change, version: row.version + 1 }),
        );
      }
    }
  });

  test('when a payment is a second pending one, has no reason, no name or an impossible amount, then it is refused', async () => {
    const insert = (change: Record<string, unknown>, of: Record<string, unknown> = {}) =>
      refuses(async (trx) => {
        const row = payment(change);
        await trx('enrollment_invoice_payments').insert(row);
        await trx('invoice_payment_events').insert(event(row, of));
      });
    await insert({ enrollment_invoice_id: invoice(1).id });
    await insert({ amount_paid: 0 });
    await insert({ amount_paid: -5 });
    await insert({ amount_paid: 1_000_000_000_001 });
    const rejected = { verification_status: 'rejected', rejected_at: new Date(), rejected_by_id: uuidv7() };
    await insert(rejected, { to_status: 'rejected' });
    await insert({ ...rejected, rejection_reason: '  ' }, { to_status: 'rejected' });
    await insert({ verification_status: 'verified', verified_at: new Date() }, { to_status: 'verified' });
    await insert({ verification_status: 'verified' }, { to_status: 'verified' });
    await insert({ verification_status: 'done' });
    await insert({ enrollment_invoice_id: uuidv7() });
  });

  test('when a payment is verified without ledger, invoice or history, then the commit is refused', async () => {
    const verified = {
      verification_status: 'verified',
      verified_at: new Date(),
      verified_by_id: uuidv7(),
      receipt_number: 'KW-2026-777777',
      version: 2,
    };
    const history = {
      payment_id: waiting,
      version: 2,
      kind: 'verified',
      to_status: 'verified',
      amount: 1_000_000,
    };
    const { payment_evidence_file_id: file_id } = await sql('enrollment_invoice_payments')
      .where({ id: waiting })
      .first();
    const verify = async (trx: Knex.Transaction, parts: readonly ('history' | 'invoice' | 'ledger')[]) => {
      await trx('enrollment_invoice_payments').where({ id: waiting }).update(verified);
      if (parts.includes('history')) {
        await trx('invoice_payment_events').insert({
          ...history,
          id: uuidv7(),
          file_id,
          actor_id: uuidv7(),
          actor_role: 'finance',
        });
      }
      if (parts.includes('invoice')) {
        await trx('enrollment_invoices')
          .where({ id: invoice(1).id })
          .increment('paid_amount', 1_000_000);
      }
      if (parts.includes('ledger')) {
        await trx('invoice_ledger').insert({
          id: uuidv7(),
          enrollment_invoice_id: invoice(1).id,
          payment_id: waiting,
          amount: 1_000_000,
          actor_id: uuidv7(),
          actor_role: 'finance',
        });
      }
    };
    await refuses((trx) => verify(trx, ['invoice', 'ledger']));
    await refuses((trx) => verify(trx, ['history', 'ledger']));
    await refuses((trx) => verify(trx, ['history', 'invoice']));
    await refuses((trx) => verify(trx, ['history']));
  });

  test('when the ledger is given a row of no payment, of another amount or twice, then it is refused', async () => {
    const [known] = await sql('invoice_ledger');
    const { position: _position, booked_amount: _made, ...row } = known;
    for (const change of [
      {},
      { payment_id: uuidv7() },
      { payment_id: waiting },
      { payment_id: waiting, amount: 1_000_000, enrollment_invoice_id: invoice(1).id },
    ]) {
      await refuses((trx) => trx('invoice_ledger').insert({ ...row, id: uuidv7(), ...change }));
    }
  });

  test('when a confirmation leaves its machine, skips its history or its invoices, then it is refused', async () => {
    const open = (await confirmed(door)).confirmation;
    const change = (id: string, to: Record<string, unknown>) =>
      refuses((trx) => trx('enrollment_confirmations').where({ id }).update(to));
    const now = new Date();
    const decided = { decided_at: now, decided_by_id: uuidv7(), decided_by_role: 'cs' };
    await change(open.id, { status: 'processed', enrollment_status: 'confirmed', ...decided, version: 2 });
    await change(open.id, {
      status: 'completed',
      payment_status: 'invoice_generated',
      enrollment_status: 'confirmed',
      completed_at: now,
      ...decided,
      version: 2,
    });
    await change(open.id, { status: 'processed', version: 2, ...decided });
    await change(open.id, { child_id: uuidv7(), version: 2 });
    await change(made.confirmation.id, {
      status: 'submitted',
      enrollment_status: 'pending',
      payment_status: 'pending',
      decided_at: null,
      decided_by_id: null,
      version: 4,
    });
    const message = await refuses(async (trx) => {
      const id = made.confirmation.id;
      await trx('enrollment_confirmations')
        .where({ id })
        .update({ status: 'completed', enrollment_status: 'confirmed', completed_at: now, version: 4 });
      await trx('confirmation_events').insert({
        id: uuidv7(),
        confirmation_id: id,
        version: 4,
        from_status: 'processed',
        to_status: 'completed',
        cause: 'completed',
      });
    });
    expect(message).toContain('does not fit its invoices');
  });

  test('when a counter jumps, goes back or begins in the middle, then it is refused', async () => {
    const counter = sql('document_counters').where({ kind: 'INV', year: 2026 });
    const { last } = await counter.clone().first();
    for (const change of [{ last: last + 2 }, { last: last - 1 }, { last }, { year: 2025 }]) {
      await refuses((trx) => trx('document_counters').where({ kind: 'INV', year: 2026 }).update(change));
    }
    await refuses((trx) => trx('document_counters').insert({ kind: 'INV', year: 2035, last: 7 }));
    await refuses((trx) =>
      trx('enrollment_invoices').insert({ id: uuidv7(), invoice_number: invoice().invoice_number }),
    );
  });

  test('when it wants more than rows, then it is refused', async () => {
    for (const statement of [
      'drop table invoice_ledger',
      'create table mine (id int)',
      'alter table enrollment_invoices drop constraint enrollment_invoices_not_overpaid',
      'set session_replication_role = replica',
      'select * from migrations',
    ]) {
      await expect(sql.raw(statement)).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('when a role with more rights changes the books, then the reconciliation names what does not balance', async () => {
    await door.db.transaction(async (trx) => {
      await trx.raw('set local session_replication_role = replica');
      await trx('enrollment_invoices').where({ id: invoice().id }).update({ paid_amount: 1, waiting: true });
      await trx('enrollment_invoices')
        .where({ id: full.invoices[0]?.id })
        .update({ invoice_number: 'INV-2026-000900' });
    });
    const found = await verifyBooks(door.database);
    expect(found.map((one) => one.rule.slice(0, 3))).toEqual(expect.arrayContaining(['I2:', 'I12', 'an ']));
    expect(found.find((one) => one.rule.startsWith('I2: paid'))).toMatchObject({
      subject: invoice().invoice_number,
      found: 'paid 1, verified 4000000, ledger 4000000',
    });
    await door.db.transaction(async (trx) => {
      await trx.raw('set local session_replication_role = replica');
      await trx('enrollment_invoices')
        .where({ id: invoice().id })
        .update({ paid_amount: 4_000_000, waiting: false });
      await trx('enrollment_invoices')
        .where({ id: full.invoices[0]?.id })
        .update({ invoice_number: full.invoices[0]?.invoice_number });
    });
    const staff = await finance(door);
    const { confirmation } = await processed(door);
    expect((await door.call(createScheme, staff, { body: schemeForm(confirmation) })).statusCode).toBe(201);
  });
});
