import { demoMade, demoWorld, isOlderDemo } from '../src/demo/demo.repository.ts';
import { seedEnrollments } from '../src/demo/seed-demo.ts';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { type Door, openDoor } from './door.ts';
import { copyOf } from './enrollments.ts';

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
