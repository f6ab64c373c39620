import { runs } from '@gerbang/domain/testing/runs';
import { fileIdOf } from '@gerbang/contracts/files';
import { addInvoicePayment, listInvoicePayments } from '@gerbang/contracts/invoice-payments';
import { listStaffInvoices } from '@gerbang/contracts/invoices';
import type { ProofAlertStatus } from '@gerbang/domain/proof-alerts';
import type { Caller } from '@gerbang/service-kit/testing/door';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { eventHandlers } from '../src/events/handlers.ts';
import { finance } from './enrollments.ts';
import { type World, usePayments } from './invoice-payments.ts';
import { check as decide, invoiceOf, paymentForm, sent } from './payment-calls.ts';

const META = { id: uuidv7(), version: 1, requestId: undefined };

describe('payments whose proofs are like others', () => {
  let world: World;
  let staff: Caller;
  usePayments(async (opened) => {
    world = opened;
    staff = await finance(world.door);
  });

  const told = (file_id: string, status: ProofAlertStatus, version: number) =>
    world.door.database.transaction(async (trx) => {
      await eventHandlers(world.door.context)['proof.alerted']?.(trx, { file_id, status, version }, META);
    });
  const waiting = async () => {
    const { family, invoice } = await invoiceOf(world);
    const payment = await sent(world, family, invoice);
    return { family, invoice, payment, fileId: String(fileIdOf(String(payment.payment_evidence_url))) };
  };
  const verify = (id: string) => decide(world, staff, id, { action: 'verify' });
  const shown = async (invoiceId: string, who: Caller) => {
    const answer = await world.door.call(listInvoicePayments, who, { params: { invoiceId } });
    return answer.json()[0].proof_alert;
  };
  const listed = async (id: string) =>
    (await world.door.call(listStaffInvoices, staff, { query: `id=${id}` })).json()[0].waiting_payment
      .proof_alert;

  test('when nothing was said of a proof, then it is verified as ever', async () => {
    const { payment, invoice, family } = await waiting();
    expect([await listed(invoice.id), await shown(invoice.id, staff)]).toEqual([false, false]);
    expect(await shown(invoice.id, family)).toBeUndefined();
    expect((await verify(payment.id)).statusCode).toBe(200);
  });

  test('when an alert is open, then it is 409 and books nothing, lists say so, and a dismissed one is verified', async () => {
    const { payment, invoice, fileId } = await waiting();
    await told(fileId, 'open', 1);
    const refused = await verify(payment.id);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'proof_alert_open']);
    expect(await world.door.db('invoice_ledger').where({ payment_id: payment.id })).toEqual([]);
    expect([await listed(invoice.id), await shown(invoice.id, staff)]).toEqual([true, true]);
    await told(fileId, 'dismissed', 2);
    expect(await listed(invoice.id)).toBe(false);
    expect((await verify(payment.id)).statusCode).toBe(200);
  });

  test('when it was found to be used again, then it stays closed until another proof is there; it can be rejected', async () => {
    const { payment, invoice, fileId, family } = await waiting();
    await told(fileId, 'confirmed', 2);
    expect((await verify(payment.id)).json().code).toBe('proof_confirmed_reused');
    expect(
      (await decide(world, staff, payment.id, { action: 'reject', rejection_reason: 'Bukti dipakai ulang' }))
        .statusCode,
    ).toBe(200);
    const next = await sent(world, family, invoice);
    expect((await verify(next.id)).statusCode).toBe(200);
  });

  test('when what is said comes in any order and twice, then the newest counts', async () => {
    const said = [
      { status: 'open', version: 1 },
      { status: 'dismissed', version: 2 },
      { status: 'open', version: 3 },
      { status: 'confirmed', version: 4 },
    ] as const;
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...said, ...said], { minLength: 1 }), async (order) => {
        const id = uuidv7();
        for (const { status, version } of order) await told(id, status, version);
        const newest = order.reduce((one, two) => (two.version > one.version ? two : one));
        expect(await world.door.db('alerted_proofs').where({ id }).first()).toEqual({ id, ...newest });
      }),
      { numRuns: runs(200) },
    );
  });

  test('when staff add a payment that is verified at once, then a proof that the claim says is used is refused', async () => {
    const { invoice } = await invoiceOf(world);
    const body = paymentForm(world.admission, staff, invoice, {
      payment_method: 'transfer',
      auto_verify: true,
    });
    const fileId = String(fileIdOf(String(body.payment_evidence_url)));
    const add = (key: string) =>
      world.door.call(addInvoicePayment, staff, { body, headers: { 'idempotency-key': key } });
    world.admission.alerts.set(fileId, 'open');
    const refused = await add('tambah-bukti-1');
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'proof_alert_open']);
    expect(
      await world.door.db('enrollment_invoice_payments').where({ enrollment_invoice_id: invoice.id }),
    ).toEqual([]);
    expect(world.admission.claims.at(-1)).toMatchObject({
      recordNumber: invoice.invoice_number,
      registrationId: invoice.registration_id,
    });
    world.admission.alerts.set(fileId, 'dismissed');
    expect((await add('tambah-bukti-2')).statusCode).toBe(201);
  });
});
