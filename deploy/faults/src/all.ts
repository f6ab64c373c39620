import { killPostgres } from './faults/f06-kill-postgres.ts';
import { killServices } from './faults/f04-kill-services.ts';
import { loseRedis } from './faults/f07-lose-redis.ts';
import type { Fault } from './fault.ts';

/** Every fault, in the order of the design. */
export const FAULTS: readonly Fault[] = [killServices, killPostgres, loseRedis];

/** Those that are named (`F4,F7`), or all of them. */
export function chosen(only: string | undefined): readonly Fault[] {
  if (!only) return FAULTS;
  const wanted = only.split(',').map((name) => name.trim().toLowerCase());
  const unknown = wanted.filter((name) => !FAULTS.some(({ id }) => id.toLowerCase() === name));
  if (unknown.length > 0) throw new Error(`No such fault: ${unknown.join(', ')}`);
  return FAULTS.filter(({ id }) => wanted.includes(id.toLowerCase()));
}
