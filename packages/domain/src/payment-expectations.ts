import { FEES_OF_A_SLIP } from './registration-payments.ts';
import type { Machine } from './transitions.ts';

/** What money from the bank may pay: a registration fee, or an invoice of a re-enrolment. */
export const BANK_TARGETS = ['registration_fee', 'invoice'] as const;
export type BankTarget = (typeof BANK_TARGETS)[number];

/** One line of the bank pays at most so many of them: a slip of a family may be for as many fees. */
export const TARGETS_OF_A_LINE = FEES_OF_A_SLIP.most;

/** What a family is asked to transfer an exact amount for: one of these, or several registration fees together. */
export const EXPECTATION_KINDS = [...BANK_TARGETS, 'registration_fees'] as const;
export type ExpectationKind = (typeof EXPECTATION_KINDS)[number];

export const EXPECTATION_STATUSES = ['open', 'cooling', 'used', 'expired', 'cancelled'] as const;
export type ExpectationStatus = (typeof EXPECTATION_STATUSES)[number];

/** How long a family is asked for an amount, and how long no other family gets it afterwards: money may come late. */
export const EXPECTATION_HOURS = 72;
export const COOLING_DAYS = 14;

/** The word that a family may write beside its transfer; Crockford's letters, none of which looks like another. */
export const REFERENCE = /^GB-[0-9A-HJKMNP-TV-Z]{6}$/u;

/**
 * The exact amount that a family was asked to transfer. Its amount stays with it while it is open or cooling, and after it
 * was used for as long as it would have cooled.
 */
export const EXPECTATION_MACHINE = {
  name: 'payment expectations',
  statuses: EXPECTATION_STATUSES,
  edges: [
    { from: null, to: 'open', action: 'open', by: 'parent' },
    { from: 'open', to: 'used', action: 'use', by: 'bank' },
    { from: 'cooling', to: 'used', action: 'use', by: 'bank' },
    { from: 'open', to: 'cooling', action: 'expire', by: 'time' },
    { from: 'cooling', to: 'expired', action: 'release', by: 'time' },
    // A family that comes back is asked for the same amount again, by a new expectation in its place.
    { from: 'cooling', to: 'expired', action: 'renew', by: 'parent' },
    { from: 'open', to: 'cancelled', action: 'cancel', by: 'parent' },
  ],
} as const satisfies Machine<ExpectationStatus, string, 'parent' | 'bank' | 'time'>;

/** The words beside an amount that is to be transferred to the last digit. */
export const EXACT_WORDS = 'tepat sampai angka terakhir';

/** An amount that is to be transferred exactly, within a sentence: `Rp 350.137 (tepat sampai angka terakhir)`. */
export const exactText = (amount: string): string => `${amount} (${EXACT_WORDS})`;

/** An amount that is owed where the exact one is not known yet: that one stands on the page of the payment. */
export const exactOnPage = (amount: string): string =>
  `${amount} (jumlah transfernya, ${EXACT_WORDS}, ada di halaman pembayaran)`;

/** Whether families of a school are asked for amounts of their own. */
export const asksExactly = ({
  unique_code: { on, max },
}: {
  readonly unique_code: { readonly on: boolean; readonly max: number };
}): boolean => on && max > 0;
