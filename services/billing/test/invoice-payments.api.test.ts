import {
  addInvoicePayment,
  getPaymentDefaults,
  listInvoicePayments,
  payInvoice,
  type InvoicePayment,
} from '@gerbang/contracts/invoice-payments';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { addDays } from '@gerbang/domain/reports';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { uuidv7 } from 'uuidv7';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { openPayments, type World } from './invoice-payments.ts';
import { check, footprint, invoiceNow, invoiceOf, paymentForm, sent } from './payment-calls.ts';

describe("a family's payment of an invoice", () => {
  let world: World;
  beforeAll(async () => {
    world = await openPayments();
  });
  afterAll(async () => {
    expect(await verifyBooks(world.door.database)).toEqual([]);
    await world.close();
  });
  const { stringify } = JSON;

  test('when a family sends a proof, then the payment waits, its file is claimed, and the trail says so', async () => {
    const { door, admission } = world;
    const { family, invoice } = await invoiceOf(world);
    const body = paymentForm(admission, family, invoice, { bank_info: 'BSI 7009322722 a.n. Rahma' });
    const answer = await door.call(payInvoice, family, { body });
    expect(answer.statusCode).toBe(201);
    const payment: InvoicePayment = answer.json();
    expect(payment).toMatchObject({
      version: 1,
      enrollment_invoice_id: invoice.id,
      amount_paid: 5_000_000,
      payment_date: body.payment_date,
      payment_method: 'transfer',
      bank_info: 'BSI 7009322722 a.n. Rahma',
      auto_verify: false,
      payment_evidence_url: body.payment_evidence_url,
      payment_evidence_filename: 'bukti.jpg',
      verification_status: 'pending',
      rejection_reason: null,
      verified_by_user: null,
      receipt_number: null,
      created_by: { name: family.name, role: 'wali_murid' },
    });
    expect(payment).not.toHaveProperty('admin_notes');
    expect(admission.claims.at(-1)).toMatchObject({
      uploaderId: family.id,
      purpose: 'payment_evidence',
      attachedTo: 'invoice_payment',
      recordId: invoice.id,
      familyUserId: family.id,
      imagesOnly: false,
    });
    expect(await invoiceNow(door, family, invoice.id)).toMatchObject({
      status: 'awaiting_verification',
      payable: false,
      amount_paid: 0,
      remaining: 20_000_000,
    });
    const trail = await door.db('audit_events').where({ subject_id: payment.id });
    expect(trail).toMatchObject([{ action: 'invoice_payment.created', actor_id: family.id }]);
    const row = await door.db('enrollment_invoice_payments').where({ id: payment.id }).first();
    expect(row.bank_info).toMatch(/^v1\./u);
    expect(stringify(trail)).not.toContain('7009322722');
  });

  test('when a family pays again, then the bank of its last own payment is offered, and no other family reads it', async () => {
    const { door, admission } = world;
    const { family, staff, invoice } = await invoiceOf(world);
    const defaults = async (caller: Caller) => (await door.call(getPaymentDefaults, caller)).json();
    const empty = { bank_info: null, reminder_days: [-7, -3, 0, 3, 14] };
    expect(await defaults(family)).toEqual(empty);
    const first = await sent(world, family, invoice, { bank_info: 'BCA a.n. Rahma' });
    await check(world, staff, first.id);
    const body = paymentForm(admission, staff, invoice, { bank_info: 'Setoran loket' });
    expect((await door.call(addInvoicePayment, staff, { body })).statusCode).toBe(201);
    await sent(world, family, (await invoiceOf(world, 20_000_000, family)).invoice);
    expect(await defaults(family)).toEqual({ ...empty, bank_info: 'BCA a.n. Rahma' });
    expect(await defaults((await invoiceOf(world)).family)).toEqual(empty);
  });

  test('when the history is read, then the newest is first, and a family never sees the notes of staff', async () => {
    const { door, admission } = world;
    const { family, staff, invoice } = await invoiceOf(world);
    const first = await sent(world, family, invoice);
    await check(world, staff, first.id);
    const body = paymentForm(admission, staff, invoice, {
      admin_notes: 'Setor tunai di TU',
      payment_method: 'cash',
      payment_date: jakartaDay(door.context.now()),
    });
    expect((await door.call(addInvoicePayment, staff, { body })).statusCode).toBe(201);
    const own: InvoicePayment[] = (
      await door.call(listInvoicePayments, family, { params: { invoiceId: invoice.id } })
    ).json();
    expect(own.map((one) => one.payment_method)).toEqual(['cash', 'transfer']);
    expect(stringify(own)).not.toContain('Setor tunai');
    expect(stringify(own)).not.toContain(staff.id);
    for (const role of ['finance', 'manager_pendidikan', 'admin', 'it'] as const) {
      const list = await door.call(listInvoicePayments, await door.caller(role), {
        params: { invoiceId: invoice.id },
      });
      expect(list.json()[0]).toMatchObject({ admin_notes: 'Setor tunai di TU' });
    }
    const other = await door.caller();
    const missing = await Promise.all(
      [
        [other, invoice.id],
        [family, uuidv7()],
        [staff, uuidv7()],
      ].map(([caller, invoiceId]) =>
        door.call(listInvoicePayments, caller as Caller, { params: { invoiceId: invoiceId as string } }),
      ),
    );
    expect(missing.map((one) => [one.statusCode, one.json().code])).toEqual(
      Array.from({ length: 3 }, () => [404, 'not_found']),
    );
    expect((await door.call(listInvoicePayments, family, { params: { invoiceId: 'x' } })).statusCode).toBe(
      400,
    );
    expect(
      (await door.call(listInvoicePayments, await door.caller('cs'), { params: { invoiceId: 'x' } }))
        .statusCode,
    ).toBe(403);
  });

  test.each([
    ['a text', { amount_paid: '5000000' }, 'amount_paid'],
    ['a fraction', { amount_paid: 1.5 }, 'amount_paid'],
    ['nothing', { amount_paid: 0 }, 'amount_paid'],
    ['a debt', { amount_paid: -1 }, 'amount_paid'],
    ['too many digits', { amount_paid: 1e21 }, 'amount_paid'],
    ['more than money is', { amount_paid: 1_000_000_000_001 }, 'amount_paid'],
    ['no date', { payment_date: undefined }, 'payment_date'],
    ['no such date', { payment_date: '2026-02-30' }, 'payment_date'],
    ['another spelling of a date', { payment_date: '2026-11-20T00:00Z' }, 'payment_date'],
    ['no proof', { payment_evidence_url: undefined }, 'payment_evidence_url'],
    ['an empty proof', { payment_evidence_url: '' }, 'payment_evidence_url'],
    ['no invoice', { enrollment_invoice_id: 'x' }, 'enrollment_invoice_id'],
    ['a bidi control', { bank_info: 'a\u202Eb' }, 'bank_info'],
    ["a figure that is the server's", { verification_status: 'verified' }, 'verification_status'],
    ['notes of staff', { admin_notes: 'x' }, 'admin_notes'],
    ['a method', { payment_method: 'cash' }, 'payment_method'],
    ['auto_verify', { auto_verify: true }, 'auto_verify'],
  ])('when the body has %s, then 400 names the field and nothing is written', async (_what, change, path) => {
    const { door, admission } = world;
    const { family, invoice } = await invoiceOf(world);
    const [before, claims] = [await footprint(door), admission.claims.length];
    const answer = await door.call(payInvoice, family, {
      body: paymentForm(admission, family, invoice, change),
    });
    expect([answer.statusCode, answer.json().issues?.[0]?.path]).toEqual([400, path]);
    expect([await footprint(door), admission.claims.length]).toEqual([before, claims]);
  });

  test('when the invoice is another family’s or made up, then the same 404, and no file is claimed', async () => {
    const { door, admission } = world;
    const { invoice } = await invoiceOf(world);
    const other = await door.caller();
    const [before, claims] = [await footprint(door), admission.claims.length];
    const answers = [
      await door.call(payInvoice, other, { body: paymentForm(admission, other, invoice) }),
      await door.call(payInvoice, other, { body: paymentForm(admission, other, { id: uuidv7() }) }),
    ];
    const told = answers.map((one) => {
      const { requestId: _id, ...rest } = one.json();
      return rest;
    });
    expect(told[0]).toEqual({ statusCode: 404, code: 'not_found', message: 'Tagihan tidak ditemukan' });
    expect(told[1]).toEqual(told[0]);
    expect([await footprint(door), admission.claims.length]).toEqual([before, claims]);
  });

  test.each([
    ['over the remainder', { amount_paid: 20_000_001 }, 0, 'amount_paid'],
    ['dated tomorrow', {}, 1, 'payment_date'],
    ['dated before its invoice', {}, -1, 'payment_date'],
  ])(
    'when a payment is %s, then 422 names the field, and the same file can be sent again',
    async (_w, change, days, code) => {
      const { door, admission } = world;
      const { family, invoice } = await invoiceOf(world);
      const today = jakartaDay(new Date(invoice.created_at));
      door.setClock(new Date(`${today}T03:00:00Z`));
      const payment_date = addDays(today, days);
      const body = paymentForm(admission, family, invoice, { payment_date, ...change });
      const before = await footprint(door);
      const refused = await door.call(payInvoice, family, { body });
      expect([refused.statusCode, refused.json().code]).toEqual([422, code]);
      expect(await footprint(door)).toBe(before);
      const good = { ...body, amount_paid: 20_000_000, payment_date: today };
      expect((await door.call(payInvoice, family, { body: good })).statusCode).toBe(201);
      door.setClock(null);
    },
  );

  test('when a payment waits already, then a second one is 409, of the family and of staff', async () => {
    const { door, admission } = world;
    const { family, staff, invoice } = await invoiceOf(world);
    await sent(world, family, invoice);
    const before = await footprint(door);
    for (const [id, caller] of [
      [payInvoice, family],
      [addInvoicePayment, staff],
    ] as const) {
      const answer = await door.call(id, caller, { body: paymentForm(admission, caller, invoice) });
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'payment_waiting']);
    }
    expect(await footprint(door)).toBe(before);
  });

  test('when everything is paid, then another payment is 409', async () => {
    const { door, admission } = world;
    const { family, staff, invoice } = await invoiceOf(world, 1_000_000);
    const payment = await sent(world, family, invoice, { amount_paid: 1_000_000 });
    expect((await check(world, staff, payment.id)).statusCode).toBe(200);
    const answer = await door.call(payInvoice, family, {
      body: paymentForm(admission, family, invoice, { amount_paid: 1 }),
    });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'invoice_paid']);
  });

  test('when the link is not usable, then 422 and nothing is written', async () => {
    const { door, admission } = world;
    const { family, invoice } = await invoiceOf(world);
    const other = await door.caller();
    const used = await sent(world, family, (await invoiceOf(world, 9_000_000, family)).invoice);
    const before = await footprint(door);
    for (const link of [
      'http://169.254.169.254/latest/meta-data',
      'file:///etc/passwd',
      '//example.org/x',
      `/api/files/${uuidv7()}`,
      admission.upload(other),
      used.payment_evidence_url,
    ]) {
      const body = paymentForm(admission, family, invoice, { payment_evidence_url: link });
      const answer = await door.call(payInvoice, family, { body });
      expect([link, answer.statusCode, answer.json().code]).toEqual([link, 422, 'file']);
      expect(answer.json().issues).toMatchObject([{ path: 'payment_evidence_url' }]);
    }
    expect(await footprint(door)).toBe(before);
  });

  test('when a rejected proof is followed by a correction, then the new one waits, and the old file is no proof again', async () => {
    const { door, admission } = world;
    const { family, staff, invoice } = await invoiceOf(world);
    const first = await sent(world, family, invoice);
    await check(world, staff, first.id, { action: 'reject', rejection_reason: 'Bukti buram' });
    expect(await invoiceNow(door, family, invoice.id)).toMatchObject({
      status: 'payment_rejected',
      payable: true,
      rejection_reason: 'Bukti buram',
    });
    const again = paymentForm(admission, family, invoice, {
      payment_evidence_url: first.payment_evidence_url,
    });
    const refused = await door.call(payInvoice, family, { body: again });
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'file']);
    const second = await sent(world, family, invoice);
    expect(await invoiceNow(door, family, invoice.id)).toMatchObject({ status: 'awaiting_verification' });
    await check(world, staff, second.id);
    expect(await invoiceNow(door, family, invoice.id)).toMatchObject({
      status: 'partially_paid',
      remaining: 15_000_000,
      rejection_reason: null,
    });
  });

  test.each(['broken', 'silent'] as const)(
    'when admission is %s, then 503 with Retry-After, nothing is written, and later it works',
    async (state) => {
      const { door, admission } = world;
      const { family, invoice } = await invoiceOf(world);
      const body = paymentForm(admission, family, invoice);
      const before = await footprint(door);
      admission.set(state);
      const answer = await door.call(payInvoice, family, { body });
      admission.set('up');
      expect(answer.statusCode).toBe(503);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(await footprint(door)).toBe(before);
      expect((await door.call(payInvoice, family, { body })).statusCode).toBe(201);
    },
  );

  test('when one call is sent 50 times with one key, then one payment, and equal responses or 409 in flight', async () => {
    const { door, admission } = world;
    const { family, invoice } = await invoiceOf(world);
    const body = paymentForm(admission, family, invoice);
    const headers = { 'idempotency-key': 'bayar-sekali-saja' };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => door.call(payInvoice, family, { body, headers })),
    );
    const [good, others] = [
      answers.filter((one) => one.statusCode === 201),
      answers.filter((one) => one.statusCode !== 201),
    ];
    expect(new Set(good.map((one) => one.body)).size).toBe(1);
    for (const one of others) expect([one.statusCode, one.json().code]).toEqual([409, 'in_flight']);
    const rows = await door.db('enrollment_invoice_payments').where({ enrollment_invoice_id: invoice.id });
    expect(rows).toHaveLength(1);
    admission.set('broken');
    const later = await door.call(payInvoice, family, { body, headers });
    admission.set('up');
    expect([later.statusCode, later.json()]).toEqual([201, good[0]!.json()]);
    const changed = await door.call(payInvoice, family, { body: { ...body, amount_paid: 1 }, headers });
    expect([changed.statusCode, changed.json().code]).toEqual([422, 'idempotency_key']);
  });

  test('when two invoices of one family are paid at once, then each has its own payment', async () => {
    const { door } = world;
    const first = await invoiceOf(world);
    const second = await invoiceOf(world, 7_000_000, first.family);
    const made = await Promise.all([
      sent(world, first.family, first.invoice),
      sent(world, first.family, second.invoice, { amount_paid: 7_000_000 }),
    ]);
    const checked = await Promise.all(made.map((one) => check(world, first.staff, one.id)));
    expect(checked.map((one) => one.statusCode)).toEqual([200, 200]);
    expect(await invoiceNow(door, first.family, first.invoice.id)).toMatchObject({ remaining: 15_000_000 });
    expect(await invoiceNow(door, first.family, second.invoice.id)).toMatchObject({ status: 'verified' });
  });
});
