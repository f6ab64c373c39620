import { takeCash } from '@gerbang/admission-service/registration-payments/take-cash';
import { drawersInBilling } from '@gerbang/admission-service/registration-payments/drawers.client';
import { openDoor as openAdmission } from '@gerbang/admission-service/test/door';
import { makeRegistration } from '@gerbang/admission-service/test/families';
import { openDoor as openBilling } from '@gerbang/billing-service/test/door';
import { drawersOf } from '@gerbang/billing-service/test/drawers';
import { approve } from '@gerbang/billing-service/test/payment-reversals';
import { setSchool } from '@gerbang/billing-service/test/payment-expectations';
import { getFeeReceipt } from '@gerbang/contracts/papers';
import { getCashReport } from '@gerbang/contracts/reports';
import { reverseFee, takeFeeInCash, verifyPayment } from '@gerbang/contracts/registration-payments';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { minutesForAll } from '@gerbang/domain/testing/runs';
import { dieAnywhere, mortalWork } from '@gerbang/service-kit/testing/die-anywhere';
import { testKey } from '@gerbang/service-kit/testing/door';
import { connect } from './two-services.ts';

minutesForAll(10);

type Context = Awaited<ReturnType<typeof openAdmission>>['context'];

describe('registration fees in cash, between admission and billing', () => {
  let admission: Awaited<ReturnType<typeof openAdmission>>;
  let billing: Awaited<ReturnType<typeof openBilling>>;
  let portal: ReturnType<typeof connect>;
  let drawers: ReturnType<typeof drawersOf>;
  let fina: Awaited<ReturnType<Awaited<ReturnType<typeof openBilling>>['caller']>>;
  let rudi: typeof fina;
  let head: typeof fina;
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

  test('when admission dies while it takes cash, then the repeat takes it once, and the drawer can be closed', async () => {
    const { config } = admission.context;
    let paid = 0;
    const { id } = (await drawers.open(fina)).json();
    await dieAnywhere(async (point) => {
      const made = await owed();
      const { die } = mortalWork<Context>({
        url: config.DATABASE_URL,
        caller: () => ({ id: fina.id, role: 'finance' }),
        contextOn: (database) => ({
          ...admission.context,
          database,
          drawers: drawersInBilling({ origin: config.BILLING_URL, key: config.INTERNAL_KEY }),
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
  });
});
