import type { InvoicePayment } from '@gerbang/contracts/billing.types';

/** The dialog above the invoice; one at a time. */
export type Above =
  | { readonly kind: 'verify' | 'reject' | 'edit' | 'proof'; readonly payment: InvoicePayment }
  | { readonly kind: 'add' };
