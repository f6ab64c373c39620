import { billingDashboard, type BillingArea } from '@gerbang/contracts/billing-dashboard';
import { ignoreBankLine, restoreBankLine } from '@gerbang/contracts/bank-statements';
import { listUnapplied } from '@gerbang/contracts/unapplied-receipts';
import { getReceipt, listInvoicePayments } from '@gerbang/contracts/invoice-payments';
import type { ProofAlertStatus } from '@gerbang/domain/proof-alerts';
import { TARGETS_OF_A_LINE } from '@gerbang/domain/payment-expectations';
import { FEES_OF_A_SLIP } from '@gerbang/domain/registration-payments';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { uuidv7 } from 'uuidv7';
import { eventHandlers } from '../src/events/handlers.ts';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import {
  asked,
  assign,
  book,
  DAY,
  giveBack,
  keepUnapplied,
  lineOf,
  match,
  matchedInvoice,
  newKey,
  proposed,
  unappliedOf,
  useDesk,
} from './bank-bookings.ts';
import { copyOf } from './enrollments.ts';
import { pdfText } from './pdf-text.ts';
import { openPayments, type World } from './invoice-payments.ts';
import { check, invoiceNow, invoiceOf, sent } from './payment-calls.ts';

const TOTAL = 12_250_000;
const FEE = 350_000;

