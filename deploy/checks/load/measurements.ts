import { UsageError } from '@gerbang/local/child';
import { measureAnnouncementMinute } from './announcement-minute.ts';
import { startBare, userService } from './bare/stack.ts';
import { measureDashboard } from './dashboard.ts';
import { measureFamilyCalls } from './family-calls.ts';
import { measureFoundation } from './foundation.ts';
import { measureGrowth } from './growth.ts';
import { measureJourney } from './journey.ts';
import { measureLogins, measureReadsWhileLoggingIn } from './logins.ts';
import type { Measurement } from './measurement.ts';
import { measureMessages } from './messages.ts';
import { measureMoney } from './money.ts';
import { measurePaint } from './pages.ts';
import { measureReads } from './reads.ts';
import { measureScaling } from './scaling.ts';
import { measureSizes } from './sizes.ts';
import { measureStaff } from './staff.ts';
import { measureExport } from './staff-export.ts';
import { measureMemory, measureStart } from './start.ts';
import { measureUploads } from './uploads.ts';

/** Every measurement, in the order in which they run; a new one is a module of its own and a line here. */
export const MEASUREMENTS: readonly Measurement[] = [
  { name: 'start', what: 'cold start of all processes (P17)', run: measureStart },
  { name: 'memory', what: 'memory at rest (P15)', run: measureMemory },
  {
    name: 'sizes',
    what: 'weight of the front ends and of the pages of a family',
    run: measureSizes,
    browser: true,
  },
  {
    name: 'reads',
    what: 'an authenticated read against the bare stack (P1)',
    run: async (bench) => {
      const account = (await bench.accounts())[0];
      if (!account) throw new Error('No account');
      const stack = bench.stack();
      const { redisUrl } = bench;
      const bare = await startBare({ stack, redisUrl, userIds: [account.id], service: userService(stack) });
      try {
        return await measureReads(stack, bare, account, bench.rounds, bench.seconds);
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
  { name: 'dashboard', what: "a parent's dashboard in one read (P2)", run: measureDashboard },
  {
    name: 'family',
    what: 'profile save, list and submission of registrations against bare (P5)',
    run: measureFamilyCalls,
  },
  {
    name: 'uploads',
    what: 'proofs of 5 MB against bare, the event loop meanwhile (P8)',
    run: measureUploads,
  },
  {
    name: 'minute',
    what: 'the announcement minute: 2,000 results, 2,000 parents (P9, P10, P12)',
    run: measureAnnouncementMinute,
  },
  {
    name: 'scaling',
    what: 'throughput by processes of gateway and service, and what is full first (P11)',
    run: measureScaling,
  },
  {
    name: 'paint',
    what: 'paint and blocking of the pages of everybody, parents and staff',
    run: measurePaint,
    browser: true,
  },
  {
    name: 'journey',
    what: 'login to proof sent on a slow phone and line',
    run: measureJourney,
    browser: true,
  },
  // The last ones: they leave 50,000 registrations.
  {
    name: 'staff',
    what: "the staff's list, searches and record over 500 to 50,000 registrations, against bare (P3, P4)",
    run: measureStaff,
  },
  {
    name: 'foundation',
    what: 'many parents at their dashboard over 50,000 registrations (P11)',
    run: measureFoundation,
  },
  { name: 'export', what: 'memory of an export of 50,000 registrations', run: measureExport },
  {
    name: 'money',
    what: 'verifications against bare UPDATEs, 50,000 invoices, papers, memory of billing',
    run: measureMoney,
  },
  {
    name: 'growth',
    what: 'growth of memory in 30 minutes of load (P15)',
    run: measureGrowth,
    needs: 'long',
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
