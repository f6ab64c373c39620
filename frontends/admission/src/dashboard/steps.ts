import type { AdmissionArea, Dashboard } from '@gerbang/contracts/dashboard';
import { observationCalendar } from '@gerbang/contracts/registration-stages';
import { type FamilyStep, familySteps, type StepPayment } from '@gerbang/domain/family-steps';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Bill } from '@gerbang/web-kit/payment/use-exact-amount';
import { NEW_CHILD, registerWay } from '../registrations/guided-ways.ts';
import { wayToSection } from '../parents/profile-parts.ts';
import { homeCopy } from './home.copy.ts';

export type Parent = NonNullable<AdmissionArea['parent']>;
export type Profile = NonNullable<Parent['profile']>;

/** A parent's dashboard: admission's area with the others that it lies beside. */
export interface Home {
  readonly parent: Parent;
  readonly tasks: Parent['tasks'];
  readonly billing: NonNullable<Dashboard['billing']>['parent'] | undefined;
  readonly results: NonNullable<NonNullable<Dashboard['announcement']>['parent']>['results'];
  /** Those of them that the family has not opened yet. */
  readonly news: readonly Home['results'][number][];
}

/** The steps of this family today. */
export function stepsOf({ parent, tasks, billing }: Home): ReturnType<typeof familySteps> {
  return familySteps({
    today: jakartaDay(new Date()),
    tasks,
    registrations: parent.registrations,
    observations: parent.observations ?? [],
    payment: billing?.next_payment ?? null,
    toConfirm: billing?.to_confirm ?? [],
  });
}

/** The file of the observation for a calendar. */
export const calendarOf = (registrationId: string) =>
  observationCalendar.path.replace('{id}', registrationId);

/** The bill that a step asks a family to pay; null for other steps. */
export function billOf({ kind, registration_id, amount, payment }: FamilyStep): Bill | null {
  if (kind === 'invoice_due' || kind === 'invoice_rejected') return payment && billOfPayment(payment);
  if ((kind !== 'fee_unpaid' && kind !== 'fee_rejected') || registration_id === null || amount === null)
    return null;
  return { kind: 'registration_fee', id: registration_id, amount, keep: true };
}

/** The bill of an instalment. */
export const billOfPayment = ({ invoice_id, remaining }: StepPayment): Bill => ({
  kind: 'invoice',
  id: invoice_id,
  amount: remaining,
  keep: true,
});

/** The page on which a step is taken. */
export function wayTo({ kind, registration_id, child_id, payment }: FamilyStep): string {
  switch (kind) {
    case 'fee_rejected':
    case 'fee_unpaid':
      return `/registrations?bayar=${registration_id}`;
    case 'invoice_rejected':
    case 'invoice_due':
      return `/tagihan?bayar=${payment?.invoice_id}`;
    case 'confirm':
      return `/enrollment-confirmation/${registration_id}`;
    case 'observation':
      return `/registrations?lihat=${registration_id}`;
    case 'document_returned':
    case 'document_missing':
      return `/children/${child_id}/dokumen`;
    case 'profile_incomplete':
      return '/profile';
    case 'contact_unverified':
      return wayToSection('contact');
    case 'phone_unverified':
      return '/phone';
    case 'child_missing':
      return NEW_CHILD;
    case 'registration_missing':
      return child_id === null ? '/registrations' : registerWay(child_id);
  }
}

/** What is left of the profile in words: the one section that is open, or all of it. */
export function profileWords({ missing }: Profile): {
  readonly title: string;
  readonly to: string;
  readonly left: string;
} {
  const open = (['father', 'mother', 'contact', 'address'] as const).filter((name) => missing[name] > 0);
  const [only] = open;
  const fields = open.reduce((sum, name) => sum + missing[name], 0);
  return {
    title: only && open.length === 1 ? homeCopy.profile[only] : homeCopy.profileAll,
    to: only && open.length === 1 ? wayToSection(only) : '/profile',
    left: homeCopy.profileLeft(fields),
  };
}
