import type { Database } from '@gerbang/service-kit/data/database';
import type { Metrics } from '@gerbang/service-kit/program/metrics';

/** The label of each limit, by the reason that its messages carry. */
const HELD_BY = { limit: 'messages', 'limit-notices': 'notices', 'limit-unproved': 'unproved' } as const;

/** The figures of this service: what is late, what failed, what is paused, the last day, and the age of the backup. */
export function watchFigures(metrics: Metrics, database: Database): void {
  const number = async (query: string) => {
    const { rows } = await database.knex.raw(query);
    return (rows as { n: number }[])[0]?.n ?? 0;
  };
  metrics.gauge('messages_due', 'Messages that are due and not sent', () =>
    number(`select count(*)::int as n from notifications
      where status in ('pending', 'retry') and next_attempt_at <= now()`),
  );
  metrics.gauge('messages_oldest_due_seconds', 'How long the oldest due message has been due', () =>
    number(`select coalesce(extract(epoch from clock_timestamp() - min(next_attempt_at)), 0)::float8 as n from notifications
      where status in ('pending', 'retry') and next_attempt_at <= now()`),
  );
  metrics.gauge(
    'messages_failed_day',
    'Messages that failed within a day, without those that a limit held back or that had no number to go to',
    () =>
      number(`select count(*)::int as n from notifications
      where status = 'failed' and failed_at > now() - interval '1 day' and coalesce(reason, '') !~ '^limit|^no-number'`),
  );
  metrics.figures(
    'messages_held_day',
    'Messages that a limit of their number held back within a day',
    ['limit'],
    async () => {
      const { rows } = await database.knex.raw(
        `select reason, count(*)::int as value from notifications
       where status = 'failed' and failed_at > now() - interval '1 day' and reason = any(?) group by 1`,
        [Object.keys(HELD_BY)],
      );
      const held = new Map(
        (rows as { reason: string; value: number }[]).map(({ reason, value }) => [reason, value]),
      );
      return Object.entries(HELD_BY).map(([reason, limit]) => ({
        labels: { limit },
        value: held.get(reason) ?? 0,
      }));
    },
  );
  metrics.gauge('message_stops', 'Stops of sending that are in force', () =>
    number('select count(*)::int as n from send_stops where until > now()'),
  );
  metrics.gauge(
    'message_templates_held',
    'Kinds of messages without a version that the provider allows',
    () =>
      number(`select count(*)::int as n from (select kind from message_templates where status is not null
      group by kind having not bool_or(status = 'APPROVED')) as held`),
  );
  metrics.gauge(
    'message_templates_marketing',
    'Templates that the provider made marketing, which costs more',
    () => number(`select count(*)::int as n from message_templates where category = 'MARKETING'`),
  );
  metrics.gauge('message_account_warnings', 'Warnings of the provider about the account within a week', () =>
    number(`select count(*)::int as n from account_warnings where told_at > now() - interval '7 days'`),
  );
  metrics.figures('messages_day', 'Messages of the last day', ['kind', 'status'], async () => {
    const { rows } = await database.knex.raw(
      `select kind, status, count(*)::int as value from notifications
       where created_at > now() - interval '1 day' group by 1, 2`,
    );
    return (rows as { kind: string; status: string; value: number }[]).map(({ value, ...labels }) => ({
      labels,
      value,
    }));
  });
  // The backup itself runs for minutes only and cannot be scraped.
  metrics.gauge('backup_age_seconds', 'Since the last backup was finished; +Inf where there was none', () =>
    number(`select coalesce(greatest(extract(epoch from clock_timestamp() - max(finished_at)), 0), 'infinity')::float8 as n
      from backup_runs`),
  );
  metrics.gauge(
    'backup_every_seconds',
    'How often backups are to run, as those of two days noted; else a day',
    () =>
      number(`select coalesce(min(every_seconds), 86400) as n from backup_runs
      where finished_at > now() - interval '2 days'`),
  );
}
