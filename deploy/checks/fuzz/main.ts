import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { badInput } from './bad-input/bad-input.ts';
import { fuzzContract } from './contract.ts';
import { startOwnStack } from './own-stack.ts';
import { openPortal } from './portal.ts';
import { contractTable, findingLines, logLines, writeReport } from './report.ts';
import { sweep } from './sweep/sweep.ts';
import { makeWorld } from './world.ts';

const HELP = `npm run test:fuzz [-- --seed <n> --cases <n> --only <call>,<call> --parts contract,sweep,bad-input]
Starts a portal of its own and calls everything that its published description names.

  contract   valid and wrong input for every operation, the twelve checks
  sweep      the authorization table: every call, every role, own and foreign objects
  bad-input  B1 to B22 of the reliability page

--only takes calls (C08) and groups of bad input (B15).`;
const PARTS = ['contract', 'sweep', 'bad-input'] as const;

interface Values {
  seed?: string;
  cases?: string;
  only?: string;
  parts?: string;
}

async function run(values: Values): Promise<number> {
  const seed = Number(values.seed ?? randomInt(2 ** 31));
  const cases = Math.max(1, Number(values.cases ?? 100));
  const parts = new Set(values.parts?.split(',') ?? PARTS);
  const only = values.only?.split(',');
  const say = (line: string) => console.log(line);
  say(`Seed ${seed}, ${cases} cases of each kind an operation`);
  const stack = await startOwnStack(say);
  const began = performance.now();
  try {
    const portal = await openPortal(stack.url);
    const world = await makeWorld(portal);
    const rows = parts.has('contract') ? await fuzzContract(world, { cases, seed, only, say }) : [];
    if (rows.length > 0) say(`\n${contractTable(rows)}`);
    const swept = parts.has('sweep') ? await sweep(world, stack, { seed, each: true, say }) : [];
    const bad = parts.has('bad-input') ? await badInput(world, stack, { seed, only, say }) : undefined;
    if (bad) say(JSON.stringify(bad.figures, null, 2));
    const lines = findingLines(portal.findings);
    for (const line of lines) say(`\n${line}`);
    const ours = [
      ...portal.busy,
      ...portal.findings.filter(({ check }) => check === 'no 5xx').map(({ answer }) => answer),
    ];
    for (const line of logLines(stack.logDir, ours).slice(0, 20)) say(line);
    const seconds = Math.round((performance.now() - began) / 1000);
    const { findings } = portal;
    const file = writeReport({ seed, cases, seconds, calls: portal.calls(), rows, swept, bad, findings });
    say(
      `\n${portal.busy.length} times busy; ${portal.calls()} calls in ${seconds} s, ${lines.length} findings; written to ${file}`,
    );
    portal.close();
    return lines.length === 0 ? 0 : 1;
  } finally {
    await stack.stop();
  }
}

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    cases: { type: 'string' },
    only: { type: 'string' },
    parts: { type: 'string' },
    help: { type: 'boolean' },
  },
});
if (values.help) console.log(HELP);
else process.exitCode = await run(values);
