import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLong } from '../src/long-tests.ts';
import { projectRoot } from '../src/paths.ts';

/** What lets a busy machine decide whether a test passes; `until`, frozen clocks and counted work stand in its place. */
const TIMED: Readonly<Record<string, RegExp>> = {
  'a sleep': /from 'node:timers\/promises'/u,
  'a sleep by hand': /new Promise\b[^;]*?\bsetTimeout\(\s*(?:\(\) => )?\w+,/u,
  'a limit in real time': /expect\([^;\n]*(?:performance|Date)\.now\(\)[^;\n]*\)\.toBeLess/u,
  'a wait by the clock': /\b(?:for|while) \([^;\n]*(?:performance|Date)\.now\(\)/u,
  'a wait of so many looks, which a quick machine takes too soon':
    /\bfor \(let \w+ = 0; [^;\n]*\bstatus\b[^;\n]*;/u,
  'a call that ends by the clock': /AbortSignal\.timeout\(/u,
  'a second try': /jest\.retryTimes/u,
  'an end of its own that is shorter than the usual one': /^\s*\}, (?:[1-9]\d|1\d\d|2\d\d)_000\);$/mu,
  'a page waited for by a limit of its own': /\{ timeout: \d/u,
};

/** Files that may, and why. */
const MAY: Readonly<Record<string, string>> = {
  'packages/service-kit/src/testing/until.ts': 'the one wait of all tests',
  'packages/service-kit/src/testing/patience.ts':
    'the pause of a caller that comes again, bounded by a count',
  'packages/service-kit/src/testing/login-line.ts': 'the pause that the line of logins asks for',
  'packages/service-kit/src/testing/tcp-proxy.ts': 'a slow line is the fault itself',
  'packages/service-kit/test/watchdog.test.ts': 'a program that holds its event loop for a known time',
  'packages/service-kit/test/pressure.test.ts': 'its clock is the test’s own',
  'packages/service-kit/test/background-process.test.ts': 'a job that hangs, in another process',
  'services/auth/test/in-line.ts': 'the pause that the line of logins asks for',
  'services/billing/test/payment-schemes-kills.test.ts': 'the pause of a client that repeats its call',
  'gateway/test/condition.test.ts': 'a service that takes so long is what is measured',
  'deploy/local/test/install-lock.test.ts': 'programs that hold the lock for a moment',
  'deploy/checks/faults/test/crowd.ts': 'the pause that the line of logins asks for, in a long form',
  'deploy/checks/load/test/machine.test.ts': 'a child that uses a core until it is killed',
  'deploy/backup/test/world.ts': 'a wait that the long forms of the backup share',
};

const files = globSync(
  [
    '{packages,services,frontends,deploy}/*/test/**/*.{ts,tsx}',
    'gateway/test/**/*.ts',
    'packages/*/src/testing/**/*.{ts,tsx}',
    'frontends/*/src/**/*.test.tsx',
    'deploy/checks/*/test/**/*.ts',
  ],
  { cwd: projectRoot },
).filter(
  (file) => !isLong(file) && !file.startsWith('deploy/checks/browser/') && !file.includes('steady-tests'),
);

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const foundIn = (source: string, patterns: Readonly<Record<string, RegExp>>) =>
  Object.keys(patterns).filter((what) => patterns[what]?.test(source));
const timedIn = (file: string) => foundIn(read(file), TIMED).map((what) => `${file}: ${what}`);

test('when a test of the plain run is read, then no real clock decides whether it passes', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => !(file in MAY)).flatMap(timedIn)).toEqual([]);
});

test('when a file may use the clock, then it still does', () => {
  const idle = Object.keys(MAY).filter((file) => timedIn(file).length === 0);
  expect(idle).toEqual([]);
});

