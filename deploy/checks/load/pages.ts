import { launch } from '../browser/browser.ts';
import { freePort } from '@gerbang/local/free-port';
import { type Visit, visit, type VisitOptions, visits } from './lighthouse.ts';
import type { Bench } from './measurement.ts';
import type { Row } from './report.ts';
import { isTiny } from './smoke.ts';
import { logInAsStaff } from './staff-school.ts';

const KB = 1024;
const FIRST_PAGES = [
  ['/', 'landing'],
  ['/auth', '/auth'],
] as const;
/** A phone that is slower still. */
const SLOW_CPU = 12;
const STAFF_LIST = '/admin/registration';

interface Limits {
  lcp: number;
  tbt?: number;
  cls?: number;
}

/** Paint and blocking of what everybody, a parent and staff see (performance, 'Goals', pages). */
export async function measurePaint(bench: Bench): Promise<Row[]> {
  const port = await freePort();
  const browser = await launch(port);
  const rounds = bench.quick ? 1 : bench.full ? 5 : 3;
  const { url } = bench.stack();
  try {
    // The last one: the first ones have dozens of registrations from what was measured before.
    const family = (await bench.families()).at(-1);
    if (!family) throw new Error('No family');
    const parent = { browser, port, cookie: family.account.cookie };
    const staff = { browser, port, cookie: (await logInAsStaff(bench.stack())).cookie };
    return [
      ...(await firstPages(url, { browser, port }, rounds)),
      ...(await dashboard(url, parent, rounds)),
      ...(await nextRemote(url, parent, rounds)),
      ...(await warm(url, parent, rounds)),
      ...(await staffList(url, staff, rounds)),
    ];
  } finally {
    await browser.close();
  }
}

async function firstPages(url: string, as: VisitOptions, rounds: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [path, name] of isTiny() ? FIRST_PAGES.slice(0, 1) : FIRST_PAGES) {
    const taken = await visits(rounds, () => visit(`${url}${path}`, as));
    rows.push(...paint('landing', `${name}, cold`, taken, { lcp: 1400, tbt: 100, cls: 0.02 }));
    if (!isTiny()) rows.push(await slower('landing', name, `${url}${path}`, as, 350));
    rows.push(...weight('landing', name, taken, { all: 130, scripts: 110 }));
  }
  return rows;
}

async function dashboard(url: string, as: VisitOptions, rounds: number): Promise<Row[]> {
  const name = 'parent dashboard';
  const taken = await visits(rounds, () => visit(`${url}/dashboard`, as));
  return [
    ...paint('dashboard', `${name}, cold`, taken, { lcp: 2000, tbt: 150, cls: 0.05 }),
    ...(isTiny() ? [] : [await slower('dashboard', name, `${url}/dashboard`, as, 500)]),
    ...weight('dashboard', name, taken, { all: 190, scripts: 160 }),
  ];
}

async function nextRemote(url: string, as: VisitOptions, rounds: number): Promise<Row[]> {
  const taken = await visits(rounds, async () => {
    // A page of another remote empties the cache first, then brings the shell.
    if (!isTiny()) await visit(`${url}/password`, as);
    return visit(`${url}/children`, { ...as, keepCache: true, remote: 'admission' });
  });
  return [
    ...paint('next', '/children, shell cached', taken, { lcp: 1000, tbt: 100, cls: 0.02 }),
    {
      goal: 'next',
      what: "/children, shell cached, the remote's own",
      value: taken.bytes.ofRemote / KB,
      unit: 'KB',
      wanted: { atMost: 44 },
      note: 'entry of 4 KB and 40 KB of its own',
    },
  ];
}

/** Everything but the page itself and the answers is in the cache, as on the day of the announcement. */
async function warm(url: string, as: VisitOptions, rounds: number): Promise<Row[]> {
  if (!isTiny()) await visit(`${url}/dashboard`, as);
  const taken = await visits(rounds, () => visit(`${url}/dashboard`, { ...as, keepCache: true }));
  return [
    ...paint('warm', 'parent dashboard, warm', taken, { lcp: 1000 }),
    {
      goal: 'warm',
      what: 'parent dashboard, warm, over the wire',
      value: taken.bytes.all / KB,
      unit: 'KB',
      wanted: { atMost: 12 },
      note: `of it scripts ${(taken.bytes.scripts / KB).toFixed(1)} KB`,
    },
  ];
}

async function staffList(url: string, as: VisitOptions, rounds: number): Promise<Row[]> {
  const taken = await visits(rounds, () => visit(`${url}${STAFF_LIST}`, as));
  return [
    ...paint('staff list', 'staff list, cold', taken, { lcp: 2500, tbt: 200, cls: 0.05 }),
    ...weight('staff list', 'staff list', taken, { all: 280, scripts: 230 }),
  ];
}

function paint(goal: string, name: string, taken: Visit, most: Limits): Row[] {
  const judged = (what: string, value: number, unit: string, atMost: number | undefined): Row => ({
    what: `${name}, ${what}`,
    value,
    unit,
    ...(atMost !== undefined && { goal, wanted: { atMost } }),
  });
  return [
    { what: `${name}, FCP`, value: taken.fcp, unit: 'ms' },
    judged('LCP', taken.lcp, 'ms', most.lcp),
    judged('TBT', taken.tbt, 'ms', most.tbt),
    judged('CLS', taken.cls, '', most.cls),
  ];
}

async function slower(
  goal: string,
  name: string,
  url: string,
  as: VisitOptions,
  atMost: number,
): Promise<Row> {
  const { tbt } = await visit(url, { ...as, cpuSlowdown: SLOW_CPU });
  const what = `${name}, cold, TBT at CPU ${SLOW_CPU} x`;
  return { goal, what, value: tbt, unit: 'ms', wanted: { atMost }, note: 'one visit' };
}

function weight(goal: string, name: string, taken: Visit, most: { all: number; scripts: number }): Row[] {
  const row = (what: string, bytes: number, atMost: number): Row => ({
    goal,
    what: `${name}, first load${what}`,
    value: bytes / KB,
    unit: 'KB',
    wanted: { atMost },
  });
  return [row('', taken.bytes.all, most.all), row(', JavaScript', taken.bytes.scripts, most.scripts)];
}
