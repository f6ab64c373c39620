import { demoBills, demoMade, demoWorld, isOlderDemo } from '../src/demo/demo.repository.ts';
import { seedEnrollments } from '../src/demo/seed-demo.ts';
import { seedPayments } from '../src/demo/seed-payments.ts';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { type Door, openDoor } from './door.ts';
import { copyOf } from './enrollments.ts';
import { openBankAndPayments } from './pay-requests.ts';

describe('demo re-enrolments', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  test('when the accepted children are there, then one has four invoices, one waits; a second run or a cut one doubles nothing', async () => {
    const parent = await door.caller('wali_murid', 'Rahma Aulia');
    await door.caller('finance', 'Budi Santoso');
    await door.db('accounts').where({ id: parent.id }).update({ phone: '+6281110000001' });
    expect([await demoWorld(door.db), await isOlderDemo(door.db)]).toEqual([null, false]);
    await copyOf(door, parent, { child_nick_name: 'Zahra' });
    expect([await demoWorld(door.db), await isOlderDemo(door.db)]).toEqual([null, true]);
    await copyOf(door, parent, { child_nick_name: 'Maryam' });
    await copyOf(door, parent, { child_nick_name: 'Yusuf' });
    const world = (await demoWorld(door.db))!;
    expect(await demoMade(door.db)).toBe(false);
    await seedEnrollments(door.context, world);
    expect(await demoMade(door.db)).toBe(true);
    await seedEnrollments(door.context, world);
    const states = await door.db('enrollment_confirmations').orderBy('status').pluck('status');
    expect(states).toEqual(['processed', 'submitted']);
    expect(await door.db('enrollment_invoices')).toHaveLength(4);
    expect(await verifyBooks(door.database)).toEqual([]);
  });
});

test('when payments through a provider are on, then the demo has one of each sort, and a second run doubles nothing', async () => {
  const world = await openBankAndPayments();
  const { door } = world;
  const parent = await door.caller('wali_murid', 'Rahma Aulia');
  const finance = await door.caller('finance', 'Budi Santoso');
  await door.db('accounts').where({ id: parent.id }).update({ phone: '+6281110000001' });
  for (const child_nick_name of ['Zahra', 'Maryam']) await copyOf(door, parent, { child_nick_name });
  await seedEnrollments(door.context, (await demoWorld(door.db))!);
  expect(await demoBills(door.db)).toBeNull();
  const state = { payment_status: 'pending', current_stage: 'registered', payment_amount: 350_000 } as const;
  const child = { child_nick_name: 'Ibrahim', ...state };
  await copyOf(door, parent, child);
  const bills = (await demoBills(door.db))!;
  const as = (person: typeof parent) => (step: string) => ({
    ...person,
    origin: { address: '127.0.0.1', requestId: 'demo' },
    ifMatch: undefined,
    idempotencyKey: `demo-${step}`,
  });
  const people = { parent: as(parent), finance: as(finance) };
  for (let run = 0; run < 2; run += 1) {
    await seedPayments(door.context, door.context.gateway!, bills, people);
  }
  const rows = await door
    .db('pay_requests')
    .orderBy(['created_at', 'id'])
    .select('kind', 'channel', 'status');
  expect(rows).toEqual([
    { kind: 'registration_fee', channel: 'qris', status: 'paid' },
    { kind: 'invoice', channel: 'va', status: 'paid' },
    { kind: 'invoice', channel: 'va', status: 'review' },
    { kind: 'invoice', channel: 'va', status: 'open' },
  ]);
  const [settlement, ...others] = await door.db('pay_settlements');
  expect([settlement.gross, settlement.requests, others]).toEqual([bills.fee.payment_amount, 1, []]);
  await world.close();
});
