import { type RetentionRule, trailRule } from '@gerbang/service-kit/data/retention';
import type { Database } from '@gerbang/service-kit/data/database';
import { IS_UNUSED } from './payment-expectations/payment-expectations.repository.ts';

const AT_ONCE = 1000;

/** Ends rows of a table that fulfil a condition, the oldest first, by a statement that names no rows. */
function rowRule(
  database: Database,
  name: string,
  table: string,
  { condition, end }: { readonly condition: string; readonly end: string },
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
           select id from ${table} where ${condition} order by id limit ${AT_ONCE} for update skip locked)`,
      );
      return rowCount as number;
    },
  };
}

/**
 * Of the money only lines of bank statements end: after ten years as books (UU 8/1997, article 11), the text of a line that
 * was set aside after one. A line that paid something stays with its payment, without text then. The amounts that
 * families were asked for end a year after they were free, unless money was booked by them. Papers stay as the receipts do;
 * what they hold of a family ends with its data (`endPapers`). The trail ends after five.
 */
export function retentionRules(database: Database): RetentionRule[] {
  return [
    // Before the lines whose sums they are.
    rowRule(database, 'bank_days', 'bank_day_closings', {
      condition: `day < (now() - interval '10 years')::date`,
      end: 'delete from bank_day_closings',
    }),
    rowRule(database, 'bank_lines', 'bank_lines', {
      condition: `status <> 'booked' and booked_on < (now() - interval '10 years')::date`,
      end: 'delete from bank_lines',
    }),
    rowRule(database, 'bank_texts', 'bank_lines', {
      condition: `description is not null and (
        (status = 'ignored' and updated_at < now() - interval '12 months')
        or (status = 'booked' and booked_on < (now() - interval '10 years')::date))`,
      end: 'update bank_lines set description = null',
    }),
    rowRule(database, 'payment_expectations', 'payment_expectations', {
      condition: `cools_until < now() - interval '12 months' and ${IS_UNUSED}`,
      end: 'delete from payment_expectations',
    }),
    trailRule(database),
  ];
}
