import { DOCUMENT_MACHINE } from '@gerbang/domain/child-documents';
import { edgeFor } from '@gerbang/domain/transitions';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict, notFound } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import { type Decision, lockForReview, type ReviewedDocument } from './document-reviews.repository.ts';
import { decided, outdated, refuseOwnFamily, STATE_ACTIONS } from './document-rules.ts';
import { publishChange } from './publish-completeness.ts';
import { decide, recheck, type ReviewBody } from './write-review.ts';

/** 409 before the version of the record is compared: the reader learns that it was the family. */
function refuseOlder({ current_version }: ReviewedDocument, { number }: ReviewBody): void {
  if ((current_version ?? 0) > number) {
    throw conflict('newer_version', 'Keluarga baru mengirim versi lain.');
  }
}

/** What is done with the newest version; an accepted one is only accepted again with facts, and nothing else. */
function actionOf(present: ReviewedDocument, { number, decision, facts = [], expires_on }: ReviewBody) {
  const edge = edgeFor(DOCUMENT_MACHINE, present.status, { to: decision, by: 'reviewer' });
  if (present.current_version !== number || !edge) throw outdated();
  if (edge.action === 'recheck' && (facts.length === 0 || expires_on !== undefined)) throw outdated();
  return edge.action;
}

const trailAction = (decision: Decision | null) => {
  if (!decision) return 'document.rechecked';
  return decision.decision === 'approved' ? 'document.approved' : 'document.returned';
};

/**
 * Approves or returns the newest version of a document. An approval keeps the facts that were the same, also of a document that
 * is approved already; a return ends an earlier approval with its ticks. 403 `own_family`; 409 `newer_version`, `stale`; 422
 * `fact_differs`, `expires_on`.
 */
export async function reviewDocument(context: Context, caller: Caller, id: string, body: ReviewBody) {
  return changeLocked(context.database, caller, {
    lock: async (trx) => {
      const present = await lockForReview(trx, id);
      if (!present) return undefined;
      refuseOwnFamily(caller, present.parent);
      refuseOlder(present, body);
      return present;
    },
    notFound: () => notFound('Dokumen tidak ditemukan'),
    expect: { actions: STATE_ACTIONS, present: ({ present }) => decided(present) },
    apply: async ({ trx, present, actor }) => {
      const action = actionOf(present, body);
      const review = { trx, present, body, actor: await actor() };
      return action === 'recheck' ? recheck(context, review) : decide(context, review);
    },
    audit: ({ present }, { written, decision, facts }) => ({
      action: trailAction(decision),
      subject: id,
      details: {
        child_id: present.child_id,
        document_type: present.type.key,
        sending: present.current_version,
        document_status: present.status,
        ...(decision?.reason_code && { return_reason: decision.reason_code }),
        ...(facts.length > 0 && { facts }),
        ...(decision && written.expires_on && { expires_on: written.expires_on }),
      },
    }),
    publish: ({ trx, present }, { written }) =>
      publishChange(context, trx, present.child_id, [present, written]),
    view: ({ present }, change) => decided(change?.written ?? present),
  });
}
