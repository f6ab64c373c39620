import { UsageError } from '@gerbang/local/child';
import { measureFoundation, measureGrowth } from './crowds.ts';
import { measureDay } from './day.ts';
import { measureDueDay } from './due-day.ts';
import { measureFamilyCalls, measureRegistering } from './family.ts';
import { measureImports } from './imports.ts';
import { measureLogins, measureReadsWhileLoggingIn } from './logins.ts';
import type { Measurement } from './runner.ts';
import { measureMessages } from './messages.ts';
import { measureAnnouncementMinute } from './minute.ts';
import { measureOffice } from './office.ts';
import { measureOfficeHour } from './office-hour.ts';
import { measureOpening } from './opening.ts';
import { measurePaint } from './pages.ts';
import { measureDashboard, measureReads } from './reads.ts';
import { measureScaling } from './scaling.ts';
import { measureSlots } from './slots.ts';
import { measureStaff } from './staff.ts';
import { measureMemory, measureStart } from './start.ts';
import { measureUploads } from './uploads.ts';

/** Every measurement in the order of a run. The last ones leave 50,000 registrations. */
export const MEASUREMENTS: readonly Measurement[] = [
  { name: 'start', what: 'cold start of all processes (P17)', run: measureStart },
  { name: 'memory', what: 'memory at rest (P15)', run: measureMemory },
  { name: 'reads', what: 'an authenticated read against the bare stack (P1)', run: measureReads },
  { name: 'logins', what: 'logins against bare argon2id (P6)', run: measureLogins },
  { name: 'crowd', what: 'reads while people log in (P7)', run: measureReadsWhileLoggingIn },
  { name: 'register', what: 'accounts registered, until every copy is there (P5)', run: measureRegistering },
  { name: 'messages', what: 'messages, outbox to phone (P13)', run: measureMessages },
  { name: 'dashboard', what: "a parent's dashboard in one read (P2)", run: measureDashboard },
  { name: 'family', what: 'a registration submitted (P5)', run: measureFamilyCalls },
  { name: 'office', what: 'corrections, approvals, a family that leaves (P18, P19)', run: measureOffice },
  { name: 'slots', what: 'slots of the observation, chosen and read (P21)', run: measureSlots },
  { name: 'imports', what: 'a list of 2,000 children, previewed and imported (P22)', run: measureImports },
  { name: 'uploads', what: 'proofs of 5 MB, the event loop meanwhile (P8)', run: measureUploads },
  {
    name: 'minute',
    what: 'the announcement minute: 2,000 results, 2,000 parents (P9, P10, P10b, P12)',
    run: measureAnnouncementMinute,
  },
  {
    name: 'opening',
    what: 'a wave opens: 700 families go the whole way in three minutes (P20)',
    run: measureOpening,
  },
  {
    name: 'due-day',
    what: 'the minute of a due day: 2,000 families ask for a number, 600 pay (P23)',
    run: measureDueDay,
  },
  { name: 'scaling', what: 'reads by one of each process and by two (P11)', run: measureScaling },
  {
    name: 'paint',
    what: 'paint and blocking time of pages',
    run: measurePaint,
    browser: true,
    // Ten visits a round, of half a minute each on a busy machine.
    minutes: [4, 5],
  },
  {
    name: 'staff',
    what: "the staff's list and searches over 500 to 50,000 registrations (P3, P4)",
    run: measureStaff,
    // 50,000 registrations are made first; a turn that others disturbed is taken three times.
    minutes: [10, 4],
  },
  {
    name: 'foundation',
    what: 'parents at their dashboard over 50,000 registrations (P11)',
    run: measureFoundation,
    minutes: [20, 0],
  },
  {
    name: 'office-hour',
    what: 'fifteen of the staff at work over 50,000 registrations, by call (P4); an hour with --long',
    run: measureOfficeHour,
    needs: 'long',
    minutes: [25, 0],
  },
  {
    name: 'day',
    what: 'what families leave in the tables, and what ending old messages takes',
    run: measureDay,
    needs: 'long',
    minutes: [15, 0],
  },
  {
    name: 'growth',
    what: 'growth of memory in 30 minutes of load (P15)',
    run: measureGrowth,
    needs: 'long',
    minutes: [45, 0],
  },
];

/** The measurements that `--only a,b` names, all without it; throws a UsageError for an unknown name. */
export function chosen(only: string | undefined): readonly Measurement[] {
  if (only === undefined) return MEASUREMENTS;
  const names = only.split(',').map((name) => name.trim());
  const known = new Set(MEASUREMENTS.map(({ name }) => name));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new UsageError(`Unknown measurements: ${unknown.join(', ')}; known are ${[...known].join(', ')}`);
  return MEASUREMENTS.filter(({ name }) => names.includes(name));
}
