import {
  createConfirmation,
  decideConfirmation,
  listConfirmations,
  reopenConfirmation,
} from '@gerbang/contracts/enrollment-confirmations';
import { payInvoice } from '@gerbang/contracts/invoice-payments';
import { getInvoicePdf, type Invoice, listOwnInvoices } from '@gerbang/contracts/invoices';
import { createScheme, getSchemeOfConfirmation } from '@gerbang/contracts/payment-schemes';
import { voidScheme } from '@gerbang/contracts/scheme-changes';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { uuidv7 } from 'uuidv7';
import { type Door } from './door.ts';
import { billed, confirmationForm, confirmed, finance, payInBooks, schemeForm } from './enrollments.ts';
import { openPatientPayments, type World } from './invoice-payments.ts';
import { paymentForm, sent } from './payment-calls.ts';

const REASON = 'Skema dibuat untuk anak yang salah';

describe('a scheme that is cancelled, and a decline that is taken back', () => {
  let world: World;
  let door: Door;
  let head: Caller;
  beforeAll(async () => {
    world = await openPatientPayments();
    door = world.door;
    head = await door.caller('manager_pendidikan', 'Maya Kepala');
  });
  afterAll(() => world.close());

  const cancel = (by: Caller, id: string, key: string = uuidv7()) =>
    door.call(voidScheme, by, {
      params: { id },
      body: { reason: REASON },
      headers: { 'idempotency-key': key },
    });
  const ownInvoices = async (family: Caller): Promise<Invoice[]> =>
    (await door.call(listOwnInvoices, family)).json();
  const own = async (family: Caller) => (await door.call(listConfirmations, family)).json()[0];

  test('when nothing is paid, then the invoices ask for nothing, the confirmation waits, and the family reads why', async () => {
    const { family, scheme, confirmation } = await billed(door, { payment_scheme: 'installment' });
    const since = door.published.length;
    const key = uuidv7();
    const answer = await cancel(head, scheme.id, key);
    expect(answer.json()).toMatchObject({
      status: 'submitted',
      payment_status: 'pending',
      scheme_id: null,
      payment_summary: null,
      decided_by_user: null,
      returned: { cause: 'void', reason: REASON, by: { name: 'Maya Kepala', role: 'manager_pendidikan' } },
    });
    expect((await cancel(head, scheme.id, key)).json()).toEqual(answer.json());
    expect((await cancel(head, scheme.id)).statusCode).toBe(404);
    const invoices = await ownInvoices(family);
    expect(invoices.map(({ status, payable, remaining }) => [status, payable, remaining])).toEqual(
      Array.from({ length: 4 }, () => ['void', false, 0]),
    );
    expect(invoices.map(({ voided }) => voided?.amount).toSorted((a = 0, b = 0) => b - a)).toEqual([
      10_000_000, 5_000_000, 3_000_000, 2_000_000,
    ]);
    expect(invoices[0]?.voided?.reason).toBe(REASON);
    expect(await own(family)).toMatchObject({ status: 'submitted', returned: { reason: REASON } });
    const params = { confirmationId: confirmation.id };
    expect((await door.call(getSchemeOfConfirmation, family, { params })).statusCode).toBe(404);
    expect((await door.call(getInvoicePdf, family, { params: { id: invoices[0]!.id } })).statusCode).toBe(
      404,
    );
    const paid = await door.call(payInvoice, family, {
      body: paymentForm(world.admission, family, invoices[0]!),
    });
    expect(paid.json()).toMatchObject({ statusCode: 409, code: 'invoice_void' });
    const told = door.published.slice(since);
    expect(
      told.filter(({ type }) => type === 'message.requested').map(({ payload }) => payload.kind),
    ).toEqual(['scheme_changed']);
    expect(told.find(({ type }) => type === 'confirmation.changed')?.payload).toMatchObject({
      status: 'submitted',
      enrollment_status: 'pending',
      locks: false,
    });
  });

  test('when it is processed again, then a new scheme follows, and the letter is the one that it had', async () => {
    const made = await billed(door);
    const staff = await finance(door);
    await cancel(staff, made.scheme.id);
    const decided = await door.call(decideConfirmation, staff, {
      params: { id: made.confirmation.id },
      body: { status: 'processed' },
    });
    expect(decided.statusCode).toBe(200);
    expect(decided.json()).not.toHaveProperty('returned');
    const form = schemeForm(made.confirmation, { base_education_fee: 15_000_000 });
    expect((await door.call(createScheme, staff, { body: form })).statusCode).toBe(201);
    expect(await door.db('papers').where({ confirmation_id: made.confirmation.id })).toHaveLength(1);
    const url = '/api/parent/data-export/billing';
    const exported = await door.app.inject({ url, headers: door.headers(made.family) });
    const schemes = exported.json().schemes as { id: string; voided?: object }[];
    expect(schemes).toHaveLength(2);
    expect(schemes.find(({ id }) => id === made.scheme.id)?.voided).toMatchObject({
      reason: REASON,
      by: { name: expect.any(String), role: 'finance' },
    });
    expect(schemes.filter(({ voided }) => voided === undefined)).toHaveLength(1);
    expect((await own(made.family)).payment_summary.total_amount).toBe(15_000_000);
    const invoices = await ownInvoices(made.family);
    expect(invoices.map(({ status }) => status).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'pending',
      'void',
    ]);
  });

  test('when money is on it or waits, then it stays', async () => {
    const staff = await finance(door);
    const paid = await billed(door);
    await payInBooks(door, paid.invoices[0]!, 1_000_000);
    expect((await cancel(staff, paid.scheme.id)).json()).toMatchObject({ statusCode: 409, code: 'paid' });
    const waiting = await billed(door);
    await sent(world, waiting.family, waiting.invoices[0]!);
    expect((await cancel(staff, waiting.scheme.id)).json()).toMatchObject({
      statusCode: 409,
      code: 'payment_waiting',
    });
  });

  test('when forty cancel beside forty payments, then either all of it is cancelled or one payment stands', async () => {
    const { family, scheme, invoices } = await billed(door);
    const staff = await finance(door);
    const outcomes = await Promise.all(
      Array.from({ length: 80 }, async (_one, at) => {
        const answer =
          at % 2 === 0
            ? await cancel(staff, scheme.id)
            : await door.call(payInvoice, family, {
                body: paymentForm(world.admission, family, invoices[0]!),
              });
        return answer.statusCode;
      }),
    );
    expect(outcomes.filter((status) => status < 300)).toHaveLength(1);
    const won = outcomes.findIndex((status) => status < 300) % 2;
    const [now] = await ownInvoices(family);
    expect(now?.status).toBe(won === 0 ? 'void' : 'awaiting_verification');
  });

  async function declined() {
    const made = await confirmed(door);
    await door.call(decideConfirmation, await finance(door), {
      params: { id: made.confirmation.id },
      body: { status: 'declined', reason: 'Berkas kurang' },
    });
    return made;
  }
  const reopen = (by: Caller, id: string) =>
    door.call(reopenConfirmation, by, { params: { id }, body: { reason: 'Ditolak tanpa sengaja' } });

  test('when a decline is taken back, then the confirmation waits again, and the family reads why', async () => {
    const { family, confirmation } = await declined();
    const since = door.published.length;
    expect((await reopen(head, confirmation.id)).json()).toMatchObject({
      status: 'submitted',
      decline_reason: null,
      returned: { cause: 'reopened', reason: 'Ditolak tanpa sengaja' },
    });
    expect(await own(family)).toMatchObject({ returned: { by: { name: 'Maya Kepala' } } });
    const told = door.published.slice(since).filter(({ type }) => type === 'message.requested');
    expect(told.map(({ payload }) => payload.kind)).toEqual(['confirmation_received']);
    expect((await reopen(head, confirmation.id)).json()).toMatchObject({
      statusCode: 409,
      code: 'confirmation_state',
    });
    expect((await reopen(head, uuidv7())).statusCode).toBe(404);
  });

  test('when the child is no longer accepted, then its decline stays', async () => {
    const { copy, confirmation } = await declined();
    await door.db('registrations').where({ id: copy.id }).update({ current_stage: 'failed' });
    expect((await reopen(head, confirmation.id)).json()).toMatchObject({
      statusCode: 409,
      code: 'not_passed',
    });
  });

  test('when forty take it back beside forty sendings of the family, then it waits once', async () => {
    const { family, copy, confirmation } = await declined();
    const outcomes = await Promise.all(
      Array.from({ length: 80 }, async (_one, at) =>
        at % 2 === 0
          ? (await reopen(head, confirmation.id)).statusCode
          : (await door.call(createConfirmation, family, { body: confirmationForm(copy) })).statusCode,
      ),
    );
    expect(outcomes.filter((status) => status < 300)).toHaveLength(1);
    expect(await door.db('confirmation_events').where({ confirmation_id: confirmation.id })).toHaveLength(3);
  });
});
