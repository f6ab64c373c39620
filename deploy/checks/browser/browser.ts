import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { projectRoot } from '@gerbang/local/paths';
import { type Browser, chromium } from 'playwright-core';

/** Without a sandbox it also starts as root and in containers; the rest keeps it off the network. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

const INSTALLED = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

export interface BrowserProgram {
  path: string;
  env: Record<string, string>;
}

/** An installed Chromium (or the one `CHROMIUM_PATH` names), else the one that npm brought along. */
export function browserProgram(): BrowserProgram {
  const env = plain(process.env);
  const installed = process.env.CHROMIUM_PATH ?? onPath();
  if (installed) return { path: installed, env };
  const home = unpacked();
  const path = join(home, 'chromium');
  const own = existsSync('/etc/fonts/fonts.conf') ? env : { ...env, FONTCONFIG_PATH: join(home, 'fonts') };
  // The loader ends with 127 where the system lacks libnss3, libnspr4 or libexpat.
  if (spawnSync(path, ['--version'], { env: own }).status !== 127) return { path, env: own };
  const libraries = [join(home, 'al2023', 'lib'), env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
  return { path, env: { ...own, LD_LIBRARY_PATH: libraries } };
}

/** Playwright's options for a browser; with `debuggingPort`, other programs (Lighthouse) can drive it too. */
export function launchOptions(debuggingPort?: number) {
  const { path, env } = browserProgram();
  const port = debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`];
  return { executablePath: path, args: [...CHROMIUM_ARGS, ...port], env, headless: true };
}

/** Starts a browser. */
export const launch = (debuggingPort?: number): Promise<Browser> =>
  chromium.launch(launchOptions(debuggingPort));

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return INSTALLED.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) =>
    existsSync(path),
  );
}

/** The folder with the browser out of npm's package; made once, whole or not at all. */
function unpacked(): string {
  const require = createRequire(join(projectRoot, 'deploy/checks/package.json'));
  // The package exports no package.json and is an ES module: its folder is found beside its entry.
  const root = join(require.resolve('@sparticuz/chromium'), '..', '..');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const cache = join(projectRoot, '.cache');
  const home = join(cache, `chromium-${version}`);
  if (existsSync(home)) return home;
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'chromium-draft-'));
  const bin = join(root, 'bin');
  writeFileSync(join(draft, 'chromium'), brotliDecompressSync(readFileSync(join(bin, 'chromium.br'))), {
    mode: 0o755,
  });
  unpackTar(join(bin, 'fonts.tar.br'), join(draft, 'fonts'));
  unpackTar(join(bin, 'al2023.tar.br'), join(draft, 'al2023'));
  try {
    renameSync(draft, home);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(home)) throw error; // otherwise another process was faster
  }
  return home;
}

/** The environment without its undefined values. */
function plain(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Unpacks a brotli-compressed tar into a folder. */
function unpackTar(file: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const input = brotliDecompressSync(readFileSync(file));
  execFileSync('tar', ['x', '-f', '-', '--no-same-owner', '-C', folder], { input });
}
