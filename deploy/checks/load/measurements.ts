import { UsageError } from '@gerbang/local/child';
import { measureBank } from './bank.ts';
import { measureFoundation, measureGrowth } from './crowds.ts';
import { measureDocumentDesk } from './document-desk.ts';
import { measureDocumentPhone } from './document-phone.ts';
import { measureDocuments } from './documents.ts';
import { measureFamilyCalls, measureRegistering } from './family.ts';
import { measureJourney } from './journey.ts';
import { measureLoop } from './loop.ts';
import { measureLogins, measureReadsWhileLoggingIn } from './logins.ts';
import type { Measurement } from './runner.ts';
import { measureMessages } from './messages.ts';
import { measureMoney } from './money.ts';
import { measureAnnouncementMinute, measureOpenMinute } from './minute.ts';
import { measurePaint } from './pages.ts';
import { measurePapers } from './papers.ts';
import { measureDashboard, measureReads } from './reads.ts';
import { measureSeats } from './seats.ts';
import { measureSecondSteps } from './second-steps.ts';
import { measureScaling } from './scaling.ts';
import { measureSlips } from './slips.ts';
import { measureExport, measureStaff } from './staff.ts';
import { measureMemory, measureStart } from './start.ts';
import { measureStreams } from './streams.ts';
import { measureUploads } from './uploads.ts';
import { measureWaveOpening } from './waves.ts';

/** Every measurement in the order of a run. The last ones leave 50,000 registrations. */
export const MEASUREMENTS: readonly Measurement[] = [
  { name: 'start', what: 'cold start of all processes (P17)', run: measureStart },
  { name: 'memory', what: 'memory at rest (P15)', run: measureMemory },
  { name: 'reads', what: 'an authenticated read against the bare stack (P1)', run: measureReads },
  { name: 'logins', what: 'logins against bare argon2id (P6)', run: measureLogins },
  { name: 'factor', what: 'a login with a second factor against one without (P6)', run: measureSecondSteps },
  { name: 'crowd', what: 'reads while people log in (P7)', run: measureReadsWhileLoggingIn },
  { name: 'register', what: 'accounts registered, until every copy is there (P5)', run: measureRegistering },
  { name: 'messages', what: 'messages, outbox to phone (P13)', run: measureMessages },
  { name: 'dashboard', what: "a parent's dashboard in one read (P2)", run: measureDashboard },
  { name: 'family', what: 'list, profile save and submission of a family (P5)', run: measureFamilyCalls },
  { name: 'uploads', what: 'proofs of 5 MB, the event loop meanwhile (P8)', run: measureUploads },
  {
    name: 'minute',
    what: 'the announcement minute: 2,000 results, 2,000 parents (P9, P10, P10b, P12)',
    run: measureAnnouncementMinute,
  },
  {
    name: 'open-minute',
    what: 'the announcement minute with 2,000 open streams (P9, P10)',
    run: measureOpenMinute,
  },
  { name: 'streams', what: '2,000 open streams of unread messages at rest', run: measureStreams },
  { name: 'scaling', what: 'reads, writes and logins by more and more processes (P11)', run: measureScaling },
  { name: 'paint', what: 'paint and blocking time of pages', run: measurePaint, browser: true },
  {
    name: 'journey',
    what: 'login to proof sent on a slow phone and line',
    run: measureJourney,
    browser: true,
  },
  {
    name: 'staff',
    what: "the staff's list and searches over 500 to 50,000 registrations (P3, P4)",
    run: measureStaff,
  },
  {
    name: 'foundation',
    what: 'parents at their dashboard over 50,000 registrations (P11)',
    run: measureFoundation,
  },
  { name: 'money', what: 'families pay and finance verifies, then the books are checked', run: measureMoney },
  {
    name: 'waves',
    what: '300 registrations at the opening of a wave with 100 places',
    run: measureWaveOpening,
  },
  {
    name: 'seats',
    what: 'a waiting list of 2,000: read by staff and families, seats offered, numbers written, all of it verified',
    run: measureSeats,
  },
  {
    name: 'bank',
    what: 'a bank statement of 5,000 lines, passes of the matcher, lists of lines, 200 bookings, the books',
    run: measureBank,
  },
  {
    name: 'document-desk',
    what: "a clerk's 20 documents by keyboard, the next one after the key",
    run: measureDocumentDesk,
    browser: true,
  },
  {
    name: 'document-phone',
    what: 'four documents of six pages from a slow phone on a slow line',
    run: measureDocumentPhone,
    browser: true,
  },
  {
    name: 'documents',
    what: 'the queue over 2,000 and 20,000 documents, a page that is sent, a checklist',
    run: measureDocuments,
  },
  { name: 'slips', what: 'the print of a slip, and its search among 50,000', run: measureSlips },
  {
    name: 'papers',
    what: 'the check of a paper against a bare read, its PDF, receipts of old fees',
    run: measurePapers,
  },
  {
    name: 'loop',
    what: 'the longest turn of any event loop in each call that grows with the school',
    run: measureLoop,
  },
  { name: 'export', what: 'memory of an export of 50,000 registrations', run: measureExport },
  { name: 'growth', what: 'growth of memory in 30 minutes of load (P15)', run: measureGrowth, needs: 'long' },
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
