import { lazy, type ComponentType } from 'react';

/** The pages of the admission area by their path; each is its own chunk, named by it. The shell guards and frames them. */
export const routes: Readonly<Record<string, ComponentType>> = {
  '/profile': lazy(() =>
    import(/* webpackChunkName: "/profile" */ './parents/profile-page.tsx').then((part) => ({
      default: part.ProfilePage,
    })),
  ),
  '/children': lazy(() =>
    import(/* webpackChunkName: "/children" */ './children/children-page.tsx').then((part) => ({
      default: part.ChildrenPage,
    })),
  ),
  '/registrations': lazy(() =>
    import(/* webpackChunkName: "/registrations" */ './registrations/registrations-page.tsx').then(
      (part) => ({ default: part.RegistrationsPage }),
    ),
  ),
  '/admin/registration': lazy(() =>
    import(
      /* webpackChunkName: "/admin/registration" */ './staff-registrations/staff-registrations-page.tsx'
    ).then((part) => ({
      default: part.MonitoringPage,
    })),
  ),
  '/admin/audit': lazy(() =>
    import(/* webpackChunkName: "/admin/audit" */ './audit/audit-page.tsx').then((part) => ({
      default: part.AuditPage,
    })),
  ),
  '/privacy': lazy(() =>
    import(/* webpackChunkName: "/privacy" */ './data-export/privacy-page.tsx').then((part) => ({
      default: part.PrivacyPage,
    })),
  ),
  '/admin/erasure-requests': lazy(() =>
    import(/* webpackChunkName: "/admin/erasure-requests" */ './erasure-requests/erasures-page.tsx').then(
      (part) => ({ default: part.ErasuresPage }),
    ),
  ),
  // No page of its own: the shell's dashboard draws it among its cards.
  '/dashboard': lazy(() =>
    import(/* webpackChunkName: "/dashboard" */ './dashboard/dashboard-cards.tsx').then((part) => ({
      default: part.DashboardCards,
    })),
  ),
};
