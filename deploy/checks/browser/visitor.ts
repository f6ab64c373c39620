import type { Browser, BrowserContext, Page } from 'playwright-core';

export const PHONE = { name: 'phone', width: 360, height: 740 } as const;
export const DESKTOP = { name: 'desktop', width: 1280, height: 800 } as const;
/** The narrowest that must hold (WCAG 1.4.10). */
export const NARROW = { name: 'narrow', width: 320, height: 640 } as const;
/** A desktop at 200 % zoom: half the pixels, twice the size. */
export const ZOOMED = { name: 'zoomed', width: 640, height: 400, scale: 2 } as const;
export interface Screen {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly scale?: number;
}
export type Theme = 'light' | 'dark';

export interface Visitor {
  page: Page;
  context: BrowserContext;
  screen: Screen;
  /** What went wrong on the page so far: console errors, uncaught errors, CSP violations, requests to other origins. */
  faults(): string[];
  close(): Promise<void>;
}

export interface VisitorOptions {
  url: string;
  screen: Screen;
  theme?: Theme;
}

/** A browser window of its own that writes down everything that should not happen. */
export async function openVisitor(browser: Browser, options: VisitorOptions): Promise<Visitor> {
  const { screen } = options;
  const faults: string[] = [];
  const context = await browser.newContext({
    baseURL: options.url,
    viewport: { width: screen.width, height: screen.height },
    colorScheme: options.theme ?? 'light',
    reducedMotion: 'reduce',
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
    deviceScaleFactor: screen.scale ?? 1,
    ...(screen === PHONE ? { isMobile: true, hasTouch: true, deviceScaleFactor: 2 } : {}),
  });
  context.setDefaultTimeout(30_000);
  await context.exposeBinding('reportFault', (_source, fault: string) => {
    faults.push(fault);
  });
  await context.addInitScript(() => {
    const report = (window as unknown as { reportFault: (fault: string) => void }).reportFault;
    document.addEventListener('securitypolicyviolation', (event) => {
      report(`CSP: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile ?? ''} ${event.sample}`);
    });
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // The browser reports every refused call here; refusals of the API are answers, not faults.
    if (message.text().startsWith('Failed to load resource') && message.location().url.includes('/api/'))
      return;
    faults.push(`console: ${message.text()} (${message.location().url})`);
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
