import type { Database } from '../data/database.ts';
import type { Logger } from '../program/logger.ts';
import type { Metrics } from '../program/metrics.ts';
import type { RecordCheck } from '../program/process-figures.ts';
import { type Chore, DAY_MS, HOUR_MS, MINUTE_MS } from '../program/timers.ts';
import { brokenLink, sealAudit } from './audit-chain.ts';
import { type ChainHead, chainHead, lostHead } from './chain-head.ts';

/** Delay of the first check after a start; short, so that a process that restarts daily checks too. */
export const FIRST_CHECK_MS = 10 * MINUTE_MS;

interface TrailParts {
  readonly database: Database;
  readonly key: Buffer;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly record?: RecordCheck;
}

/** The first 48 bits of a hash: as much as a figure holds exactly. */
const hashFigure = (hash: string) => Number.parseInt(hash.slice(0, 12), 16);

/** Watches the chain beside the service. Changing it takes more rights than the service has. */
export function watchTrail({ database, key, log, metrics, record }: TrailParts) {
  let head: ChainHead | null = null;
  metrics.gauge('audit_chain_position', 'Position of the last link of the trail, as noted each hour', () =>
    head ? head.position : Number.NaN,
  );
  metrics.gauge('audit_chain_hash', 'First 48 bits of the hash of that link', () =>
    head ? hashFigure(head.hash) : Number.NaN,
  );
  /** The position from which the chain no longer is what it was; the head of an hour ago stands where it is lost. */
  async function check(whole: boolean): Promise<number | null> {
    const lost = head && (await lostHead(database.knex, head));
    const position = lost && head ? head.position : whole ? await brokenLink(database.knex, key) : null;
    if (position !== null) log.error({ event: 'audit_trail_broken', position, found: lost ?? 'changed' });
    if (whole || lost) record?.('audit', position === null ? 0 : 1);
    return position;
  }
  return {
    /** Checks every link. */
    checkAll: async () => void (await check(true)),
    /** Notes the last link in log and figures, if the one noted before is still there. */
    noteHead: async (): Promise<void> => {
      if ((await check(false)) !== null) return;
      head = await chainHead(database.knex);
      if (head) log.info({ event: 'audit_chain_head', ...head });
    },
  };
}

/** Chores that seal the audit trail each minute, note its last link each hour and check it each day. */
export function trailChores(parts: TrailParts): Chore[] {
  const { database, key } = parts;
  const watch = watchTrail(parts);
  return [
    { name: 'seal', everyMs: MINUTE_MS, work: async () => void (await sealAudit(database, key)) },
    { name: 'trail-head', everyMs: HOUR_MS, firstMs: 2 * MINUTE_MS, work: watch.noteHead },
    { name: 'trail', everyMs: DAY_MS, firstMs: FIRST_CHECK_MS, work: watch.checkAll },
  ];
}
