import { getRegistration, deleteRegistration } from '@gerbang/contracts/registrations';
import { payRegistration, reverseFee, verifyPayment } from '@gerbang/contracts/registration-payments';
import { admissionExport } from '@gerbang/contracts/admission-export';
import { getFeeReceipt } from '@gerbang/contracts/papers';
import { getStaffRegistration, listStaffRegistrations } from '@gerbang/contracts/staff-registrations';
import { listPayRequests } from '@gerbang/contracts/pay-requests';
import { listUnapplied } from '@gerbang/contracts/unapplied-receipts';
import { replayBookedFees } from '@gerbang/admission-service/registration-payments/booked-fees';
import { makeRegistration, proofForm, upload } from '@gerbang/admission-service/test/families';
import { actOnWord } from '@gerbang/billing-service/pay-requests/act-on-word';
import { cancelSettled } from '@gerbang/billing-service/pay-requests/tend-pay-requests';
import { assign, newKey } from '@gerbang/billing-service/test/bank-bookings';
import { bankLine, bookLine } from '@gerbang/billing-service/test/fee-settlements';
import { verifyBooks } from '@gerbang/billing-service/invoice-payments/ledger.repository';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { minutesForAll } from '@gerbang/domain/testing/runs';
import { mortalDatabase } from '@gerbang/service-kit/testing/mortal-database';
import { type OnlinePortal, openOnlinePortal } from './online-portal.ts';

minutesForAll(10);

