import type { ChecklistItem } from './checklist.ts';
import type { PaymentStatus } from './registration-payments.ts';

/** The tasks of a family, the most urgent first. */
export const FAMILY_TASKS = [
  'phone_unverified',
  'fee_rejected',
  'fee_unpaid',
  'document_returned',
  'profile_incomplete',
  'contact_unverified',
  'child_missing',
  'registration_missing',
  'document_missing',
] as const;
export type FamilyTaskKind = (typeof FAMILY_TASKS)[number];

export interface FamilyTask {
  readonly kind: FamilyTaskKind;
  readonly registration_id: string | null;
  readonly child_id: string | null;
  readonly child_name: string | null;
  /** The names of the documents that are to be sent; only of tasks about documents. */
  readonly documents?: string[];
}

/** The data that the tasks are derived from. */
export interface FamilyFacts {
  /** Whether the login number, to which all messages go, is the account's own beyond doubt. */
  readonly loginPhoneVerified: boolean;
  /** What the checklist has to do now about the family's data. */
  readonly todo: readonly ChecklistItem[];
  readonly children: readonly { readonly id: string; readonly full_name: string }[];
  readonly registrations: readonly {
    readonly id: string;
    readonly child_id: string;
    readonly child_name: string;
    readonly payment_status: PaymentStatus;
    /** What the checklist has to do now about its fee and documents. */
    readonly todo: readonly ChecklistItem[];
  }[];
}

const NOBODY = { registration_id: null, child_id: null, child_name: null } as const;

const has = (todo: readonly ChecklistItem[], kind: ChecklistItem['kind']) =>
  todo.some((item) => item.kind === kind);

/**
 * The tasks under 'Perlu tindakan Anda', each with the record that it concerns: what the checklists have to do now, and what
 * comes before the first of them.
 */
export function familyTasks(facts: FamilyFacts): FamilyTask[] {
  const fee = (status: PaymentStatus, kind: FamilyTaskKind): FamilyTask[] =>
    facts.registrations
      .filter((one) => one.payment_status === status && has(one.todo, 'fee'))
      .map((one) => ({ kind, registration_id: one.id, child_id: one.child_id, child_name: one.child_name }));
  // A child has its documents once, also where two of its registrations ask for them: the newest names them.
  const asking = facts.registrations.filter(({ todo }) => has(todo, 'document'));
  const first = [...new Map(asking.toReversed().map((one) => [one.child_id, one])).values()].reverse();
  const documents = (kind: 'document_returned' | 'document_missing'): FamilyTask[] =>
    first.flatMap(({ id, child_id, child_name, todo }) => {
      const labels = todo.flatMap(({ document, label }) =>
        document && (document.status === 'returned') === (kind === 'document_returned') ? [label] : [],
      );
      return labels.length === 0
        ? []
        : [{ kind, registration_id: id, child_id, child_name, documents: labels }];
    });
  const registered = new Set(facts.registrations.map((one) => one.child_id));
  return [
    ...(facts.loginPhoneVerified ? [] : [{ kind: 'phone_unverified' as const, ...NOBODY }]),
    ...fee('rejected', 'fee_rejected'),
    ...fee('pending', 'fee_unpaid'),
    ...documents('document_returned'),
    ...(has(facts.todo, 'data') ? [{ kind: 'profile_incomplete' as const, ...NOBODY }] : []),
    ...(has(facts.todo, 'phone') ? [{ kind: 'contact_unverified' as const, ...NOBODY }] : []),
    ...(facts.children.length === 0 ? [{ kind: 'child_missing' as const, ...NOBODY }] : []),
    ...facts.children
      .filter((child) => !registered.has(child.id))
      .map((child) => ({
        kind: 'registration_missing' as const,
        registration_id: null,
        child_id: child.id,
        child_name: child.full_name,
      })),
    ...documents('document_missing'),
  ];
}
