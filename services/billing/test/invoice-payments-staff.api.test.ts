import { runs } from '@gerbang/domain/testing/runs';
import {
  addInvoicePayment,
  editInvoicePayment,
  listInvoicePayments,
  verifyInvoicePayment,
  type InvoicePayment,
} from '@gerbang/contracts/invoice-payments';
import { listBillingAudit } from '@gerbang/contracts/audit';
import { fileIdOf } from '@gerbang/contracts/files';
import { checkInvoiceProof } from '@gerbang/contracts/proof-checks';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { addDays } from '@gerbang/domain/reports';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { lockWaiters } from '@gerbang/service-kit/testing/lock-waiters';
import { patiently } from '@gerbang/service-kit/testing/patience';
import { until } from '@gerbang/service-kit/testing/until';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { openPayments, type World } from './invoice-payments.ts';
import { check, footprint, invoiceNow, invoiceOf, paymentForm, sent } from './payment-calls.ts';
import { setSchool } from './payment-expectations.ts';

const DAY_MS = 86_400_000;

describe("the staff's payments of invoices", () => {
  let world: World;
  beforeAll(async () => {
    world = await openPayments();
  });
  afterAll(async () => {
    expect(await verifyBooks(world.door.database)).toEqual([]);
    await world.close();
  });

  const messages = (from: number) =>
    world.door.published.slice(from).filter((one) => one.type === 'message.requested');
  const edit = (staff: Caller, paymentId: string, body: Record<string, unknown>, headers = {}) =>
    world.door.call(editInvoicePayment, staff, { params: { paymentId }, body, headers });

  test.each([
    [10_000_000, true, 201],
    [10_000_001, true, 403],
    [10_000_001, false, 201],
  ])(
    'when staff with an old proof add Rp %i, verified at once: %s, then it is %i',
    async (amount_paid, auto_verify, expected) => {
      const { door, admission } = world;
      const { staff, invoice } = await invoiceOf(world);
      const body = paymentForm(admission, staff, invoice, { amount_paid, auto_verify });
      const before = await footprint(door);
      const stale = door.headers(staff, { fresh: Math.floor(Date.now() / 1000) - 15 * 60 - 1 });
      const answer = await door.call(addInvoicePayment, staff, { body, headers: stale });
      expect(answer.statusCode).toBe(expected);
      if (expected === 201) return;
      expect(answer.json().code).toBe('fresh_proof_required');
      expect(await footprint(door)).toEqual(before);
      expect((await door.call(addInvoicePayment, staff, { body })).statusCode).toBe(201);
    },
  );

  test('when staff with an old proof verify what staff entered, then above Rp 10 million it is 403; a family’s payment passes', async () => {
    const { door, admission } = world;
    const { staff, invoice } = await invoiceOf(world);
    const stale = door.headers(staff, { fresh: Math.floor(Date.now() / 1000) - 15 * 60 - 1 });
    const verify = (paymentId: string, headers = {}) =>
      door.call(verifyInvoicePayment, staff, { params: { paymentId }, body: { action: 'verify' }, headers });
    const body = paymentForm(admission, staff, invoice, { amount_paid: 1_000_000, auto_verify: false });
    const { id } = (await door.call(addInvoicePayment, staff, { body })).json();
    // Entered small, made large, then booked.
    expect((await edit(staff, id, { amount_paid: 10_000_001 })).statusCode).toBe(200);
    const before = await footprint(door);
    const refused = await verify(id, stale);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'fresh_proof_required']);
    expect(await footprint(door)).toEqual(before);
    expect((await verify(id)).statusCode).toBe(200);
    const other = await invoiceOf(world);
    const payment = await sent(world, other.family, other.invoice, { amount_paid: 12_000_000 });
    expect((await verify(payment.id, stale)).statusCode).toBe(200);
  });

  describe('the verification', () => {
    test('when a payment is verified, then it is booked, has a receipt, and the family is notified', async () => {
      const { door } = world;
      const { family, staff, invoice } = await invoiceOf(world);
      const payment = await sent(world, family, invoice, { amount_paid: 12_500_000 });
      const from = door.published.length;
      const answer = await check(world, staff, payment.id);
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toMatchObject({
        version: 2,
        verification_status: 'verified',
        verified_by_user: { name: staff.name, role: 'finance' },
        receipt_number: expect.stringMatching(/^KW-\d{4}-\d{6}$/u),
        rejected_by_user: null,
      });
      expect(messages(from).map((one) => one.payload)).toMatchObject([
        {
          kind: 'invoice_payment_verified',
          dedupeKey: `invoice_payment_verified:${payment.id}`,
          params: {
            amount: 'Rp 12.500.000',
            number: invoice.invoice_number,
            child: 'Aisyah Putri',
            remaining: 'Rp 7.500.000',
            link: `http://localhost:8080/tagihan?bayar=${invoice.id}`,
          },
        },
      ]);
      expect(await invoiceNow(door, family, invoice.id)).toMatchObject({
        status: 'partially_paid',
        amount_paid: 12_500_000,
        remaining: 7_500_000,
      });
      expect(await door.db('invoice_ledger').where({ payment_id: payment.id })).toMatchObject([
        { amount: 12_500_000, enrollment_invoice_id: invoice.id, actor_id: staff.id },
      ]);
      const trail = await door.db('audit_events').where({ subject_id: payment.id }).orderBy(['at', 'id']);
      expect(trail.map((one) => one.action)).toEqual(['invoice_payment.created', 'invoice_payment.verified']);
      expect(trail[1].details).toMatchObject({ paid_amount: { from: 0, to: 12_500_000 } });
      const { registration_number: number } = await door
        .db('registrations')
        .join('enrollment_invoices as i', 'i.registration_id', 'registrations.id')
        .where('i.id', invoice.id)
        .first('registration_number');
      const query = `search=${number}&action=invoice_payment`;
      const found = await door.call(listBillingAudit, await door.caller('it'), { query });
      expect(found.json().map((row: { id: string }) => row.id)).toEqual([trail[1].id, trail[0].id]);
    });

    test('when the last rupiah is verified, then the re-enrolment is completed and the family notified of both', async () => {
      const { door } = world;
      const { family, staff, invoice, confirmationId } = await invoiceOf(world, 3_000_001);
      const first = await sent(world, family, invoice, { amount_paid: 3_000_000 });
      await check(world, staff, first.id);
      const second = await sent(world, family, invoice, { amount_paid: 1 });
      const from = door.published.length;
      expect((await check(world, staff, second.id)).statusCode).toBe(200);
      expect(new Set(messages(from).map((one) => one.payload.kind))).toEqual(
        new Set(['enrollment_completed', 'invoice_payment_verified']),
      );
      const confirmation = await door.db('enrollment_confirmations').where({ id: confirmationId }).first();
      expect(confirmation).toMatchObject({ status: 'completed', enrollment_status: 'confirmed' });
      expect(await invoiceNow(door, family, invoice.id)).toMatchObject({ status: 'verified', remaining: 0 });
    });

    test('when a payment is rejected, then with its reason, who and when, and nothing is booked', async () => {
      const { door } = world;
      const { family, staff, invoice } = await invoiceOf(world);
      const payment = await sent(world, family, invoice);
      const from = door.published.length;
      const answer = await check(world, staff, payment.id, {
        action: 'reject',
        rejection_reason: '  Nominal tidak sesuai\nHarap kirim ulang ',
      });
      expect(answer.json()).toMatchObject({
        verification_status: 'rejected',
        rejection_reason: 'Nominal tidak sesuai\nHarap kirim ulang',
        rejected_by_user: { name: staff.name, role: 'finance' },
        receipt_number: null,
        verified_at: null,
      });
      const [told] = messages(from).map((one) => one.payload);
      expect(told).toMatchObject({
        kind: 'invoice_payment_rejected',
        params: { link: `http://localhost:8080/tagihan?bayar=${invoice.id}` },
      });
      expect(JSON.stringify(told)).not.toContain('Nominal tidak sesuai');
      expect(await door.db('invoice_ledger').where({ payment_id: payment.id })).toEqual([]);
    });

    test.each([
      ['no reason', { action: 'reject' }, 'Alasan penolakan diperlukan'],
      ['a blank reason', { action: 'reject', rejection_reason: ' \u200B ' }, undefined],
      ['an unknown action', { action: 'delete' }, 'Tindakan tidak dikenal'],
      ['another field', { action: 'verify', verified_by: 'x' }, undefined],
      ['a reason to verify', { action: 'verify', rejection_reason: 'x' }, undefined],
    ])('when it has %s, then 400 and nothing is written', async (_what, body, message) => {
      const { door } = world;
      const { family, staff, invoice } = await invoiceOf(world);
      const payment = await sent(world, family, invoice);
      const before = await footprint(door);
      const answer = await check(world, staff, payment.id, body);
      expect(answer.statusCode).toBe(400);
      if (message) expect(answer.json().issues[0].message).toBe(message);
      expect(await footprint(door)).toBe(before);
    });

    test('when a payment was decided, then every further decision is 409', async () => {
      const { door } = world;
      for (const first of [{ action: 'verify' }, { action: 'reject', rejection_reason: 'Buram' }]) {
        const { family, staff, invoice } = await invoiceOf(world);
        const payment = await sent(world, family, invoice);
        await check(world, staff, payment.id, first);
        const before = await footprint(door);
        for (const body of [{ action: 'verify' }, { action: 'reject', rejection_reason: 'x' }]) {
          const answer = await check(world, staff, payment.id, body);
          expect([answer.statusCode, answer.json().code]).toEqual([409, 'payment_checked']);
        }
        expect((await edit(staff, payment.id, { amount_paid: 1 })).json().code).toBe('payment_checked');
        expect(await footprint(door)).toBe(before);
      }
    });

    test('when another call was faster, then If-Match is 409 stale with the present state', async () => {
      const { family, staff, invoice } = await invoiceOf(world);
      const payment = await sent(world, family, invoice);
      expect((await edit(staff, payment.id, { amount_paid: 4_000_000 })).statusCode).toBe(200);
      const answer = await check(world, staff, payment.id, { action: 'verify' }, { 'if-match': '"1"' });
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'stale']);
      expect(answer.json().stale).toMatchObject({
        changed_by: { name: staff.name, role: 'finance' },
        present: { amount_paid: 4_000_000, version: 2 },
      });
      const good = await check(world, staff, payment.id, { action: 'verify' }, { 'if-match': '"2"' });
      expect(good.statusCode).toBe(200);
    });

    test('when the payment does not exist or its id is none, then 404 and 400', async () => {
      const { staff } = await invoiceOf(world);
      expect((await check(world, staff, uuidv7())).statusCode).toBe(404);
      expect((await check(world, staff, 'x')).statusCode).toBe(400);
      expect((await edit(staff, uuidv7(), { amount_paid: 1 })).statusCode).toBe(404);
      expect((await edit(staff, 'x', { amount_paid: 1 })).statusCode).toBe(400);
    });
  });

  describe('a payment that staff add', () => {
    test.each(['finance', 'admin'] as const)(
      'when %s adds one with auto_verify, then it is created and verified in one step',
      async (role) => {
        const { door, admission } = world;
        const { family, invoice } = await invoiceOf(world);
        const staff = await door.caller(role, 'Sari');
        const body = paymentForm(admission, staff, invoice, {
          amount_paid: invoice.remaining,
          payment_method: 'cash',
          payment_date: jakartaDay(door.context.now()),
          admin_notes: 'Tunai',
        });
        const answer = await door.call(addInvoicePayment, staff, { body });
        expect(answer.statusCode).toBe(201);
        expect(answer.json()).toMatchObject({
          payment_method: 'cash',
          admin_notes: 'Tunai',
          auto_verify: true,
          verification_status: 'verified',
          verified_by_user: { name: 'Sari', role },
          receipt_number: expect.stringContaining('KW-'),
          created_by: { name: 'Sari', role },
        });
        expect(await invoiceNow(door, family, invoice.id)).toMatchObject({ status: 'verified' });
        const steps = await door
          .db('invoice_payment_events')
          .where({ payment_id: answer.json().id })
          .orderBy('version');
        expect(steps.map((one) => one.kind)).toEqual(['created', 'verified']);
        expect(admission.claims.at(-1)).toMatchObject({ uploaderId: staff.id, familyUserId: family.id });
      },
    );

    test('when the school lets cash come without a proof, then it needs a note, a transfer its proof, and a later edit can add one', async () => {
      const { door, admission } = world;
      const { family, staff, invoice } = await invoiceOf(world);
      const claims = admission.claims.length;
      const today = jakartaDay(door.context.now());
      await setSchool(door, { cash_proof: 'optional' });
      const add = (change: Record<string, unknown>) => {
        const { payment_evidence_url: _none, ...body } = paymentForm(admission, staff, invoice, change);
        return door.call(addInvoicePayment, staff, { body });
      };
      const refused = await add({ payment_method: 'transfer' });
      expect([refused.statusCode, refused.json().issues]).toEqual([
        400,
        [{ path: 'payment_evidence_url', message: 'Bukti pembayaran wajib diupload' }],
      ]);
      const admin_notes = 'Diterima dari Ibu Rahma';
      const taken = { payment_method: 'cash', payment_date: today };
      for (const note of [undefined, 'Tunai', '1234567890123']) {
        const bare = await add({ ...taken, admin_notes: note });
        expect([bare.statusCode, bare.json()]).toMatchObject([
          422,
          { code: 'proof_missing', issues: [{ path: 'admin_notes' }] },
        ]);
      }
      const cash = await add({ ...taken, admin_notes });
      expect(cash.json()).toMatchObject({
        payment_evidence_url: null,
        verification_status: 'verified',
        receipt_number: expect.stringContaining('KW-'),
      });
      expect(admission.claims).toHaveLength(claims);
      expect((await invoiceNow(door, family, invoice.id)).remaining).toBe(15_000_000);
      const waiting = (await add({ ...taken, admin_notes, auto_verify: false })).json();
      const looked = await door.call(checkInvoiceProof, staff, { params: { paymentId: waiting.id } });
      expect(looked.json()).toMatchObject({ proof_url: null, same: [] });
      const link = admission.upload(staff);
      const edited = await edit(staff, waiting.id, { payment_evidence_url: link });
      expect(edited.json()).toMatchObject({ payment_evidence_url: link, previous_proofs: [] });
    });

    test('when the school wants a proof of cash, as it does at first, then a note alone is refused and a proof is enough', async () => {
      const { door, admission } = world;
      const { staff, invoice } = await invoiceOf(world);
      await setSchool(door, {});
      const body = paymentForm(admission, staff, invoice, {
        payment_method: 'cash',
        payment_date: jakartaDay(door.context.now()),
        admin_notes: 'Diterima dari Ibu Rahma',
      });
      const { payment_evidence_url: _none, ...bare } = body;
      const before = await footprint(door);
      const refused = await door.call(addInvoicePayment, staff, { body: bare });
      expect([refused.statusCode, refused.json()]).toMatchObject([
        422,
        { code: 'proof_missing', issues: [{ path: 'payment_evidence_url' }] },
      ]);
      expect(await footprint(door)).toBe(before);
      expect((await door.call(addInvoicePayment, staff, { body })).statusCode).toBe(201);
    });

    test('when the school comes to want a proof while cash without one waits for the invoice, then it is refused', async () => {
      const { door, admission } = world;
      const { staff, invoice } = await invoiceOf(world);
      await setSchool(door, { cash_proof: 'optional' });
      const { payment_evidence_url: _none, ...body } = paymentForm(admission, staff, invoice, {
        payment_method: 'cash',
        payment_date: jakartaDay(door.context.now()),
        admin_notes: 'Diterima dari Ibu Rahma',
      });
      const add = () => patiently(() => door.call(addInvoicePayment, staff, { body }));
      let waiting: ReturnType<typeof add> | undefined;
      await door.database.transaction(async (gate) => {
        await gate('enrollment_invoices').where({ id: invoice.id }).forUpdate().first('id');
        waiting = add();
        await until(async () => (await lockWaiters(gate)) > 0);
        await setSchool(door, {});
      });
      const refused = await waiting;
      expect([refused?.statusCode, refused?.json()]).toMatchObject([
        422,
        { code: 'proof_missing', issues: [{ path: 'payment_evidence_url' }] },
      ]);
      expect(
        await door.db('enrollment_invoice_payments').where({ enrollment_invoice_id: invoice.id }),
      ).toEqual([]);
      await setSchool(door, { cash_proof: 'optional' });
      expect((await add()).statusCode).toBe(201);
    });

    test('when it records cash, then it is refused, and a transfer is taken', async () => {
      const { door, admission } = world;
      const { invoice } = await invoiceOf(world);
      const staff = await door.caller('it', 'Sari');
      const add = (change: object) =>
        door.call(addInvoicePayment, staff, { body: paymentForm(admission, staff, invoice, { ...change }) });
      const refused = await add({ payment_method: 'cash', payment_date: jakartaDay(door.context.now()) });
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'forbidden']);
      expect((await add({})).statusCode).toBe(201);
    });

    test('when cash is recorded a week later, then it is taken, after eight days it is refused', async () => {
      const { door, admission } = world;
      const { staff, invoice } = await invoiceOf(world);
      // On the day of the invoice, recorded so many days later.
      const record = async (days: number) => {
        door.setClock(new Date(Date.parse(invoice.created_at) + days * DAY_MS));
        const body = paymentForm(admission, staff, invoice, { payment_method: 'cash' });
        const answer = await door.call(addInvoicePayment, staff, { body });
        door.setClock(null);
        return answer;
      };
      const refused = await record(8);
      expect([refused.statusCode, refused.json().code]).toEqual([422, 'payment_date']);
      expect((await record(7)).statusCode).toBe(201);
    });

    test('when the day is any, then it is taken from the invoice’s own day to today, cash of the last 7 days', async () => {
      const { door, admission } = world;
      const { staff, invoice } = await invoiceOf(world);
      const made = jakartaDay(new Date(invoice.created_at));
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 0, max: 30 }),
          fc.integer({ min: -10, max: 40 }),
          fc.constantFrom('transfer', 'cash'),
          async (passed, offset, payment_method) => {
            door.setClock(new Date(Date.parse(invoice.created_at) + passed * DAY_MS));
            const change = { amount_paid: 1, payment_method, payment_date: addDays(made, offset) };
            const body = paymentForm(admission, staff, invoice, change);
            const answer = await door.call(addInvoicePayment, staff, { body });
            door.setClock(null);
            const isTaken =
              offset >= 0 && offset <= passed && (payment_method === 'transfer' || offset >= passed - 7);
            expect(answer.statusCode).toBe(isTaken ? 201 : 422);
            if (!isTaken) expect(answer.json().issues[0].path).toBe('payment_date');
          },
        ),
        { numRuns: runs(40) },
      );
    });

    test('when auto_verify is off, then it waits, by transfer unless said otherwise', async () => {
      const { door, admission } = world;
      const { staff, invoice } = await invoiceOf(world);
      const body = paymentForm(admission, staff, invoice, { auto_verify: false });
      const answer = await door.call(addInvoicePayment, staff, { body });
      expect(answer.json()).toMatchObject({ verification_status: 'pending', payment_method: 'transfer' });
    });

    test.each([
      [400, { payment_method: 'qris' }],
      [400, { auto_verify: 'ya' }],
      [400, { verified_at: 'x' }],
      [400, { payment_evidence_url: undefined }],
      [422, { amount_paid: 20_000_001 }],
      [400, { payment_date: '2999-01-01' }],
      [422, { payment_date: '2099-01-01' }],
      [422, { payment_evidence_url: '/api/files/019a0000-0000-7000-8000-000000000001' }],
      [404, { enrollment_invoice_id: '019a0000-0000-7000-8000-000000000001' }],
    ])('when it does not fit, then %i and nothing is written', async (status, change) => {
      const { door, admission } = world;
      const { staff, invoice } = await invoiceOf(world);
      const before = await footprint(door);
      const answer = await door.call(addInvoicePayment, staff, {
        body: paymentForm(admission, staff, invoice, change),
      });
      expect(answer.statusCode).toBe(status);
      expect(await footprint(door)).toBe(before);
    });

    test('when it is repeated with its key, then the response is the first one, and money is booked once', async () => {
      const { door, admission } = world;
      const { staff, invoice } = await invoiceOf(world);
      const body = paymentForm(admission, staff, invoice);
      const headers = { 'idempotency-key': 'tambah-pembayaran-1' };
      const first = await door.call(addInvoicePayment, staff, { body, headers });
      const second = await door.call(addInvoicePayment, staff, { body, headers });
      expect([first.statusCode, second.statusCode, second.body]).toEqual([201, 201, first.body]);
      expect(await door.db('invoice_ledger').where({ enrollment_invoice_id: invoice.id })).toHaveLength(1);
    });
  });

  describe('the edit', () => {
    test('when amount and proof are edited, then the old proof stays in the history, and no status moves', async () => {
      const { door, admission } = world;
      const { family, staff, invoice } = await invoiceOf(world);
      const payment = await sent(world, family, invoice);
      const link = admission.upload(staff);
      const answer = await edit(staff, payment.id, { amount_paid: 6_000_000, payment_evidence_url: link });
      expect(answer.json()).toMatchObject({
        version: 2,
        amount_paid: 6_000_000,
        payment_evidence_url: link,
        verification_status: 'pending',
        created_by: { role: 'wali_murid' },
      });
      expect(admission.claims.at(-1)).toMatchObject({ imagesOnly: true });
      const [step] = await door.db('invoice_payment_events').where({ payment_id: payment.id, version: 2 });
      expect(step).toMatchObject({
        kind: 'edited',
        amount_before: 5_000_000,
        amount: 6_000_000,
        file_before_id: fileIdOf(String(payment.payment_evidence_url)),
        file_id: fileIdOf(link),
        actor_id: staff.id,
      });
      const [trail] = await door
        .db('audit_events')
        .where({ subject_id: payment.id, action: 'invoice_payment.edited' });
      expect(trail.details.file).toEqual({
        from: fileIdOf(String(payment.payment_evidence_url)),
        to: fileIdOf(link),
      });
      const shown = async (caller: Caller) =>
        (await door.call(listInvoicePayments, caller, { params: { invoiceId: invoice.id } })).json()[0];
      const previous = [
        {
          url: payment.payment_evidence_url,
          replaced_at: expect.any(String),
          replaced_by: { role: 'finance' },
        },
      ];
      expect(await shown(family)).toMatchObject({ previous_proofs: previous });
      expect(await shown(staff)).toMatchObject({ previous_proofs: previous });
      await check(world, staff, payment.id);
      expect(await shown(family)).toMatchObject({ previous_proofs: previous });
      expect(await invoiceNow(door, family, invoice.id)).toMatchObject({ amount_paid: 6_000_000 });
    });

    test('when nothing changes, then 200 and nothing is written', async () => {
      const { door } = world;
      const { family, staff, invoice } = await invoiceOf(world);
      const payment: InvoicePayment = await sent(world, family, invoice);
      const before = await footprint(door);
      const answer = await edit(staff, payment.id, {
        amount_paid: payment.amount_paid,
        payment_evidence_url: payment.payment_evidence_url,
      });
      expect([answer.statusCode, answer.json().version]).toEqual([200, 1]);
      expect(await footprint(door)).toBe(before);
    });

    test.each([
      [400, {}, undefined],
      [400, { payment_evidence_filename: 'x.jpg' }, 'payment_evidence_url'],
      [400, { amount_paid: 0 }, 'amount_paid'],
      [400, { verification_status: 'verified' }, 'verification_status'],
      [400, { payment_date: '2026-01-01' }, 'payment_date'],
      [422, { amount_paid: 20_000_001 }, 'amount_paid'],
      [422, { payment_evidence_url: 'https://example.org/x.jpg' }, 'payment_evidence_url'],
    ])('when the body does not fit, then %i', async (status, body, path) => {
      const { door } = world;
      const { family, staff, invoice } = await invoiceOf(world);
      const payment = await sent(world, family, invoice);
      const before = await footprint(door);
      const answer = await edit(staff, payment.id, body);
      expect([answer.statusCode, answer.json().issues?.[0]?.path]).toEqual([status, path]);
      expect(await footprint(door)).toBe(before);
    });

    test('when the new proof is a PDF or the proof of another payment, then 422', async () => {
      const { admission } = world;
      const { family, staff, invoice } = await invoiceOf(world);
      const first = await sent(world, family, invoice);
      await check(world, staff, first.id, { action: 'reject', rejection_reason: 'Buram' });
      const second = await sent(world, family, invoice);
      for (const link of [admission.upload(staff, 'application/pdf'), first.payment_evidence_url]) {
        expect((await edit(staff, second.id, { payment_evidence_url: link })).statusCode).toBe(422);
      }
    });

    test('when admission is down, then a new proof is 503, an amount alone goes through', async () => {
      const { door, admission } = world;
      const { family, staff, invoice } = await invoiceOf(world);
      const payment = await sent(world, family, invoice);
      const link = admission.upload(staff);
      admission.set('broken');
      const before = await footprint(door);
      const refused = await edit(staff, payment.id, { payment_evidence_url: link });
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
      expect(await footprint(door)).toBe(before);
      expect((await edit(staff, payment.id, { amount_paid: 1 })).statusCode).toBe(200);
      admission.set('up');
    });
  });

  test('when an amount is the largest that there is, then it is paid to the last rupiah', async () => {
    const { door } = world;
    const { family, staff, invoice } = await invoiceOf(world, 1_000_000_000_000);
    const payment = await sent(world, family, invoice, { amount_paid: 999_999_999_999 });
    await check(world, staff, payment.id);
    expect(await invoiceNow(door, family, invoice.id)).toMatchObject({ remaining: 1 });
    const last = await sent(world, family, invoice, { amount_paid: 1 });
    await check(world, staff, last.id);
    expect(await invoiceNow(door, family, invoice.id)).toMatchObject({
      status: 'verified',
      amount_paid: 1_000_000_000_000,
    });
  });
});
