import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNode } from '@gerbang/local/child';
import { projectRoot } from '@gerbang/local/paths';
import { GOALS } from '../report.ts';

interface Results {
  form: string;
  table: { goal?: string; state: string }[];
  outcomes: { name: string; state: string; cause?: string }[];
}

/** One measurement of each sort: a start, a figure of the system, turns beside the bare stack, and beside bare work. */
const SOME = ['start', 'memory', 'reads', 'logins'];
/** It starts a whole portal. */
const PATIENCE_MS = 20 * 60_000;

describe('the benchmark', () => {
  test(
    'when it runs in its smallest form, then the measurements finish and every goal is in the table',
    async () => {
      const out = mkdtempSync(join(tmpdir(), 'gerbang-bench-out-'));
      try {
        const program = join(projectRoot, 'deploy/checks/load/main.ts');
        const args = ['--smoke', '--out', out, '--only', SOME.join()];
        const { output } = await runNode([program, ...args], { env: process.env });
        const files = readdirSync(out);
        const json = files.find((name) => name.endsWith('.json'));
        if (json === undefined) throw new Error(output);
        const results = JSON.parse(readFileSync(join(out, json), 'utf8')) as Results;
        const done = results.outcomes.filter(({ state }) => state === 'done').map(({ name }) => name);
        const others = results.outcomes.filter(({ name, state }) => SOME.includes(name) && state !== 'done');
        expect(others).toEqual([]);
        expect(done).toEqual(SOME);
        const goals = new Set(results.table.map(({ goal }) => goal));
        expect(GOALS.filter(({ id }) => !goals.has(id))).toEqual([]);
        for (const { id } of GOALS) expect(output).toContain(`\n${id} `);
      } finally {
        rmSync(out, { recursive: true, force: true });
      }
    },
    PATIENCE_MS,
  );
});
