import { join } from 'node:path';
import { runNode } from '@gerbang/local/child';
import { projectRoot } from '@gerbang/local/paths';
import type { Fault } from '../fault.ts';
import type { QueueKind } from '../world.ts';

/** So much of a failure says what was expected, and where. */
const WHY_LINES = 30;
const JEST = join(projectRoot, 'node_modules/jest/bin/jest.js');

/** Faults inside one program have their tests beside it; here they run as they are. */
function reused(
  { id, title, seeded }: Pick<Fault, 'id' | 'title' | 'seeded'>,
  filesOf: (queue: QueueKind) => readonly string[],
): Fault {
  return {
    id,
    title,
    seeded,
    async run({ queue, seed }) {
      const files = filesOf(queue);
      const project = files.some((file) => file.includes('.redis.')) ? 'redis' : 'node';
      const args = [JEST, ...files, `--selectProjects=${project}`, '-w', '1', '--forceExit'];
      const { code, output } = await runNode(args, {
        env: { NODE_OPTIONS: '--experimental-vm-modules', KILLS_SEED: String(seed) },
      });
      const tests = /^Tests: .*$/mu.exec(output)?.[0] ?? 'no test ran';
      const failed = output.split('\n').filter((line) => line.trimStart().startsWith('✕'));
      const why = /^ {2}● .*?(?=^ {2}● |^Test Suites:)/msu.exec(output)?.[0].trimEnd().split('\n') ?? [];
      return {
        did: files.map((file) => file.slice(file.lastIndexOf('/') + 1)).join(', '),
        wrong: code === 0 ? [] : [...failed, ...why.slice(0, WHY_LINES), tests],
        figures: { tests: tests.replace('Tests:', '').trim() },
      };
    },
  };
}

/** The worker killed at random moments: 20 times within 300 messages and 20 codes. */
export const killedWorker = reused(
  { id: 'F1', title: 'kill -9 of the worker while it sends', seeded: true },
  (queue) => [`services/notification/test/worker-process.${queue === 'redis' ? 'redis.' : ''}test.ts`],
);

/** Billing killed between any two statements of a scheme and of a verification: every place is tried, so one run is all. */
export const killedBilling = reused(
  { id: 'F5', title: 'kill -9 of billing between two statements', seeded: false },
  () => [
    'services/billing/test/payment-schemes-kills.test.ts',
    'services/billing/test/invoice-payments-crash.test.ts',
  ],
);
