import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { fuzzContract } from './contract.ts';
import { slowestLines, sweepExtremes } from './extremes.ts';
import { startWideStack } from '../kit/own-stack.ts';
import { inputOf, verifyData } from '../kit/verify.ts';
import { openPortal } from './portal.ts';
import { contractTable, findingLines, logLines, writeReport } from './report.ts';
import { sweepForeign } from './foreign.ts';
import { makeWorld } from './world.ts';

const HELP = `npm run test:fuzz [-- --seed <n> --cases <n> --only <call>,<call> --parts contract,foreign,extremes]
Starts a portal of its own and calls everything that the contracts declare.

  contract   valid and hostile input for every operation
  foreign    every read of a family, and every call of a family with ids of another one
  extremes   the first, last and largest of every day, span and count, with the ten slowest calls

--only takes calls (C08).`;

interface Values {
  seed?: string;
  cases?: string;
  only?: string;
  parts?: string;
}

async function run(values: Values): Promise<number> {
  const seed = Number(values.seed ?? randomInt(2 ** 31));
  const cases = Math.max(1, Number(values.cases ?? 100));
  const parts = values.parts?.split(',') ?? ['contract', 'foreign', 'extremes'];
  const only = values.only?.split(',');
  const say = (line: string) => console.log(line);
  say(`Seed ${seed}, ${cases} cases of each kind an operation`);
  const stack = await startWideStack(say);
  const began = performance.now();
  try {
    const portal = await openPortal(stack);
    const world = await makeWorld(portal);
    const rows = parts.includes('contract') ? await fuzzContract(world, { cases, seed, only, say }) : [];
    if (rows.length > 0) say(`\n${contractTable(rows)}`);
    const foreign = parts.includes('foreign') ? await sweepForeign(world, seed) : 0;
    if (foreign > 0) say(`\n${foreign} calls about own and foreign objects`);
    const extremes = parts.includes('extremes') ? await sweepExtremes(world, { seed, timed: true }) : [];
    if (extremes.length > 0)
      say(`\n${extremes.length} calls with extremes, the slowest:\n${slowestLines(extremes).join('\n')}`);
    const { findings, busy } = portal;
    const wrong = await Promise.all(
      (['books', 'seats'] as const).map((what) => verifyData(inputOf(stack), what)),
    );
    const lines = [...findingLines(findings), ...wrong.filter((found) => found !== null)];
    for (const line of lines) say(`\n${line}`);
    const failures = findings.filter(({ check }) => check === 'no 5xx').map(({ answer }) => answer);
    for (const line of logLines(stack.logDir, [...busy, ...failures]).slice(0, 20)) say(line);
    const seconds = Math.round((performance.now() - began) / 1000);
    const calls = portal.calls();
    const file = writeReport({ seed, cases, seconds, calls, rows, foreign, extremes, findings });
    say(
      `\n${busy.length} times busy; ${calls} calls in ${seconds} s, ${lines.length} findings; written to ${file}`,
    );
    portal.close();
    return lines.length === 0 ? 0 : 1;
  } finally {
    await stack.stop();
  }
}

const text = { type: 'string' } as const;
const options = { seed: text, cases: text, only: text, parts: text, help: { type: 'boolean' } } as const;
const { values } = parseArgs({ options });
if (values.help) console.log(HELP);
else process.exitCode = await run(values);
