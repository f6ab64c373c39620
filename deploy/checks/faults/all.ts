import type { Fault } from './fault.ts';
import { fullDatabase, fullUploads } from './faults/disk.ts';
import { gracefulStop, killedBilling, killedWorker, killPostgres, killServices } from './faults/kills.ts';
import { fewConnections, fewFiles, stoppedPostgres } from './faults/limits.ts';
import { cutAnswers, noWhatsApp, silentBilling, slowPostgres } from './faults/network.ts';
import { loseRedis, noRedis } from './faults/redis.ts';
import { pausedWorker, rollingRestart, severalProcesses } from './faults/several-processes.ts';

/** Every fault, in the order of their numbers. */
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
  noWhatsApp,
  fullDatabase,
  fullUploads,
  rollingRestart,
  severalProcesses,
  fewConnections,
  stoppedPostgres,
  fewFiles,
];

/** The faults that `F4,F7` names, all without it; throws for an unknown one. */
export function chosen(only: string | undefined): readonly Fault[] {
  if (!only) return FAULTS;
  const wanted = only.split(',').map((name) => name.trim().toLowerCase());
  const unknown = wanted.filter((name) => !FAULTS.some(({ id }) => id.toLowerCase() === name));
  if (unknown.length > 0) throw new Error(`Unknown faults: ${unknown.join(', ')}`);
  return FAULTS.filter(({ id }) => wanted.includes(id.toLowerCase()));
}
