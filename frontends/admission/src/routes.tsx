import { lazyPage } from '@gerbang/web-kit/page/lazy-page';
import type { ComponentType } from 'react';

/** The pages of the admission area by their path (each is its own chunk, named by the path). The shell guards and frames them. */
export const routes: Readonly<Record<string, ComponentType>> = {
  '/profile': lazyPage(() => import('./parents/profile-page.tsx').then((file) => file.ProfilePage)),
  '/children': lazyPage(() => import('./children/children-page.tsx').then((file) => file.ChildrenPage)),
  '/children/:childId/dokumen': lazyPage(() =>
    import('./child-documents/child-documents-page.tsx').then((file) => file.ChildDocumentsPage),
  ),
  '/registrations': lazyPage(() =>
    import('./registrations/registrations-page.tsx').then((file) => file.RegistrationsPage),
  ),
  '/registrations/bayar': lazyPage(() =>
    import('./registration-payments/fees-payment-page.tsx').then((file) => file.FeesPaymentPage),
  ),
  '/registrations/:registrationId/bayar': lazyPage(() =>
    import('./registration-payments/fee-payment-page.tsx').then((file) => file.FeePaymentPage),
  ),
  '/admin/registration': lazyPage(() =>
    import('./staff-registrations/staff-registrations-page.tsx').then((file) => file.StaffRegistrationsPage),
  ),
  '/admin/documents': lazyPage(() =>
    import('./document-reviews/review-page.tsx').then((file) => file.ReviewDocumentsPage),
  ),
  '/dapodik': lazyPage(() => import('./dapodik/dapodik-data-page.tsx').then((file) => file.DapodikDataPage)),
  '/admin/dapodik': lazyPage(() => import('./dapodik/dapodik-page.tsx').then((file) => file.DapodikPage)),
  '/admin/counter': lazyPage(() => import('./counter/counter-page.tsx').then((file) => file.CounterPage)),
  '/admin/import': lazyPage(() => import('./imports/import-page.tsx').then((file) => file.ImportPage)),
  '/admin/families/:id': lazyPage(() => import('./families/family-page.tsx').then((file) => file.FamilyPage)),
  '/admin/document-types': lazyPage(() =>
    import('./document-types/document-types-page.tsx').then((file) => file.DocumentTypesPage),
  ),
  '/admin/proof-alerts': lazyPage(() =>
    import('./proof-alerts/proof-alerts-page.tsx').then((file) => file.ProofAlertsPage),
  ),
  '/admin/reports': lazyPage(() => import('./reports/reports-page.tsx').then((file) => file.ReportsPage)),
  '/admin/audit': lazyPage(() => import('./audit/audit-page.tsx').then((file) => file.AuditPage)),
  '/privacy': lazyPage(() => import('./data-export/privacy-page.tsx').then((file) => file.PrivacyPage)),
  '/admin/erasure-requests': lazyPage(() =>
    import('./erasure-requests/erasure-requests-page.tsx').then((file) => file.ErasureRequestsPage),
  ),
  '/admin/correction-requests': lazyPage(() =>
    import('./corrections/correction-requests-page.tsx').then((file) => file.CorrectionRequestsPage),
  ),
  '/admin/withdrawals': lazyPage(() =>
    import('./withdrawals/withdrawals-page.tsx').then((file) => file.WithdrawalsPage),
  ),
  '/admin/calendar': lazyPage(() =>
    import('./observation-slots/calendar-page.tsx').then((file) => file.CalendarPage),
  ),
  '/admin/years': lazyPage(() => import('./academic-years/years-page.tsx').then((file) => file.YearsPage)),
  '/admin/scores/:id': lazyPage(() =>
    import('./observation-scores/score-page.tsx').then((file) => file.ScorePage),
  ),
  '/admin/rubrics': lazyPage(() => import('./rubrics/rubrics-page.tsx').then((file) => file.RubricsPage)),
  '/admin/calendar/:slotId': lazyPage(() =>
    import('./check-ins/check-in-page.tsx').then((file) => file.CheckInPage),
  ),
  '/admin/waves': lazyPage(() => import('./waves/waves-page.tsx').then((file) => file.WavesPage)),
  '/admin/seats': lazyPage(() => import('./seat-pools/seats-page.tsx').then((file) => file.SeatsPage)),
  '/admin/setup': lazyPage(() => import('./school-versions/setup-page.tsx').then((file) => file.SetupPage)),
  // No page of its own: the shell's dashboard draws it among its cards.
  '/dashboard': lazyPage(() =>
    import('./dashboard/dashboard-cards.tsx').then((file) => file.dashboardCards()),
  ),
};
