import type { PaymentStatus } from './registration-payments.ts';
import { isLiveStage, type Stage } from './registration-stages.ts';

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
  readonly profileMissing: number;
  readonly contactPhone: string | null;
  readonly contactPhoneVerified: boolean;
  readonly children: readonly { readonly id: string; readonly full_name: string }[];
  readonly registrations: readonly {
    readonly id: string;
    readonly child_id: string;
    readonly child_name: string;
    readonly payment_status: PaymentStatus;
    readonly current_stage: Stage;
    /** The names of its child's documents that are to be sent again, and of those never sent; none where none is asked. */
    readonly documents?: Readonly<Record<'returned' | 'missing', readonly string[]>>;
  }[];
}

const NOBODY = { registration_id: null, child_id: null, child_name: null } as const;

/** The tasks under 'Perlu tindakan Anda', each with the record that it concerns. */
export function familyTasks(facts: FamilyFacts): FamilyTask[] {
  const fee = (status: PaymentStatus, kind: FamilyTaskKind): FamilyTask[] =>
    facts.registrations
      .filter((one) => one.payment_status === status && isLiveStage(one.current_stage))
      .map((one) => ({ kind, registration_id: one.id, child_id: one.child_id, child_name: one.child_name }));
  // A child has its documents once, also where two of its registrations ask for them.
  const first = [
    ...new Map(facts.registrations.toReversed().map((one) => [one.child_id, one])).values(),
  ].reverse();
  const documents = (state: 'returned' | 'missing'): FamilyTask[] =>
    first
      .filter((one) => isLiveStage(one.current_stage) && (one.documents?.[state].length ?? 0) > 0)
      .map((one) => ({
        kind: `document_${state}`,
        registration_id: one.id,
        child_id: one.child_id,
        child_name: one.child_name,
        documents: [...(one.documents?.[state] ?? [])],
      }));
  const registered = new Set(facts.registrations.map((one) => one.child_id));
  return [
    ...(facts.loginPhoneVerified ? [] : [{ kind: 'phone_unverified' as const, ...NOBODY }]),
    ...fee('rejected', 'fee_rejected'),
    ...fee('pending', 'fee_unpaid'),
    ...documents('returned'),
    ...(facts.profileMissing > 0 ? [{ kind: 'profile_incomplete' as const, ...NOBODY }] : []),
    ...(facts.contactPhone !== null && !facts.contactPhoneVerified
      ? [{ kind: 'contact_unverified' as const, ...NOBODY }]
      : []),
    ...(facts.children.length === 0 ? [{ kind: 'child_missing' as const, ...NOBODY }] : []),
    ...facts.children
      .filter((child) => !registered.has(child.id))
      .map((child) => ({
        kind: 'registration_missing' as const,
        registration_id: null,
        child_id: child.id,
        child_name: child.full_name,
      })),
    ...documents('missing'),
  ];
}
