import type { Db } from '@gerbang/service-kit/data/database';
import { type Read, type ReadsQuery, readsTrail, toRead } from '@gerbang/service-kit/audit/reads';

const NUMBER_SHOWN: ReadonlySet<string> = new Set(['message.contact_opened', 'message.phone_shown']);

/** Whose messages an account opened. */
export async function readsOf(db: Db, query: ReadsQuery): Promise<Read[]> {
  const rows = await readsTrail(db, query, ['message.%'])
    .leftJoin('notifications as n', 'n.id', 'audit_events.subject_id')
    // A family's number is shown by its account, without a message.
    .leftJoin('accounts as a', (account) =>
      account.on(db.raw('a.id = coalesce(n.recipient_id, audit_events.subject_id)')),
    )
    .select('audit_events.*', 'a.id as recipient_id', 'a.name as recipient_name');
  return rows.map((row) =>
    toRead(row, {
      // The number is not kept in clear here; admission's part of the answer has it.
      family: row.recipient_id && { user_id: row.recipient_id, name: row.recipient_name, phone: null },
      what: NUMBER_SHOWN.has(row.action) ? 'the phone number' : 'the text of a message',
    }),
  );
}
