import { DOCUMENT_MACHINE } from '@gerbang/domain/child-documents';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { assertEdge } from '@gerbang/domain/transitions';
import { auditAll } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import type { DocumentRecord } from './child-documents.repository.ts';
import { moveDocument } from './document-reviews.repository.ts';
import { type ExpiredDocument, lockExpired } from './end-documents.repository.ts';
import { publishChange } from './publish-completeness.ts';

type Parts = Pick<Context, 'database' | 'outbox' | 'now'>;

/** An approved document is missing again; of one with a newer sending only the earlier approval ends. */
async function expire(parts: Parts, trx: Db, present: ExpiredDocument): Promise<DocumentRecord> {
  const { type_key: _key, ...row } = present;
  const status =
    row.status === 'approved'
      ? assertEdge(DOCUMENT_MACHINE, 'approved', { action: 'expire', by: 'system' }).to
      : row.status;
  const written = await moveDocument(trx, row, {
    status,
    approved_version: null,
    expires_on: null,
    waived_reason: row.waived_reason,
  });
  await publishChange(parts, trx, row.child_id, [row, written]);
  return written;
}

/** Ends some approvals whose day has passed in Jakarta, of one child where it is given; returns their number. */
export async function expireSome(parts: Parts, trx: Db, childId?: string): Promise<number> {
  const due = await lockExpired(trx, jakartaDay(parts.now()), childId);
  for (const one of due) await expire(parts, trx, one);
  await auditAll(
    trx,
    due.map((one) => ({
      action: 'document.expired',
      actor: null,
      subject: one.id,
      details: {
        child_id: one.child_id,
        document_type: one.type_key,
        document_status: one.status,
        expires_on: one.expires_on,
      },
    })),
  );
  return due.length;
}

/** Ends approvals whose day has passed in Jakarta, in batches that each commit; returns their number. */
export async function expireDocuments(parts: Parts): Promise<number> {
  let expired = 0;
  for (;;) {
    const found = await parts.database.transaction((trx) => expireSome(parts, trx));
    expired += found;
    if (found === 0) return expired;
  }
}
