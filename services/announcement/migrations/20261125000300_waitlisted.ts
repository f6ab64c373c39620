import { RESULTS, SKIP_REASONS } from '@gerbang/domain/announcements';
import type { Knex } from 'knex';

const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

const recheck = (results: readonly string[], reasons: readonly string[]) => `
  alter table announcement_results
    drop constraint announcement_results_result_check,
    drop constraint announcement_results_skip_reason_check;
  alter table announcement_results
    add constraint announcement_results_result_check check (result in (${list(results)})) not valid,
    add constraint announcement_results_skip_reason_check check (skip_reason in (${list(reasons)})) not valid;
  alter table announcement_results validate constraint announcement_results_result_check;
  alter table announcement_results validate constraint announcement_results_skip_reason_check;`;

/**
 * The result of a child that waits for a seat, and results that were skipped because no seat was left.
 * Contracts: the checks allow more than before.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(recheck(RESULTS, SKIP_REASONS));
}

export async function down(knex: Knex): Promise<void> {
  // The release before knows neither: what waits counts as not given, and what had no seat as no longer waiting.
  await knex.raw(`
    delete from announcement_results where result = 'waitlisted';
    update announcement_results set skip_reason = 'stage' where skip_reason = 'seats';
  `);
  await knex.raw(
    recheck(
      RESULTS.filter((result) => result !== 'waitlisted'),
      SKIP_REASONS.filter((reason) => reason !== 'seats'),
    ),
  );
}
