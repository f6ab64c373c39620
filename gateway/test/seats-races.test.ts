import { AFTER_DEADLINE, openSeatPortal, type SeatPortal } from './seat-portal.ts';

const FAMILIES = 40;
const JOBS = 4;

describe('seats that many act about at once, between admission and billing', () => {
  let portal: SeatPortal;
  beforeEach(async () => {
    portal = await openSeatPortal();
  });
  afterEach(() => portal.close());

  test('when forty families confirm, and decline, while their deadline passes, then each keeps its seat or loses it, never both', async () => {
    const { seats, admission, acts, settle, waiting, hand } = portal;
    const pool = await seats.pool({ seats: FAMILIES, offer_limit: FAMILIES, auto_offer: true });
    const [passed, list] = [await seats.applicants(FAMILIES), await seats.applicants(FAMILIES)];
    await seats.publish([
      ...passed.map((one) => [one, 'passed'] as const),
      ...list.map((one) => [one, 'waitlisted'] as const),
    ]);
    await settle();
    admission.setClock(AFTER_DEADLINE);
    let isOver = false;
    /** The queue, which carries all the while. */
    const carried = (async () => {
      while (!isOver) {
        const some = (await waiting()).splice(0, 8);
        await Promise.all(some.map((event) => hand(event)));
      }
    })();
    const statuses = await Promise.all([
      ...passed.map((one) => acts.confirm(one)),
      ...passed.filter((_one, at) => at % 2 === 0).map((one) => acts.decline(one)),
      ...Array.from({ length: JOBS }, () => acts.expire().then(() => 0)),
    ]);
    isOver = true;
    await carried;
    await settle();
    expect(statuses.filter((status) => ![0, 201, 202, 409].includes(status))).toEqual([]);
    const confirmed = statuses.slice(0, FAMILIES).filter((status) => status === 201);
    const ends = await Promise.all(
      passed.map(async (one) => [
        (await portal.held(one)).status,
        (await portal.confirmation(one))?.status ?? null,
        await seats.stage(one),
      ]),
    );
    for (const end of ends)
      expect([
        ['accepted', 'submitted', 'passed'],
        ['released', null, 'released'],
      ]).toContainEqual(end);
    expect(ends.filter(([status]) => status === 'accepted')).toHaveLength(confirmed.length);
    const freed = FAMILIES - confirmed.length;
    expect(await acts.promote()).toBe(freed);
    expect(await seats.figures(pool.id)).toMatchObject({ taken: FAMILIES, open: freed, free: 0 });
    expect(await seats.differences()).toEqual([]);
  });
});
