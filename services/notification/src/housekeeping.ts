import type { Database } from '@gerbang/service-kit/data/database';
import type { Logger } from '@gerbang/service-kit/program/logger';
import type { Metrics } from '@gerbang/service-kit/program/metrics';
import { watchChecks } from '@gerbang/service-kit/program/process-figures';
import { retentionChore } from '@gerbang/service-kit/data/retention';
import { startChores } from '@gerbang/service-kit/program/timers';
import { trailChores } from '@gerbang/service-kit/audit/trail-chores';
import { retentionRules } from './retention.ts';

/** Seals the trail each minute and checks it each day; answers how to stop. The sweeper does the rest. */
export function startHousekeeping(database: Database, log: Logger, metrics: Metrics): () => Promise<void> {
  return startChores(log, [
    ...trailChores(database, log, watchChecks(metrics, ['audit'])),
    retentionChore({ database, now: () => new Date() }, log, retentionRules(database)),
  ]);
}
