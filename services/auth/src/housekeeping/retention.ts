import type { Database } from '@gerbang/service-kit/data/database';
import { type RetentionRule, trailRule } from '@gerbang/service-kit/data/retention';
import { countOldRequests, deleteOldRequests } from '../number-requests/number-requests.repository.ts';

/** Requests about lost numbers: 90 days after their end; what was done stays in the trail. */
export const numberRequestRule = (database: Database): RetentionRule => ({
  name: 'number_requests',
  due: countOldRequests,
  end: () => deleteOldRequests(database.knex),
});

/** How long the service keeps rows that nothing needs any more. */
export const retentionRules = (database: Database): RetentionRule[] => [
  numberRequestRule(database),
  trailRule(database),
];
