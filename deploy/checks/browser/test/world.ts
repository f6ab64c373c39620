import type { Role } from '@gerbang/domain/roles';
import { type Browser, chromium } from 'playwright-core';
import { type Call, callAs, createClient } from '../../kit/client.ts';
import { openVisitor, type Screen, type Theme, type Visitor } from '../visitor.ts';
import type { SharedWorld } from './setup.ts';

const world = JSON.parse(process.env.E2E_WORLD ?? '{}') as SharedWorld;
export const { url, simulatorUrl } = world;

/** Plain HTTP to the portal, for everything that is not about a screen. */
export const client = createClient(url, { simulatorUrl });

/** The calls of the demo account of a role. */
export const staff = (role: Role): Call => callAs(client, world.cookies[role]);

export interface VisitorSettings {
  readonly theme?: Theme;
  /**
   * The session of the visitor: a demo account, the family that has entered nothing (it belongs to all tests: look, do
   * not change), or an account that the test made. A guest without it.
   */
  readonly as?: Role | 'newcomer' | { readonly cookie: string };
}

/** The browser of the run for one test file; a test's windows are closed after it and must have seen no fault. */
export function useBrowser() {
  let browser: Browser;
  const open: Visitor[] = [];
  const rough: Visitor[] = [];
  beforeAll(async () => {
    browser = await chromium.connect(world.browser);
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
    async (screen: Screen, { theme, as }: VisitorSettings = {}): Promise<Visitor> => {
      const cookie = typeof as === 'object' ? as.cookie : as && world.cookies[as];
      const visitor = await openVisitor(browser, { url, screen, theme, cookie });
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
