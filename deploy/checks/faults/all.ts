import type { Fault } from './fault.ts';
import { gracefulStop } from './faults/f02-graceful.ts';
import { killServices } from './faults/f04-kill-services.ts';
import { killPostgres } from './faults/f06-kill-postgres.ts';
import { loseRedis } from './faults/f07-lose-redis.ts';
import { noRedis } from './faults/f08-no-redis.ts';
import { slowPostgres } from './faults/f09-slow-postgres.ts';
import { silentBilling } from './faults/f10-silent-billing.ts';
import { cutAnswers } from './faults/f11-cut-answers.ts';
import { partition } from './faults/f12-partition.ts';
import { noWhatsApp } from './faults/f13-no-whatsapp.ts';
import { brokenDisk } from './faults/f16-broken-disk.ts';
import { jumpingClock } from './faults/f17-jumping-clock.ts';
import { killedMigrations } from './faults/f18-migrations.ts';
import { littleMemory } from './faults/f20-little-memory.ts';
import { fullDatabase, fullUploads } from './faults/full-disks.ts';
import { fewConnections, fewFiles, stoppedPostgres } from './faults/postgres-limits.ts';
import { killedBilling, killedWorker } from './faults/reused.ts';
import { pausedWorker, rollingRestart, severalProcesses } from './faults/several-processes.ts';

/** Every fault, in the order of the design. */
export const FAULTS: readonly Fault[] = [
  killedWorker,
  gracefulStop,
  pausedWorker,
  killServices,
  killedBilling,
  killPostgres,
  loseRedis,
  noRedis,
  slowPostgres,
  silentBilling,
  cutAnswers,
  partition,
  noWhatsApp,
  fullDatabase,
  fullUploads,
  brokenDisk,
  jumpingClock,
  killedMigrations,
  rollingRestart,
  littleMemory,
  severalProcesses,
  fewConnections,
  stoppedPostgres,
  fewFiles,
];

/** Those that are named (`F4,F7`), or all of them. */
export function chosen(only: string | undefined): readonly Fault[] {
  if (!only) return FAULTS;
  const wanted = only.split(',').map((name) => name.trim().toLowerCase());
  const unknown = wanted.filter((name) => !FAULTS.some(({ id }) => id.toLowerCase() === name));
  if (unknown.length > 0) throw new Error(`No such fault: ${unknown.join(', ')}`);
  return FAULTS.filter(({ id }) => wanted.includes(id.toLowerCase()));
}
