import type { Browser, BrowserContext, Page } from 'playwright-core';
import { drawInOwnFont } from './own-font.ts';
import { followRequests } from './requests.ts';

/** How long one step may take: only what hangs takes so long, also on a machine with other work. */
export const STEP_MS = 60_000;

export const PHONE = { name: 'phone', width: 360, height: 740 } as const;
/** No room for a panel beside a list: records open in its place. */
export const TABLET = { name: 'tablet', width: 1024, height: 768 } as const;
export const UPRIGHT = { name: 'upright', width: 768, height: 1024 } as const;
export const DESKTOP = { name: 'desktop', width: 1280, height: 800 } as const;
/** A usual screen of an office. */
export const WIDE = { name: 'desktop', width: 1440, height: 900 } as const;
/** The narrowest screen that must hold (WCAG 1.4.10). */
export const NARROW = { name: 'narrow', width: 320, height: 640 } as const;
/** A desktop of 1440 × 900 at 200 % zoom: half the pixels, twice the size. */
export const ZOOMED = { name: 'zoomed', width: 720, height: 450, scale: 2 } as const;
export interface Screen {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly scale?: number;
}
export type Theme = 'light' | 'dark';

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly screen: Screen;
  /** Console errors, uncaught errors, CSP violations and requests to other origins so far. */
  faults(): string[];
  close(): Promise<void>;
}

export interface VisitorOptions {
  readonly url: string;
  readonly screen: Screen;
  readonly theme?: Theme;
  /** The session cookie of an account; without it the visitor is a guest. */
  readonly cookie?: string;
  /** Whether pages follow the stream of notifications. Without it a page is at rest once its calls are answered. */
  readonly live?: boolean;
  /** Whether the portal's certificate may be one of its own making, which the browser does not know. */
  readonly ownCertificate?: boolean;
  /** How long one step may take (ms), `STEP_MS` unless given. */
  readonly patience?: number;
  /** Whether the worker runs that shows a page without a connection. */
  readonly worker?: boolean;
}

/** Opens a browser window that records everything that should not happen. */
export async function openVisitor(browser: Browser, options: VisitorOptions): Promise<Visitor> {
  const { screen } = options;
  const faults: string[] = [];
  const context = await browser.newContext({
    baseURL: options.url,
    viewport: { width: screen.width, height: screen.height },
    colorScheme: options.theme ?? 'light',
    reducedMotion: 'reduce',
    locale: 'id-ID',
    ignoreHTTPSErrors: options.ownCertificate ?? false,
    timezoneId: 'Asia/Jakarta',
    deviceScaleFactor: screen.scale ?? 1,
    ...(screen === PHONE ? { isMobile: true, hasTouch: true, deviceScaleFactor: 2 } : {}),
  });
  context.setDefaultTimeout(options.patience ?? STEP_MS);
  if (options.cookie) await useSession(context, options.url, options.cookie);
  if (!options.live)
    await context.addInitScript(() => void Reflect.deleteProperty(globalThis, 'EventSource'));
  if (!options.worker)
    await context.addInitScript(() => void Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  await context.exposeBinding('reportFault', (_source, fault: string) => {
    faults.push(fault);
  });
  await context.addInitScript(() => {
    const report = (window as unknown as { reportFault: (fault: string) => void }).reportFault;
    document.addEventListener('securitypolicyviolation', (event) => {
      report(`CSP: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile ?? ''} ${event.sample}`);
    });
  });
  followRequests(context);
  const page = await context.newPage();
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  // A sheet that closes takes its entry out of the history, which may stop a navigation: it is begun again.
  const begin = (go: () => ReturnType<Page['reload']>) =>
    go().catch((error: Error) => {
      if (!error.message.includes('ERR_ABORTED')) throw error;
      return go();
    });
  page.goto = async (address, how) => {
    const response = await begin(() => goto(address, how));
    if (how?.waitUntil !== 'commit') await drawInOwnFont(page);
    return response;
  };
  page.reload = (how) => begin(() => reload(how));
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // The browser reports every refusal: by the API, and of an address without a page. Those are responses, not faults.
    const { url } = message.location();
    const refused = message.text().startsWith('Failed to load resource');
    if (refused && (url.includes('/api/') || url === page.url())) return;
    faults.push(`console: ${message.text()} (${url})`);
  });
  page.on('request', (request) => {
    const address = new URL(request.url());
    if (address.protocol.startsWith('http') && address.origin !== new URL(options.url).origin) {
      faults.push(`foreign request: ${request.url()}`);
    }
  });
  return {
    page,
    context,
    screen,
    faults: () => [...faults],
    close: () => context.close(),
  };
}

/** Gives the window the cookies of an account that logged in over HTTP. */
export async function useSession(context: BrowserContext, url: string, cookie: string): Promise<void> {
  const cookies = cookie.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split('=', 2);
    return { name, value, url, httpOnly: true, sameSite: 'Lax' } as const;
  });
  await context.addCookies(cookies);
}
