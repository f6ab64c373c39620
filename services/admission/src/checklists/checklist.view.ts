import type { checklistSchema } from '@gerbang/contracts/checklists';
import {
  type ChecklistDocument,
  type ChecklistFacts,
  type ChecklistItem,
  checklistOf,
} from '@gerbang/domain/checklist';
import { completeness, isDocumentComplete } from '@gerbang/domain/child-documents';
import { momentText } from '@gerbang/domain/date-text';
import { missingOfProfile } from '@gerbang/domain/parents';
import { isLiveStage } from '@gerbang/domain/live-stages';
import type { z } from 'zod';
import { maySend, reasonOf } from '../child-documents/child-documents.view.ts';
import type { AskedDocument, ChecklistRecord } from './checklists.repository.ts';

export type ChecklistView = z.input<typeof checklistSchema>;

/** A document as the checklist reads it. */
export function toDocument(one: AskedDocument, mayChange: boolean, childLocked: boolean): ChecklistDocument {
  const { key, label, help, purpose, required, needed_by, gate, status, approved_version, sent_at } = one;
  return {
    key,
    label,
    help,
    purpose,
    required,
    needed_by,
    gate,
    status,
    approved_version,
    reason: status === 'returned' ? reasonOf(one, one) : null,
    sent_at: sent_at && new Date(sent_at).toISOString(),
    can_upload: mayChange && maySend(one, status, childLocked),
  };
}

function confirmationOf(record: ChecklistRecord): ChecklistFacts['confirmation'] {
  const { current_stage, enrollment_status, re_enrolled_on, locked } = record;
  const offered = current_stage === 'passed';
  if (locked) return { offered, status: 'processed' };
  if (enrollment_status === 'declined') return { offered, status: 'declined' };
  return { offered, status: re_enrolled_on === null ? 'none' : 'sent' };
}

/** The seat in the words of the list; a school without limited seats has none. */
function seatOf({ id, seat }: ChecklistRecord): ChecklistFacts['seat'] {
  if (seat === null) return undefined;
  const { status, place, until } = seat;
  return {
    status: status === 'open' ? 'offered' : status,
    place,
    until: until && momentText(new Date(until)),
    link: `/registrations?lihat=${id}`,
  };
}

/** The facts of a family from its row in `parents`. */
export function familyFacts(profile: ChecklistRecord['profile']): Pick<ChecklistFacts, 'data' | 'phone'> {
  const missing = missingOfProfile(profile);
  return {
    data: {
      // What a child must have, it has from its first moment.
      child: true,
      parents: missing.father.length + missing.mother.length + missing.contact.length === 0,
      address: missing.address.length === 0,
    },
    phone: { given: missing.contact.length === 0, verified: Boolean(profile.contact_phone_verified_at) },
  };
}

/** The facts of a checklist from its rows. */
export function checklistFacts(record: ChecklistRecord): ChecklistFacts {
  const { profile, documents, child_locked } = record;
  const live = isLiveStage(record.current_stage);
  const seat = seatOf(record);
  return {
    registration_id: record.id,
    child_id: record.child_id,
    live,
    ...familyFacts(profile),
    fee: { status: record.payment_status, amount: record.payment_amount },
    documents: documents.map((one) => toDocument(one, live, child_locked)),
    ...(seat && { seat }),
    confirmation: confirmationOf(record),
  };
}

/** What the family does next; null where nothing can be done now. */
export const checklistStep = (record: ChecklistRecord): ChecklistItem | null =>
  checklistOf(checklistFacts(record)).next;

/** A checklist as families and staff read it; `exactly` = the sum of a transfer stands on the page of the payment alone. */
export function toChecklist(record: ChecklistRecord, exactly = false): ChecklistView {
  const facts = checklistFacts(record);
  const fee = exactly ? { ...facts.fee, amount: null } : facts.fee;
  const { percent, next, items } = checklistOf({ ...facts, fee });
  return {
    complete: completeness(facts.documents.map((one) => ({ ...one, complete: isDocumentComplete(one) }))),
    percent,
    next: next && { key: next.key, text: next.text, link: next.link },
    items: items.map(({ document, ...item }) => ({
      ...item,
      help: document?.help || null,
      purpose: document?.purpose ?? null,
      document_status: document?.status ?? null,
      needed_by: document?.needed_by ?? null,
      gate: document?.gate ?? null,
      reason: document?.reason ?? null,
      sent_at: document?.sent_at ?? null,
      can_upload: document?.can_upload ?? false,
    })),
  };
}
