import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDevelopment } from '@gerbang/local/development';
import { projectRoot } from '@gerbang/local/paths';
import type { Page } from 'playwright-core';
import { launch } from './browser.ts';
import { demo } from '../kit/people.ts';
import * as portal from './portal.ts';
import { DESKTOP, openVisitor } from './visitor.ts';

const TIMES = 3;

interface Save {
  readonly what: string;
  readonly goal: number;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** Whether the saved text is what the portal shows now. */
  readonly seen: (page: Page) => Promise<boolean>;
}

const SAVES: readonly Save[] = [
  {
    what: 'component',
    goal: 2,
    file: 'frontends/admission/src/children/children-page.tsx',
    from: '{copy.add}',
    to: '{copy.add} (disimpan)',
    seen: async (page) => (await page.getByText('(disimpan)').count()) > 0,
  },
  {
    what: 'route',
    goal: 1,
    file: 'services/admission/src/regions/regions.routes.ts',
    from: 'max-age=86400',
    to: 'max-age=86399',
    seen: async (page) => {
      const response = await page.request.get('/api/indonesian-data/provinces');
      return response.headers()['cache-control']?.includes('max-age=86399') ?? false;
    },
  },
];

/** `npm run dev:measure`: seconds from a save until the portal shows it, in a development run of its own. */
process.exitCode = await measure();

async function measure(): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gerbang-dev-'));
  chmodSync(dataDir, 0o755);
  const portalOfOurs = await startDevelopment({ dataDir, durable: false, say: (line) => console.log(line) });
  const browser = await launch();
  let missed = 0;
  try {
    console.log(`Ready after ${portalOfOurs.startSeconds.toFixed(1)} s`);
    const visitor = await openVisitor(browser, { url: portalOfOurs.url, screen: DESKTOP });
    const { page } = visitor;
    const { email, password } = demo('wali_murid');
    await portal.login(page, email, password);
    await page.goto('/children');
    await page.getByRole('button', { name: 'Tambah Anak' }).first().waitFor();
    await page.evaluate(() => Object.assign(window, { neverReloaded: true }));
    for (const save of SAVES) {
      const seconds: number[] = [];
      for (let time = 0; time < TIMES; time += 1) seconds.push(await secondsToSee(page, save));
      const median = seconds.toSorted((a, b) => a - b)[Math.floor(TIMES / 2)] ?? 0;
      if (median > save.goal) missed += 1;
      const each = seconds.map((one) => one.toFixed(2)).join(', ');
      console.log(`${save.what}: ${median.toFixed(2)} s from save to seen (goal ${save.goal} s; ${each})`);
    }
    const stayed = await page.evaluate(() => 'neverReloaded' in window);
    console.log(stayed ? 'The page was never reloaded' : 'The page was RELOADED');
    const faults = visitor.faults().filter((fault) => !fault.endsWith('/events'));
    console.log(faults.length === 0 ? 'The console is clean' : `In the console:\n${faults.join('\n')}`);
    return missed === 0 && stayed && faults.length === 0 ? 0 : 1;
  } finally {
    await browser.close();
    await portalOfOurs.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Saves the change, waits until it is seen, and puts the file back whatever happens. */
async function secondsToSee(page: Page, { file, from, to, seen }: Save): Promise<number> {
  const path = join(projectRoot, file);
  const before = readFileSync(path, 'utf8');
  if (!before.includes(from)) throw new Error(`${file} no longer contains ${from}`);
  const restore = () => writeFileSync(path, before);
  process.once('exit', restore);
  try {
    writeFileSync(path, before.replace(from, to));
    return await secondsUntil(() => seen(page));
  } finally {
    restore();
    process.off('exit', restore);
    await secondsUntil(async () => !(await seen(page)));
  }
}

async function secondsUntil(condition: () => Promise<boolean>): Promise<number> {
  const start = performance.now();
  while (!(await condition())) {
    if (performance.now() - start > 60_000) throw new Error('Nothing changed within 60 s');
    await sleep(20);
  }
  return (performance.now() - start) / 1000;
}
