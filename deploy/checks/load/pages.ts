import { freePort } from '@gerbang/local/ports';
import { launch } from '../browser/browser.ts';
import { logInDemo } from '../kit/people.ts';
import { KB, median, spreadOf } from './figures.ts';
import type { Bench } from './runner.ts';
import type { Row } from './report.ts';
import { isTiny } from './settings.ts';
import { lighthouse, type VisitFlags } from './tools.ts';

/**
 * One visit by Lighthouse's phone (slow 4G, CPU 4 × slower, slowed down by the browser itself): milliseconds, and
 * compressed bytes over the wire.
 */
interface Visit {
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  all: number;
  scripts: number;
  /** Bytes of the remote's own files. */
  ofRemote: number;
}

interface Visitor {
  browser: Awaited<ReturnType<typeof launch>>;
  /** The debugging port through which Lighthouse drives the browser. */
  port: number;
  /** Session cookies, `name=value; …`. */
  cookie: string;
}

interface VisitOptions {
  /** Keeps what earlier visits left in the cache. */
  keepCache?: boolean;
  /** A phone slower than 4 ×. */
  cpuSlowdown?: number;
  /** On a network that costs nothing: what the phone's own CPU takes. */
  freeNetwork?: boolean;
  remote?: string;
}

/** A page with its goal: where it is judged, and the limits. */
interface Page {
  goal: string;
  name: string;
  lcp: number;
  tbt?: number;
  /** TBT on a phone whose CPU is 12 × slower. */
  slowTbt?: number;
  cls?: number;
  /** First load in KB. */
  all?: number;
  scripts?: number;
}

const SLOW_CPU = 12;
const SLOW_4G = {
  rttMs: 150,
  throughputKbps: 1638.4,
  requestLatencyMs: 562.5,
  downloadThroughputKbps: 1474.56,
  uploadThroughputKbps: 675,
};
const AUDITS = {
  fcp: 'first-contentful-paint',
  lcp: 'largest-contentful-paint',
  tbt: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
};
const FREE_NETWORK = {
  requestLatencyMs: 0,
  downloadThroughputKbps: 0,
  uploadThroughputKbps: 0,
  cpuSlowdownMultiplier: 4,
};
/** The smoke form reads the page as it comes, without a slow phone and without waiting for silence. */
const NO_WAITING: VisitFlags = {
  throttlingMethod: 'provided',
  pauseAfterFcpMs: 0,
  pauseAfterLoadMs: 0,
  networkQuietThresholdMs: 0,
  cpuQuietThresholdMs: 0,
};

/** Paint, blocking time and weight of the first pages, and of those of a parent and of staff. */
export async function measurePaint(bench: Bench): Promise<Row[]> {
  const port = await freePort();
  const browser = await launch(port);
  const { rounds } = bench;
  const { url } = bench.stack();
  try {
    // The last family: earlier measurements give the first ones dozens of registrations.
    const family = (await bench.families()).at(-1);
    const staff = await logInDemo(bench.client(), 'admin');
    const asVisitor = (cookie = ''): Visitor => ({ browser, port, cookie });
    const [guest, parent, clerk] = [asVisitor(), asVisitor(family?.cookie), asVisitor(staff.cookie)];
    const seen = async (who: Visitor, path: string, page: Page, options: VisitOptions = {}) => {
      const visits: Visit[] = [];
      for (let round = 0; round < rounds; round += 1) {
        // A page of another remote first empties the cache, then fills it with the shell.
        if (options.remote && !isTiny()) await visit(who, `${url}/password`);
        visits.push(await visit(who, `${url}${path}`, options));
      }
      const of = (what: keyof Visit) => median(visits.map((one) => one[what]));
      const slow = page.slowTbt !== undefined && !isTiny() ? { cpuSlowdown: SLOW_CPU } : null;
      const slowTbt = slow ? (await visit(who, `${url}${path}`, slow)).tbt : null;
      const spread = (what: keyof Visit) => spreadOf(visits.map((one) => one[what]));
      return { rows: rowsOf(page, of, spread, slowTbt), of };
    };
    const first = { goal: 'landing', lcp: 1000, tbt: 20, slowTbt: 100, cls: 0.02, all: 130, scripts: 110 };
    const landing = await seen(guest, '/', { ...first, name: 'landing, cold' });
    const auth = isTiny() ? null : await seen(guest, '/auth', { ...first, name: '/auth, cold' });
    const limits = { lcp: 1400, tbt: 50, slowTbt: 200, cls: 0.05, all: 190, scripts: 160 };
    const home = await seen(parent, '/dashboard', {
      goal: 'dashboard',
      name: 'parent dashboard, cold',
      ...limits,
    });
    const page = { goal: 'next', name: '/children, shell cached', lcp: 1000, tbt: 50, cls: 0.02 };
    const next = await seen(parent, '/children', page, { keepCache: true, remote: 'admission' });
    if (!isTiny()) await visit(parent, `${url}/dashboard`);
    const warmPage = { goal: 'warm', name: 'parent dashboard, warm', lcp: 1000 };
    const warm = await seen(parent, '/dashboard', warmPage, { keepCache: true });
    const listLimits = { lcp: 2000, tbt: 100, cls: 0.05, all: 280, scripts: 230 };
    const listPage = { goal: 'staff list', name: 'staff list, cold', ...listLimits };
    const list = await seen(clerk, '/admin/registration', listPage);
    const byCpu = async (who: Visitor, path: string, name: string, lcp: number, keepCache = false) =>
      (await seen(who, path, { goal: 'cpu', name, lcp }, { freeNetwork: true, keepCache })).rows.filter(
        ({ goal }) => goal,
      );
    const onCpu = [
      ...(await byCpu(parent, '/dashboard', 'parent dashboard, cold, CPU 4 x alone', 1500)),
      ...(await byCpu(parent, '/dashboard', 'parent dashboard, warm, CPU 4 x alone', 1000, true)),
      ...(await byCpu(clerk, '/admin/registration', 'staff list, cold, CPU 4 x alone', 2000)),
    ];
    return [
      ...landing.rows,
      ...(auth?.rows ?? []),
      ...home.rows,
      ...next.rows,
      {
        goal: 'next',
        what: `${page.name}, the remote's own`,
        value: next.of('ofRemote') / KB,
        unit: 'KB',
        wanted: { atMost: 44 },
        note: 'entry of 4 KB and 40 KB of its own',
      },
      ...warm.rows,
      {
        goal: 'warm',
        what: `${warmPage.name}, over the wire`,
        value: warm.of('all') / KB,
        unit: 'KB',
        wanted: { atMost: 12 },
        note: `of it scripts ${(warm.of('scripts') / KB).toFixed(1)} KB`,
      },
      ...list.rows,
      ...onCpu,
    ];
  } finally {
    await browser.close();
  }
}

