import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasProperties, isLong, longTestsIn } from '../src/long-tests.ts';
import { projectRoot } from '../src/paths.ts';

const DOOR = 'packages/domain/src/testing/runs.ts';
const MOST_SECONDS = 60;
/** What is more than this is an amount of money. */
const HOUR_SECONDS = 3600;

/** What a source file does with the counts and limits of its tests that the one door should do. */
function bypasses(source: string): string[] {
  const found: string[] = [];
  // `fc.sample` only makes values.
  const counts = source.replaceAll(/fc\.sample\([^\n]*/gu, '').matchAll(/numRuns: ([^,}\n]+)/gu);
  for (const [, count = ''] of counts)
    if (!/^(?:runs\(|RUNS$|RUNS\b)/u.test(count.trim())) found.push(`numRuns: ${count.trim()}`);
  if (/const RUNS = \d/u.test(source)) found.push('const RUNS');
  if (/\bfc\.(?:assert|check)\(/u.test(source) && !hasProperties(source)) found.push('no runs()');
  // Work of a database needs fewer inputs than the count of a property that names none.
  const asserted = source.match(/\bfc\.asyncProperty\(/gu)?.length ?? 0;
  if (asserted > (source.match(/numRuns:/gu)?.length ?? 0)) found.push('asyncProperty without numRuns');
  // Which ways chance went in a few inputs says nothing of the product.
  if (hasProperties(source) && /expect\(\[\.\.\.(?:seen|tally|gone)\b/u.test(source)) found.push('[...seen]');
  if (/process\.env\.PROPERTY_/u.test(source)) found.push('PROPERTY_*');
  return found;
}

/** Limits of single tests or of a file that are longer than a plain run gives. */
function longLimits(source: string): string[] {
  const limits = source.matchAll(
    /(?:jest\.setTimeout\(|^\s*\}?,? ?|^\s*(?:before|after)(?:All|Each)\(.*, )(\d[\d_]*)(?:,?\s*)\);?$/gmu,
  );
  return [...limits]
    .map(([text]) => text.trim())
    .filter((text) => seconds(text) > MOST_SECONDS && seconds(text) < HOUR_SECONDS);
}
const seconds = (text: string) => Number(/(\d[\d_]*)/u.exec(text)?.[1]?.replaceAll('_', '') ?? 0) / 1000;

const tests = globSync('{packages,services,gateway,frontends,deploy}/**/*.test.{ts,tsx}', {
  cwd: projectRoot,
  exclude: ['**/node_modules/**', '**/dist/**'],
});
const helpers = globSync('{packages,services,gateway,frontends,deploy}/{,*/}test/*.{ts,tsx}', {
  cwd: projectRoot,
  exclude: ['**/node_modules/**'],
});
const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const OWN = 'deploy/local/test/property-runs.test.ts';

test('when a property is tried, then its count comes from runs(), in tests of servers and of pages', () => {
  const files = [...new Set([...tests, ...helpers])].filter((file) => file !== DOOR && file !== OWN);
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => bypasses(read(file)).map((one) => `${file}: ${one}`))).toEqual([]);
});

test('when a test runs in npm test, then it asks for no more than a minute', () => {
  const plain = tests.filter((file) => !isLong(file) && !file.endsWith('.e2e.test.ts') && file !== OWN);
  expect(plain.flatMap((file) => longLimits(read(file)).map((one) => `${file}: ${one}`))).toEqual([]);
});

test('when a file has tests of the long forms, then it keeps others for npm test, else it is a long form itself', () => {
  const PLAIN = /(?<![\w.'])test(?:\.each)?\(/u;
  const marked = tests.filter((file) => file !== OWN && longTestsIn(read(file)) > 0);
  expect(marked.length).toBeGreaterThan(30);
  expect(marked.filter((file) => isLong(file) || !PLAIN.test(read(file)))).toEqual([]);
});

test.each([
  ['fc.assert(fc.property(anything, check), { numRuns: 200 });', 'numRuns: 200'],
  ['fc.assert(fc.property(anything, check));', 'no runs()'],
  [
    "import '@gerbang/domain/testing/runs';\nfc.assert(fc.asyncProperty(anything, check));",
    'asyncProperty without numRuns',
  ],
  ["import { runs } from '@gerbang/domain/testing/runs';\nexpect([...seen]).toEqual(['paid']);", '[...seen]'],
  ['const count = Number(process.env.PROPERTY_RUNS);', 'PROPERTY_*'],
])('when a test says %j, then that is found', (source, problem) => {
  expect(bypasses(source)).toContain(problem);
});

test.each(['jest.setTimeout(600_000);', '  }, 120_000);', '    },\n    240_000,\n  );'])(
  'when a test says %j, then the limit is found',
  (source) => {
    expect(longLimits(source)).toHaveLength(1);
  },
);
