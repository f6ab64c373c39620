import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from '../browser/browser.ts';
import { settled } from '../browser/portal.ts';
import { openVisitor, PHONE } from '../browser/visitor.ts';
import { firstLoad, remoteLoad } from '@gerbang/federation/size-budget';
import { projectRoot } from '@gerbang/local/paths';
import type { Bench } from './measurement.ts';
import type { Row } from './report.ts';
import { isTiny } from './smoke.ts';

const KB = 1024;
/** Pages of the admission remote, each opened by itself. */
const ADMISSION_PAGES = ['/dashboard', '/profile', '/children', '/registrations'];

/** What a first visit, each remote, and each page of a family weigh, brotli. */
export async function measureSizes(bench: Bench): Promise<Row[]> {
  const shell = await firstLoad(join(projectRoot, 'frontends/shell/dist'));
  const rows: Row[] = [
    {
      goal: 'landing',
      what: 'shell, first load, from the build',
      value: shell.total / KB,
      unit: 'KB',
      wanted: { atMost: 130 },
    },
    {
      goal: 'landing',
      what: 'shell, first load, JavaScript, from the build',
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
      { goal: 'next', what: `remote ${name}, entry`, value: entry / KB, unit: 'KB', wanted: { atMost: 4 } },
      { what: `remote ${name}, all pages together`, value: all / KB, unit: 'KB' },
    );
  }
  return [...rows, ...(await pageSizes(bench))];
}

/** What each page takes of the remote's own code beside its entry; which chunks that are, the browser tells. */
async function pageSizes(bench: Bench): Promise<Row[]> {
  const { url } = bench.stack();
  const [family] = await bench.families();
  if (!family) throw new Error('No family');
  const rows: Row[] = [];
  const browser = await launch();
  try {
    for (const path of isTiny() ? ADMISSION_PAGES.slice(0, 1) : ADMISSION_PAGES) {
      const visitor = await openVisitor(browser, { url, screen: PHONE });
      const { page, context } = visitor;
      const chunks = new Set<string>();
      page.on('response', (response) => {
        const name = /\/remotes\/admission\/([0-9a-f]+\.js)$/u.exec(new URL(response.url()).pathname)?.[1];
        if (name) chunks.add(name);
      });
      await context.addCookies(cookiesOf(family.account.cookie, url));
      await page.goto(path);
      await settled(page);
      await visitor.close();
      if (chunks.size === 0) throw new Error(`${path} loads nothing of the admission remote`);
      const bytes = [...chunks].reduce(
        (sum, name) => sum + statSync(join(projectRoot, 'frontends/admission/dist', `${name}.br`)).size,
        0,
      );
      rows.push({
        goal: 'next',
        what: `remote admission, own code of ${path}`,
        value: bytes / KB,
        unit: 'KB',
        wanted: { atMost: 40 },
        note: `${chunks.size} files`,
      });
    }
    return rows;
  } finally {
    await browser.close();
  }
}

/** The text of a Cookie header as the browser keeps it. */
function cookiesOf(header: string, url: string): { name: string; value: string; url: string }[] {
  return header.split('; ').map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
  });
}
