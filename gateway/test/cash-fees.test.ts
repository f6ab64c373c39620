import { takeCash } from '@gerbang/admission-service/registration-payments/take-cash';
import { billingAt } from '@gerbang/admission-service/clients/billing.client';
import { openDoor as openAdmission } from '@gerbang/admission-service/test/door';
import { makeRegistration } from '@gerbang/admission-service/test/families';
import { differencesOf, MISSING } from '@gerbang/admission-service/test/fee-differences';
import { inState } from '@gerbang/admission-service/test/staff';
import { openDoor as openBilling } from '@gerbang/billing-service/test/door';
import { drawersOf } from '@gerbang/billing-service/test/drawers';
import { approve } from '@gerbang/billing-service/test/payment-reversals';
import { setSchool } from '@gerbang/billing-service/test/payment-expectations';
import { getFeeReceipt } from '@gerbang/contracts/papers';
import { getCashReport } from '@gerbang/contracts/reports';
import { reverseFee, takeFeeInCash, verifyPayment } from '@gerbang/contracts/registration-payments';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { longTest, minutesForAll } from '@gerbang/domain/testing/runs';
import { dieAnywhere, mortalWork } from '@gerbang/service-kit/testing/die-anywhere';
import { testKey } from '@gerbang/service-kit/testing/door';
import { connect } from './two-services.ts';

minutesForAll(10);

const KB = { jenjang: 'KB', kelas: null, payment_amount: 350_000 } as const;

type Context = Awaited<ReturnType<typeof openAdmission>>['context'];

