import { fileIdOf } from '@gerbang/contracts/files';
import { checkInvoiceProof } from '@gerbang/contracts/proof-checks';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { uuidv7 } from 'uuidv7';
import { finance } from './enrollments.ts';
import { type World, usePayments } from './invoice-payments.ts';
import { check as decide, invoiceOf, sent } from './payment-calls.ts';

describe('what an invoice proof is compared with', () => {
  let world: World;
  let staff: Caller;
  usePayments(async (opened) => {
    world = opened;
    staff = await finance(world.door);
  });

  const look = (paymentId: string) => world.door.call(checkInvoiceProof, staff, { params: { paymentId } });

  test('when a payment waits, then its amount stands beside what is open, and its account is masked', async () => {
    const { family, invoice } = await invoiceOf(world);
    const payment = await sent(world, family, invoice, { bank_info: 'BSI 7009322722 a.n. Ahmad' });
    const seen = (await look(payment.id)).json();
    expect(seen).toMatchObject({
      id: payment.id,
      version: 1,
      waiting: true,
      proof_url: payment.payment_evidence_url,
      amount: 5_000_000,
      expected: 20_000_000,
      payer: 'BSI •••• 2722 a.n. Ahmad',
      proof_alert: false,
      same: [],
    });
    await decide(world, staff, payment.id, { action: 'verify' });
    expect((await look(payment.id)).json()).toMatchObject({ waiting: false, expected: 15_000_000 });
  });

  test('when admission knows the same file elsewhere, then invoices get their names from billing', async () => {
    const { family, invoice } = await invoiceOf(world);
    const other = await invoiceOf(world);
    const payment = await sent(world, family, invoice);
    const proof = {
      proof_url: `/api/files/${uuidv7()}`,
      proof_filename: 'bukti.jpg',
      family: 'Ahmad & Rahma',
      sent_at: '2026-11-20T03:00:00.000Z',
      alert: {
        id: uuidv7(),
        version: 1,
        kind: 'same_file' as const,
        score: 1000,
        status: 'open' as const,
        same_family: false,
        note: null,
        decided_by: null,
        decided_at: null,
        later: true,
      },
    };
    const own = {
      kind: 'invoice_payment' as const,
      record_id: invoice.id,
      number: null,
      child_name: null,
      family: null,
      proof_url: `/api/files/${uuidv7()}`,
      proof_filename: 'bukti.jpg',
      sent_at: '2026-11-20T03:00:00.000Z',
    };
    const named = { ...own, child_name: invoice.child_name, number: invoice.invoice_number };
    const fee = {
      ...proof,
      own,
      kind: 'registration_payment' as const,
      record_id: uuidv7(),
      child_name: 'Umar Faruq',
      number: 'PSB-2026-SD-00001',
    };
    const twin = { ...proof, own, kind: 'invoice_payment' as const, record_id: other.invoice.id };
    world.admission.likeness.set(String(fileIdOf(String(payment.payment_evidence_url))), {
      proof_alert: true,
      same: [fee, { ...twin, child_name: null, number: null }],
    });
    expect((await look(payment.id)).json()).toMatchObject({
      proof_alert: true,
      same: [
        { ...fee, own: named },
        { ...twin, own: named, child_name: other.invoice.child_name, number: other.invoice.invoice_number },
      ],
    });
  });

  test('when admission does not respond, then it is 503 and not an empty list', async () => {
    const { family, invoice } = await invoiceOf(world);
    const payment = await sent(world, family, invoice);
    world.admission.set('broken');
    expect((await look(payment.id)).statusCode).toBe(503);
    world.admission.set('up');
  });
});
