import { lazyPage } from '@gerbang/web-kit/page/lazy-page';
import type { ComponentType } from 'react';

/** The pages of the billing area by their path (each is its own chunk, named by the path). The shell guards and frames them. */
export const routes: Readonly<Record<string, ComponentType>> = {
  '/enrollment': lazyPage(() =>
    import('./enrollment-confirmations/enrollment-page.tsx').then((file) => file.EnrollmentPage),
  ),
  '/enrollment-confirmation/:registrationId': lazyPage(() =>
    import('./enrollment-confirmations/confirmation-page.tsx').then((file) => file.ConfirmationPage),
  ),
  '/enrollment-confirmation-detail/:confirmationId': lazyPage(() =>
    import('./enrollment-confirmations/enrollment-detail.tsx').then((file) => file.ParentDetailPage),
  ),
  '/admin/enrollment/:confirmationId/details': lazyPage(() =>
    import('./enrollment-confirmations/enrollment-detail.tsx').then((file) => file.StaffDetailPage),
  ),
  '/admin/enrollment': lazyPage(() =>
    import('./enrollment-confirmations/staff-enrollment-page.tsx').then((file) => file.StaffEnrollmentPage),
  ),
  '/admin/payment-scheme/create': lazyPage(() =>
    import('./payment-schemes/scheme-page.tsx').then((file) => file.SchemePage),
  ),
  '/admin/invoices': lazyPage(() =>
    import('./invoices/staff-invoices-page.tsx').then((file) => file.StaffInvoicesPage),
  ),
  '/admin/bank': lazyPage(() => import('./bank-statements/bank-page.tsx').then((file) => file.BankPage)),
  '/admin/payments-online': lazyPage(() =>
    import('./pay-requests/pay-requests-page.tsx').then((file) => file.PayRequestsPage),
  ),
  '/admin/money-requests': lazyPage(() =>
    import('./money-requests/money-requests-page.tsx').then((file) => file.MoneyRequestsPage),
  ),
  '/admin/refunds': lazyPage(() => import('./refunds/refunds-page.tsx').then((file) => file.RefundsPage)),
  '/admin/papers': lazyPage(() => import('./papers/papers-page.tsx').then((file) => file.PapersPage)),
  '/tagihan': lazyPage(() => import('./invoices/invoices-page.tsx').then((file) => file.TagihanPage)),
  '/tagihan/:invoiceId/bayar': lazyPage(() =>
    import('./invoice-payments/invoice-payment-page.tsx').then((file) => file.InvoicePaymentPage),
  ),
  '/admin/drawers': lazyPage(() => import('./drawers/drawers-page.tsx').then((file) => file.DrawersPage)),
};
