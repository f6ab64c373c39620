import { type RetentionRule, trailRule } from '@gerbang/service-kit/data/retention';
import type { Database } from '@gerbang/service-kit/data/database';

const AT_ONCE = 1000;

/** Ends bank lines that fulfil a condition, the oldest first, by a statement that names no rows. */
function lineRule(database: Database, name: string, condition: string, end: string): RetentionRule {
  return {
    name,
    due: async (db) => {
      const { rows } = await db.raw(`select count(*)::integer as n from bank_lines where ${condition}`);
      return (rows as { n: number }[])[0]?.n ?? 0;
    },
    end: async () => {
      const { rowCount } = await database.knex.raw(
        `${end} where id in (
           select id from bank_lines where ${condition} order by created_at limit ${AT_ONCE} for update skip locked)`,
      );
      return rowCount as number;
    },
  };
}

/**
 * Of the money only lines of bank statements end: after ten years as books (UU 8/1997, article 11), the text of a line that
 * was set aside after one. A line that paid something stays with its payment, without text then. The trail ends after five.
 */
export function retentionRules(database: Database): RetentionRule[] {
  return [
    lineRule(
      database,
      'bank_lines',
      `status <> 'booked' and booked_on < (now() - interval '10 years')::date`,
      'delete from bank_lines',
    ),
    lineRule(
      database,
      'bank_texts',
      `description is not null and (
         (status = 'ignored' and updated_at < now() - interval '12 months')
         or (status = 'booked' and booked_on < (now() - interval '10 years')::date))`,
      'update bank_lines set description = null',
    ),
    trailRule(database),
  ];
}
