import { decideErasure, requestErasure, type ErasureRequest } from '@gerbang/contracts/erasure-requests';
import type { AdmissionExport } from '@gerbang/contracts/admission-export';
import { leaveWaitlist } from '@gerbang/contracts/waitlists';
import { promoteWaiting } from '../src/seats/offers/offer-jobs.ts';
import { type Applicant, openSeats, type Seats, shownOrder } from './seats-world.ts';

describe('the rights of a family over what is kept of its seat', () => {
  let world: Seats;
  let poolId: string;
  let holder: Applicant;
  let two: Applicant;
  let three: Applicant;
  let four: Applicant;
  beforeEach(async () => {
    world = await openSeats();
    poolId = (await world.pool({ seats: 1, offer_limit: 1, auto_offer: true })).id;
    [holder, two, three, four] = (await world.applicants(4)) as [Applicant, Applicant, Applicant, Applicant];
    await world.publish([
      [holder, 'passed'],
      ...[two, three, four].map((one) => [one, 'waitlisted'] as const),
    ]);
  });
  afterEach(() => world.close());

  async function exported({ id, family }: Applicant) {
    const { app, headers } = world.door;
    const url = '/api/parent/data-export/admission';
    const { registrations } = (await app.inject({ url, headers: headers(family) })).json() as AdmissionExport;
    return registrations.find((one) => one.id === id)?.seat;
  }
  async function erase({ family }: Applicant): Promise<void> {
    const asked = await world.door.call(requestErasure, family, { body: {} });
    const { id } = asked.json() as ErasureRequest;
    const admin = await world.door.caller('admin', 'Dewi Lestari');
    const decided = await world.door.call(decideErasure, admin, {
      params: { id },
      body: { status: 'approved' },
    });
    expect([asked.statusCode, decided.statusCode]).toEqual([201, 200]);
  }
  const rowsOf = (table: string) => world.door.db(table).where({ pool_id: poolId });

  test('when a family exports its data, then its seat, its place and every number that it was shown are in it', async () => {
    await world.door.call(leaveWaitlist, two.family, { params: { id: two.id } });
    await world.number();
    expect(await exported(four)).toMatchObject({
      now: { kind: 'waitlist', waitlist: { position: 2, of: 2 } },
      offers: [],
      waitlists: [
        {
          status: 'waiting',
          ended_at: null,
          positions: [
            { from: 3, position: 2, of: 2, text: 'satu keluarga melepas tempatnya' },
            { from: null, position: 3, of: 3, text: 'masuk daftar tunggu' },
          ],
        },
      ],
    });
    expect(await exported(two)).toMatchObject({
      now: { kind: 'none' },
      waitlists: [{ status: 'withdrawn', positions: [{ position: 1, of: 3 }] }],
    });
    expect(await exported(holder)).toMatchObject({
      now: { kind: 'offer' },
      offers: [{ source: 'result', status: 'open' }],
      waitlists: [],
    });
    const [free] = (await world.applicants(1, { kelas: '2' })) as [Applicant];
    expect(await exported(free)).toBeUndefined();
  });

  test('when a family that holds a seat is erased, then the seat is given to the next', async () => {
    await erase(holder);
    expect(await world.figures(poolId)).toMatchObject({ taken: 0, open: 0, free: 1 });
    expect(await promoteWaiting(world.door.context)).toBe(1);
    expect(await world.stage(two)).toBe('passed');
    expect(await rowsOf('offers')).toMatchObject([{ registration_id: two.id }]);
  });

  test('when a family that waits is erased, then the others move up, and events keep the count and no person', async () => {
    await erase(two);
    expect(await shownOrder(world, poolId)).toEqual([three.id, four.id]);
    expect(await rowsOf('waitlist_entries')).toHaveLength(2);
    const events = await rowsOf('waitlist_events').orderBy('id');
    expect(events.map(({ cause, count }) => [cause, count])).toEqual([
      ['joined', 3],
      ['withdrawn', 1],
    ]);
    const kept = JSON.stringify(events);
    for (const mark of [two.id, two.child_id, two.family.id]) expect(kept).not.toContain(mark);
  });
});
