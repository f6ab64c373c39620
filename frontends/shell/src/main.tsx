// Before the router listens for Back: browsers call the listeners of the window in the order of their registration.
import '@gerbang/ui/back-closes';
import { askForDashboard } from '@gerbang/web-kit/api/dashboard';
import { createQueryClient } from '@gerbang/web-kit/api/query-client';
import { pageData } from './page-data.ts';
import { loadRoutes } from './remotes/remotes.ts';

/** Public pages of the account area; /auth only when the registration is wanted. */
const PUBLIC_REMOTE =
  /^\/(?:forgot-password|reset-password|number-requests\/stop|auth\?(?:.*&)?tab=daftar\b.*)$/u;

/** Lets the browser paint and handle input between two parts of the start. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Fetches the remote of the first page while the program is still starting: one round less. */
function startFirstRemote({ pathname, search }: Location): void {
  const isPublic = PUBLIC_REMOTE.test(pathname === '/auth' ? pathname + search : pathname);
  const area = isPublic ? 'auth' : pageData().area;
  // A failure is shown by the page itself, which asks again.
  if (area) loadRoutes(area).catch(() => undefined);
}

/** Fetches the pages behind the login, what they are drawn in, and the frame of the dashboard. */
function startFrame(pathname: string): void {
  if (!pageData().files) return;
  // A failure is met again, and shown, where the part is wanted.
  import(/* webpackChunkName: "inside" */ './inside.tsx').catch(() => undefined);
  import(/* webpackChunkName: "frame" */ './layout/app-frame.tsx').catch(() => undefined);
  if (pathname === '/dashboard') {
    import(/* webpackChunkName: "dashboard" */ './dashboard/dashboard-page.tsx').catch(() => undefined);
  }
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
  askForUser(client);
  if (pathname === '/dashboard') askForDashboard(client);
  await pause();
  startFirstRemote(location);
  startFrame(pathname);
  await pause();
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await pause();
  await import(/* webpackMode: "eager" */ '@gerbang/web-kit/session/login-form.tsx');
  await pause();
  const { show } = await import(/* webpackMode: "eager" */ './app.tsx');
  await pause();
  show(client);
}

void start();
