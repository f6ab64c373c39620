import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_PASSWORD } from '@gerbang/auth-service/demo/demo-people';
import { ROLES, type Role } from '@gerbang/domain/roles';
import pg from 'pg';
import { type Browser, chromium } from 'playwright-core';
import { type Call, callAs, createClient } from '../../kit/client.ts';
import { openVisitor, type Screen, type Theme, type Visitor } from '../visitor.ts';
import type { SharedWorld } from './setup.ts';

const world = JSON.parse(process.env.E2E_WORLD ?? '{}') as SharedWorld;
export const { url, simulatorUrl, accountsUrl } = world;

/** Plain HTTP to the portal, for everything that is not about a screen. */
export const client = createClient(url, { simulatorUrl });

/** The calls of the demo account of a role. */
export const staff = (role: Role): Call => callAs(client, world.cookies[role]);

// Some calls want a proof of the password that is at most 15 minutes old, and a whole run takes longer than that.
const PROVE_AGAIN_MS = 8 * 60_000;

async function proveAgain(): Promise<void> {
  for (const role of ROLES) await staff(role)('POST', '/api/fresh', { password: DEMO_PASSWORD });
}

/** Makes the last proof of an account's sessions 16 minutes old, in every gateway. */
export async function outdateProofs(userId: string): Promise<void> {
  const database = new pg.Client(world.sessionsUrl);
  await database.connect();
  await database.query('update sessions set proven_at = proven_at - 960000 where user_id = $1', [userId]);
  await database.end();
  // A gateway keeps what it read of a session for five seconds.
  await sleep(5500);
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
    client.close();
  });
  afterEach(async () => {
    const faults = open.flatMap((visitor) => visitor.faults());
    await Promise.all([...open.splice(0), ...rough.splice(0)].map((visitor) => visitor.close()));
    expect(faults).toEqual([]);
  });
  const opener =
    (list: Visitor[]) =>
    async (screen: Screen, { theme, as, live, worker }: VisitorSettings = {}): Promise<Visitor> => {
      const cookie = typeof as === 'object' ? as.cookie : as && world.cookies[as];
      const visitor = await openVisitor(browser, { url: portal(), screen, theme, cookie, live, worker });
      list.push(visitor);
      return visitor;
    };
  return {
    /** A window whose faults fail the test. */
    visitor: opener(open),
    /** A window in which faults are the subject of the test. */
    roughVisitor: opener(rough),
  };
}
