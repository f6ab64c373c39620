import { ROLES, type Role } from '@gerbang/domain/roles';
import { type BrowserServer, chromium } from 'playwright-core';
import { createClient } from '../../kit/client.ts';
import { logInDemo, newPerson, signUp } from '../../kit/people.ts';
import { launchOptions } from '../browser.ts';
import { startOwn, type Target } from '../target.ts';

/** What all browser tests share; handed to them as JSON in `E2E_WORLD`. */
export interface SharedWorld {
  readonly url: string;
  readonly simulatorUrl: string;
  readonly sessionsUrl: string | undefined;
  readonly accountsUrl: string | undefined;
  /** Endpoint of the browser, which the test files connect to. */
  readonly browser: string;
  /** Session cookies: a demo account of each role, and a family that has entered nothing yet. */
  readonly cookies: Readonly<Record<Role | 'newcomer', string>>;
  /** The ids of the demo accounts. */
  readonly ids: Readonly<Record<Role, string>>;
  /** When they logged in (ms). */
  readonly since: number;
}

declare global {
  // The clean-up runs in another module of the same process.
  var gerbangTarget: Target | undefined;
  var gerbangBrowser: BrowserServer | undefined;
}

/** Jest: one portal with its own data and one browser for the whole run; stale front ends are built first. */
export default async function setup(): Promise<void> {
  const lines: string[] = [];
  try {
    const target = await startOwn((line) => lines.push(line));
    globalThis.gerbangTarget = target;
    const browser = await chromium.launchServer({ ...launchOptions(), host: '127.0.0.1' });
    globalThis.gerbangBrowser = browser;
    const client = createClient(target.url, { simulatorUrl: target.simulatorUrl });
    const cookies: Partial<Record<Role | 'newcomer', string>> = {};
    const ids: Partial<Record<Role, string>> = {};
    for (const role of ROLES) {
      const account = await logInDemo(client, role);
      cookies[role] = account.cookie;
      ids[role] = account.id;
    }
    cookies.newcomer = (await signUp(client, newPerson('Keluarga Baru'))).cookie;
    client.close();
    const { url, simulatorUrl, sessionsUrl, accountsUrl } = target;
    const shared = {
      url,
      simulatorUrl,
      sessionsUrl,
      accountsUrl,
      browser: browser.wsEndpoint(),
      cookies,
      ids,
      since: Date.now(),
    };
    process.env.E2E_WORLD = JSON.stringify(shared satisfies Omit<SharedWorld, 'cookies' | 'ids'>);
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`The portal for the browser tests did not start: ${message}\n${lines.join('\n')}`, {
      cause: error,
    });
  }
}
