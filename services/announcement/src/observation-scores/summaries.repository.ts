import type { AnnouncementResult } from '@gerbang/contracts/announcement-shapes';
import type { EventPayload } from '@gerbang/contracts/events';
import { saveNewer } from '@gerbang/service-kit/data/copies';
import type { Knex } from 'knex';

/** What assessors said together, as a result or a waiting child shows it to those who read figures. */
export type SummaryRecord = NonNullable<AnnouncementResult['observation']>;

/** Writes what sheets say together, where the copy is older. */
export async function saveSummary(
  trx: Knex.Transaction,
  { registration_id: id, ...said }: EventPayload<'observation.summarised'>,
): Promise<void> {
  await saveNewer(trx, 'observation_summaries', [{ id, ...said }]);
}

// Above the version of every event, so that none which comes late fills the copy again.
const ENDED = 2_147_483_647;

/** Ends the copies of erased registrations. */
export async function endSummaries(trx: Knex.Transaction, ids: readonly string[]): Promise<void> {
  const blank = { version: ENDED, sheets: 0, average: null, spread: null, recommendations: {} };
  await saveNewer(
    trx,
    'observation_summaries',
    ids.map((id) => ({ id, ...blank })),
  );
}

/** Joins what was said of a registration as `o`. */
export const joinSummary = (registrations: string): string =>
  `left join observation_summaries o on o.id = ${registrations}.id and o.average is not null`;

/** The joined summary as a column. */
export const SUMMARY_COLUMN = `case when o.id is not null then jsonb_build_object('average', o.average,
  'spread', o.spread, 'recommendations', o.recommendations) end as observation`;
