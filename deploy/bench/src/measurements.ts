import { UsageError } from '@gerbang/local/child';
import { startBare } from './bare/stack.ts';
import { measureLogins, measureReadsWhileLoggingIn } from './logins.ts';
import type { Measurement } from './measurement.ts';
import { measureMessages } from './messages.ts';
import { measurePaint, measureSizes } from './pages.ts';
import { measureReads } from './reads.ts';
import { measureMemory, measureStart } from './start.ts';

/** Every measurement, in the order in which they run; a new one is a module of its own and a line here. */
export const MEASUREMENTS: readonly Measurement[] = [
  { name: 'start', what: 'cold start of all processes (P17)', run: measureStart },
  { name: 'memory', what: 'memory at rest (P15)', run: measureMemory },
  { name: 'sizes', what: 'weight of the front ends', run: () => measureSizes() },
  {
    name: 'reads',
    what: 'an authenticated read against the bare stack (P1)',
    run: async (bench) => {
      const account = (await bench.accounts())[0];
      if (!account) throw new Error('No account');
      const bare = await startBare(bench.stack(), account.id, bench.redisUrl);
      try {
        return await measureReads(bench.stack(), bare, account, bench.rounds, bench.seconds);
      } finally {
        await bare.stop();
      }
    },
  },
  {
    name: 'logins',
    what: 'logins against bare argon2id (P6)',
    run: async (bench) => measureLogins(bench.stack(), await bench.accounts(), bench.rounds, bench.seconds),
  },
  {
    name: 'crowd',
    what: 'reads while people log in (P7)',
    run: async (bench) =>
      measureReadsWhileLoggingIn(bench.stack(), await bench.accounts(), bench.rounds, bench.seconds),
  },
  { name: 'messages', what: 'messages, outbox to phone (P13)', run: ({ stack }) => measureMessages(stack()) },
  {
    name: 'paint',
    what: 'paint and blocking of the first pages',
    run: ({ stack, quick }) => measurePaint(stack().url, quick ? 1 : 3),
  },
];

/** The measurements that `--only a,b` names, all without it; an unknown name is an error that lists the known ones. */
export function chosen(only: string | undefined): readonly Measurement[] {
  if (only === undefined) return MEASUREMENTS;
  const names = only.split(',').map((name) => name.trim());
  const known = new Set(MEASUREMENTS.map(({ name }) => name));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new UsageError(
      `No measurement is called ${unknown.join(', ')}; there are ${[...known].join(', ')}`,
    );
  }
  return MEASUREMENTS.filter(({ name }) => names.includes(name));
}
