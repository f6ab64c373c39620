import { type RetentionRule, rowRule, trailRule } from '@gerbang/service-kit/data/retention';
import type { Database } from '@gerbang/service-kit/data/database';

/** How long rows are kept: codes thirty days, texts, inboxes and notes of calls ninety days, the trail five years; a message's row stays. */
export function retentionRules(database: Database): RetentionRule[] {
  return [
    rowRule(database, 'codes', 'notifications', {
      condition: `priority = 'code' and created_at < now() - interval '30 days'`,
      end: 'delete from notifications',
      oldest: 'created_at',
    }),
    rowRule(database, 'texts', 'notifications', {
      condition: `created_at < now() - interval '90 days' and (message is not null or params_sealed is not null)`,
      end: 'update notifications set message = null, params_sealed = null',
      oldest: 'created_at',
    }),
    rowRule(database, 'inbox', 'inbox', {
      condition: `created_at < now() - interval '90 days'`,
      end: 'delete from inbox',
      oldest: 'created_at',
    }),
    rowRule(database, 'contacts', 'family_contacts', {
      condition: `contacted_at < now() - interval '90 days'`,
      end: 'delete from family_contacts',
      oldest: 'contacted_at',
    }),
    trailRule(database),
  ];
}