describe('booking of bank lines', () => {
  let world: World;
  let staff: Caller;
  let other: Caller;
  /** The unique adds of an account differ. */
  let add = 0;
  useDesk(openPayments, (desk) => void ({ world, staff, other } = desk));

  const published = (type: string) => world.door.published.filter((one) => one.type === type);
  const statusOf = async (lineId: string) =>
    (await world.door.db('bank_lines').where({ id: lineId }).first('status'))?.status as string;
  const receiptOf = async (lineId: string, where = {}) =>
    world.door
      .db('unapplied_receipts')
      .where({ line_id: lineId, ...where })
      .first();

  /** An invoice with its exact amount, its line and the matcher's proposal. */
  async function exactMatch({ total = TOTAL, more = 0 } = {}) {
    add += 1;
    return matchedInvoice(world, total, add, more);
  }
  async function feeMatch(change: Record<string, unknown> = {}, amount?: number) {
    const { door } = world;
    add += 1;
    const family = await door.caller();
    const copy = await copyOf(door, family, {
      payment_status: 'pending',
      payment_amount: FEE,
      current_stage: 'registered',
      ...change,
    });
    const target = { kind: 'registration_fee', id: copy.id } as const;
    const expectation = await asked(door, target, FEE, add);
    const line = await lineOf(door, amount ?? FEE + add);
    const id = await proposed(door, line, target, FEE, { expectation });
    return { family, copy, target, line, id, add };
  }

  test('when the slip of a fee is like another one, then no line and no receipt pays the fee until that is decided or left to the bank', async () => {
    const { door } = world;
    const said = (file_id: string, status: ProofAlertStatus, version: number) =>
      door.database.transaction(async (trx) => {
        const meta = { id: uuidv7(), version: 1, requestId: undefined };
        await eventHandlers(door.context)['proof.alerted']?.(trx, { file_id, status, version }, meta);
      });
    for (const [end, code] of [
      ['dismissed', 'proof_alert_open'],
      ['paid_by_bank', 'proof_confirmed_reused'],
    ] as const) {
      const slip = uuidv7();
      const fee = await feeMatch({ payment_status: 'paid', payment_proof_id: slip });
      await said(slip, 'open', 1);
      if (code === 'proof_confirmed_reused') await said(slip, 'confirmed', 2);
      const from = door.published.length;
      const ready = (await book(door, staff, [fee.id])).json();
      expect([ready.booked, ready.refused.map((one: { code: string }) => one.code)]).toEqual([[], [code]]);
      const stranger = await lineOf(door, FEE);
      const chosen = await match(door, staff, stranger, [{ ...fee.target, amount: FEE }]);
      expect([chosen.statusCode, chosen.json().code]).toEqual([409, code]);
      await keepUnapplied(door, staff, stranger, 'unknown');
      const receipt = await receiptOf(stranger);
      const assigned = await assign(door, staff, receipt.id, { ...fee.target, amount: FEE });
      expect([assigned.statusCode, assigned.json().code]).toEqual([409, code]);
      expect(door.published.slice(from).filter(({ type }) => type === 'fee.settled')).toEqual([]);
      await said(slip, end, 3);
      expect((await assign(door, staff, receipt.id, { ...fee.target, amount: FEE })).statusCode).toBe(200);
      expect(door.published.slice(from).filter(({ type }) => type === 'fee.settled')).toHaveLength(1);
    }
    expect(await verifyBooks(door.database)).toEqual([]);
  });

  test('when 40 families paid their exact amounts, then one call books all, each gets its receipt, and the books are clean', async () => {
    const { door } = world;
    const made: Awaited<ReturnType<typeof exactMatch>>[] = [];
    for (let at = 0; at < 40; at += 1) made.push(await exactMatch());
    const from = door.published.length;
    const answer = await book(
      door,
      staff,
      made.map(({ id }) => id),
    );
    expect(answer.statusCode).toBe(200);
    const { booked, refused } = answer.json();
    expect(refused).toEqual([]);
    expect(booked.map((one: { match_id: string }) => one.match_id)).toEqual(made.map(({ id }) => id));
    const receipts = booked.map((one: { receipt_number: string }) => one.receipt_number);
    expect(new Set(receipts).size).toBe(40);
    for (const { family, invoice, line } of made) {
      expect(await invoiceNow(door, family, invoice.id)).toMatchObject({
        amount_paid: TOTAL,
        remaining: 0,
        status: 'verified',
      });
      expect(await statusOf(line)).toBe('booked');
    }
    const told = door.published.slice(from).map((one) => one.payload.kind);
    expect(told.filter((kind) => kind === 'invoice_payment_verified')).toHaveLength(40);
    expect(told.filter((kind) => kind === 'enrollment_completed')).toHaveLength(40);
    const sums = await door.db('surplus_ledger').sum('amount as sum').first();
    expect(sums).toEqual({ sum: String(made.reduce((sum, one) => sum + one.add, 0)) });
    expect(
      await door
        .db('payment_expectations')
        .whereIn(
          'id',
          made.map((one) => one.expectation),
        )
        .distinct('status'),
    ).toEqual([{ status: 'used' }]);
  });

  test('when a line pays an invoice, then the payment is a transfer of the bank’s day, without a slip, and a receipt names the surplus', async () => {
    const { door } = world;
    const { family, invoice, line, id, add: unique } = await exactMatch();
    const {
      booked: [first],
    } = (await book(door, staff, [id])).json();
    const params = { invoiceId: invoice.id };
    const [payment] = (await door.call(listInvoicePayments, family, { params })).json();
    expect(payment).toMatchObject({
      amount_paid: TOTAL,
      payment_date: DAY,
      payment_method: 'transfer',
      payment_evidence_url: null,
      from_bank: true,
      verification_status: 'verified',
      receipt_number: first.receipt_number,
      created_by: { name: 'Fina Keuangan', role: 'finance' },
    });
    expect(await door.db('enrollment_invoice_payments').where({ id: payment.id }).first()).toMatchObject({
      bank_line_id: line,
    });
    const area = (await door.call(billingDashboard, staff)).json() as BillingArea;
    expect(
      area.staff?.recent?.find(
        (one) => one.kind === 'payment_verified' && one.number === invoice.invoice_number,
      ),
    ).toMatchObject({ from_bank: true, amount: TOTAL, child: expect.stringMatching(/\p{L}/u) });
    const receipt = await door.call(getReceipt, family, { params: { id: payment.id } });
    const words = pdfText(receipt.rawPayload).replace(/[^\p{L}\p{N}]+/gu, ' ');
    expect(words).toContain(`Kelebihan Rp ${unique} dicatat sebagai pembulatan`);
    expect(words).toContain('Transfer dikenali dari mutasi bank');
    expect(receipt.rawPayload.toString('latin1').match(/\/Type \/Page\b/gu)).toHaveLength(1);
    const trail = await door.db('audit_events').where({ subject_id: line, action: 'bank_line.booked' });
    expect(trail).toMatchObject([
      {
        actor_name: 'Fina Keuangan',
        details: { amount: TOTAL + unique, booked: TOTAL, surplus: unique, unapplied: 0 },
      },
    ]);
    expect(JSON.stringify(trail)).not.toContain('RINA');
  });

  test('when the bank’s transfer fee was added, then what is owed is booked, and the fee stands unapplied', async () => {
    const { door } = world;
    const { family, invoice, line, id, add: unique } = await exactMatch({ more: 2500 });
    expect((await book(door, staff, [id])).json().booked).toHaveLength(1);
    expect(await invoiceNow(door, family, invoice.id)).toMatchObject({ remaining: 0 });
    expect(await unappliedOf(door, line)).toEqual({ overpaid: 2500 });
    expect(await door.db('surplus_ledger').where({ line_id: line }).first('amount')).toEqual({
      amount: unique,
    });
  });

  test('when several are to be booked, then only exact ones are, and each refusal has its reason', async () => {
    const { door, admission: _admission } = world;
    const good = await exactMatch();
    const strong = await exactMatch({ more: 2500 });
    const waiting = await exactMatch();
    await sent(world, waiting.family, waiting.invoice, { amount_paid: 1000 });
    const paid = await exactMatch();
    const payment = await sent(world, paid.family, paid.invoice, { amount_paid: TOTAL });
    expect((await check(world, staff, payment.id)).statusCode).toBe(200);
    const aside = await exactMatch();
    const body = { reason: 'Bukan pembayaran' };
    expect((await door.call(ignoreBankLine, staff, { params: { id: aside.line }, body })).statusCode).toBe(
      200,
    );
    const ids = [good, strong, waiting, paid, aside].map(({ id }) => id);
    const { booked, refused } = (await book(door, staff, [...ids, uuidv7()])).json();
    expect(booked).toMatchObject([{ match_id: good.id, line_id: good.line }]);
    expect(refused.map((one: { code: string }) => one.code)).toEqual([
      'not_exact',
      'proof_waiting',
      'nothing_owed',
      'match_gone',
      'match_gone',
    ]);
    expect((await book(door, staff, [strong.id])).json().booked).toHaveLength(1);
    expect((await book(door, staff, [good.id])).json().refused).toEqual([
      { match_id: good.id, code: 'line_taken' },
    ]);
    expect(await statusOf(waiting.line)).toBe('proposed');
  });

  test('when a payment of the same amount waits, then the line verifies it, and its proof stays', async () => {
    const { door } = world;
    const { family, invoice, line, id } = await exactMatch();
    const waiting = await sent(world, family, invoice, { amount_paid: TOTAL });
    expect((await book(door, staff, [id])).json().booked).toHaveLength(1);
    const params = { invoiceId: invoice.id };
    const payments = (await door.call(listInvoicePayments, family, { params })).json();
    expect(payments).toMatchObject([
      {
        id: waiting.id,
        payment_evidence_url: waiting.payment_evidence_url,
        payment_date: waiting.payment_date,
        verification_status: 'verified',
        from_bank: true,
      },
    ]);
    expect(await door.db('enrollment_invoice_payments').where({ id: waiting.id }).first()).toMatchObject({
      bank_line_id: line,
    });
  });

  test('when the proof that waits is like another one, then the line does not verify it until that is decided', async () => {
    const { door } = world;
    const { family, invoice, line, id } = await exactMatch();
    const waiting = await sent(world, family, invoice, { amount_paid: TOTAL });
    const file = String(waiting.payment_evidence_url).split('/').at(-1);
    await door.db('alerted_proofs').insert({ id: file, status: 'open', version: 1 });
    expect((await book(door, staff, [id])).json().refused).toEqual([
      { match_id: id, code: 'proof_alert_open' },
    ]);
    expect(await statusOf(line)).toBe('proposed');
    await door.db('alerted_proofs').where({ id: file }).update({ status: 'dismissed' });
    expect((await book(door, staff, [id])).json().booked).toHaveLength(1);
  });

  test('when a payment of another amount waits, then staff book the bank’s amount, and the payment is corrected to it', async () => {
    const { door } = world;
    const { invoice, line, family, add: unique } = await exactMatch();
    const waiting = await sent(world, family, invoice, { amount_paid: 1_000_000 });
    const target = { kind: 'invoice', id: invoice.id, amount: TOTAL } as const;
    const answer = await match(door, staff, line, [target], { reason: null });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      status: 'booked',
      surplus: unique,
      unapplied: 0,
      matches: [{ amount: TOTAL, status: 'booked', receipt_number: expect.any(String) }],
    });
    const rows = await door.db('enrollment_invoice_payments').where({ enrollment_invoice_id: invoice.id });
    expect(rows).toMatchObject([
      { id: waiting.id, amount_paid: TOTAL, verification_status: 'verified', version: 3, bank_line_id: line },
    ]);
    expect(
      await door.db('invoice_payment_events').where({ payment_id: waiting.id, kind: 'edited' }).first(),
    ).toMatchObject({ amount_before: 1_000_000, amount: TOTAL });
  });

  test('when a person chooses targets, then a reason is wanted, and the line is shared among them', async () => {
    const { door } = world;
    const [one, two] = [await invoiceOf(world, 1_000_000), await invoiceOf(world, 2_000_000)];
    const line = await lineOf(door, 3_100_000);
    const targets = [
      { kind: 'invoice', id: two.invoice.id, amount: 2_050_000 },
      { kind: 'invoice', id: one.invoice.id, amount: 900_000 },
    ] as const;
    const refused = await match(door, staff, line, targets, { reason: null });
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'reason']);
    const more = await match(door, staff, line, [{ ...targets[0], amount: 3_100_001 }]);
    expect([more.statusCode, more.json().code]).toEqual([422, 'more_than_line']);
    expect((await match(door, staff, uuidv7(), targets)).statusCode).toBe(404);
    expect((await match(door, staff, line, [{ ...targets[0], id: uuidv7() }])).statusCode).toBe(404);
    expect((await match(door, staff, line, [targets[0], targets[0]])).statusCode).toBe(400);
    const answer = await match(door, staff, line, targets);
    expect(answer.statusCode).toBe(200);
    expect(await invoiceNow(door, one.family, one.invoice.id)).toMatchObject({ amount_paid: 900_000 });
    expect(await invoiceNow(door, two.family, two.invoice.id)).toMatchObject({ amount_paid: 2_000_000 });
    expect(await unappliedOf(door, line)).toEqual({ overpaid: 50_000, split_rest: 150_000 });
    expect(await door.db('bank_matches').where({ line_id: line }).distinct('note', 'confidence')).toEqual([
      { note: 'Nama pengirim cocok', confidence: null },
    ]);
    const taken = await match(door, staff, line, targets);
    expect([taken.statusCode, taken.json().code]).toEqual([409, 'line_taken']);
    const settled = await match(door, staff, await lineOf(door, 1000), [
      { kind: 'invoice', id: two.invoice.id, amount: 1000 },
    ]);
    expect([settled.statusCode, settled.json().code]).toEqual([409, 'nothing_owed']);
  });

  test('when one transfer pays as many fees as a slip may be for, then a person books them all; one more is refused', async () => {
    const { door } = world;
    const family = await door.caller();
    const targets = [];
    while (targets.length <= TARGETS_OF_A_LINE) {
      const change = { payment_status: 'pending', payment_amount: FEE, current_stage: 'registered' };
      const { id } = await copyOf(door, family, change);
      targets.push({ kind: 'registration_fee', id, amount: FEE } as const);
    }
    const line = await lineOf(door, FEE * targets.length);
    const before = published('fee.settled').length;
    const refused = await match(door, staff, line, targets);
    expect([refused.statusCode, refused.json().issues]).toEqual([
      400,
      [{ path: 'targets', message: 'Paling banyak 10 tagihan atau biaya' }],
    ]);
    expect(await statusOf(line)).not.toBe('booked');
    const most = targets.slice(0, FEES_OF_A_SLIP.most);
    expect((await match(door, staff, line, most)).statusCode).toBe(200);
    const told = published('fee.settled').slice(before);
    expect(told).toHaveLength(most.length);
    expect(new Set(told.map(({ payload }) => payload.registration_id))).toEqual(
      new Set(most.map(({ id }) => id)),
    );
    expect(await unappliedOf(door, line)).toEqual({ overpaid: FEE });
  });

  test('when the family is the caller’s own, then another person books its money', async () => {
    const { door } = world;
    const own = await exactMatch();
    await door.db('registrations').where({ user_id: own.family.id }).update({ user_id: staff.id });
    const target = { ...own.target, amount: TOTAL };
    const answer = await match(door, staff, own.line, [target]);
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'own_family']);
    expect((await book(door, staff, [own.id])).json().refused).toEqual([
      { match_id: own.id, code: 'own_family' },
    ]);
    expect((await book(door, other, [own.id])).json().booked).toHaveLength(1);
  });

  test('when a line pays a registration fee, then admission is told, and a fee that owes nothing is refused', async () => {
    const { door } = world;
    const { copy, line, id, target } = await feeMatch();
    const before = published('fee.settled').length;
    expect((await book(door, staff, [id])).json().booked).toEqual([
      { match_id: id, line_id: line, receipt_number: null },
    ]);
    expect(published('fee.settled').slice(before)).toMatchObject([
      {
        payload: {
          registration_id: copy.id,
          amount: FEE,
          source: { kind: 'bank_line', id: line },
          settled_on: DAY,
          actor: { id: staff.id, name: 'Fina Keuangan', role: 'finance' },
        },
      },
    ]);
    const again = await match(door, staff, await lineOf(door, FEE), [{ ...target, amount: FEE }]);
    expect([again.statusCode, again.json().code]).toEqual([409, 'nothing_owed']);
  });

  test('when the money is less than the fee, or its registration is deleted, then all of it stands unapplied', async () => {
    const { door } = world;
    const short = await feeMatch({}, 300_000);
    const before = published('fee.settled').length;
    const target = { ...short.target, amount: 300_000 };
    expect((await match(door, staff, short.line, [target])).statusCode).toBe(200);
    expect(await unappliedOf(door, short.line)).toEqual({ unknown: 300_000 });
    const gone = await feeMatch({ deleted: true });
    expect((await book(door, staff, [gone.id])).json().booked).toHaveLength(1);
    expect(await unappliedOf(door, gone.line)).toEqual({ fee_refused: FEE, split_rest: gone.add });
    expect(await statusOf(gone.line)).toBe('booked');
    expect(published('fee.settled')).toHaveLength(before);
  });

  test('when unapplied money is assigned in part, then its payment rests on the line, and the rest stays open', async () => {
    const { door } = world;
    const { invoice: first, family: payer } = await invoiceOf(world, 1_000_000);
    const line = await lineOf(door, 5_000_000);
    await match(door, staff, line, [{ kind: 'invoice', id: first.id, amount: 1_000_000 }]);
    const receipt = await receiptOf(line);
    const { family, invoice } = await invoiceOf(world, 3_000_000);
    const to = (amount: number, id = invoice.id) => ({ kind: 'invoice', id, amount }) as const;
    const codes = async (body: Parameters<typeof assign>[3]) => {
      const answer = await assign(door, staff, receipt.id, body);
      return [answer.statusCode, answer.json().code];
    };
    expect(await codes(to(4_000_001))).toEqual([422, 'more_than_receipt']);
    expect(await codes(to(3_000_001))).toEqual([422, 'amount']);
    expect(await codes(to(1000, first.id))).toEqual([409, 'nothing_owed']);
    expect(await codes(to(1000, uuidv7()))).toEqual([404, 'not_found']);
    const waiting = await sent(world, family, invoice, { amount_paid: 5000 });
    expect(await codes(to(1000))).toEqual([409, 'proof_waiting']);
    await check(world, staff, waiting.id, { action: 'reject', rejection_reason: 'Buram' });
    const answer = await assign(door, staff, receipt.id, to(3_000_000));
    expect(answer.json()).toMatchObject({
      status: 'assigned',
      amount: 3_000_000,
      assigned_number: invoice.invoice_number,
      paid_numbers: [first.invoice_number],
      decided_by: { name: 'Fina Keuangan', role: 'finance' },
    });
    expect(await codes(to(1))).toEqual([409, 'receipt_decided']);
    expect(await receiptOf(line, { status: 'open' })).toMatchObject({
      amount: 1_000_000,
      cause: 'split_rest',
    });
    expect(await invoiceNow(door, family, invoice.id)).toMatchObject({ remaining: 0 });
    expect(await invoiceNow(door, payer, first.id)).toMatchObject({ remaining: 0 });
  });

  test('when unapplied money is assigned to a fee, then only in full', async () => {
    const { door } = world;
    const line = await lineOf(door, 1_350_000);
    const { invoice } = await invoiceOf(world, 1_000_000);
    await match(door, staff, line, [{ kind: 'invoice', id: invoice.id, amount: 1_000_000 }]);
    const receipt = await receiptOf(line);
    const { target } = await feeMatch();
    const part = await assign(door, staff, receipt.id, { ...target, amount: 1000 });
    expect([part.statusCode, part.json().code]).toEqual([422, 'amount']);
    expect(part.json().message).toMatch(
      /^Biaya pendaftaran dilunasi sekaligus .*Kembalikan dana ini, lalu minta keluarga mentransfer penuh$/u,
    );
    const before = published('fee.settled').length;
    expect((await assign(door, staff, receipt.id, { ...target, amount: FEE })).json()).toMatchObject({
      status: 'assigned',
      assigned_number: expect.stringContaining('PSB'),
    });
    expect(published('fee.settled')).toHaveLength(before + 1);
  });

  test('when unapplied money is returned, then by another person than who imported it, on a day that can be', async () => {
    const { door } = world;
    const { invoice } = await invoiceOf(world, 1_000_000);
    const line = await lineOf(door, 1_002_500, { importer: staff.id });
    await match(door, staff, line, [{ kind: 'invoice', id: invoice.id, amount: 1_000_000 }]);
    const { id } = await receiptOf(line);
    const own = await giveBack(door, staff, id);
    expect([own.statusCode, own.json().code]).toEqual([403, 'importer_cannot_return']);
    for (const returned_on of ['2026-11-18', '2099-01-01']) {
      const refused = await giveBack(door, other, id, { returned_on });
      expect([refused.statusCode, refused.json().code]).toEqual([422, 'returned_on']);
    }
    expect((await giveBack(door, other, uuidv7())).statusCode).toBe(404);
    const key = newKey();
    const answer = await giveBack(door, other, id, {}, key);
    expect(answer.json()).toMatchObject({
      status: 'returned',
      returned_on: DAY,
      note: 'Dikembalikan ke pengirim',
      decided_by: { name: 'Ani Admin', role: 'admin' },
    });
    expect((await giveBack(door, other, id, {}, key)).json()).toEqual(answer.json());
    expect((await giveBack(door, other, id)).json().code).toBe('receipt_decided');
    expect(
      await door.db('audit_events').where({ action: 'unapplied_receipt.returned', subject_id: id }),
    ).toHaveLength(1);
  });

  test('when unapplied money is listed, then with its line; masked where the role only reads, in the trail where not', async () => {
    const { door } = world;
    const manager = await door.caller('manager_pendidikan');
    const line = await lineOf(door, 2000, { text: 'BI-FAST CR RINA WATI' });
    const { invoice } = await invoiceOf(world, 1000);
    await match(door, staff, line, [{ kind: 'invoice', id: invoice.id, amount: 1000 }]);
    const query = 'status=open&sort=amount&limit=200';
    const find = async (caller: Caller) =>
      (await door.call(listUnapplied, caller, { query }))
        .json()
        .find((one: { line: { id: string } }) => one.line.id === line);
    expect(await find(staff)).toMatchObject({
      amount: 1000,
      cause: 'overpaid',
      line: { account_key: 'utama', booked_on: DAY, amount: 2000, description: 'BI-FAST CR RINA WATI' },
      paid_numbers: [invoice.invoice_number],
      assigned_number: null,
    });
    expect((await find(manager)).line.description).toBe('BI-FAST CR R••• W•••');
    const reads = await door.db('audit_events').where({ action: 'unapplied_receipts.read' });
    expect(reads).toMatchObject([{ actor_id: staff.id }]);
  });

  test('when a call comes again with its key, then it gets the first answer; without a key or with another body it is refused', async () => {
    const { door } = world;
    const [one, two] = [await exactMatch(), await exactMatch()];
    const key = newKey();
    const first = await book(door, staff, [one.id, two.id], key);
    expect(first.json().booked).toHaveLength(2);
    const again = await book(door, staff, [one.id, two.id], key);
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    expect((await book(door, staff, [one.id], key)).statusCode).toBe(422);
    const line = await lineOf(door, 5000);
    const { invoice } = await invoiceOf(world, 5000);
    const targets = [{ kind: 'invoice', id: invoice.id, amount: 5000 }] as const;
    const matched = await match(door, staff, line, targets, { key });
    expect(matched.statusCode).toBe(200);
    expect((await match(door, staff, line, targets, { key })).json()).toEqual(matched.json());
  });

  test('when a line is set aside, then its proposals go, and it is new when it is taken back', async () => {
    const { door } = world;
    const { line, id } = await exactMatch();
    const params = { id: line };
    await door.call(ignoreBankLine, staff, { params, body: { reason: 'Bukan pembayaran' } });
    expect(await door.db('bank_matches').where({ id })).toEqual([]);
    const restored = await door.call(restoreBankLine, staff, { params });
    expect(['new', 'proposed']).toContain(restored.json().status);
  });
});
