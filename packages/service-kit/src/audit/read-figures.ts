import type { Database } from '../data/database.ts';
import type { Metrics } from '../program/metrics.ts';

/** Actions of the trail that show one person's data, and those that give a list of many. */
const LOOKED_UP = '\\.(read|contact_opened)$';
const EXPORTED = '\\.exported$';

async function numberFrom(database: Database, sql: string, pattern: string): Promise<number> {
  const { rows } = (await database.knex.raw(sql, [pattern])) as { rows: { n: number }[] };
  return rows[0]?.n ?? 0;
}

/** Shows how much staff look at, from the trail: one person who reads hundreds of records, and lists that leave the house. */
export function watchReads(metrics: Metrics, database: Database): void {
  metrics.gauge('audit_lookups_person_hour', 'Most records that one person opened in the last hour', () =>
    numberFrom(
      database,
      `select coalesce(max(n), 0)::int as n from (
         select count(*) as n from audit_events where at > now() - interval '1 hour' and action ~ ? group by actor_id
       ) as persons`,
      LOOKED_UP,
    ),
  );
  metrics.gauge('audit_exports_hour', 'Lists that were exported in the last hour', () =>
    numberFrom(
      database,
      `select count(*)::int as n from audit_events where at > now() - interval '1 hour' and action ~ ?`,
      EXPORTED,
    ),
  );
}
