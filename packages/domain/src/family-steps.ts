import type { FamilyTask } from './family-tasks.ts';
import { daysBetween, jakartaDay } from './jakarta-time.ts';
import type { Stage } from './registration-stages.ts';

/** The steps of a family, the most urgent first. */
export const FAMILY_STEPS = [
  'fee_rejected',
  'invoice_rejected',
  'invoice_due',
  'confirm',
  'observation',
  'fee_unpaid',
  'document_returned',
  'phone_unverified',
  'child_missing',
  'registration_missing',
  'profile_incomplete',
  'contact_unverified',
  'document_missing',
] as const;
export type FamilyStepKind = (typeof FAMILY_STEPS)[number];

/** From so many days before its due date on an invoice is the next step. */
const SOON_DAYS = 7;
/** What has no day comes after what has one. */
const NEVER = '9999';

interface Registration {
  readonly id: string;
  readonly child: { readonly full_name: string; readonly nick_name: string | null };
  readonly current_stage: Stage;
  readonly payment_amount: number;
  readonly rejection_reason: string | null;
}

interface Observation {
  readonly registration_id: string;
  readonly day: string;
  readonly time: string | null;
  readonly place: string | null;
}

/** An invoice that can be paid, as far as a step says it. */
export interface StepPayment {
  readonly invoice_id: string;
  readonly installment_name: string;
  readonly child_name: string;
  readonly due_date: string;
  readonly remaining: number;
  readonly status: string;
}

interface ToConfirm {
  readonly registration_id: string;
  readonly child_name: string;
  readonly declined: boolean;
  /** Until when the seat is held, ISO; absent without a deadline. */
  readonly answer_until?: string | undefined;
}

/** What the steps are derived from; days `YYYY-MM-DD`, amounts in whole rupiah. */
export interface FamilyNow {
  readonly today: string;
  readonly tasks: readonly FamilyTask[];
  readonly registrations: readonly Registration[];
  readonly observations: readonly Observation[];
  /** The payable invoice that is due first. */
  readonly payment: StepPayment | null;
  readonly toConfirm: readonly ToConfirm[];
}

export interface FamilyStep {
  readonly kind: FamilyStepKind;
  /** The name by which the child is called. */
  readonly child: string | null;
  readonly registration_id: string | null;
  readonly child_id: string | null;
  /** The names of the documents that are to be sent. */
  readonly documents: readonly string[];
  /** What is to be paid. */
  readonly amount: number | null;
  /** The day by which, or on which. */
  readonly day: string | null;
  /** Why a proof was rejected. */
  readonly reason: string | null;
  readonly payment: StepPayment | null;
  readonly observation: Observation | null;
  /** A confirmation that the school has sent back. */
  readonly declined: boolean;
}

const NOTHING = {
  child: null,
  registration_id: null,
  child_id: null,
  documents: [],
  amount: null,
  day: null,
  reason: null,
  payment: null,
  observation: null,
  declined: false,
} as const;

/** The call name of a child, its full name without one. */
export function callName({ full_name, nick_name }: Registration['child']): string {
  return nick_name ?? full_name;
}

/** The steps that a family has to take on this day, the first one first, and the payment that comes later. */
export function familySteps(now: FamilyNow): {
  readonly steps: FamilyStep[];
  readonly later: StepPayment | null;
} {
  const { today, payment } = now;
  const of = (id: string | null) => now.registrations.find((one) => one.id === id);
  const nameOf = (id: string | null, name: string | null) => {
    const found = of(id);
    return found ? callName(found.child) : name;
  };
  const tasks = now.tasks.map((task): FamilyStep => {
    const registration = of(task.registration_id);
    return {
      ...NOTHING,
      kind: task.kind,
      child: nameOf(task.registration_id, task.child_name),
      registration_id: task.registration_id,
      child_id: task.child_id,
      documents: task.documents ?? [],
      amount: registration?.payment_amount ?? null,
      reason: task.kind === 'fee_rejected' ? (registration?.rejection_reason ?? null) : null,
    };
  });
  const confirms = now.toConfirm.map(
    ({ registration_id, child_name, declined, answer_until }): FamilyStep => ({
      ...NOTHING,
      kind: 'confirm',
      child: nameOf(registration_id, child_name),
      registration_id,
      declined,
      day: answer_until === undefined ? null : jakartaDay(new Date(answer_until)),
    }),
  );
  const observations = now.observations
    .filter(({ registration_id: id, day }) => day >= today && of(id)?.current_stage === 'obs_scheduled')
    .map((observation): FamilyStep => {
      const { registration_id, day } = observation;
      return {
        ...NOTHING,
        kind: 'observation',
        child: nameOf(registration_id, null),
        registration_id,
        day,
        observation,
      };
    });
  const rejected = payment?.status === 'payment_rejected';
  const isDue = payment !== null && (rejected || daysBetween(today, payment.due_date) <= SOON_DAYS);
  const invoice: FamilyStep[] = isDue
    ? [
        {
          ...NOTHING,
          kind: rejected ? 'invoice_rejected' : 'invoice_due',
          child: payment.child_name,
          amount: payment.remaining,
          day: payment.due_date,
          payment,
        },
      ]
    : [];
  const rank = ({ kind }: FamilyStep) => FAMILY_STEPS.indexOf(kind);
  const steps = [...invoice, ...confirms, ...observations, ...tasks].sort(
    (one, other) => rank(one) - rank(other) || (one.day ?? NEVER).localeCompare(other.day ?? NEVER),
  );
  return { steps, later: isDue ? null : payment };
}
