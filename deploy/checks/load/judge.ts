import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNode, UsageError } from '@gerbang/local/child';
import { projectRoot } from '@gerbang/local/paths';
import { installTools } from '@gerbang/local/seldom-tools';
import { checkOut } from '../upgrade/older-release.ts';
import { digits } from './figures.ts';
import type { Row } from './report.ts';
import type { Settings } from './settings.ts';

const TOOLS = 'deploy/tools/node_modules';
const USUAL = 'reads,dashboard,family,office';
/** By so much a call may become dearer. */
const A_TENTH = 1.1;
/**
 * Rounds of a run, whose median counts: the first ones are dearer where a program is not warm yet, and the two commits'
 * benchmarks do not measure the same before.
 */
const ROUNDS = '3';

/** A figure of a run's table. */
type Figure = Pick<Row, 'what' | 'value' | 'unit' | 'of'> & { readonly by: string };

/**
 * The CPU milliseconds of each call, the least of all rounds: other programs only add to them, and the former commit's
 * bare stack need not be this one's.
 */
export function leastCpu(rounds: readonly (readonly Figure[])[]): Map<string, number> {
  const least = new Map<string, number>();
  for (const { by, what, value, unit, of } of rounds.flat()) {
    if (!what.includes('CPU') || (of?.unit ?? unit) !== 'ms') continue;
    const name = `${by}: ${what}`;
    least.set(name, Math.min(of?.measured ?? value, least.get(name) ?? Infinity));
  }
  return least;
}

/** The calls that both know, each with how often it costs what it cost before. */
export function compared(former: ReadonlyMap<string, number>, present: ReadonlyMap<string, number>) {
  return [...present].flatMap(([name, now]) => {
    const before = former.get(name);
    return before === undefined ? [] : [{ name, before, now, ratio: now / before }];
  });
}

/** Runs the benchmark of a tree once and returns its figures. */
async function runIn(folder: string, options: readonly string[]): Promise<Figure[]> {
  const out = mkdtempSync(join(tmpdir(), 'gerbang-judge-'));
  try {
    const args = [join(folder, 'deploy/checks/load/main.ts'), ...options, '--rounds', ROUNDS, '--out', out];
    const { code, output } = await runNode(args, { cwd: folder, env: process.env });
    const file = readdirSync(out).find((name) => name.endsWith('.json'));
    if (code !== 0 || file === undefined)
      throw new UsageError(`The benchmark in ${folder} broke off\n${output}`);
    return (JSON.parse(readFileSync(join(out, file), 'utf8')) as { table: Figure[] }).table.filter(
      ({ value }) => value !== undefined,
    );
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** Measures this tree and another commit in turns; 1 where a call became dearer by more than a tenth. The smoke form judges nothing. */
export async function judge(
  { only = USUAL, rounds, smoke, quick }: Settings,
  commit: string,
): Promise<number> {
  await installTools();
  const former = checkOut(commit, console.log, { checks: true });
  symlinkSync(join(projectRoot, TOOLS), join(former.folder, TOOLS));
  const options = ['--only', only, ...(smoke ? ['--smoke'] : quick ? ['--quick'] : [])];
  const figures: Record<'former' | 'present', Figure[][]> = { former: [], present: [] };
  try {
    for (let round = 1; round <= rounds; round += 1) {
      console.log(`Round ${round} of ${rounds}: ${former.name}, then this tree ...`);
      figures.former.push(await runIn(former.folder, options));
      figures.present.push(await runIn(projectRoot, options));
    }
  } finally {
    former.remove();
  }
  const lines = compared(leastCpu(figures.former), leastCpu(figures.present));
  if (lines.length === 0) throw new UsageError(`${only} measure no CPU in both`);
  for (const { name, before, now, ratio } of lines) {
    console.log(
      `${ratio > A_TENTH ? 'DEARER ' : '       '}${ratio.toFixed(2)} x  ${name}: ${digits(before)} ms, now ${digits(now)}`,
    );
  }
  return !smoke && lines.some(({ ratio }) => ratio > A_TENTH) ? 1 : 0;
}
