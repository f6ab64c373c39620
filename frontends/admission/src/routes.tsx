import { lazy, type ComponentType } from 'react';

/** The pages of the admission area by their path; each is its own chunk. The shell guards and frames them. */
export const routes: Readonly<Record<string, ComponentType>> = {
  '/profile': lazy(() =>
    import('./profile/profile-page.tsx').then((part) => ({ default: part.ProfilePage })),
  ),
  '/children': lazy(() =>
    import('./children/children-page.tsx').then((part) => ({ default: part.ChildrenPage })),
  ),
  '/registrations': lazy(() =>
    import('./registrations/registrations-page.tsx').then((part) => ({ default: part.RegistrationsPage })),
  ),
  '/admin/registration': lazy(() =>
    import('./monitoring/monitoring-page.tsx').then((part) => ({ default: part.MonitoringPage })),
  ),
  '/admin/audit': lazy(() => import('./audit/audit-page.tsx').then((part) => ({ default: part.AuditPage }))),
  // No page of its own: the shell's dashboard draws it among its cards.
  '/dashboard': lazy(() =>
    import('./dashboard/dashboard-cards.tsx').then((part) => ({ default: part.DashboardCards })),
  ),
};
