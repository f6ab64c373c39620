import type { reviewDocument as call } from '@gerbang/contracts/document-reviews';
import {
  DOCUMENT_MACHINE,
  type DocumentFact,
  FACT_LABELS,
  paperOrder,
} from '@gerbang/domain/child-documents';
import { shownFact } from '@gerbang/domain/document-facts';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { addMonths } from '@gerbang/domain/payment-schemes';
import { edgeFor } from '@gerbang/domain/transitions';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict, notFound, refusedField } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { factsPrint, typedFacts, valueHmac } from './document-facts.ts';
import {
  type Decision,
  lockForReview,
  moveDocument,
  type ReviewedDocument,
  writeReview,
} from './document-reviews.repository.ts';
import { decided, outdated, refuseOwnFamily, STATE_ACTIONS } from './document-rules.ts';
import { endTicksOf, writeTicks } from './document-ticks.repository.ts';
import { publishChange } from './publish-completeness.ts';

type Body = z.output<(typeof call)['body']>;

function refuseSeen(present: ReviewedDocument, { number, decision }: Body): void {
  if ((present.current_version ?? 0) > number) {
    throw conflict('newer_version', 'Keluarga baru mengirim versi lain.');
  }
  const edge = edgeFor(DOCUMENT_MACHINE, present.status, { to: decision, by: 'reviewer' });
  if (present.current_version !== number || !edge) throw outdated();
}

/** The ticks of a review; 422 `fact_differs` for a fact that cannot be compared, 409 `stale` for values not looked at. */
function ticksOf({ columns }: Context, present: ReviewedDocument, { facts = [], facts_print }: Body) {
  const typed = typedFacts(columns, present);
  const { child_id, type } = present;
  for (const [at, fact] of facts.entries()) {
    const path = `facts.${at}`;
    if (!(type.facts as string[]).includes(fact)) {
      throw refusedField('fact_differs', path, `${FACT_LABELS[fact]} tidak dicocokkan dengan dokumen ini.`);
    }
    if (shownFact(fact, typed).length === 0) {
      throw refusedField('fact_differs', path, `${FACT_LABELS[fact]} belum diisi.`);
    }
  }
  if (facts.length > 0 && facts_print !== factsPrint(columns, child_id, typed)) throw outdated();
  return [...new Set(facts)].map((fact) => ({ fact, value_hmac: valueHmac(columns, child_id, fact, typed) }));
}

/** Until when an approved document is valid; null = for good. */
function expiry({ now }: Context, { type }: ReviewedDocument, { decision, expires_on }: Body): string | null {
  if (decision === 'returned') return null;
  const today = jakartaDay(now());
  if (expires_on === undefined)
    return type.expires_months === null ? null : addMonths(today, type.expires_months);
  if (expires_on !== null && expires_on < today) {
    throw refusedField('expires_on', 'expires_on', 'Masa berlaku dokumen ini sudah lewat.');
  }
  return expires_on;
}

/** The reason as it is kept; of different data the facts that were not the same, unless the reviewer named them. */
function decisionOf(
  { type }: ReviewedDocument,
  { decision, reason_code, reason_text, facts = [] }: Body,
): Decision {
  if (decision === 'approved') return { decision, reason_code: null, reason_text: null };
  const code = reason_code ?? 'lain';
  const different = paperOrder(type.facts as DocumentFact[]).filter((fact) => !facts.includes(fact));
  const named = different.map((fact) => FACT_LABELS[fact]).join(', ');
  const own = reason_text ?? (code === 'beda_data' ? named || null : null);
  return { decision, reason_code: code, reason_text: own };
}

/**
 * Approves or returns the newest version of a document. An approval keeps the facts that were the same; a return ends an
 * earlier approval with its ticks. 403 `own_family`; 409 `newer_version`, `stale`; 422 `fact_differs`, `expires_on`.
 */
export async function reviewDocument(context: Context, caller: Caller, id: string, body: Body) {
  const { database, now } = context;
  return changeLocked(database, caller, {
    lock: async (trx) => {
      const present = await lockForReview(trx, id);
      if (present) refuseOwnFamily(caller, present.parent);
      return present;
    },
    notFound: () => notFound('Dokumen tidak ditemukan'),
    expect: { actions: STATE_ACTIONS, present: ({ present }) => decided(present) },
    apply: async ({ trx, present, actor }) => {
      refuseSeen(present, body);
      const ticks = ticksOf(context, present, body);
      const expires_on = expiry(context, present, body);
      const decision = decisionOf(present, body);
      const by = { actor: await actor(), at: now() };
      const versionId = await writeReview(trx, present, { ...decision, ...by });
      const approved = decision.decision === 'approved';
      if (approved) await writeTicks(trx, ticks, { childId: present.child_id, versionId, ...by });
      else await endTicksOf(trx, id);
      const written = await moveDocument(trx, present, {
        status: decision.decision,
        approved_version: approved ? present.current_version : null,
        expires_on,
        waived_reason: null,
      });
      return { written, decision, facts: approved ? ticks.map(({ fact }) => fact) : [] };
    },
    audit: ({ present }, { written, decision, facts }) => ({
      action: decision.decision === 'approved' ? 'document.approved' : 'document.returned',
      subject: id,
      details: {
        child_id: present.child_id,
        document_type: present.type.key,
        sending: present.current_version,
        document_status: present.status,
        ...(decision.reason_code && { return_reason: decision.reason_code }),
        ...(facts.length > 0 && { facts }),
        ...(written.expires_on && { expires_on: written.expires_on }),
      },
    }),
    publish: ({ trx, present }, { written }) =>
      publishChange(context, trx, present.child_id, [present, written]),
    view: ({ present }, change) => decided(change?.written ?? present),
  });
}
