import { launch } from '@gerbang/e2e/browser';
import { freePort } from '@gerbang/local/free-port';
import { type Visit, visit, visits } from './lighthouse.ts';
import type { Bench } from './measurement.ts';
import type { Row } from './report.ts';

const KB = 1024;
const FIRST_PAGES = [
  ['/', 'landing'],
  ['/auth', '/auth'],
] as const;

/** Paint and blocking of what everybody sees first and of what a parent sees (performance, 'Goals', pages). */
export async function measurePaint(bench: Bench): Promise<Row[]> {
  const port = await freePort();
  const browser = await launch(port);
  const rounds = bench.quick ? 1 : 3;
  const { url } = bench.stack();
  try {
    const rows: Row[] = [];
    for (const [path, name] of FIRST_PAGES) {
      const taken = await visits(rounds, () => visit(`${url}${path}`, { port }));
      rows.push(...paint(name, taken, { lcp: 1400, tbt: 100, cls: 0.02 }));
    }
    const [family] = await bench.families();
    if (!family) throw new Error('No family');
    const { cookie } = family.account;
    return [...rows, ...(await parentPages(url, { port, cookie }, rounds))];
  } finally {
    await browser.close();
  }
}

async function parentPages(
  url: string,
  as: { port: number; cookie: string },
  rounds: number,
): Promise<Row[]> {
  const dashboard = `${url}/dashboard`;
  const cold = await visits(rounds, () => visit(dashboard, as));
  const slower = await visits(rounds, () => visit(dashboard, { ...as, cpuSlowdown: 12 }));
  const next = await visits(rounds, async () => {
    // A page of another remote empties the cache first, then brings the shell.
    await visit(`${url}/password`, as);
    return visit(`${url}/children`, { ...as, keepCache: true, remote: 'admission' });
  });
  return [
    ...paint('parent dashboard, cold', cold, { lcp: 2000, tbt: 150, cls: 0.05 }),
    { what: 'parent dashboard, TBT at CPU 12 x', value: slower.tbt, unit: 'ms', wanted: { atMost: 500 } },
    {
      what: 'parent dashboard, first load',
      value: cold.bytes.all / KB,
      unit: 'KB',
      wanted: { atMost: 190 },
    },
    {
      what: 'parent dashboard, first load, JavaScript',
      value: cold.bytes.scripts / KB,
      unit: 'KB',
      wanted: { atMost: 160 },
    },
    ...paint('/children, shell cached', next, { lcp: 1000, tbt: 100, cls: 0.02 }),
    {
      what: "/children, shell cached, the remote's own",
      value: next.bytes.ofRemote / KB,
      unit: 'KB',
      wanted: { atMost: 44 },
      note: 'entry of 4 KB and 40 KB of its own',
    },
  ];
}

function paint(name: string, taken: Visit, most: { lcp: number; tbt: number; cls: number }): Row[] {
  return [
    { what: `${name}, FCP`, value: taken.fcp, unit: 'ms' },
    { what: `${name}, LCP`, value: taken.lcp, unit: 'ms', wanted: { atMost: most.lcp } },
    { what: `${name}, TBT`, value: taken.tbt, unit: 'ms', wanted: { atMost: most.tbt } },
    { what: `${name}, CLS`, value: taken.cls, unit: '', wanted: { atMost: most.cls } },
  ];
}
