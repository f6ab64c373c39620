import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from '@gerbang/e2e/browser';
import { firstLoad, remoteLoad } from '@gerbang/federation/size-budget';
import { freePort } from '@gerbang/local/free-port';
import { projectRoot } from '@gerbang/local/paths';
import lighthouse from 'lighthouse';
import { median } from './numbers.ts';
import type { Row } from './report.ts';

const KB = 1024;

/** What a first visit and each remote weigh, brotli. */
export async function measureSizes(): Promise<Row[]> {
  const shell = await firstLoad(join(projectRoot, 'frontends/shell/dist'));
  const rows: Row[] = [
    { what: 'shell, first load', value: shell.total / KB, unit: 'KB', wanted: { atMost: 130 } },
    {
      what: 'shell, first load, JavaScript',
      value: shell.javascript / KB,
      unit: 'KB',
      wanted: { atMost: 110 },
    },
  ];
  for (const name of readdirSync(join(projectRoot, 'frontends'))) {
    const dist = join(projectRoot, 'frontends', name, 'dist');
    if (name === 'shell' || !existsSync(dist)) continue;
    const { entry, all } = await remoteLoad(dist);
    rows.push(
      { what: `remote ${name}, entry`, value: entry / KB, unit: 'KB', wanted: { atMost: 4 } },
      { what: `remote ${name}, all pages together`, value: all / KB, unit: 'KB' },
    );
  }
  return rows;
}

const PAGES = [
  ['/', 'landing'],
  ['/auth', '/auth'],
] as const;

const AUDITS = [
  ['first-contentful-paint', 'FCP', 'ms', undefined],
  ['largest-contentful-paint', 'LCP', 'ms', { atMost: 1400 }],
  ['total-blocking-time', 'TBT', 'ms', { atMost: 100 }],
  ['cumulative-layout-shift', 'CLS', '', { atMost: 0.02 }],
] as const;

/** Paint and blocking of the pages everybody sees first, under Lighthouse's phone (slow 4G, CPU 4 x slower). */
export async function measurePaint(url: string, rounds: number): Promise<Row[]> {
  const port = await freePort();
  const browser = await launch(port);
  const rows: Row[] = [];
  try {
    for (const [path, name] of PAGES) {
      const values = new Map<string, number[]>();
      for (let round = 0; round < rounds; round += 1) {
        const result = await lighthouse(`${url}${path}`, {
          port,
          onlyCategories: ['performance'],
          logLevel: 'error',
        });
        if (!result || result.lhr.runtimeError) {
          throw new Error(`Lighthouse at ${path}: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
        }
        for (const [audit] of AUDITS) {
          const value = result.lhr.audits[audit]?.numericValue ?? Number.NaN;
          values.set(audit, [...(values.get(audit) ?? []), value]);
        }
      }
      for (const [audit, short, unit, wanted] of AUDITS) {
        rows.push({ what: `${name}, ${short}`, value: median(values.get(audit) ?? []), unit, wanted });
      }
    }
    return rows;
  } finally {
    await browser.close();
  }
}
