import { runs } from '@gerbang/domain/testing/runs';
import { checkDues, tellDues } from '@gerbang/billing-service/family-dues/tell-dues';
import { checkDashboards } from '@gerbang/admission-service/dashboard/check-dashboards';
import { tellResults } from '@gerbang/announcement-service/announcements/tell-results';
import type { BillingArea } from '@gerbang/contracts/billing-dashboard';
import { getDashboard } from '@gerbang/contracts/dashboard';
import { randomOf } from '@gerbang/service-kit/testing/random';
import { HOLDS_MS } from '../src/applied-results.ts';
import { openFamily } from './dashboard-family.ts';
import { type DashboardPortal, openDashboardPortal } from './dashboard-portal.ts';

const STEPS = 60;
const SEEDS = Array.from({ length: runs(8, { plain: 3 }) }, (_none, at) => at + 1);
/** The first family has an invoice, the second a child that waits for its result: from there on all can happen soon. */
const BEGINNING = ['addChild', 'register', 'schedule', 'observe', 'addChild', 'register'] as const;
const FURTHER = ['announce', 'confirm', 'decide', 'bill'] as const;

type Family = Awaited<ReturnType<typeof openFamily>>;
interface Results {
  readonly parent: { readonly results: readonly { readonly id: string }[] };
}

describe('the dashboard’s read model against fresh composition', () => {
  let portal: DashboardPortal;
  beforeAll(async () => {
    portal = await openDashboardPortal();
  });
  afterAll(() => portal.close());

  /** The dashboard with all its areas: one that a busy machine could not ask in time is null, and is asked again. */
  async function read(family: Family) {
    for (let more = 10; ; more -= 1) {
      const shown = (await family.browse(getDashboard)).json();
      if (more === 0 || (shown.admission && shown.announcement && shown.billing)) return shown;
    }
  }
  const resultIds = ({ parent }: Results) => parent.results.map(({ id }) => id);

  /** What the runs have come to: a property of families without invoices would prove little. */
  const reached = { appointments: 0, results: 0, toConfirm: 0, invoices: 0, partlyPaid: 0, late: 0 };
  function note({ parent }: BillingArea, results: number): void {
    reached.results += results;
    reached.toConfirm += parent?.to_confirm.length ?? 0;
    reached.invoices += parent?.outstanding.invoices ?? 0;
    reached.partlyPaid += parent?.next_payment?.status === 'partially_paid' ? 1 : 0;
  }

  /** When each result was there first, and which of them its family's browser was shown. */
  const since = new Map<string, number>();
  const seen = new Set<string>();
  /** The results that must be shown: those of half a second ago, and what was shown before. */
  function due(results: readonly string[]): string[] {
    const now = portal.time();
    for (const id of results) if (!since.has(id)) since.set(id, now);
    return results.filter((id) => seen.has(id) || now - (since.get(id) ?? now) >= HOLDS_MS);
  }

  /** What must hold at any moment, whatever events are late. */
  async function expectNothingHidden(family: Family, wroteToBilling = false): Promise<void> {
    const fresh = await family.fresh();
    const published = resultIds(JSON.parse(fresh.announcement));
    const mustShow = due(published);
    const shown = await read(family);
    expect(JSON.stringify(shown.admission)).toBe(fresh.admission);
    const results = resultIds(shown.announcement);
    expect(results).toEqual(expect.arrayContaining(mustShow));
    for (const id of results) seen.add(id);
    reached.late += published.filter((id) => !results.includes(id)).length;
    note(shown.billing, results.length);
    reached.appointments += shown.admission.parent.observations.length;
    if (wroteToBilling) expect(JSON.stringify(shown.billing)).toBe(fresh.billing);
  }

  test.each(SEEDS)(
    'when families, staff and late events do as they like (%i), then nothing is hidden, and at rest all is equal',
    async (seed) => {
      const random = randomOf(seed);
      const families = [await openFamily(portal, random), await openFamily(portal, random)];
      for (const family of families) for (const move of BEGINNING) await family.moves[move]();
      await portal.settle();
      for (const move of FURTHER) {
        await families[0]?.moves[move]();
        await portal.settle();
      }
      await tellDues(portal.billing.context);
      await portal.settle();
      for (let step = 0; step < STEPS; step += 1) {
        const family = random.pick(families);
        const move = random.pick(Object.keys(family.moves)) as keyof Family['moves'];
        await expectNothingHidden(family, (await family.moves[move]()) === true);
        portal.pass(random.between(0, HOLDS_MS));
        // Some events come late, in any order, and some twice.
        for (let count = random.between(0, 3); count > 0 && portal.waiting().length > 0; count -= 1) {
          const at = random.between(0, portal.waiting().length - 1);
          const again = portal.waiting()[at];
          await portal.deliver(at);
          if (again && random.next() < 0.2) portal.waiting().push(again);
        }
        await expectNothingHidden(family);
      }
      await portal.settle();
      await tellDues(portal.billing.context);
      await portal.settle();
      portal.pass(HOLDS_MS);
      for (const family of families) {
        const { admission, announcement, billing } = await family.fresh();
        const answer = await family.browse(getDashboard);
        expect(answer.body).toBe(
          `{"admission":${admission},"announcement":${announcement},"billing":${billing},"unavailable":[]}`,
        );
      }
      // The checks of the night find nothing to mend.
      await portal.billing.db('family_dues').update({ changed_at: new Date(0) });
      await checkDues(portal.billing.context);
      await portal.announcement
        .db('announcements')
        .where({ status: 'published' })
        .update({ published_at: portal.announcement.db.raw('published_at') });
      await tellResults(portal.announcement.context, 'all');
      await portal.settle();
      expect(await checkDashboards(portal.admission.context)).toBe(0);
      expect(await portal.admission.db('dashboard_repairs')).toEqual([]);
    },
  );

  test('when all runs are over, then they have come as far as instalments that are partly paid', () => {
    expect(Object.entries(reached).filter(([, times]) => times === 0)).toEqual([]);
  });
});
