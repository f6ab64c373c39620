import type { Browser } from 'playwright-core';
import { launch } from '../browser.ts';
import { openVisitor, type Screen, type Theme, type Visitor } from '../visitor.ts';

/** Addresses of the run's portal; the set-up wrote them down. */
export const url = process.env.E2E_URL ?? '';
export const simulatorUrl = process.env.E2E_SIMULATOR_URL ?? '';

/** A browser for one test file, and its windows, which are closed after each test and must have seen no fault. */
export function useBrowser() {
  let browser: Browser;
  const open: Visitor[] = [];
  beforeAll(async () => {
    browser = await launch();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
  });
  afterEach(async () => {
    const faults = open.flatMap((visitor) => visitor.faults());
    for (const visitor of open.splice(0)) await visitor.close();
    expect(faults).toEqual([]);
  });
  return {
    /** A window whose faults fail the test. */
    visitor: async (screen: Screen, theme?: Theme): Promise<Visitor> => {
      const visitor = await openVisitor(browser, { url, screen, theme });
      open.push(visitor);
      return visitor;
    },
    /** A window in which faults are the point of the test. */
    roughVisitor: (screen: Screen): Promise<Visitor> => openVisitor(browser, { url, screen }),
  };
}
