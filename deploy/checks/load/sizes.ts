import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { firstLoad, remoteLoad } from '@gerbang/federation/size-budget';
import { projectRoot } from '@gerbang/local/paths';
import { launch } from '../browser/browser.ts';
import { settled } from '../browser/portal.ts';
import { openVisitor, PHONE } from '../browser/visitor.ts';
import { KB } from './figures.ts';
import type { Bench } from './measurement.ts';
import { cookiesOf } from './pages.ts';
import type { Row } from './report.ts';
import { isTiny } from './settings.ts';

/** Pages of the admission remote. */
const ADMISSION_PAGES = ['/dashboard', '/profile', '/children', '/registrations'];

const row = (what: string, bytes: number, more: Partial<Row> = {}): Row => ({
  what,
  value: bytes / KB,
  unit: 'KB',
  ...more,
});
const judged = (goal: string, what: string, bytes: number, atMost: number, note?: string): Row =>
  row(what, bytes, { goal, wanted: { atMost }, ...(note && { note }) });

/** The weight of a first visit, of each remote and of each page of a family, brotli. */
export async function measureSizes(bench: Bench): Promise<Row[]> {
  const shell = await firstLoad(join(projectRoot, 'frontends/shell/dist'));
  const rows = [
    judged('landing', 'shell, first load, from the build', shell.total, 130),
    judged('landing', 'shell, first load, JavaScript, from the build', shell.javascript, 110),
  ];
  for (const name of readdirSync(join(projectRoot, 'frontends'))) {
    const dist = join(projectRoot, 'frontends', name, 'dist');
    if (name === 'shell' || !existsSync(dist)) continue;
    const { entry, all } = await remoteLoad(dist);
    rows.push(
      judged('next', `remote ${name}, entry`, entry, 4),
      row(`remote ${name}, all pages together`, all),
    );
  }
  return [...rows, ...(await pageSizes(bench))];
}

/** What each page loads of the remote's own code beside its entry; the browser tells which chunks these are. */
async function pageSizes(bench: Bench): Promise<Row[]> {
  const { url } = bench.stack();
  const [family] = await bench.families();
  const browser = await launch();
  const rows: Row[] = [];
  try {
    for (const path of isTiny() ? ADMISSION_PAGES.slice(0, 1) : ADMISSION_PAGES) {
      const visitor = await openVisitor(browser, { url, screen: PHONE });
      const { page, context } = visitor;
      const chunks = new Set<string>();
      page.on('response', (response) => {
        const name = /\/remotes\/admission\/([0-9a-f]+\.js)$/u.exec(new URL(response.url()).pathname)?.[1];
        if (name) chunks.add(name);
      });
      await context.addCookies(cookiesOf(family?.cookie ?? '', url));
      await page.goto(path);
      await settled(page);
      await visitor.close();
      if (chunks.size === 0) throw new Error(`${path} loads nothing of the admission remote`);
      const files = [...chunks].map((name) => join(projectRoot, 'frontends/admission/dist', `${name}.br`));
      const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
      rows.push(judged('next', `remote admission, own code of ${path}`, bytes, 40, `${chunks.size} files`));
    }
    return rows;
  } finally {
    await browser.close();
  }
}