test('when test files use the Redis of the run, then each has a database of its own there', () => {
  const used = globSync('{packages,services,gateway,deploy}/{,*/}test/*.ts', { cwd: projectRoot }).flatMap(
    (file) =>
      [
        ...read(file).matchAll(
          /new URL\('\/(\d+)', process\.env\.TEST_REDIS_URL\)|new Redis\(process\.env/gu,
        ),
      ].map(([text, number]) => ({ file, number: number ?? text })),
  );
  expect(used.length).toBeGreaterThan(7);
  expect(used.map(({ number }) => number).toSorted()).toEqual(
    [...new Set(used.map(({ number }) => number))].toSorted(),
  );
  expect(used.filter(({ number }) => !(Number(number) < 16))).toEqual([]);
});

/** What lets a page decide that is a moment late; `eventually`, `waitFor` and `waitForURL` wait for it. */
const HASTY: Readonly<Record<string, RegExp>> = {
  'a page that is looked at once':
    /expect\(\s*\(?await [^;\n]*(?:\bcutOff\(|\bactiveElement\b|\.(?:is[A-Z]\w+|inputValue|innerText|allInnerTexts|textContent|getAttribute|boundingBox|count)\()/u,
  'an address that is read once': /expect\([^;\n]*\.url\(\)[^;\n]*\)\.to/u,
};

test('when a browser test is read, then what a page shows is waited for', () => {
  const pages = globSync('deploy/checks/browser/test/*.e2e.test.ts', { cwd: projectRoot });
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.flatMap((file) => foundIn(read(file), HASTY).map((what) => `${file}: ${what}`))).toEqual([]);
});

const AT_ONCE = /(?<!=>)\n\s*expect\(document\.activeElement/u;
/** They call what moves the focus themselves, and nothing is drawn in between. */
const DIRECT = ['frontends/shell/test/first-paint.test.tsx', 'packages/ui/test/choices.test.tsx'];

test('when a test of components looks for the focus, then it waits for it', () => {
  const hasty = files.filter((file) => file.endsWith('x') && AT_ONCE.test(read(file)));
  expect(hasty.toSorted()).toEqual(DIRECT);
});

test.each([
  'expect(await dialog.isVisible()).toBe(true);',
  "expect(\n    await page.getByRole('row').count(),\n  ).toBe(1);",
  'expect((await slip.innerText()).trim()).toBe(text);',
  'expect(await one.evaluate((it) => it === document.activeElement)).toBe(true);',
  "expect(new URL(page.url()).pathname).toBe('/auth');",
])('when a browser test says %j, then that is seen', (source) => {
  expect(foundIn(source, HASTY)).toHaveLength(1);
});

/** Digits and words that a test looks for in vain, so short that ids, hashes and moments hold them by chance. */
const shortIn = (source: string): string[] =>
  [...source.matchAll(/\.not\.to(?:Contain\('([^'\n]*)'\)|Match\(\/([^\n]*)\/\w*\))/gu)]
    .flatMap(([, text = '', pattern = '']) => [text, ...pattern.split('|')])
    .filter((one) => /^[\da-f.\\]{1,7}$/u.test(one));

test('when a test looks for digits that must not be there, then chance cannot bring them', () => {
  expect(files.filter((file) => !file.startsWith('deploy/')).flatMap((file) => shortIn(read(file)))).toEqual(
    [],
  );
});

test.each(["not.toContain('4567');", 'not.toMatch(/nik|add/u);', 'not.toMatch(/3\\.217|Rahma/u);'])(
  'when a test says %s, then the short one is found',
  (source) => {
    expect(shortIn(`expect(body).${source}`)).toHaveLength(1);
  },
);

/** Rows of one moment, which a quick machine writes in one millisecond, come in any order; the id decides. */
const BY_TIME = /\.orderBy\('(?:\w+_)?at'(?:, '\w+')?\)(?!\s*\.orderBy)/u;
/** Each of their rows has a moment of its own by what the test does. */
const OWN_MOMENTS = [
  'services/admission/test/demo-seed.test.ts',
  'services/admission/test/registration-changes.api.test.ts',
  'services/billing/test/papers.ts',
];

test('when a test reads rows by their time, then the id decides between those of one moment', () => {
  expect(files.filter((file) => BY_TIME.test(read(file))).toSorted()).toEqual(OWN_MOMENTS);
});

test.each([
  "import { setTimeout as sleep } from 'node:timers/promises';",
  'await new Promise((resolve) => setTimeout(resolve, 300));',
  'await new Promise((over) => void setTimeout(over, ms));',
  'expect(performance.now() - began).toBeLessThan(1500);',
  'while (Date.now() < end) await look();',
  "for (let look = 0; look < 200 && status === 'open'; look += 1) await ask();",
  'const next = await send(AbortSignal.timeout(10_000));',
  '  }, 60_000);',
  "await screen.findByText('x', {}, { timeout: 3000 });",
])('when a test says %j, then that is seen', (source) => {
  expect(foundIn(source, TIMED)).not.toEqual([]);
});
