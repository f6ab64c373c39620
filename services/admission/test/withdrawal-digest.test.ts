import { cancelWithdrawal, leave } from '@gerbang/contracts/withdrawals';
import { sendDigest } from '../src/withdrawals/send-digest.ts';
import { type Applicant, keyed, openSeats, type Seats } from './seats-world.ts';

/** A moment of Jakarta's clock on a day of February 2027. */
const at = (day: number, clock: string) =>
  new Date(`2027-02-${String(day).padStart(2, '0')}T${clock}:00+07:00`);

describe('the digest of families that ask to leave', () => {
  let world: Seats;
  beforeEach(async () => {
    world = await openSeats();
    world.door.setClock(at(3, '10:00'));
  });
  afterEach(() => world.close());

  /** So many families ask to leave after their re-enrolment was processed. */
  async function ask(count: number): Promise<Applicant[]> {
    const all = await world.applicants(count, { stage: 'passed', kelas: '2' });
    for (const one of all) {
      await world.confirm(one, 1, 'processed');
      const body = { reason_code: 'cost', confirm: true };
      const call = { params: { id: one.id }, body, headers: keyed() };
      expect((await world.door.call(leave, one.family, call)).json()).toMatchObject({ status: 'requested' });
    }
    return all;
  }
  /** Sends the digest of this moment; returns to whom, and with which number. */
  async function run(now: Date) {
    world.door.setClock(now);
    const from = world.messages('withdrawal_requested').length;
    await sendDigest(world.door.context);
    return world
      .messages('withdrawal_requested')
      .slice(from)
      .map(({ payload }) => [payload.accountId, (payload.params as { count: string }).count]);
  }

  test('when families have asked, then each who decides is told once a day, from 17.00, and of each request once', async () => {
    const admin = await world.door.caller('admin', 'Dewi');
    const gone = await world.door.caller('admin', 'Lama');
    await world.door.db('accounts').where({ id: gone.id }).update({ active: false });
    const [, taken] = await ask(3);
    await world.door.call(cancelWithdrawal, taken!.family, { params: { id: taken!.id } });
    expect(await run(at(3, '16:59'))).toEqual([]);
    const told = await run(at(3, '17:00'));
    expect(told).toHaveLength(2);
    expect(told).toEqual(expect.arrayContaining([world.manager, admin].map(({ id }) => [id, '2'])));
    expect(world.messages('withdrawal_requested')[0]?.payload).toMatchObject({
      dedupeKey: expect.stringMatching(/^withdrawal_requested:2027-02-03:/u),
      params: { link: expect.stringMatching(/\/admin\/withdrawals\?status=requested&year=semua$/u) },
    });
    await ask(1);
    for (const clock of ['17:01', '19:59']) expect(await run(at(3, clock))).toEqual([]);
    expect(await run(at(4, '20:00'))).toEqual([]);
    expect((await run(at(5, '19:59'))).map(([, count]) => count)).toEqual(['1', '1']);
    expect(await run(at(6, '17:00'))).toEqual([]);
  });

  test('when forty processes send it at once, then each account has one', async () => {
    await ask(1);
    world.door.setClock(at(3, '17:00'));
    const sent = await Promise.all(Array.from({ length: 40 }, () => sendDigest(world.door.context)));
    expect(sent.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(world.messages('withdrawal_requested')).toHaveLength(1);
  });
});
