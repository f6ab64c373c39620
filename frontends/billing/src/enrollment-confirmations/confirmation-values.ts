import type { Confirmation, ConfirmationCreation } from '@gerbang/contracts/billing.types';
import { CONTRIBUTION_TYPES, PAYMENT_PREFERENCES } from '@gerbang/domain/enrollment-confirmations';
import { z } from '@gerbang/web-kit/form';
import { confirmationCopy as copy } from './confirmation.copy.ts';
import type { Family } from './confirmation.api.ts';

const upTo = (max: number) => z.string().check(z.maxLength(max, `Paling banyak ${max} karakter`));

/** The rules of the form with the specified messages. */
export const confirmationRules = z
  .object({
    payment_preference: z.string().check(z.minLength(1, copy.preferenceRequired)),
    contribution_type: z.string().check(z.minLength(1, copy.contributionRequired)),
    /** Digits only; empty = 0. */
    contribution_amount: z.string().check(z.regex(/^\d{0,13}$/u, 'Jumlah sumbangan harus berupa angka')),
    contribution_description: upTo(500),
    additional_notes: upTo(2000),
  })
  .check(
    z.refine(
      (values) => values.contribution_type !== 'goods' || values.contribution_description.trim() !== '',
      {
        path: ['contribution_description'],
        message: copy.goodsRequired,
        when: () => true,
      },
    ),
  );
export type ConfirmationValues = z.output<typeof confirmationRules>;

/** Every field may wait on this device until it is sent: none is secret. */
export const KEPT_FIELDS = Object.keys(confirmationRules.shape);

/** What the form begins with: what was declined, else installments and a cash contribution of 0. */
export function valuesOf(before: Confirmation | null): ConfirmationValues {
  const amount = before?.contribution_amount ?? 0;
  return {
    payment_preference: before?.payment_preference ?? 'installment',
    contribution_type: before?.contribution_type ?? 'cash',
    contribution_amount: String(amount),
    contribution_description: before?.contribution_description ?? '',
    additional_notes: before?.additional_notes ?? '',
  };
}

function oneOf<T extends string>(values: readonly T[], text: string, problem: string): T {
  const found = values.find((value) => value === text);
  if (found === undefined) throw new Error(problem);
  return found;
}

/** The body of a confirmation; of money and goods only what was chosen. */
export function creationOf(
  { registration, child }: Family,
  values: ConfirmationValues,
): ConfirmationCreation {
  const type = oneOf(CONTRIBUTION_TYPES, values.contribution_type, copy.contributionRequired);
  const notes = values.additional_notes.trim();
  return {
    registration_id: registration.id,
    child_id: child.id,
    payment_preference: oneOf(PAYMENT_PREFERENCES, values.payment_preference, copy.preferenceRequired),
    contribution_type: type,
    ...(type === 'cash'
      ? { contribution_amount: Number(values.contribution_amount) }
      : { contribution_description: values.contribution_description.trim() }),
    ...(notes === '' ? {} : { additional_notes: notes }),
  };
}
