import type { InvoicePayment } from '@gerbang/contracts/billing.types';

/** What stands above the invoice; one at a time. */
export type Above =
  | { readonly kind: 'verify' | 'reject' | 'edit' | 'proof'; readonly payment: InvoicePayment }
  | { readonly kind: 'add' };
