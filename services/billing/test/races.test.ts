import type { Invoice } from '@gerbang/contracts/billing.types';
import type { Caller } from '@gerbang/service-kit/testing/door';
import type { LightMyRequestResponse } from 'fastify';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { completeConfirmation } from '../src/enrollment-confirmations/complete-confirmation.ts';
import { type Door, openDoor } from './door.ts';
import {
  billed,
  confirmationForm,
  confirmed,
  copyOf,
  finance,
  payInBooks,
  processed,
  schemeForm,
} from './enrollments.ts';

type Send = () => Promise<LightMyRequestResponse>;

describe('many at once', () => {
  let door: Door;
  let staff: Caller;
  beforeAll(async () => {
    door = await openDoor();
    staff = await finance(door);
  });
  afterEach(async () => {
    expect(await verifyBooks(door.database)).toEqual([]);
  });
  afterAll(() => door.close());

  // A machine that is busy with other things may say 503: the caller then tries again, as it is told to.
  const patiently = async (send: Send, left = 8): Promise<LightMyRequestResponse> => {
    const answer = await send();
    return answer.statusCode === 503 && left > 0 ? patiently(send, left - 1) : answer;
  };
  const together = (times: number, send: (index: number) => Promise<LightMyRequestResponse>) =>
    Promise.all(Array.from({ length: times }, (_all, index) => patiently(() => send(index))));
  const tally = (answers: readonly LightMyRequestResponse[]) => {
    const counted: Record<string, number> = {};
    for (const { statusCode, body } of answers) {
      const key = statusCode < 300 ? String(statusCode) : `${statusCode} ${JSON.parse(body).code}`;
      counted[key] = (counted[key] ?? 0) + 1;
    }
    return counted;
  };
  const messages = (kind: string, from: number) =>
    door.published.slice(from).filter((one) => one.payload.kind === kind).length;

  test.each([
    ['full', 1],
    ['installment', 4],
  ] as const)(
    'M-8 when a %s scheme is made 20 times at once, then once, with %d invoices and one message',
    async (payment_scheme, invoices) => {
      const { confirmation } = await processed(door);
      const before = door.published.length;
      const body = schemeForm(confirmation, { payment_scheme });
      const answers = await together(20, () => door.call('E06', staff, { body }));
      expect(tally(answers)).toEqual({ 201: 1, '409 scheme_exists': 19 });
      const rows = await door
        .db('enrollment_invoices')
        .where({ enrollment_confirmation_id: confirmation.id });
      expect(rows).toHaveLength(invoices);
      expect(messages('invoice_issued', before)).toBe(1);
    },
  );

  test('M-9 when a child is confirmed 20 times at once, then once, with one message and one row of history', async () => {
    const family = await door.caller();
    const copy = await copyOf(door, family);
    const before = door.published.length;
    const answers = await together(20, () => door.call('E03', family, { body: confirmationForm(copy) }));
    expect(tally(answers)).toEqual({ 201: 1, '409 already_confirmed': 19 });
    expect(messages('confirmation_received', before)).toBe(1);
    const { id } = answers.find((one) => one.statusCode === 201)!.json();
    expect(await door.db('confirmation_events').where({ confirmation_id: id })).toHaveLength(1);
  });

  test('M-9 when staff process and decline one confirmation at once, then exactly one of them did', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { confirmation } = await confirmed(door);
      const before = door.published.length;
      const answers = await together(10, (index) =>
        door.call('E05', staff, {
          params: { id: confirmation.id },
          body: { status: index % 2 === 0 ? 'processed' : 'declined' },
        }),
      );
      expect(tally(answers)).toEqual({ 200: 1, '409 confirmation_state': 9 });
      const told = messages('confirmation_processed', before) + messages('confirmation_declined', before);
      expect(told).toBe(1);
    }
  });

  test('M-11 when one key is sent 50 times at once, then one effect and equal answers; another body is 422', async () => {
    const family = await door.caller();
    const copy = await copyOf(door, family);
    const { confirmation } = await processed(door);
    const cases = [
      ['E03', family, confirmationForm(copy), { payment_preference: 'full' }],
      ['E06', staff, schemeForm(confirmation), { base_education_fee: 1 }],
    ] as const;
    for (const [call, caller, body, change] of cases) {
      const send = (key: string, other: object = {}) =>
        door.call(call, caller, { body: { ...body, ...other }, headers: { 'idempotency-key': key } });
      const before = door.published.length;
      const answers = await together(50, () => send('kunci-yang-sama'));
      const made = answers.filter((one) => one.statusCode === 201);
      expect(made.length).toBeGreaterThan(0);
      expect(new Set(made.map((one) => one.body)).size).toBe(1);
      const others = answers.filter((one) => one.statusCode !== 201);
      expect(others.every((one) => one.json().code === 'in_flight')).toBe(true);
      const told = door.published.slice(before).filter((one) => one.type === 'message.requested');
      expect(told).toHaveLength(1);
      expect((await send('kunci-yang-sama')).body).toBe(made[0]?.body);
      expect((await send('kunci-yang-sama', change)).json().code).toBe('idempotency_key');
      expect((await send('kunci-yang-lain')).statusCode).toBe(409);
    }
  });

  test('I12 when forty schemes are made at once and some are refused, then the numbers have no gap', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => processed(door)));
    const bodies = made.flatMap(({ confirmation }, index) => [
      schemeForm(confirmation, { payment_scheme: index % 2 === 0 ? 'full' : 'installment' }),
      schemeForm(confirmation, { event_discount: 1 }),
    ]);
    const answers = await together(bodies.length, (index) =>
      door.call('E06', staff, { body: bodies[index] }),
    );
    expect(answers.filter((one) => one.statusCode === 201)).toHaveLength(20);
    const numbers: string[] = await door.db('enrollment_invoices').pluck('invoice_number');
    const sequences = numbers.map((one) => Number(one.slice(-6))).toSorted((one, two) => one - two);
    expect(sequences).toEqual(sequences.map((_all, index) => index + 1));
  });

  test('when two payments of one scheme end at once, then the re-enrolment is completed exactly once', async () => {
    const caller = {
      id: staff.id,
      role: staff.role,
      origin: { address: '', requestId: 'r' },
      ifMatch: undefined,
      idempotencyKey: undefined,
    };
    const { invoices, confirmation, family } = await billed(door, { payment_scheme: 'installment' });
    const before = door.published.length;
    const settle = async (invoice: Invoice) => {
      await payInBooks(door, invoice, invoice.total_amount, 'verified', (trx) =>
        completeConfirmation(door.context, trx, caller, confirmation.id),
      );
    };
    await settle(invoices[0]!);
    await settle(invoices[1]!);
    await Promise.all([settle(invoices[2]!), settle(invoices[3]!)]);
    expect((await door.call('E01', family)).json()[0]).toMatchObject({
      status: 'completed',
      enrollment_status: 'confirmed',
      payment_summary: { outstanding_balance: 0 },
    });
    expect(messages('enrollment_completed', before)).toBe(1);
    const again = await door.database.transaction((trx) =>
      completeConfirmation(door.context, trx, caller, confirmation.id),
    );
    expect(again).toBe(false);
  });

  test('when the two children of a family are billed at once, then neither sees anything of the other', async () => {
    const family = await door.caller();
    const [one, other] = [
      await processed(door, {}, family),
      await processed(door, { jenjang: 'SMP', kelas: '7' }, family),
    ];
    const answers = await together(10, (index) => {
      const { confirmation } = index % 2 === 0 ? one : other;
      const base_education_fee = index % 2 === 0 ? 10_000_000 : 30_000_000;
      return door.call('E06', staff, {
        body: schemeForm(confirmation, { base_education_fee, payment_scheme: 'installment' }),
      });
    });
    expect(tally(answers)).toEqual({ 201: 2, '409 scheme_exists': 8 });
    const seen = (await door.call('E01', family)).json();
    expect(
      seen
        .map(
          (confirmation: { payment_summary: { total_amount: number } }) =>
            confirmation.payment_summary.total_amount,
        )
        .toSorted((first: number, second: number) => first - second),
    ).toEqual([10_000_000, 30_000_000]);
    expect((await door.call('E12', family)).json()).toHaveLength(8);
  });
});
