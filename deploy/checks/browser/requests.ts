import type { BrowserContext, Page, Request } from 'playwright-core';

/**
 * So long without a request, a page asks for nothing more: a new document also compiles what came, beside its main thread, and
 * asks for the next part only then.
 */
const QUIET_MS = { new: 500, drawn: 100 };

interface Traffic {
  readonly open: Set<Request>;
  /** When a request began or ended last (ms). */
  changedAt: number;
  /** Whether the document has been at rest once. */
  drawn: boolean;
}

const traffic = new WeakMap<Page, Traffic>();

/** Follows the requests of the pages that a window opens from now on. */
export function followRequests(context: BrowserContext): void {
  context.on('page', (page) => {
    const seen: Traffic = { open: new Set(), changedAt: Date.now(), drawn: false };
    traffic.set(page, seen);
    const changed = () => {
      seen.changedAt = Date.now();
    };
    page.on('request', (request) => {
      // What the document before asked for ends with it, also without a word.
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
        seen.open.clear();
        seen.drawn = false;
      }
      // A stream of notifications stays open.
      if (request.resourceType() !== 'eventsource') seen.open.add(request);
      changed();
    });
    const ended = (request: Request) => {
      seen.open.delete(request);
      changed();
    };
    page.on('requestfinished', ended);
    page.on('requestfailed', ended);
  });
}

function trafficOf(page: Page): Traffic {
  const seen = traffic.get(page);
  if (!seen) throw new Error('Nobody follows the requests of this page');
  return seen;
}

/**
 * Whether a page asks for nothing and has asked for nothing for a moment, in which it drew what had come. The browser's own
 * `networkidle` is said once a document and stays so: what a button asks for afterwards does not count.
 */
export function isQuiet(page: Page): boolean {
  const { open, changedAt, drawn } = trafficOf(page);
  return open.size === 0 && Date.now() - changedAt >= (drawn ? QUIET_MS.drawn : QUIET_MS.new);
}

/** Notes that the document has been at rest: what is asked for from now on is asked for by a person. */
export function noteDrawn(page: Page): void {
  trafficOf(page).drawn = true;
}
