import type { Confirmation } from '@gerbang/contracts/enrollment-confirmations';
import * as enrollment from '@gerbang/contracts/enrollment-confirmations';
import * as payments from '@gerbang/contracts/invoice-payments';
import * as invoices from '@gerbang/contracts/invoices';
import * as schemes from '@gerbang/contracts/payment-schemes';
import type { Viewer } from '@gerbang/domain/status-tones';
import { ApiError, call } from '@gerbang/web-kit/api/client';
import { type QueryClient, useQuery } from '@gerbang/web-kit/api/query-client';

/** First parts of the keys in the cache; a change of money makes all of them old. */
const KEYS = {
  confirmations: 'confirmations',
  schemes: 'payment-schemes',
  invoices: 'invoices',
  payments: 'invoice-payments',
} as const;

/** A read whose 404 means that there is none yet. */
async function orNone<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** Reads everything of this area again that is on the screen, and the dashboard; called after every change. */
export async function refreshBilling(client: QueryClient): Promise<void> {
  await Promise.all(
    [...Object.values(KEYS), 'dashboard'].map((key) => client.invalidateQueries({ queryKey: [key] })),
  );
}

/** The family's own confirmations. */
export function useOwnConfirmations() {
  return useQuery({
    queryKey: [KEYS.confirmations, 'own'],
    queryFn: ({ signal }) => call(enrollment.listConfirmations, { signal }),
  });
}

/** The confirmation of one registration; null = none yet. */
export function useConfirmationOf(registrationId: string) {
  return useQuery({
    queryKey: [KEYS.confirmations, 'registration', registrationId],
    queryFn: ({ signal }) =>
      orNone(call(enrollment.getConfirmationOfRegistration, { params: { registrationId }, signal })),
  });
}

async function readConfirmation(
  id: string,
  viewer: Viewer,
  signal: AbortSignal,
): Promise<Confirmation | null> {
  // A malformed id is refused with 400; for the reader of an old link that is the same as unknown.
  const list =
    viewer === 'parent'
      ? await call(enrollment.listConfirmations, { signal })
      : await call(enrollment.listStaffConfirmations, { query: { id }, signal }).catch((error: unknown) => {
          if (error instanceof ApiError && error.status === 400) return [];
          throw error;
        });
  return list.find((one) => one.id === id) ?? null;
}

/** One confirmation: of the parent's own list, or any for staff; null = unknown. */
export function useConfirmation(id: string, viewer: Viewer) {
  return useQuery({
    queryKey: [KEYS.confirmations, 'one', viewer, id],
    queryFn: ({ signal }) => readConfirmation(id, viewer, signal),
  });
}

/** The payment scheme of a confirmation; null = none yet. */
export function useSchemeOf(confirmationId: string, enabled = true) {
  return useQuery({
    queryKey: [KEYS.schemes, confirmationId],
    queryFn: ({ signal }) =>
      orNone(call(schemes.getSchemeOfConfirmation, { params: { confirmationId }, signal })),
    enabled,
  });
}

/** The invoices of a scheme by their stage. */
export function useInvoicesOfScheme(schemeId: string | null) {
  return useQuery({
    queryKey: [KEYS.invoices, 'scheme', schemeId],
    queryFn: ({ signal }) =>
      call(schemes.listInvoicesOfScheme, { params: { schemeId: schemeId ?? '' }, signal }),
    enabled: schemeId !== null,
  });
}

/** The family's own invoices. */
export function useOwnInvoices() {
  return useQuery({
    queryKey: [KEYS.invoices, 'own'],
    queryFn: ({ signal }) => call(invoices.listOwnInvoices, { signal }),
  });
}

/** The bank of the family's last payment and the days of reminders; an older service has neither. */
export function usePaymentDefaults() {
  return useQuery({
    queryKey: [KEYS.payments, 'defaults'],
    queryFn: ({ signal }) => call(payments.getPaymentDefaults, { signal }),
    retry: false,
  });
}

/** The payments of an invoice, newest first; read again at each opening. */
export function useInvoicePayments(invoiceId: string) {
  return useQuery({
    queryKey: [KEYS.payments, invoiceId],
    queryFn: ({ signal }) => call(payments.listInvoicePayments, { params: { invoiceId }, signal }),
    refetchOnMount: 'always',
  });
}
