// Before the router listens for Back: browsers call the listeners of the window in the order of their registration.
import '@gerbang/ui/back-closes';
import { askForDashboard } from '@gerbang/web-kit/api/dashboard';
import { createQueryClient } from '@gerbang/web-kit/api/query-client';
import { pageData } from './page-data.ts';
import { loadPage } from './remotes/remotes.ts';

/** Public pages of the account area; /auth only when the registration is wanted. */
const PUBLIC_REMOTE =
  /^\/(?:forgot-password|reset-password|number-requests\/stop|auth\?(?:.*&)?tab=daftar\b.*)$/u;

/** Lets the browser paint and handle input between two parts of the start. */
const pause = (ms = 0) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** How long the first paint stays for what the page is drawn with, once the program is here. */
const LONGEST_MS = 1000;

/** Fetches the remote of the first page while the program is still starting: one round less. */
async function startFirstRemote({ pathname, search }: Location): Promise<void> {
  const isPublic = PUBLIC_REMOTE.test(pathname === '/auth' ? pathname + search : pathname);
  const { area = isPublic ? 'auth' : undefined, path = pathname } = pageData();
  if (area) await loadPage(area, path);
}

/** Fetches the pages behind the login, what they are drawn in, and the frame of the dashboard. */
async function startFrame(
  pathname: string,
  dashboard: ReturnType<typeof askForDashboard> | undefined,
): Promise<void> {
  if (!pageData().files) return;
  const { loadFrame } = await import(/* webpackChunkName: "inside" */ './inside.tsx');
  await loadFrame(pathname, dashboard);
}

/** The start in parts that are each short on a slow phone: what is in this file's chunk already, evaluated in turn. */
async function start(): Promise<void> {
  // The youngest of the methods that the pages use: a browser that has these two has them all.
  if (!('withResolvers' in Promise && 'canParse' in URL)) {
    const { lendMethods } = await import(/* webpackChunkName: "older-browsers" */ './older-browsers.ts');
    lendMethods();
  }
  const { pathname } = location;
  const client = createQueryClient();
  const { askForUser } = await import(/* webpackMode: "eager" */ '@gerbang/web-kit/session/session');
  const dashboard = pathname === '/dashboard' ? askForDashboard(client) : undefined;
  const reads = [askForUser(client), dashboard];
  await pause();
  // A failure is met again, and shown, where the part is wanted.
  const parts = Promise.allSettled([startFirstRemote(location), startFrame(pathname, dashboard), ...reads]);
  await pause();
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await pause();
  await import(/* webpackMode: "eager" */ '@gerbang/web-kit/session/login-form.tsx');
  await pause();
  const { Inside, show } = await import(/* webpackMode: "eager" */ './app.tsx');
  await pause();
  // Frame and page are then drawn once, and not first with placeholders.
  if (pageData().files) await Promise.race([Promise.allSettled([parts, Inside.load()]), pause(LONGEST_MS)]);
  show(client);
}

void start();
