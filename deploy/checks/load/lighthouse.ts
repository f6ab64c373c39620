import type { launch } from '../browser/browser.ts';
import lighthouse, { type Flags } from 'lighthouse';
import { median } from './numbers.ts';
import { isTiny } from './smoke.ts';

/** What one visit by Lighthouse's phone (slow 4G, CPU 4 x slower) tells. */
export interface Visit {
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  /** Compressed bytes over the wire, by what they are. */
  bytes: { all: number; scripts: number; ofRemote: number };
}

export interface VisitOptions {
  browser: Awaited<ReturnType<typeof launch>>;
  /** Where Lighthouse drives this browser. */
  port: number;
  /** Logged in with it: `name=value`, one or more, as a request carries them. */
  cookie?: string;
  /** Comes back with what the visits before left in the cache. */
  keepCache?: boolean;
  /** A phone so many times slower, instead of 4. */
  cpuSlowdown?: number;
  /** Its files are counted by themselves. */
  remote?: string;
}

interface RequestItem {
  url: string;
  transferSize: number;
  resourceType: string;
}

const SLOW_4G = {
  rttMs: 150,
  throughputKbps: 1638.4,
  requestLatencyMs: 562.5,
  downloadThroughputKbps: 1474.56,
  uploadThroughputKbps: 675,
};

const AUDITS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'network-requests',
];

/** Looks at the page as it comes, without a slow phone and without waiting for silence. */
const AT_ONCE: Flags = {
  throttlingMethod: 'provided',
  pauseAfterFcpMs: 0,
  pauseAfterLoadMs: 0,
  networkQuietThresholdMs: 0,
  cpuQuietThresholdMs: 0,
};

/** In the smoke form one visit of each person is enough for all pages. */
const tinyVisits = new Map<string, Visit>();

/** Visits a page with Lighthouse. */
export async function visit(url: string, options: VisitOptions): Promise<Visit> {
  const { cookie = '' } = options;
  const known = tinyVisits.get(cookie);
  if (known) return known;
  const seen = await look(url, options);
  if (isTiny()) tinyVisits.set(cookie, seen);
  return seen;
}

/**
 * Lets the browser itself carry the cookie, as after a login. Told to Lighthouse as a header instead, the cookie makes the
 * browser load twice what a page fetches ahead: 268 KB at the first visit of the dashboard, where anybody else loads 180.
 */
async function carry({ browser, cookie = '' }: VisitOptions, url: string): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  try {
    await session.send('Storage.clearCookies');
    const cookies = cookie
      .split('; ')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const [name = '', ...value] = pair.split('=');
        return { name, value: value.join('='), url, httpOnly: true, sameSite: 'Lax' as const };
      });
    if (cookies.length > 0) await session.send('Storage.setCookies', { cookies });
  } finally {
    await session.detach();
  }
}

async function look(url: string, options: VisitOptions): Promise<Visit> {
  const { port, keepCache, cpuSlowdown, remote } = options;
  await carry(options, url);
  const flags: Flags = {
    port,
    // What else Lighthouse can look at would take twice as long.
    onlyAudits: AUDITS,
    disableFullPageScreenshot: true,
    logLevel: 'error',
    ...(isTiny() && AT_ONCE),
    // Whether somebody was here before is part of a visit; the cookie stays.
    clearStorageTypes: ['local_storage', 'indexeddb', 'cache_storage', 'service_workers'],
    ...(keepCache && { disableStorageReset: true }),
    ...(cpuSlowdown && { throttling: { ...SLOW_4G, cpuSlowdownMultiplier: cpuSlowdown } }),
  };
  const result = await lighthouse(url, flags);
  if (!result || result.lhr.runtimeError) {
    throw new Error(`Lighthouse at ${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
  }
  const { audits, finalDisplayedUrl } = result.lhr;
  if (finalDisplayedUrl !== url) throw new Error(`Lighthouse was sent from ${url} to ${finalDisplayedUrl}`);
  const figureOf = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const details = audits['network-requests']?.details;
  const items = (details?.type === 'table' ? details.items : []) as unknown as RequestItem[];
  const sum = (wanted: (item: RequestItem) => boolean) =>
    items.filter(wanted).reduce((total, { transferSize }) => total + transferSize, 0);
  return {
    fcp: figureOf('first-contentful-paint'),
    lcp: figureOf('largest-contentful-paint'),
    tbt: figureOf('total-blocking-time'),
    cls: figureOf('cumulative-layout-shift'),
    bytes: {
      all: sum(() => true),
      scripts: sum(({ resourceType }) => resourceType === 'Script'),
      ofRemote: sum(({ url: of }) => remote !== undefined && of.includes(`/remotes/${remote}/`)),
    },
  };
}

/** The median of each figure over some visits. */
export async function visits(rounds: number, once: () => Promise<Visit>): Promise<Visit> {
  const all: Visit[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await once());
  const of = (read: (one: Visit) => number) => median(all.map(read));
  return {
    fcp: of(({ fcp }) => fcp),
    lcp: of(({ lcp }) => lcp),
    tbt: of(({ tbt }) => tbt),
    cls: of(({ cls }) => cls),
    bytes: {
      all: of(({ bytes }) => bytes.all),
      scripts: of(({ bytes }) => bytes.scripts),
      ofRemote: of(({ bytes }) => bytes.ofRemote),
    },
  };
}
