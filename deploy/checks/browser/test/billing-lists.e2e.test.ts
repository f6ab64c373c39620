import { eventually } from '../eventually.ts';
import { acceptedFamily } from '../../kit/families.ts';
import { confirmEnrollment, makeScheme } from '../../kit/enrollments.ts';
import * as portal from '../portal.ts';
import { WIDE } from '../visitor.ts';
import { checkAll } from './checks.ts';
import { client, staff, useBrowser } from './world.ts';

const { visitor } = useBrowser();
const UPRIGHT = { name: 'tablet', width: 768, height: 1024 } as const;

const LISTS = [
  ['/admin/invoices', 'finance', 'Jatuh tempo'],
  ['/admin/enrollment', 'finance', 'Tanggal diterima'],
  ['/admin/announcements', 'admin', 'Dibuat'],
] as const;

beforeAll(async () => {
  const admin = staff('admin');
  const accepted = await acceptedFamily(client, { admin, manager: staff('manager_pendidikan') });
  await makeScheme(admin, accepted, await confirmEnrollment(accepted.parent.call, accepted));
}, 120_000);

test.each(LISTS)(
  'when %s is open on a desktop, then its first row is near the top, fourteen fit, and its head sorts',
  async (path, role, head) => {
    const { page } = await visitor(WIDE, { as: role });
    await page.goto(path);
    const rows = page.locator('tbody tr');
    await rows.first().waitFor();
    await portal.settled(page);
    const boxes = await rows.evaluateAll((all) =>
      all.map((row) => row.getBoundingClientRect()).map(({ top, height }) => ({ top, height })),
    );
    const top = boxes[0]?.top ?? Number.NaN;
    expect(top).toBeLessThanOrEqual(220);
    expect(Math.max(...boxes.map(({ height }) => height))).toBeLessThanOrEqual((900 - top) / 14);
    await eventually(() =>
      page.locator('select[aria-required], [role="combobox"][aria-required]').count(),
    ).toBe(0);
    await page.getByRole('columnheader', { name: head }).getByRole('button').click();
    await page.locator(`th[aria-sort]:has-text("${head}")`).waitFor();
    expect(await checkAll(page, path)).toEqual({});
  },
  120_000,
);

test.each(LISTS)(
  'when %s is open on a tablet, then columns go by priority and nothing is cut',
  async (path, role) => {
    const { page } = await visitor(UPRIGHT, { as: role });
    await page.goto(path);
    await page.locator('tbody tr').first().waitFor();
    await portal.settled(page);
    const cut = await page
      .locator('main table')
      .evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0));
    expect(cut).toBeLessThanOrEqual(0);
    await eventually(() => page.locator('tbody [role="cell"]:last-child').first().isVisible()).toBe(true);
  },
);
