import { randomUUID } from 'node:crypto';
import { DEMO_PASSWORD } from '@gerbang/auth-service/demo/demo-people';
import type { Slot } from '@gerbang/contracts/observation-slots';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { CALENDAR_DAYS } from '@gerbang/domain/observation-slots';
import { addDays } from '@gerbang/domain/reports';
import { ROLES, type Role } from '@gerbang/domain/roles';
import { type Browser, chromium } from 'playwright-core';
import { rowsOf } from '../../kit/databases.ts';
import { type Call, callAs, createClient } from '../../kit/client.ts';
import { until } from '../../kit/until.ts';
import { openVisitor, type Screen, type Theme, type Visitor } from '../visitor.ts';
import type { SharedWorld } from './setup.ts';

// Only a hang takes so long, also beside other work on a machine with two cores.
jest.setTimeout(300_000);

const world = JSON.parse(process.env.E2E_WORLD ?? '{}') as SharedWorld;
export const { url, simulatorUrl, accountsUrl } = world;

/** Plain HTTP to the portal, for everything that is not about a screen. */
export const client = createClient(url, { simulatorUrl });

/** The calls of the demo account of a role. */
export const staff = (role: Role): Call => callAs(client, world.cookies[role]);

/** The session of the demo account of a role, for calls that are done once for a key. */
export const sessionOf = (role: Role) => ({ cookie: world.cookies[role] });

// Some calls want a proof of the password that is at most 15 minutes old, and a whole run takes longer than that.
const PROVE_AGAIN_MS = 8 * 60_000;

async function proveAgain(): Promise<void> {
  for (const role of ROLES) await staff(role)('POST', '/api/fresh', { password: DEMO_PASSWORD });
}

/** Makes the last proof of an account's sessions 16 minutes old, and waits until the gateway knows that of the window's. */
export async function outdateProofs(userId: string, { context }: Visitor): Promise<void> {
  const outdate = 'update sessions set proven_at = proven_at - 960000 where user_id = $1';
  await rowsOf(String(world.sessionsUrl), outdate, [userId]);
  // The gateway keeps what it read of a session for some seconds. A factor that is not there is not found until then.
  await until(
    'The proof is old',
    async () => {
      const path = `${url}/api/factors/${randomUUID()}`;
      const response = await context.request.delete(path, { headers: { origin: url } });
      return (await response.text()).includes('fresh_proof_required');
    },
    { pauseMs: 250 },
  );
}

export interface VisitorSettings {
  readonly theme?: Theme;
  /**
   * The session of the visitor: a demo account, the family that has entered nothing (it belongs to all tests: look, do
   * not change), or an account that the test made. A guest without it.
   */
  readonly as?: Role | 'newcomer' | { readonly cookie: string };
  /** Whether its pages follow the stream of notifications. */
  readonly live?: boolean;
  /** Whether the worker runs that shows a page without a connection. */
  readonly worker?: boolean;
}

/** Lists of this account begin with all years: which one is the newest with children depends on the other tests. */
const showEveryYear = ({ context }: Visitor, id: string): Promise<unknown> =>
  context.addInitScript((key) => {
    if (location.protocol.startsWith('http') && localStorage.getItem(key) === null)
      localStorage.setItem(key, 'semua');
  }, `gerbang.year.${id}`);

/** No file may leave slots with room in the portal that all share: families would be told something else of their fee. */
async function expectNoSlots(): Promise<void> {
  const today = jakartaDay(new Date());
  const days = new URLSearchParams({ from: today, to: addDays(today, CALENDAR_DAYS - 1), jenjang: 'SD' });
  const { slots } = await staff('admin')<{ readonly slots: readonly Slot[] }>(
    'GET',
    `/api/admin/slots?${days}`,
  );
  expect(slots.filter(({ published, booked, capacity }) => published && booked < capacity)).toEqual([]);
}

/** What a page of a failed test shows, at most so many characters of it. */
const SHOWN = 6_000;

/** Tells what stands on the pages of a test that failed: what it waited for is often there in another form. */
async function describePages(open: readonly Visitor[]): Promise<void> {
  for (const { page, screen } of open) {
    const state = await page.evaluate(() => JSON.stringify(window.history.state)).catch(String);
    const shown = await page.locator('body').ariaSnapshot({ timeout: 10_000 }).catch(String);
    process.stderr.write(`${screen.name} at ${page.url()}, ${state}\n${shown.slice(0, SHOWN)}\n`);
  }
}

/**
 * The browser of the run for one test file; a test's windows are closed after it and must have seen no fault. `portal` =
 * the address of the portal that they open, where it is not the shared one.
 */
export function useBrowser(portal: () => string = () => url) {
  let browser: Browser;
  const open: Visitor[] = [];
  const rough: Visitor[] = [];
  beforeAll(async () => {
    browser = await chromium.connect(world.browser);
    if (Date.now() - world.since > PROVE_AGAIN_MS) await proveAgain();
  });
  afterAll(async () => {
    await browser.close();
    if (portal() === url) await expectNoSlots();
    client.close();
  });
  afterEach(async () => {
    const faults = open.flatMap((visitor) => visitor.faults());
    if (Reflect.get(globalThis, 'testFailed') === true) await describePages([...open, ...rough]);
    await Promise.all([...open.splice(0), ...rough.splice(0)].map((visitor) => visitor.close()));
    expect(faults).toEqual([]);
  });
  const opener =
    (list: Visitor[]) =>
    async (screen: Screen, { theme, as, live, worker }: VisitorSettings = {}): Promise<Visitor> => {
      const cookie = typeof as === 'object' ? as.cookie : as && world.cookies[as];
      const visitor = await openVisitor(browser, { url: portal(), screen, theme, cookie, live, worker });
      list.push(visitor);
      if (typeof as === 'string' && as !== 'newcomer') await showEveryYear(visitor, world.ids[as]);
      return visitor;
    };
  return {
    /** A window whose faults fail the test. */
    visitor: opener(open),
    /** A window in which faults are the subject of the test. */
    roughVisitor: opener(rough),
  };
}
