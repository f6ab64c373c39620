import { lazyPage } from '@gerbang/web-kit/page/lazy-page';
import type { ComponentType } from 'react';

/** The pages of the announcement area by their path (each is its own chunk, named by the path). The shell guards and frames them. */
export const routes: Readonly<Record<string, ComponentType>> = {
  '/admin/announcements': lazyPage(() =>
    import('./announcements/announcements-page.tsx').then((file) => file.AnnouncementsPage),
  ),
  '/admin/announcements/create': lazyPage(() =>
    import('./announcements/create-page.tsx').then((file) => file.CreatePage),
  ),
  '/admin/announcements/edit/:id': lazyPage(() =>
    import('./announcements/edit-page.tsx').then((file) => file.EditPage),
  ),
  '/announcement/:id': lazyPage(() =>
    import('./announcements/detail-page.tsx').then((file) => file.DetailPage),
  ),
  '/admin/messages': lazyPage(() => import('./messages/messages-page.tsx').then((file) => file.MessagesPage)),
  '/hasil': lazyPage(() => import('./results/results-page.tsx').then((file) => file.ResultsPage)),
  '/hasil/:registrationId': lazyPage(() =>
    import('./results/result-page.tsx').then((file) => file.ResultPage),
  ),
  // No page of its own: the shell's dashboard draws it among its cards.
  '/dashboard': lazyPage(() => import('./dashboard/dashboard-cards.tsx').then((file) => file.DashboardCards)),
};
