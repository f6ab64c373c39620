import type { BillingExport } from '@gerbang/contracts/billing-export';
import type { paymentExpectationSchema } from '@gerbang/contracts/payment-expectations';
import type { SchoolAccount } from '@gerbang/domain/school-accounts';
import type { z } from 'zod';
import type { ExpectationRecord } from './payment-expectations.repository.ts';

/** What a family is asked to transfer, and the account it goes to. */
export function toExpectation(
  record: ExpectationRecord,
  { key, bank_name, account_number, owner }: SchoolAccount,
): z.input<typeof paymentExpectationSchema> {
  return {
    transfer_amount: record.transfer_amount,
    base: record.base,
    unique_add: record.unique_add,
    reference: record.reference,
    account: { key, bank_name, account_number, owner },
    expires_at: record.expires_at.toISOString(),
  };
}

/** The same as a family's data export holds it. */
export function toHeldExpectation(
  record: ExpectationRecord,
  fees: readonly string[],
): BillingExport['payment_expectations'][number] {
  const { id, kind, registration_id, invoice_id, transfer_amount, reference, status } = record;
  return {
    id,
    kind,
    registration_id,
    ...(fees.length > 0 && { registration_ids: [...fees] }),
    invoice_id,
    transfer_amount,
    reference,
    status,
    created_at: record.created_at.toISOString(),
    expires_at: record.expires_at.toISOString(),
  };
}