function rowsOf(
  page: Page,
  of: (what: keyof Visit) => number,
  spread: (what: keyof Visit) => Pick<Row, 'spread'>,
  slowTbt: number | null,
): Row[] {
  const { goal, name } = page;
  const judged = (what: string, value: number, unit: string, atMost: number | undefined): Row => ({
    what: `${name}, ${what}`,
    value,
    unit,
    ...(atMost !== undefined && { goal, wanted: { atMost } }),
  });
  return [
    judged('FCP', of('fcp'), 'ms', undefined),
    { ...judged('LCP', of('lcp'), 'ms', page.lcp), ...spread('lcp') },
    { ...judged('TBT', of('tbt'), 'ms', page.tbt), ...spread('tbt') },
    judged('CLS', of('cls'), '', page.cls),
    ...(slowTbt === null ? [] : [judged(`TBT at CPU ${SLOW_CPU} x`, slowTbt, 'ms', page.slowTbt)]),
    ...(page.all === undefined ? [] : [judged('first load', of('all') / KB, 'KB', page.all)]),
    ...(page.scripts === undefined
      ? []
      : [judged('first load, JavaScript', of('scripts') / KB, 'KB', page.scripts)]),
  ];
}

/** In the smoke form one visit of each person is enough for all pages. */
const tinyVisits = new Map<string, Visit>();

/** Visits a page with Lighthouse. */
async function visit(who: Visitor, url: string, options: VisitOptions = {}): Promise<Visit> {
  const known = tinyVisits.get(who.cookie);
  if (known) return known;
  await setCookies(who, url);
  const { keepCache, cpuSlowdown, freeNetwork, remote } = options;
  const flags: VisitFlags = {
    port: who.port,
    onlyAudits: [...Object.values(AUDITS), 'network-requests'],
    disableFullPageScreenshot: true,
    logLevel: 'error',
    // Simulated throttling computes the times of a slower phone from a fast visit; the browser's own makes it slow.
    throttlingMethod: 'devtools',
    ...(isTiny() && NO_WAITING),
    // The cookie stays: whether the visitor was here before is part of a visit.
    clearStorageTypes: ['local_storage', 'indexeddb', 'cache_storage', 'service_workers'],
    ...(keepCache && { disableStorageReset: true }),
    ...(freeNetwork && !isTiny() && { throttling: FREE_NETWORK }),
    ...(cpuSlowdown && { throttling: { ...SLOW_4G, cpuSlowdownMultiplier: cpuSlowdown } }),
  };
  const result = await lighthouse(url, flags);
  if (!result || result.lhr.runtimeError)
    throw new Error(`Lighthouse at ${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
  const { audits, finalDisplayedUrl } = result.lhr;
  if (finalDisplayedUrl !== url) throw new Error(`Lighthouse was sent from ${url} to ${finalDisplayedUrl}`);
  const details = audits['network-requests']?.details;
  const items = (details?.type === 'table' ? details.items : []) as unknown as {
    url: string;
    transferSize: number;
    resourceType: string;
  }[];
  const sum = (isCounted: (item: (typeof items)[number]) => boolean) =>
    items.filter(isCounted).reduce((total, { transferSize }) => total + transferSize, 0);
  const of = (audit: keyof typeof AUDITS) => audits[AUDITS[audit]]?.numericValue ?? Number.NaN;
  const seen = {
    fcp: of('fcp'),
    lcp: of('lcp'),
    tbt: of('tbt'),
    cls: of('cls'),
    all: sum(() => true),
    // Most come by `fetch` into the cache, before a script asks for them.
    scripts: sum((item) => new URL(item.url).pathname.endsWith('.js')),
    ofRemote: sum((item) => remote !== undefined && item.url.includes(`/remotes/${remote}/`)),
  };
  if (isTiny()) tinyVisits.set(who.cookie, seen);
  return seen;
}

/** Sets the cookies in the browser, as a login does: a cookie header makes the browser load prefetched files twice. */
async function setCookies({ browser, cookie }: Visitor, url: string): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  try {
    await session.send('Storage.clearCookies');
    const cookies = cookiesOf(cookie, url).map((one) => ({
      ...one,
      httpOnly: true,
      sameSite: 'Lax' as const,
    }));
    if (cookies.length > 0) await session.send('Storage.setCookies', { cookies });
  } finally {
    await session.detach();
  }
}

/** The pairs of a Cookie header, as a browser stores them. */
function cookiesOf(header: string, url: string): { name: string; value: string; url: string }[] {
  const pairs = header.split('; ').filter((pair) => pair !== '');
  return pairs.map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
  });
}
