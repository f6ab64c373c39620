import { promoteWaiting } from '@gerbang/admission-service/seats/offers/offer-jobs';
import type { Applicant } from '@gerbang/admission-service/test/seats-world';
import { numberLists } from '@gerbang/admission-service/seats/waitlist/number-lists';
import { mortalDatabase, type PointOfDeath } from '@gerbang/service-kit/testing/mortal-database';
import { AFTER_DEADLINE, openSeatPortal, type SeatPortal } from './seat-portal.ts';

const DAY_MS = 86_400_000;
/** More statements than a step makes: the last tries live. */
const MOST = 80;
describe('seats while programs are down or die', () => {
  /** A class of one seat that a silent family holds, and two families that wait for it; its deadline is over. */
  let portal: SeatPortal;
  let one: Applicant;
  let two: Applicant;
  let three: Applicant;
  let poolId: string;
  beforeEach(async () => {
    portal = await openSeatPortal();
    const { seats, admission, settle } = portal;
    poolId = (await seats.pool({ seats: 1, offer_limit: 1, auto_offer: true })).id;
    [one, two, three] = (await seats.applicants(3)) as [Applicant, Applicant, Applicant];
    await seats.publish([
      [one, 'passed'],
      [two, 'waitlisted'],
      [three, 'waitlisted'],
    ]);
    await settle();
    admission.setClock(AFTER_DEADLINE);
  });
  afterEach(() => portal.close());

  const stages = () => Promise.all([one, two, three].map((some) => portal.seats.stage(some)));
  const messages = async (kind: string, of: Applicant) =>
    (await portal.messages(kind)).filter(({ accountId }) => accountId === of.family.id).length;
  async function expectPromotedOnce(): Promise<void> {
    expect(await stages()).toEqual(['released', 'passed', 'waitlisted']);
    expect(await portal.seats.figures(poolId)).toMatchObject({ taken: 1, open: 1, waiting: 1, releasing: 0 });
    const events = await portal.admission.db('waitlist_events').where({ pool_id: poolId, cause: 'promoted' });
    expect(events).toMatchObject([{ count: 1 }]);
    expect(await portal.admission.db('offers').where({ pool_id: poolId })).toHaveLength(2);
    expect([await messages('seat_released', one), await messages('seat_offered', two)]).toEqual([1, 1]);
    expect(await portal.seats.differences()).toEqual([]);
  }

  test('when billing is down at the deadline, then the seat stays as it is for days, and is released and given once billing is back', async () => {
    const { acts, admission, seats, settle, waiting } = portal;
    expect(await acts.expire()).toBe(1);
    for (const days of [0, 1, 2, 7]) {
      admission.setClock(new Date(AFTER_DEADLINE.getTime() + days * DAY_MS));
      expect([await acts.expire(), await acts.promote()]).toEqual([0, 0]);
      expect(await stages()).toEqual(['passed', 'waitlisted', 'waitlisted']);
      expect(await seats.figures(poolId)).toMatchObject({ taken: 1, releasing: 1, free: 0 });
      // Staff give it to no other family meanwhile.
      expect(await acts.offer(poolId, 1)).toBe(409);
    }
    expect((await waiting()).map(({ type }) => type)).toContain('offer.releasing');
    await settle();
    expect([await acts.promote(), await acts.promote()]).toEqual([1, 0]);
    await settle();
    await expectPromotedOnce();
  });

  test('when billing is down at the deadline and the family had confirmed before, then it keeps its seat', async () => {
    const { acts, settle } = portal;
    expect(await acts.confirm(one)).toBe(201);
    expect(await acts.expire()).toBe(1);
    await settle();
    expect(await acts.promote()).toBe(0);
    expect([await stages(), (await portal.held(one)).status]).toEqual([
      ['passed', 'waitlisted', 'waitlisted'],
      'accepted',
    ]);
    expect(await portal.seats.differences()).toEqual([]);
  });

  /** Tries a work on a database that dies at this point; returns whether it lived. */
  async function livesAt(
    url: string,
    point: PointOfDeath,
    work: (database: SeatPortal['admission']['database']) => Promise<unknown>,
  ): Promise<boolean> {
    const { database, arm, died } = mortalDatabase(url, { max: 1 });
    arm(point);
    const worked = work(database).then(() => arm(null));
    const lived = (await Promise.race([worked, died.then(() => null)])) !== null;
    if (lived) await database.close();
    return lived;
  }

  /** Kills the work before each of its statements and after its commit, one after the other, until it lives. */
  async function untilAlive(
    url: string,
    work: (database: SeatPortal['admission']['database']) => Promise<unknown>,
  ): Promise<number> {
    for (let point = 1; point < MOST; point += 1) {
      if (await livesAt(url, point, work)) return point - 1;
      expect(await portal.seats.differences()).toEqual([]);
      const { taken, releasing, open } = await portal.seats.figures(poolId);
      expect(taken).toBe(releasing + open);
    }
    throw new Error('It never lived');
  }

  test.each(['statement', 'commit'] as const)(
    'when admission and billing are killed at every %s between the deadline and the promotion, then the seat is given once',
    async (kill) => {
      const { acts, admission, billing, waiting, handOn } = portal;
      const urls = { admission: admission.url, billing: billing.url };
      const promote = (database: SeatPortal['admission']['database']) =>
        promoteWaiting({ ...admission.context, database });
      expect(await acts.expire()).toBe(1);
      let deaths = 0;
      for (let all = await waiting(); all.length > 0; all = await waiting()) {
        const event = all.shift()!;
        const work = (database: SeatPortal['admission']['database']) =>
          handOn(event, { [event.queue]: database });
        if (kill === 'statement') deaths += await untilAlive(urls[event.queue], work);
        else if (!(await livesAt(urls[event.queue], 'commit', work))) {
          deaths += 1;
          await work(portal[event.queue].database);
        }
      }
      expect((await portal.held(one)).status).toBe('released');
      const number = (database: SeatPortal['admission']['database']) => numberLists({ database });
      for (const work of [promote, number])
        if (kill === 'statement') deaths += await untilAlive(urls.admission, work);
        else if (!(await livesAt(urls.admission, 'commit', work))) deaths += 1;
      expect(await acts.promote()).toBe(0);
      await portal.settle();
      expect(deaths).toBeGreaterThan(3);
      await expectPromotedOnce();
    },
  );
});
