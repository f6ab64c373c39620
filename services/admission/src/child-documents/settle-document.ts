import type { settleDocument as call } from '@gerbang/contracts/document-reviews';
import { DOCUMENT_MACHINE } from '@gerbang/domain/child-documents';
import { edgeFor } from '@gerbang/domain/transitions';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { z } from 'zod';
import { noChild } from '../registration-record/child-rules.ts';
import type { Context } from '../context.ts';
import { keepChild, lockDocument } from './child-documents.repository.ts';
import { moveDocument } from './document-reviews.repository.ts';
import { decided, outdated, refuseOwnFamily, STATE_ACTIONS, openType } from './document-rules.ts';
import { publishChange } from './publish-completeness.ts';

type Place = z.output<(typeof call)['params']>;
type Body = z.output<(typeof call)['body']>;

async function lock(trx: Db, caller: Caller, { childId, typeKey }: Place) {
  const child = await keepChild(trx, childId);
  if (!child) return undefined;
  refuseOwnFamily(caller, { user_id: child.family_user_id });
  const row = await lockDocument(trx, childId, await openType(trx, { childId, typeKey }));
  // A row that this call has made was never shown.
  const isNew = row.status === 'missing' && row.current_version === null;
  return { id: row.id, version: isNew ? 0 : row.version, row };
}

/**
 * Notes that a document is not needed, or that its original was shown on site: it is complete without a copy. 403
 * `own_family`; 404; 409 `type_closed`, and `stale` where its state does not allow it.
 */
export async function settleDocument(
  context: Context,
  caller: Caller,
  place: Place,
  { status, reason }: Body,
) {
  return changeLocked(context.database, caller, {
    lock: (trx) => lock(trx, caller, place),
    notFound: noChild,
    expect: { actions: STATE_ACTIONS, present: ({ present }) => decided(present.row) },
    apply: async ({ trx, present: { row } }) => {
      if (!edgeFor(DOCUMENT_MACHINE, row.status, { to: status, by: 'reviewer' })) throw outdated();
      return moveDocument(trx, row, {
        status,
        approved_version: null,
        expires_on: null,
        waived_reason: reason,
      });
    },
    audit: ({ present: { row } }) => ({
      action: status === 'waived' ? 'document.waived' : 'document.seen',
      subject: row.id,
      details: {
        child_id: place.childId,
        document_type: place.typeKey,
        document_status: row.status,
        reason,
      },
    }),
    publish: ({ trx, present: { row } }, written) =>
      publishChange(context, trx, place.childId, [row, written]),
    view: ({ present: { row } }, written) => decided(written ?? row),
  });
}
