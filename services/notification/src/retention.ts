import { type RetentionRule, trailRule } from '@gerbang/service-kit/data/retention';
import type { Database } from '@gerbang/service-kit/data/database';

const AT_ONCE = 1000;

/** Ends rows of a table, the oldest first, by the statement `end`, which names no rows. */
function rule(
  database: Database,
  { name, table = 'notifications' }: { readonly name: string; readonly table?: string },
  condition: string,
  end: string,
): RetentionRule {
  return {
    name,
    due: async (db) => {
      const { rows } = await db.raw(`select count(*)::integer as n from ${table} where ${condition}`);
      return (rows as { n: number }[])[0]?.n ?? 0;
    },
    end: async () => {
      const { rowCount } = await database.knex.raw(
        `${end} where id in (
           select id from ${table} where ${condition} order by created_at limit ${AT_ONCE} for update skip locked)`,
      );
      return rowCount as number;
    },
  };
}

/**
 * What of the messages has a time that can be over: codes thirty days, texts and inboxes ninety days, the
 * trail five years. That a message was sent stays, without what it said.
 */
export function retentionRules(database: Database): RetentionRule[] {
  return [
    rule(
      database,
      { name: 'codes' },
      `priority = 'code' and created_at < now() - interval '30 days'`,
      'delete from notifications',
    ),
    rule(
      database,
      { name: 'texts' },
      `created_at < now() - interval '90 days' and (message is not null or params_sealed is not null)`,
      'update notifications set message = null, params_sealed = null',
    ),
    rule(
      database,
      { name: 'inbox', table: 'inbox' },
      `created_at < now() - interval '90 days'`,
      'delete from inbox',
    ),
    trailRule(database),
  ];
}
