import { getDashboard } from '@gerbang/contracts/dashboard';
import { tellResults } from '@gerbang/announcement-service/announcements/tell-results';
import { forgetTold } from '@gerbang/billing-service/family-dues/family-dues.repository';
import { tellDues } from '@gerbang/billing-service/family-dues/tell-dues';
import { type Random, randomOf } from '@gerbang/service-kit/testing/random';
import { HOLDS_MS } from '../src/applied-results.ts';
import { openFamily } from './dashboard-family.ts';
import { type DashboardPortal, openDashboardPortal } from './dashboard-portal.ts';

type Family = Awaited<ReturnType<typeof openFamily>>;
type Move = keyof Family['moves'];

/** Always the first choice: passed, processed, one invoice, verified. */
const FIRST: Random = {
  next: () => 0,
  between: (least) => least,
  pick: ([first]) => first as never,
  shuffled: (list) => [...list],
};

describe('a parent’s dashboard while events are late', () => {
  let portal: DashboardPortal;
  beforeAll(async () => {
    portal = await openDashboardPortal();
  });
  afterAll(() => portal.close());

  /** A family after these moves, with nothing on its way. */
  async function familyAfter(...moves: Move[]): Promise<Family> {
    const family = await openFamily(portal, FIRST);
    for (const move of moves) {
      await family.moves[move]();
      await portal.settle();
    }
    await tellDues(portal.billing.context);
    await portal.settle();
    expect((await family.browse(getDashboard)).statusCode).toBe(200);
    return family;
  }
  const WAITING = ['addChild', 'register', 'observe'] as const;
  const BILLED = [...WAITING, 'announce', 'confirm', 'decide', 'bill'] as const;
  const read = async (family: Family) => (await family.browse(getDashboard)).json();

  test('when results are published and no event moves, then its reader sees the result half a second later, and again when it has moved', async () => {
    const family = await familyAfter(...WAITING);
    expect((await read(family)).announcement.parent.results).toEqual([]);
    await family.moves.announce();
    portal.pass(HOLDS_MS);
    const [result] = (await read(family)).announcement.parent.results;
    expect(result).toMatchObject({ title: 'Hasil Observasi Gelombang 1' });
    // Stage and text arrive in one transaction; the copies of other services wait still.
    await portal.settle(['results.published']);
    const moved = await read(family);
    expect(moved.announcement.parent.results).toEqual([result]);
    expect(moved.admission.parent.registrations[0].current_stage).not.toBe('waiting_announcement');
  });

  test('when a family waits and nothing is under way, then announcement is called once for many dashboards', async () => {
    const family = await familyAfter(...WAITING);
    expect(await family.lacking()).toBe('announcement');
    portal.pass(HOLDS_MS);
    const prepared = jest.spyOn(portal.announcement.database, 'prepared');
    const before = (await family.browse(getDashboard)).body;
    const asked = prepared.mock.calls.length;
    for (let again = 0; again < 10; again += 1) expect((await family.browse(getDashboard)).body).toBe(before);
    expect([asked, prepared.mock.calls.length]).toEqual([2, 2]);
    prepared.mockRestore();
  });

  test('when one gateway goes by an older word, then a browser that was shown a result at another one keeps it', async () => {
    const family = await familyAfter(...WAITING);
    const [one, other] = portal.gateways;
    portal.pass(HOLDS_MS);
    const shown = async (through = one) =>
      (await family.browse(getDashboard, undefined, through)).json().announcement.parent.results.length;
    expect(await shown()).toBe(0);
    await family.moves.announce();
    expect([await shown(other), await shown(one), await shown(one)]).toEqual([1, 1, 1]);
    // Another browser of the family waits until the word is over.
    const elsewhere = async () =>
      (await portal.door.call('GET', getDashboard.path, { sid: family.sid }, one)).json().announcement.parent;
    expect((await elsewhere()).results).toEqual([]);
    portal.pass(HOLDS_MS);
    expect((await elsewhere()).results).toHaveLength(1);
  });

  test('when families read without a pause through two gateways while results are published, then none loses what it was shown', async () => {
    const random = randomOf(11);
    const families = [await openFamily(portal, random), await openFamily(portal, random)];
    for (const family of families) for (const move of WAITING) await family.moves[move]();
    await portal.settle();
    const resultsOf = async (family: Family) => (await read(family)).announcement.parent.results.length;
    let over = false;
    const readers = families.map(async (family) => {
      const counts: number[] = [];
      while (!over) {
        counts.push(await resultsOf(family));
        portal.pass(20);
      }
      return counts;
    });
    for (const family of families) {
      await family.moves.announce();
      await Promise.all([portal.settle(), resultsOf(family)]);
    }
    over = true;
    for (const counts of await Promise.all(readers)) expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    portal.pass(HOLDS_MS);
    expect(await Promise.all(families.map(resultsOf))).toEqual([1, 1]);
  });

  test('when a family pays and no event moves, then its next dashboard shows it, until the copy has it, too', async () => {
    const family = await familyAfter(...BILLED);
    const before = (await read(family)).billing.parent;
    expect([before.outstanding.invoices, await family.lacking()]).toEqual([1, undefined]);
    await family.moves.pay();
    const after = await read(family);
    expect(after.billing.parent.outstanding.invoices).toBe(0);
    expect(JSON.stringify(after.billing)).toBe((await family.fresh()).billing);
    await tellDues(portal.billing.context);
    await portal.settle();
    expect(await read(family)).toEqual(after);
    expect(await family.lacking()).toBeUndefined();
  });

  test('when finance decides while billing’s feed stands still, then the family sees it once the feed is old, at the latest', async () => {
    const family = await familyAfter(...BILLED, 'pay');
    const before = await read(family);
    await family.moves.check();
    expect((await read(family)).billing).toEqual(before.billing);
    await portal.admission
      .db('dues_feed')
      .update({ complete_at: portal.admission.db.raw(`now() - interval '31 seconds'`) });
    const shown = JSON.stringify((await read(family)).billing);
    expect([shown, shown === JSON.stringify(before.billing)]).toEqual([
      (await family.fresh()).billing,
      false,
    ]);
    await tellDues(portal.billing.context);
    await portal.settle();
    expect([JSON.stringify((await read(family)).billing), await family.lacking()]).toEqual([
      shown,
      undefined,
    ]);
  });

  test('when copies are lost, then replays of the owners fill them again', async () => {
    const family = await familyAfter(...BILLED);
    const before = (await family.browse(getDashboard)).body;
    const { admission, announcement, billing } = portal;
    await admission.db('published_results').delete();
    await admission.db('published_announcements').delete();
    await admission.db('family_dashboards').delete();
    expect((await family.browse(getDashboard)).body).toBe(before);
    expect(await family.lacking()).toBe('announcement,billing');
    await tellResults(announcement.context, 'all');
    await forgetTold(billing.db);
    await tellDues(billing.context);
    await portal.settle();
    expect([(await family.browse(getDashboard)).body, await family.lacking()]).toEqual([before, undefined]);
  });
});
