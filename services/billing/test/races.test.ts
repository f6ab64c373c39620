import { listOwnInvoices } from '@gerbang/contracts/invoices';
import {
  createConfirmation,
  decideConfirmation,
  listConfirmations,
} from '@gerbang/contracts/enrollment-confirmations';
import { createScheme } from '@gerbang/contracts/payment-schemes';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { patient } from '@gerbang/service-kit/testing/patience';
import type { LightMyRequestResponse } from 'fastify';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { type Door, openDoor } from './door.ts';
import { confirmationForm, confirmed, copyOf, finance, processed, schemeForm } from './enrollments.ts';

describe('many at once', () => {
  let door: Door;
  let staff: Caller;
  beforeAll(async () => {
    door = patient(await openDoor());
    staff = await finance(door);
  });
  afterEach(async () => {
    expect(await verifyBooks(door.database)).toEqual([]);
  });
  afterAll(() => door.close());

  const together = (times: number, send: (index: number) => Promise<LightMyRequestResponse>) =>
    Promise.all(Array.from({ length: times }, (_all, index) => send(index)));
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
    'when a %s scheme is made 20 times at once, then once, with %d invoices and one message',
    async (payment_scheme, invoices) => {
      const { confirmation } = await processed(door);
      const before = door.published.length;
      const body = schemeForm(confirmation, { payment_scheme });
      const answers = await together(20, () => door.call(createScheme, staff, { body }));
      expect(tally(answers)).toEqual({ 201: 1, '409 scheme_exists': 19 });
      const rows = await door
        .db('enrollment_invoices')
        .where({ enrollment_confirmation_id: confirmation.id });
      expect(rows).toHaveLength(invoices);
      expect(messages('invoice_issued', before)).toBe(1);
    },
  );

  test('when a child is confirmed 20 times at once, then once, with one message and one row of history', async () => {
    const family = await door.caller();
    const copy = await copyOf(door, family);
    const before = door.published.length;
    const answers = await together(20, () =>
      door.call(createConfirmation, family, { body: confirmationForm(copy) }),
    );
    expect(tally(answers)).toEqual({ 201: 1, '409 already_confirmed': 19 });
    expect(messages('confirmation_received', before)).toBe(1);
    const { id } = answers.find((one) => one.statusCode === 201)!.json();
    expect(await door.db('confirmation_events').where({ confirmation_id: id })).toHaveLength(1);
  });

  test('when staff process and decline one confirmation at once, then exactly one of them did', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { confirmation } = await confirmed(door);
      const before = door.published.length;
      const answers = await together(10, (index) =>
        door.call(decideConfirmation, staff, {
          params: { id: confirmation.id },
          body: { status: index % 2 === 0 ? 'processed' : 'declined' },
        }),
      );
      expect(tally(answers)).toEqual({ 200: 1, '409 confirmation_state': 9 });
      const told = messages('confirmation_processed', before) + messages('confirmation_declined', before);
      expect(told).toBe(1);
    }
  });

  test('when one key is sent 50 times at once, then one effect and equal responses; another body is 422', async () => {
    const family = await door.caller();
    const copy = await copyOf(door, family);
    const { confirmation } = await processed(door);
    const cases = [
      [createConfirmation, family, confirmationForm(copy), { payment_preference: 'full' }],
      [createScheme, staff, schemeForm(confirmation), { base_education_fee: 1 }],
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

  test('when forty schemes are made at once and some are refused, then the numbers have no gap', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => processed(door)));
    const bodies = made.flatMap(({ confirmation }, index) => [
      schemeForm(confirmation, { payment_scheme: index % 2 === 0 ? 'full' : 'installment' }),
      schemeForm(confirmation, { event_discount: 1 }),
    ]);
    const answers = await together(bodies.length, (index) =>
      door.call(createScheme, staff, { body: bodies[index] }),
    );
    expect(answers.filter((one) => one.statusCode === 201)).toHaveLength(20);
    const numbers: string[] = await door.db('enrollment_invoices').pluck('invoice_number');
    const sequences = numbers.map((one) => Number(one.slice(-6))).toSorted((one, two) => one - two);
    expect(sequences).toEqual(sequences.map((_all, index) => index + 1));
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
      return door.call(createScheme, staff, {
        body: schemeForm(confirmation, { base_education_fee, payment_scheme: 'installment' }),
      });
    });
    expect(tally(answers)).toEqual({ 201: 2, '409 scheme_exists': 8 });
    const seen = (await door.call(listConfirmations, family)).json();
    expect(
      seen
        .map(
          (confirmation: { payment_summary: { total_amount: number } }) =>
            confirmation.payment_summary.total_amount,
        )
        .toSorted((first: number, second: number) => first - second),
    ).toEqual([10_000_000, 30_000_000]);
    expect((await door.call(listOwnInvoices, family)).json()).toHaveLength(8);
  });
});
