import { lazy, type ComponentType } from 'react';

/** The pages of the billing area by their path; each is its own chunk. The shell guards and frames them. */
export const routes: Readonly<Record<string, ComponentType>> = {
  '/enrollment': lazy(() =>
    import('./enrollment-confirmations/enrollment-page.tsx').then((part) => ({
      default: part.EnrollmentPage,
    })),
  ),
  '/enrollment-confirmation/:registrationId': lazy(() =>
    import('./enrollment-confirmations/confirmation-page.tsx').then((part) => ({
      default: part.ConfirmationPage,
    })),
  ),
  '/enrollment-confirmation-detail/:confirmationId': lazy(() =>
    import('./enrollment-confirmations/detail-pages.tsx').then((part) => ({
      default: part.ParentDetailPage,
    })),
  ),
  '/admin/enrollment/:confirmationId/details': lazy(() =>
    import('./enrollment-confirmations/detail-pages.tsx').then((part) => ({ default: part.StaffDetailPage })),
  ),
  '/admin/enrollment': lazy(() =>
    import('./enrollment-confirmations/staff-enrollment-page.tsx').then((part) => ({
      default: part.StaffEnrollmentPage,
    })),
  ),
  '/admin/payment-scheme/create': lazy(() =>
    import('./payment-schemes/scheme-page.tsx').then((part) => ({ default: part.SchemePage })),
  ),
  '/admin/invoices': lazy(() =>
    import('./invoices/staff-invoices-page.tsx').then((part) => ({ default: part.StaffInvoicesPage })),
  ),
  '/tagihan': lazy(() =>
    import('./invoices/invoices-page.tsx').then((part) => ({ default: part.TagihanPage })),
  ),
  // No page of its own: the shell's dashboard draws it among its cards.
  '/dashboard': lazy(() =>
    import('./dashboard/dashboard-cards.tsx').then((part) => ({ default: part.DashboardCards })),
  ),
};
