import type { EventPayload } from '@gerbang/contracts/events';
import { listMoneyRequests } from '@gerbang/contracts/money-requests';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { uuidv7 } from 'uuidv7';
import { failRequest } from '../src/money-requests/decide-money-request.ts';
import { keepFeeReversal } from '../src/payment-reversals/reverse-fee.ts';
import { type Door, openDoor } from './door.ts';
import { copyOf } from './enrollments.ts';
import { approve } from './payment-reversals.ts';
import { approved, begin, codeOf, move } from './refunds.ts';

describe('the reversal of a registration fee that a second person is asked about', () => {
  let door: Door;
  let first: Caller;
  let head: Caller;
  beforeAll(async () => {
    door = await openDoor();
    first = await door.caller('finance', 'Fina Keuangan');
    head = await door.caller('manager_pendidikan', 'Maya Kepala');
  });
  afterAll(() => door.close());

  const asked = async (change: object = {}): Promise<EventPayload<'fee.reversal.asked'>> => {
    const { id } = await copyOf(door, await door.caller(), { payment_amount: 350_000, ...change });
    const event = {
      request_id: uuidv7(),
      registration_id: id,
      amount: 350_000,
      reason: 'Uangnya tidak jadi masuk',
      cause: 'bounced',
      actor: { id: first.id, name: 'Fina Keuangan', role: 'finance' },
    } as const;
    await door.database.transaction((trx) => keepFeeReversal(trx, event));
    return event;
  };
  const statusOf = async (id: string) => (await door.db('money_requests').where({ id }).first())?.status;

  test('when another person agrees, then admission is told once; the first one may not', async () => {
    const event = await asked();
    await door.database.transaction((trx) => keepFeeReversal(trx, { ...event, request_id: uuidv7() }));
    const rows = (await door.call(listMoneyRequests, head)).json() as { subject_id: string }[];
    expect(rows.filter(({ subject_id }) => subject_id === event.registration_id)).toHaveLength(1);
    expect((await approve(door, first, event.request_id)).json().code).toBe('same_person');
    const since = door.published.length;
    expect((await approve(door, head, event.request_id)).statusCode).toBe(200);
    expect(door.published.slice(since)).toMatchObject([
      {
        type: 'fee.reversal.approved',
        payload: { request_id: event.request_id, reason: event.reason, actor: { id: head.id } },
      },
    ]);
    // No line is released: all that was paid of the fee goes back.
    expect(door.published.at(-1)?.payload).not.toHaveProperty('line_id');
    for (const _again of [1, 2]) {
      await door.database.transaction((trx) => failRequest(trx, event.request_id));
    }
    expect(await statusOf(event.request_id)).toBe('failed');
  });

  test('when the fee is no longer verified, then nothing is agreed to', async () => {
    const event = await asked({ payment_status: 'rejected' });
    expect((await approve(door, head, event.request_id)).json().code).toBe('not_verified');
    expect(await statusOf(event.request_id)).toBe('waits');
  });

  test('when a refund of the fee is agreed to, then its reversal is not, and the other way round', async () => {
    const event = await asked({ payment_verified_at: '2026-11-20T03:00:00Z' });
    const { registration_id: id, request_id } = event;
    const fee = [{ kind: 'fee', target: id, back: 350_000 }];
    const refund = await approved(door, first, head, id, fee);
    expect((await approve(door, head, request_id)).json()).toMatchObject({
      statusCode: 409,
      code: 'money_returned',
      message: expect.stringContaining(refund.number),
    });
    expect(codeOf(await move(door, head, 'cancel', refund))).toBe('200 cancelled');
    expect((await approve(door, head, request_id)).statusCode).toBe(200);
    // Admission, which takes the fee back, has not heard of it yet.
    expect(codeOf(await begin(door, first, id, fee))).toBe('422 more_than_paid');
    await door.database.transaction((trx) => failRequest(trx, request_id));
    expect(codeOf(await begin(door, first, id, fee))).toBe('201 draft');
  });
});
