import { longTest } from '@gerbang/domain/testing/runs';
import { MINUTE_MS } from '@gerbang/service-kit/program/timers';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../src/context.ts';
import type { PaymentGateway, PayRef, PayStatus } from '../src/gateway/port.ts';
import {
  cancelSettled,
  endRequests,
  reconcile,
  tendRequests,
} from '../src/pay-requests/tend-pay-requests.ts';
import { type Door, openDoor } from './door.ts';
import { copyOf } from './enrollments.ts';
import { payEnv } from './pay-requests.ts';

const START = new Date('2026-11-29T08:00:00+07:00');
const FEE = { payment_amount: 350_000, payment_status: 'pending' };
const minutes = (many: number) => new Date(START.getTime() + many * MINUTE_MS);

describe('what jobs ask the provider', () => {
  let door: Door;
  let family: Caller;
  /** Every look, with the minute in which it was made. */
  let looks: { readonly no: string; readonly minute: number }[];
  let answer: (request: PayRef) => PayStatus;
  let context: Context;
  let number: number;
  let at: (minute: number) => void;

  beforeEach(async () => {
    // Requests are made past the calls here: their money is none.
    door = await openDoor(payEnv(), { planted: true });
    family = await door.caller();
    looks = [];
    number = 0;
    answer = () => ({ state: 'open', vaNumber: null });
    let minute = 0;
    const gateway = {
      status: async (request: PayRef) => {
        looks.push({ no: request.request_no, minute });
        return answer(request);
      },
      cancel: async () => 'cancelled' as const,
    } as unknown as PaymentGateway;
    context = { ...door.context, gateway };
    at = (now: number) => {
      minute = now;
      door.setClock(minutes(now));
    };
    at(0);
  });
  afterEach(() => door.close());

  /** So many requests of fees that were made now and end after so many minutes. */
  async function requests(many: number, { ends = 24 * 60, status = 'open', made = 0 } = {}) {
    const ids = await Promise.all(
      Array.from({ length: many }, async () => (await copyOf(door, family, FEE)).id),
    );
    const rows = ids.map((registration_id) => {
      number += 1;
      return {
        id: uuidv7(),
        request_no: String(20_000_000_000_000 + number),
        kind: 'registration_fee',
        registration_id,
        user_id: family.id,
        channel: 'va',
        bank_code: '451',
        amount: 350_000,
        status,
        va_number: status === 'open' ? `90010${number}` : null,
        expires_at: minutes(made + ends),
        created_at: minutes(made),
        updated_at: minutes(made),
      };
    });
    await door.db('pay_requests').insert(rows);
    return rows;
  }
  const statusOf = async (id: string) => (await door.db('pay_requests').where({ id }).first()).status;
  const inMinute = (minute: number) => looks.filter((look) => look.minute === minute);

  longTest(
    'when 500 requests are open, then every one is asked about in turn, 60 a minute by all processes together',
    async () => {
      await requests(500);
      const jobs = [tendRequests(context), tendRequests(context)];
      at(14);
      for (const job of jobs) await job();
      expect(looks).toEqual([]);
      for (let minute = 16; minute < 16 + 9; minute += 1) {
        at(minute);
        await Promise.all(jobs.map((job) => job()));
        expect(inMinute(minute)).toHaveLength(60);
      }
      // None twice before each was asked about once.
      expect(new Set(looks.slice(0, 500).map(({ no }) => no)).size).toBe(500);
    },
  );

  test('when a request is young, then it is left to its notification, unless it ends soon', async () => {
    const [young] = await requests(1);
    const [short] = await requests(1, { ends: 30 });
    at(15);
    expect(await reconcile(context)).toBe(0);
    at(21);
    await reconcile(context);
    expect(looks.map(({ no }) => no)).toEqual([short?.request_no, young?.request_no]);
    // Each once in five minutes.
    at(25);
    expect(await reconcile(context)).toBe(0);
    at(26);
    expect(await reconcile(context)).toBe(2);
  });

  test('when the provider does not answer, then all jobs leave it alone, longer each time, and go on once it does', async () => {
    await requests(200);
    answer = () => ({ state: 'unknown' });
    const job = tendRequests(context);
    const asked = async (minute: number) => {
      at(minute);
      await job();
      return inMinute(minute).length;
    };
    expect(await asked(20)).toBe(3);
    expect(await asked(20.9)).toBe(0);
    expect(await asked(21)).toBe(1);
    expect(await asked(22)).toBe(0);
    expect(await asked(23)).toBe(1);
    expect(await asked(26)).toBe(0);
    expect(await asked(27)).toBe(1);
    answer = () => ({ state: 'open', vaNumber: null });
    expect(await asked(34)).toBe(0);
    expect(await asked(35)).toBe(60);
  });

  test('when a request is over, then it ends by the provider’s word, and never while the provider is silent', async () => {
    const [told, open, silent] = await requests(3, { ends: 30 });
    if (!told || !open || !silent) throw new Error('three requests');
    answer = ({ request_no: no }) => {
      if (no === told.request_no) return { state: 'ended' };
      return no === open.request_no ? { state: 'open', vaNumber: null } : { state: 'unknown' };
    };
    const states = () => Promise.all([told, open, silent].map(({ id }) => statusOf(id)));
    at(29);
    await endRequests(context);
    expect(await states()).toEqual(['open', 'open', 'open']);
    at(30);
    await endRequests(context);
    expect(await states()).toEqual(['expired', 'open', 'open']);
    at(39);
    await endRequests(context);
    expect(await states()).toEqual(['expired', 'open', 'open']);
    at(40);
    await endRequests(context);
    expect(await states()).toEqual(['expired', 'expired', 'open']);
    at(300);
    await endRequests(context);
    expect(await states()).toEqual(['expired', 'expired', 'open']);
    answer = () => ({ state: 'none' });
    at(302);
    await endRequests(context);
    expect(await states()).toEqual(['expired', 'expired', 'expired']);
  });

  test('when the provider does not say whether it made a request, then three looks decide within five minutes', async () => {
    const [made] = await requests(1, { status: 'creating' });
    const [there] = await requests(1, { status: 'creating' });
    if (!made || !there) throw new Error('two requests');
    answer = ({ request_no: no }) =>
      no === there.request_no ? { state: 'open', vaNumber: '9001042' } : { state: 'unknown' };
    const job = tendRequests(context);
    at(1.1);
    await job();
    expect(await door.db('pay_requests').where({ id: there.id }).first()).toMatchObject({
      status: 'open',
      va_number: '9001042',
    });
    expect(await statusOf(made.id)).toBe('creating');
    for (const minute of [2.2, 3.3, 4.4]) {
      at(minute);
      await job();
    }
    expect(await statusOf(made.id)).toBe('failed');
  });

  test('when the target was settled another way, then the next turn of its job cancels the request', async () => {
    const [open] = await requests(1);
    const [other] = await requests(1);
    if (!open || !other) throw new Error('two requests');
    expect(await cancelSettled(context)).toBe(0);
    await door.db('registrations').where({ id: open.registration_id }).update({ payment_status: 'paid' });
    expect(await cancelSettled(context)).toBe(1);
    expect([await statusOf(open.id), await statusOf(other.id)]).toEqual(['cancelled', 'open']);
  });
});