describe('registration fees in cash, between admission and billing', () => {
  let admission: Awaited<ReturnType<typeof openAdmission>>;
  let billing: Awaited<ReturnType<typeof openBilling>>;
  let portal: ReturnType<typeof connect>;
  let drawers: ReturnType<typeof drawersOf>;
  let fina: Awaited<ReturnType<Awaited<ReturnType<typeof openBilling>>['caller']>>;
  let rudi: typeof fina;
  let head: typeof fina;
  let fees: Awaited<ReturnType<typeof differencesOf>>;
  beforeAll(async () => {
    const INTERNAL_KEY = testKey();
    billing = await openBilling({ INTERNAL_KEY });
    const BILLING_URL = await billing.app.listen({ host: '127.0.0.1', port: 0 });
    admission = await openAdmission({ INTERNAL_KEY, BILLING_URL });
    const ADMISSION_URL = await admission.app.listen({ host: '127.0.0.1', port: 0 });
    Object.assign(billing.context.config, { ADMISSION_URL });
    portal = connect({ admission, billing }, [
      'registration.changed',
      'fee.booked',
      'fee.reversal.asked',
      'fee.reversal.approved',
      'fee.reversal.refused',
    ]);
    drawers = drawersOf(billing);
    fees = await differencesOf(admission);
    await setSchool(billing, { cash_drawers: true });
  });
  afterAll(() => Promise.all([admission.close(), billing.close()]));
  const staff = async (role: 'finance' | 'manager_pendidikan', name: string) => {
    const one = await billing.caller(role, name);
    await admission.db('accounts').insert({ id: one.id, name, role, active: true, version: 1 });
    return one;
  };
  beforeEach(async () => {
    fina = await staff('finance', 'Fina Keuangan');
    rudi = await staff('finance', 'Rudi Keuangan');
    head = await staff('manager_pendidikan', 'Kepala Sekolah');
  });

  async function owed() {
    const family = await admission.caller();
    const made = await makeRegistration(admission, family);
    await portal.settle();
    return made;
  }
  const take = (id: string, person = fina, key: string = crypto.randomUUID()) =>
    admission.call(takeFeeInCash, person, { params: { id }, body: {}, headers: { 'idempotency-key': key } });
  const feeOf = (id: string) => admission.db('registrations').where({ id }).first();
  const sums = async (id: string) => {
    const { booked, bookings } = await drawers.sheet(fina, id);
    return { booked, bookings };
  };

  test('when a fee is paid in cash, then it is verified, in the drawer, and has its receipt before any event comes', async () => {
    const made = await owed();
    expect((await take(made.id)).json()).toMatchObject({ statusCode: 409, code: 'no_drawer' });
    expect(await feeOf(made.id)).toMatchObject({ payment_status: 'pending' });
    const { id } = (await drawers.open(fina, 100_000)).json();
    const key = crypto.randomUUID();
    const taken = await take(made.id, fina, key);
    expect([taken.statusCode, taken.json()]).toMatchObject([
      201,
      {
        receipt: expect.stringMatching(/^KP-/u),
        amount: made.payment_amount,
        registration: { payment_status: 'verified', settled_by: 'cash' },
      },
    ]);
    expect(await sums(id)).toEqual({ booked: made.payment_amount, bookings: 1 });
    const paper = await billing.call(getFeeReceipt, fina, { params: { id: made.id } });
    expect(paper.statusCode).toBe(200);
    expect((await take(made.id, fina, key)).json()).toMatchObject({ receipt: taken.json().receipt });
    expect((await take(made.id)).json()).toMatchObject({ statusCode: 409, code: 'payment_verified' });
    await portal.settle();
    expect(await sums(id)).toEqual({ booked: made.payment_amount, bookings: 1 });
    const query = `from=${jakartaDay(new Date())}&to=${jakartaDay(new Date())}`;
    const report = (await billing.call(getCashReport, fina, { query })).json();
    const methods = Object.fromEntries(
      report.methods.map(({ method, amount }: { method: string; amount: number }) => [method, amount]),
    );
    expect(methods).toMatchObject({ cash: made.payment_amount, transfer: 0 });
    expect(report.drawers).toMatchObject([{ id, amount: made.payment_amount }]);
  });

  test('when many press at once, then the fee is paid once, into one drawer', async () => {
    const made = await owed();
    const [own, other] = [(await drawers.open(fina)).json(), (await drawers.open(rudi)).json()];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_none, at) => take(made.id, at % 2 === 0 ? fina : rudi)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    for (const one of answers) expect([201, 409, 503]).toContain(one.statusCode);
    await portal.settle();
    const booked = (await sums(own.id)).booked + (await sums(other.id)).booked;
    expect(booked).toBe(made.payment_amount);
    for (const [person, { id }] of [
      [fina, own],
      [rudi, other],
    ] as const) {
      const { booked: counted } = await sums(id);
      expect((await drawers.close(person, id, counted)).statusCode).toBe(200);
    }
  });

  test('when the fee is taken back, then the cash leaves the drawer of the person that takes it back', async () => {
    const made = await owed();
    const own = (await drawers.open(fina)).json();
    await take(made.id);
    const undo = () =>
      admission.call(verifyPayment, rudi, {
        params: { id: made.id },
        body: { payment_status: 'rejected', rejection_reason: 'Uangnya palsu' },
      });
    expect((await undo()).json()).toMatchObject({ statusCode: 409, code: 'no_drawer' });
    const other = (await drawers.open(rudi)).json();
    expect((await undo()).statusCode).toBe(200);
    // Its event has not come: the drawer asks admission before it is counted.
    expect(await sums(other.id)).toEqual({ booked: 0, bookings: 0 });
    const closed = await drawers.close(rudi, other.id, 0, 'Uang palsu dikembalikan');
    expect(closed.json()).toMatchObject({ booked: -made.payment_amount, state: 'closed' });
    await portal.settle();
    expect(await sums(own.id)).toEqual({ booked: made.payment_amount, bookings: 1 });
    expect(await sums(other.id)).toEqual({ booked: -made.payment_amount, bookings: 1 });
    expect((await take(made.id)).statusCode).toBe(201);
    expect(await sums(own.id)).toEqual({ booked: 2 * made.payment_amount, bookings: 2 });
  });

  test('when it is taken back after the result, then the cash leaves a drawer once the second person agrees', async () => {
    const made = await owed();
    const { id } = (await drawers.open(fina)).json();
    await take(made.id);
    await admission.db('registrations').where({ id: made.id }).update({ current_stage: 'passed' });
    await portal.settle();
    const { version } = await feeOf(made.id);
    const asked = await admission.call(reverseFee, fina, {
      params: { id: made.id },
      body: { reason: 'Dibayar dua kali oleh keluarga', cause: 'duplicate', version },
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
    expect(asked.statusCode).toBe(202);
    await portal.settle();
    expect((await approve(billing, head, asked.json().request_id)).statusCode).toBe(200);
    await portal.settle();
    expect(await feeOf(made.id)).toMatchObject({ payment_status: 'rejected' });
    expect(await sums(id)).toEqual({ booked: 0, bookings: 2 });
    expect((await drawers.close(fina, id, 0)).statusCode).toBe(200);
  });

  /** A fee of KB, paid in cash or by transfer, whose child belongs to SD: what is missing is asked for. */
  async function moved(paid: 'cash' | 'transfer') {
    let id: string;
    if (paid === 'transfer') {
      ({
        made: { id },
      } = await inState(admission, 'paid', 'registered', KB));
      const body = { payment_status: 'verified' } as const;
      expect((await admission.call(verifyPayment, fina, { params: { id }, body })).statusCode).toBe(200);
    } else {
      ({ id } = await owed());
      await admission.db('registrations').where({ id }).update(KB);
      expect((await take(id)).statusCode).toBe(201);
    }
    expect((await fees.place(id, { jenjang: 'SD', kelas: '1' })).statusCode).toBe(200);
    expect((await fees.decide(id, { way: 'ask' })).statusCode).toBe(200);
    await portal.settle();
    return id;
  }
  const receiptOf = async (id: string) =>
    (await billing.db('papers').where({ registration_id: id, revoked_at: null }).first())?.facts.amount;

  test('when the difference of a corrected fee is taken in cash, then it is in the drawer once, and the receipt says the whole fee', async () => {
    const { id: drawer } = (await drawers.open(fina)).json();
    const id = await moved('cash');
    const first = await billing.db('papers').where({ registration_id: id }).first();
    expect(await sums(drawer)).toEqual({ booked: KB.payment_amount, bookings: 1 });
    // Admission's connections wait for this fee: a drawer that called it back to tell of dues would wait for itself.
    await billing.db('family_dues').update({ told: 0, version: 1 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => take(id)));
    const [taken] = answers.filter(({ statusCode }) => statusCode === 201);
    expect(taken?.json()).toMatchObject({ receipt: first.number, amount: MISSING });
    for (const one of answers.filter((each) => each !== taken)) expect(one.statusCode).toBe(409);
    expect(await fees.difference(id)).toBeUndefined();
    expect(await sums(drawer)).toEqual({ booked: KB.payment_amount + MISSING, bookings: 2 });
    await portal.settle();
    expect(await sums(drawer)).toEqual({ booked: KB.payment_amount + MISSING, bookings: 2 });
    expect((await billing.call(getFeeReceipt, fina, { params: { id } })).statusCode).toBe(200);
    expect(await receiptOf(id)).toBe(KB.payment_amount + MISSING);
    const entries = await admission.db('audit_events').where({ subject_id: id, actor_id: fina.id });
    expect(entries.map(({ action }) => action)).toContain('registration.fee_difference_paid');
    expect((await drawers.close(fina, drawer, KB.payment_amount + MISSING)).statusCode).toBe(200);
  });

  test('when no drawer is open, or the year is over, then a difference takes no cash', async () => {
    const id = await moved('transfer');
    expect((await take(id)).json()).toMatchObject({ statusCode: 409, code: 'no_drawer' });
    expect(await fees.difference(id)).toMatchObject({ amount: MISSING, way: 'ask' });
    await drawers.open(fina);
    const { academic_year: label } = await feeOf(id);
    const year = () => admission.db('academic_years').where({ label });
    const before = await year().first();
    await year().update({ state: 'closed', closed_at: new Date() });
    expect((await take(id)).json()).toMatchObject({ statusCode: 409, code: 'year_closed' });
    await year().update({ state: before.state, closed_at: before.closed_at });
    expect((await take(id)).statusCode).toBe(201);
  });

  test.each(['cash', 'transfer'] as const)(
    'when a fee by %s with a difference in cash is taken back before the result, then all its cash leaves the drawer',
    async (paid) => {
      const { id: drawer } = (await drawers.open(fina)).json();
      const id = await moved(paid);
      await take(id);
      const cash = (paid === 'cash' ? KB.payment_amount : 0) + MISSING;
      expect((await sums(drawer)).booked).toBe(cash);
      const body = { payment_status: 'rejected', rejection_reason: 'Uangnya palsu' } as const;
      expect((await admission.call(verifyPayment, fina, { params: { id }, body })).statusCode).toBe(200);
      await portal.settle();
      expect((await sums(drawer)).booked).toBe(0);
      expect(await feeOf(id)).toMatchObject({ payment_amount: KB.payment_amount + MISSING });
      expect((await drawers.close(fina, drawer, 0)).statusCode).toBe(200);
    },
  );

  test.each(['cash', 'transfer'] as const)(
    'when a second person agrees to take back a fee by %s with a difference in cash, then its cash leaves once, whichever event comes first',
    async (paid) => {
      for (const pick of [() => 0, (count: number) => count - 1]) {
        const { id: drawer } = (await drawers.open(fina)).json();
        const id = await moved(paid);
        await take(id);
        await admission.db('registrations').where({ id }).update({ current_stage: 'passed' });
        await portal.settle();
        const { version } = await feeOf(id);
        const asked = await admission.call(reverseFee, fina, {
          params: { id },
          body: { reason: 'Dibayar dua kali oleh keluarga', cause: 'duplicate', version },
          headers: { 'idempotency-key': crypto.randomUUID() },
        });
        await portal.settle();
        expect((await approve(billing, head, asked.json().request_id)).statusCode).toBe(200);
        await portal.settle(pick);
        const waiting = await billing.db('cash_fees').where({ booking_id: null });
        expect([(await sums(drawer)).booked, waiting]).toEqual([0, []]);
        const kept = await billing
          .db('cash_fees')
          .where({ registration_id: id })
          .sum('amount as sum')
          .first();
        expect(Number(kept?.sum)).toBe(0);
        expect((await drawers.close(fina, drawer, 0)).statusCode).toBe(200);
      }
    },
  );

  test('when a fee by transfer is taken back after the result, then no drawer has anything of it', async () => {
    const { id: drawer } = (await drawers.open(fina)).json();
    const { made } = await inState(admission, 'paid', 'registered', KB);
    const params = { params: { id: made.id } };
    await admission.call(verifyPayment, fina, { ...params, body: { payment_status: 'verified' } });
    await admission.db('registrations').where({ id: made.id }).update({ current_stage: 'passed' });
    await portal.settle();
    const { version } = await feeOf(made.id);
    const asked = await admission.call(reverseFee, fina, {
      ...params,
      body: { reason: 'Dibayar dua kali oleh keluarga', cause: 'duplicate', version },
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
    await portal.settle();
    expect((await approve(billing, head, asked.json().request_id)).statusCode).toBe(200);
    await portal.settle();
    expect(await feeOf(made.id)).toMatchObject({ payment_status: 'rejected' });
    expect(await sums(drawer)).toEqual({ booked: 0, bookings: 0 });
  });

  longTest.each(['fee', 'difference'])(
    'when admission dies while it takes cash of a %s, then the repeat takes it once, and the drawer can be closed',
    async (of) => {
      const { config } = admission.context;
      let paid = 0;
      const { id } = (await drawers.open(fina)).json();
      await dieAnywhere(async (point) => {
        const made = of === 'fee' ? await owed() : { id: await moved('transfer'), payment_amount: MISSING };
        const { die } = mortalWork<Context>({
          url: config.DATABASE_URL,
          caller: () => ({ id: fina.id, role: 'finance' }),
          contextOn: (database) => ({
            ...admission.context,
            database,
            ...billingAt({ origin: config.BILLING_URL, key: config.INTERNAL_KEY }),
          }),
        });
        const first = await die((context, caller) => takeCash(context, caller, made.id), point);
        paid += made.payment_amount;
        expect(await feeOf(made.id)).toMatchObject({ payment_status: 'verified' });
        await portal.settle();
        expect((await sums(id)).booked).toBe(paid);
        return first;
      });
      const closed = await drawers.close(fina, id, paid);
      expect(closed.json()).toMatchObject({ state: 'closed', difference: 0 });
      expect(await billing.db('cash_fees').where({ booking_id: null })).toEqual([]);
    },
  );
});