describe('registration fees by virtual account and QRIS, between admission and billing', () => {
  let portal: OnlinePortal;
  let finance: Awaited<ReturnType<OnlinePortal['billing']['caller']>>;
  beforeAll(async () => {
    portal = await openOnlinePortal();
    finance = await portal.billing.caller('finance', 'Fina Keuangan');
    await portal.admission
      .db('accounts')
      .insert({ id: finance.id, name: 'Fina Keuangan', role: 'finance', active: true, version: 1 });
  });
  afterAll(() => portal.close());
  afterEach(async () => {
    await portal.bank.order({ reset: true });
    expect(await verifyBooks(portal.billing.database)).toEqual([]);
  });

  async function asked(body: object = { channel: 'va' }) {
    const fee = await portal.registered();
    const answer = await portal.ask(fee, body);
    expect(answer.statusCode).toBe(201);
    const request = answer.json();
    return { ...fee, request, no: await portal.numberOf(request.id) };
  }
  const today = jakartaDay(new Date());
  const told = (type: string) =>
    portal.admission.published.filter((one) => one.type === type).map(({ payload }) => payload);
  const prove = async ({ family, made }: Awaited<ReturnType<typeof portal.registered>>) =>
    portal.admission.call(payRegistration, family, {
      params: { id: made.id },
      body: proofForm(await upload(portal.admission, family)),
    });
  const verify = (id: string) =>
    portal.admission.call(verifyPayment, finance, {
      params: { id },
      body: { payment_status: 'verified' },
    });
  const reverse = async (id: string) =>
    portal.admission.call(reverseFee, finance, {
      params: { id },
      body: { reason: 'Salah anak', version: (await portal.feeOf(id)).version },
      headers: { 'idempotency-key': newKey() },
    });

  test('when a family pays right after it registered or sent a proof, then billing asks admission, before any event comes', async () => {
    const family = await portal.admission.caller();
    const made = await makeRegistration(portal.admission, family);
    expect((await portal.ask({ family, made })).statusCode).toBe(201);
    const proved = await makeRegistration(portal.admission, family);
    await prove({ family, made: proved });
    const refused = await portal.ask({ family, made: proved });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'proof_waiting']);
    const other = await portal.ask({ family: await portal.admission.caller(), made });
    expect(other.statusCode).toBe(404);
    await portal.settle();
  });

  test.each(['va', 'qris'] as const)(
    'when the fee is paid by %s, then it is verified by the provider, with receipt and message',
    async (channel) => {
      const { family, made, request, no } = await asked({ channel });
      expect(request).toMatchObject({ channel, amount: made.payment_amount });
      const { notifications } = await portal.bank.pay(no);
      expect(notifications.map(({ status }) => status)).toEqual([200]);
      expect(await portal.stateOf(family, request.id)).toMatchObject({ status: 'paid', payment_id: null });
      await portal.settle();
      const own = await portal.admission.call(getRegistration, family, { params: { id: made.id } });
      expect(own.json()).toMatchObject({
        payment_status: 'verified',
        settled_by: 'pay_request',
        settled_channel: channel,
        payment_evidence_url: null,
      });
      const seen = await portal.admission.call(getStaffRegistration, finance, { params: { id: made.id } });
      expect(seen.json()).toMatchObject({
        settled_channel: channel,
        verified_by_user: { name: 'Sistem · Bank Simulasi', role: 'system' },
      });
      const held = await portal.admission.call(admissionExport, family, {});
      expect([held.statusCode, held.json().registrations[0].payment_history.at(-1).by]).toEqual([
        200,
        { name: 'Sistem · Bank Simulasi', role: 'system' },
      ]);
      const query = `search=${made.registration_number}`;
      const rows = await portal.admission.call(listStaffRegistrations, finance, { query });
      expect(rows.json()).toMatchObject([{ id: made.id, payment_status: 'verified', paid_by: channel }]);
      const [entry] = await portal.admission
        .db('registration_payment_events')
        .where({ registration_id: made.id, to_status: 'verified' });
      expect(entry).toMatchObject({
        cause: 'bank',
        settled_by_pay_request_id: request.id,
        settled_on: today,
        actor_role: 'system',
      });
      expect(told('fee.booked')).toContainEqual(
        expect.objectContaining({ id: entry.id, amount: made.payment_amount, method: channel }),
      );
      expect(told('message.requested')).toContainEqual(
        expect.objectContaining({ kind: 'fee_verified', accountId: family.id }),
      );
      const receipt = await portal.billing.call(getFeeReceipt, family as typeof finance, {
        params: { id: made.id },
      });
      expect(receipt.statusCode).toBe(200);
      expect(await portal.billing.db('cash_bookings').where({ id: entry.id })).toMatchObject([
        { source: 'registration_fee', method: channel, amount: made.payment_amount },
      ]);
      const [row] = (await portal.billing.call(listPayRequests, finance, { query: `search=${no}` })).json();
      expect(row).toMatchObject({
        kind: 'registration_fee',
        target_id: made.id,
        number: made.registration_number,
        status: 'paid',
        booked_at: expect.any(String),
      });
      expect((await portal.ask({ family, made })).json()).toMatchObject({
        statusCode: 409,
        code: 'nothing_owed',
      });
    },
  );

  test('when fees are told again, then each keeps the way it was paid', async () => {
    const { no } = await asked({ channel: 'qris' });
    await portal.bank.pay(no);
    await portal.settle();
    const before = told('fee.booked');
    await replayBookedFees(portal.admission.context);
    const again = told('fee.booked').slice(before.length);
    expect(again).toEqual(expect.arrayContaining([before.at(-1)]));
    await portal.settle();
  });

  test('when it is asked for in two tabs, or by another family, then there is one request and no other', async () => {
    const fee = await portal.registered();
    const answers = await Promise.all([portal.ask(fee), portal.ask(fee)]);
    expect(answers.every(({ statusCode }) => [200, 201, 409].includes(statusCode))).toBe(true);
    expect(await portal.billing.db('pay_requests').where({ registration_id: fee.made.id })).toHaveLength(1);
    const other = await portal.admission.caller();
    expect((await portal.ask({ ...fee, family: other })).statusCode).toBe(404);
    const part = await portal.ask(fee, { channel: 'va', amount: fee.made.payment_amount - 1 });
    expect(part.json()).toMatchObject({ statusCode: 422, code: 'amount' });
  });

  test('when the money is on its way to admission, then nothing else pays the fee', async () => {
    const fee = await asked();
    await portal.bank.pay(fee.no);
    const line = await bankLine(portal.billing, fee.made.payment_amount);
    await expect(bookLine(portal.billing, line, fee.made.id, fee.made.payment_amount)).rejects.toMatchObject({
      code: 'nothing_owed',
    });
    expect((await portal.ask(fee)).json()).toMatchObject({ code: 'nothing_owed' });
    await portal.settle();
    expect(await portal.feeOf(fee.made.id)).toMatchObject({ settled_by_pay_request_id: fee.request.id });
  });

  test('when a transfer pays the fee meanwhile, then the request is cancelled, and later money stands unapplied', async () => {
    const { made, request, no } = await asked();
    const line = await bankLine(portal.billing, made.payment_amount);
    await bookLine(portal.billing, line, made.id, made.payment_amount);
    await portal.settle();
    await cancelSettled(portal.billing.context);
    expect(await portal.requestOf(request.id)).toMatchObject({ status: 'cancelled' });
    expect(await portal.bank.find(no)).toMatchObject({ state: 'deleted' });
    await portal.bank.pay(no, { after_end: true });
    expect(await portal.receiptsOf(request.id)).toMatchObject([{ cause: 'late', status: 'open' }]);
    expect(await portal.requestOf(request.id)).toMatchObject({ status: 'review' });
  });

  test('when the registration is deleted meanwhile, then its money is late and names the family', async () => {
    const { family, made, request, no } = await asked();
    const gone = await portal.admission.call(deleteRegistration, family, { params: { id: made.id } });
    expect(gone.statusCode).toBeLessThan(300);
    await portal.settle();
    await portal.bank.pay(no);
    expect(await portal.receiptsOf(request.id)).toMatchObject([{ cause: 'late', status: 'open' }]);
    expect(await portal.requestOf(request.id)).toMatchObject({ status: 'review' });
    const listed = (await portal.billing.call(listUnapplied, finance)).json();
    expect(listed).toContainEqual(
      expect.objectContaining({
        pay_request: { id: request.id, request_no: no, channel: 'va' },
        asked_for: { number: made.registration_number, child_name: made.child.full_name },
      }),
    );
  });

  test('when admission refuses the money, then it stands unapplied, the request stays paid, and finance gives it to another child', async () => {
    const fee = await asked();
    const { made, request, no } = fee;
    await portal.bank.pay(no);
    // The school verifies a proof before the money is known there.
    await portal.admission
      .db('registrations')
      .where({ id: made.id })
      .update({ payment_amount: made.payment_amount - 1000 });
    await portal.settle();
    expect(await portal.receiptsOf(request.id)).toMatchObject([
      { cause: 'fee_refused', status: 'open', amount: made.payment_amount },
    ]);
    expect(await portal.requestOf(request.id)).toMatchObject({ status: 'paid' });
    const [receipt] = await portal.receiptsOf(request.id);
    const other = await portal.registered();
    const body = { kind: 'registration_fee', id: other.made.id, amount: made.payment_amount } as const;
    const given = await assign(portal.billing, finance, receipt.id, body);
    expect([given.statusCode, given.json().status]).toEqual([200, 'assigned']);
    await portal.settle();
    expect(await portal.feeOf(other.made.id)).toMatchObject({
      payment_status: 'verified',
      settled_by_pay_request_id: request.id,
      pay_channel: 'va',
    });
  });

  test('when late money is assigned to its fee, then the request is paid', async () => {
    const { family, made, request, no } = await asked();
    expect((await portal.cancel(family, request.id)).json()).toEqual({ status: 'cancelled' });
    await portal.bank.pay(no, { after_end: true });
    const listed = (await portal.billing.call(listUnapplied, finance)).json();
    const receipt = listed.find(
      (one: { pay_request?: { id: string } }) => one.pay_request?.id === request.id,
    );
    const body = { kind: 'registration_fee', id: made.id, amount: made.payment_amount } as const;
    expect((await assign(portal.billing, finance, receipt.id, body)).statusCode).toBe(200);
    await portal.settle();
    expect(await portal.requestOf(request.id)).toMatchObject({ status: 'paid', payment_id: null });
    expect(await portal.feeOf(made.id)).toMatchObject({
      payment_status: 'verified',
      settled_by_pay_request_id: request.id,
    });
  });

  test('when the fee is reversed, then its money stands unapplied, and pays it again', async () => {
    const { made, request, no } = await asked();
    await portal.bank.pay(no);
    await portal.settle();
    expect((await reverse(made.id)).statusCode).toBe(200);
    await portal.settle();
    expect(await portal.feeOf(made.id)).toMatchObject({ payment_status: 'rejected', pay_channel: null });
    expect(await portal.requestOf(request.id)).toMatchObject({ status: 'paid' });
    for (let round = 0; round < 2; round += 1) {
      const [receipt, ...others] = await portal.receiptsOf(request.id);
      expect([receipt.status, others]).toEqual(['open', []]);
      const body = { kind: 'registration_fee', id: made.id, amount: made.payment_amount } as const;
      expect((await assign(portal.billing, finance, receipt.id, body)).statusCode).toBe(200);
      await portal.settle();
      expect(await portal.feeOf(made.id)).toMatchObject({ payment_status: 'verified' });
      expect((await reverse(made.id)).statusCode).toBe(200);
      await portal.settle();
    }
    expect(told('fee.booked').slice(-1)).toMatchObject([{ amount: -made.payment_amount, method: 'va' }]);
  });

  test('when the number is paid twice, then the second money is a duplicate that may pay a sibling', async () => {
    const { family, request, no } = await asked();
    await portal.bank.pay(no, { times: 2 });
    await portal.settle();
    expect(await portal.receiptsOf(request.id)).toMatchObject([{ cause: 'duplicate', status: 'open' }]);
    const sibling = await portal.registered(family);
    const [receipt] = await portal.receiptsOf(request.id);
    const body = {
      kind: 'registration_fee',
      id: sibling.made.id,
      amount: sibling.made.payment_amount,
    } as const;
    expect((await assign(portal.billing, finance, receipt.id, body)).statusCode).toBe(200);
    await portal.settle();
    expect(await portal.feeOf(sibling.made.id)).toMatchObject({ payment_status: 'verified' });
    // What is taken back of one fee is not the money of the other.
    expect((await reverse(sibling.made.id)).statusCode).toBe(200);
    await portal.settle();
    expect(await portal.receiptsOf(request.id)).toMatchObject([{ cause: 'duplicate', status: 'open' }]);
  });

  test('when a proof is sent while a number can be paid, then the number is cancelled first', async () => {
    const fee = await asked();
    expect((await prove(fee)).statusCode).toBe(200);
    expect(await portal.requestOf(fee.request.id)).toMatchObject({ status: 'cancelled' });
    expect(await portal.bank.find(fee.no)).toMatchObject({ state: 'deleted' });
    await portal.settle();
    expect((await portal.ask(fee)).json()).toMatchObject({
      statusCode: 409,
      code: 'proof_waiting',
      message: 'Bukti Anda sedang diperiksa.',
    });
    await portal.bank.pay(fee.no, { after_end: true });
    expect(await portal.receiptsOf(fee.request.id)).toMatchObject([{ cause: 'late', status: 'open' }]);
  });

  test('when the bank has the money of a number already, then the proof is refused and the fee verified', async () => {
    const fee = await asked();
    await portal.bank.pay(fee.no, { notify: 'off' });
    const answer = await prove(fee);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'already_paid']);
    await portal.settle();
    expect(await portal.feeOf(fee.made.id)).toMatchObject({
      payment_status: 'verified',
      payment_evidence_file_id: null,
    });
  });

  test('when another family sends a proof for a fee that is not its own, then the number stays', async () => {
    const fee = await asked();
    const answer = await prove({ ...fee, family: await portal.admission.caller() });
    expect(answer.statusCode).toBe(404);
    expect(await portal.requestOf(fee.request.id)).toMatchObject({ status: 'open' });
  });

  test('when the bank does not answer, then a proof is kept all the same, and later money stands unapplied', async () => {
    const fee = await asked();
    await portal.bank.order({ status: '500' });
    const request = await portal.requestOf(fee.request.id);
    expect((await prove(fee)).statusCode).toBe(200);
    expect(await portal.requestOf(request.id)).toMatchObject({ status: 'cancelled' });
  });

  test('when staff verify a proof while the money travels, then one of both pays and the other stands unapplied', async () => {
    const fee = await asked();
    await portal.bank.pay(fee.no);
    await prove(fee);
    expect((await verify(fee.made.id)).statusCode).toBe(200);
    await portal.settle();
    expect(await portal.receiptsOf(fee.request.id)).toMatchObject([{ cause: 'fee_refused', status: 'open' }]);
    expect(await portal.requestOf(fee.request.id)).toMatchObject({ status: 'paid' });
  });

  test('when the programs are killed between any two steps, then the fee is verified once and no rupiah is lost', async () => {
    const kill = async (
      url: string,
      work: (database: OnlinePortal['billing']['database']) => Promise<unknown>,
    ) => {
      for (let at = 1; ; at += 1) {
        const { database, arm, died } = mortalDatabase(url, { max: 2 });
        arm(at);
        const worked = work(database).then(() => arm(null));
        const statements = await Promise.race([worked, died.then(() => null)]);
        if (statements === null) continue;
        await database.close();
        // Killed after the commit: it is done once more.
        await work(
          url === portal.billing.context.config.DATABASE_URL
            ? portal.billing.database
            : portal.admission.database,
        );
        return statements;
      }
    };
    const { made, request, no } = await asked();
    // Stored by a call that died before it acted.
    const [word] = await portal.billing
      .db('pay_notifications')
      .insert({
        id: crypto.randomUUID(),
        received_at: new Date(),
        service: 'va_payment',
        external_id: 'killed',
        provider_ref: 'killed',
        request_no: no,
        amount: made.payment_amount,
        signature_ok: true,
      })
      .returning('id');
    const steps = await kill(portal.billing.context.config.DATABASE_URL, (database) =>
      actOnWord({ ...portal.billing.context, database }, word.id),
    );
    expect(steps).toBeGreaterThan(8);
    for (let all = await portal.waiting(); all.length > 0; all = await portal.waiting()) {
      const [event] = all.splice(0, 1);
      if (!event) break;
      await kill(portal[event.queue].context.config.DATABASE_URL, (database) =>
        portal.handOn(event, { [event.queue]: database }),
      );
    }
    expect(await portal.requestOf(request.id)).toMatchObject({ status: 'paid' });
    expect(await portal.feeOf(made.id)).toMatchObject({
      payment_status: 'verified',
      settled_by_pay_request_id: request.id,
    });
    expect(await portal.receiptsOf(request.id)).toEqual([]);
    const entries = await portal.admission
      .db('registration_payment_events')
      .where({ registration_id: made.id, to_status: 'verified' });
    expect(entries).toHaveLength(1);
    expect(await portal.billing.db('cash_bookings').where({ id: entries[0].id })).toMatchObject([
      { method: 'va', amount: made.payment_amount },
    ]);
  });
});
