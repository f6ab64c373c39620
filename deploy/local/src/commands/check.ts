import { join } from 'node:path';
import { type ChildResult, runNode } from '../child.ts';
import { LOCK_FILES, lockFindings, readLock } from '../lock-file.ts';
import { projectRoot } from '../paths.ts';
import { checkWords } from '../words.ts';

interface Check {
  name: string;
  work(): Promise<ChildResult>;
}

const AT_ONCE = 2;
const CODE = ['packages', 'gateway', 'services', 'frontends', 'deploy'];

export interface CheckCount {
  passed: number;
  failed: number;
}

/** `npm run check`: checks the code without running it. */
export async function run(): Promise<number> {
  const { passed, failed } = await runChecks((line) => console.log(line));
  console.log(`Checks: ${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/** Runs all checks, two at a time; says a line for each and the output of those that failed. */
export async function runChecks(say: (line: string) => void): Promise<CheckCount> {
  const waiting = checks();
  const count = { passed: 0, failed: 0 };
  const lane = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const start = Date.now();
      const { code, output } = await check.work();
      const seconds = ((Date.now() - start) / 1000).toFixed(1);
      count[code === 0 ? 'passed' : 'failed'] += 1;
      say(`${code === 0 ? 'ok    ' : 'FAILED'} ${check.name} (${seconds} s)`);
      if (code !== 0) say(output.trimEnd());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return count;
}

function checks(): Check[] {
  const tool = (name: string, program: string, ...args: string[]): Check => ({
    name,
    work: () =>
      runNode([join(projectRoot, 'node_modules', program), ...args], {
        // These are short Go programs: with the default a third of their work is garbage collection.
        env: { NO_COLOR: '1', GOGC: '400' },
      }),
  });
  return [
    // The type-aware rules have every program checked: a compiler of its own would do that work twice.
    tool('lint and types', 'oxlint/bin/oxlint', '--type-aware', '--type-check', '--deny-warnings'),
    tool(
      'imports',
      'dependency-cruiser/bin/dependency-cruiser.mjs',
      '--config',
      '.dependency-cruiser.cjs',
      ...CODE,
    ),
    tool('format', '@biomejs/biome/bin/biome', 'format'),
    tool('unused code', 'knip/bin/knip.js', '--no-progress'),
    { name: 'words', work: checkWords },
    { name: 'lock file', work: lockFile },
    // Loaded when its turn comes: it reads every contract.
    { name: 'openapi.json', work: async () => (await import('../open-api-file.ts')).checkOpenApi() },
  ];
}

async function lockFile(): Promise<ChildResult> {
  const lines = LOCK_FILES.flatMap((file) => lockFindings(readLock(file), file));
  if (lines.length === 0) return { code: 0, output: '' };
  return { code: 1, output: lines.join('\n') };
}
