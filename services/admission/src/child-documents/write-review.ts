import type { reviewDocument as call } from '@gerbang/contracts/document-reviews';
import { type DocumentFact, FACT_LABELS, paperOrder } from '@gerbang/domain/child-documents';
import { expiryDays } from '@gerbang/domain/day-limits';
import { shownFact } from '@gerbang/domain/document-facts';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { addMonths } from '@gerbang/domain/payment-schemes';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { refusedField } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { factsPrint, typedFacts, valueHmac } from './document-facts.ts';
import {
  type Decision,
  moveDocument,
  newestVersionId,
  raiseVersion,
  type ReviewedDocument,
  writeReview,
} from './document-reviews.repository.ts';
import { outdated } from './document-rules.ts';
import { endTicksOf, writeTicks } from './document-ticks.repository.ts';

export type ReviewBody = z.output<(typeof call)['body']>;

/** A review of a locked document. */
interface Review {
  readonly trx: Db;
  readonly present: ReviewedDocument;
  readonly body: ReviewBody;
  readonly actor: Actor;
}

/** The ticks of a review; 422 `fact_differs` for a fact that cannot be compared, 409 `stale` for values not looked at. */
function ticksOf({ columns }: Context, present: ReviewedDocument, { facts = [], facts_print }: ReviewBody) {
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
function expiry(
  { now }: Context,
  { type }: ReviewedDocument,
  { decision, expires_on }: ReviewBody,
): string | null {
  if (decision === 'returned') return null;
  const today = jakartaDay(now());
  if (expires_on === undefined)
    return type.expires_months === null ? null : addMonths(today, type.expires_months);
  const { first, early } = expiryDays(today);
  if (expires_on !== null && expires_on < first) throw refusedField('expires_on', 'expires_on', early);
  return expires_on;
}

/** The reason as it is kept; of different data the facts that were not the same, unless the reviewer named them. */
function decisionOf(
  { type }: ReviewedDocument,
  { decision, reason_code, reason_text, facts = [] }: ReviewBody,
): Decision {
  if (decision === 'approved') return { decision, reason_code: null, reason_text: null };
  const code = reason_code ?? 'lain';
  const different = paperOrder(type.facts as DocumentFact[]).filter((fact) => !facts.includes(fact));
  const named = different.map((fact) => FACT_LABELS[fact]).join(', ');
  const own = reason_text ?? (code === 'beda_data' ? named || null : null);
  return { decision, reason_code: code, reason_text: own };
}

/** Writes the decision with the ticks that it keeps, and ends those that rest on what is not accepted any more. */
export async function decide(context: Context, { trx, present, body, actor }: Review) {
  const ticks = ticksOf(context, present, body);
  const expires_on = expiry(context, present, body);
  const decision = decisionOf(present, body);
  const by = { actor, at: context.now() };
  const versionId = await writeReview(trx, present, { ...decision, ...by });
  const approved = decision.decision === 'approved';
  const written = await moveDocument(trx, present, {
    status: decision.decision,
    approved_version: approved ? present.current_version : null,
    expires_on,
    waived_reason: null,
  });
  if (approved) await writeTicks(trx, ticks, { childId: present.child_id, versionId, ...by });
  else await endTicksOf(trx, present.id);
  return { written, decision, facts: approved ? ticks.map(({ fact }) => fact) : [] };
}

/** Keeps the ticks of an accepted document, which stays as it is. */
export async function recheck(context: Context, { trx, present, body, actor }: Review) {
  const ticks = ticksOf(context, present, body);
  const versionId = await newestVersionId(trx, present);
  await writeTicks(trx, ticks, { childId: present.child_id, versionId, actor, at: context.now() });
  const written = await raiseVersion(trx, present);
  return { written, decision: null, facts: ticks.map(({ fact }) => fact) };
}
