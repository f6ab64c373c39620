import type { Database } from '@gerbang/service-kit/data/database';
import type { Metrics } from '@gerbang/service-kit/program/metrics';

/** How old the newest backup is: the backup itself runs for minutes only and cannot be scraped. */
export function watchBackups(metrics: Metrics, database: Database): void {
  metrics.gauge(
    'backup_age_seconds',
    'Since the last backup was finished; +Inf where there was none',
    async () => {
      const { rows } = await database.knex.raw(
        `select coalesce(greatest(extract(epoch from now() - max(finished_at)), 0), 'infinity')::float8 as age
       from backup_runs`,
      );
      return (rows as { age: number }[])[0]?.age ?? Number.NaN;
    },
  );
}
