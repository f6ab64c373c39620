import { lazy, type ComponentType } from 'react';

/** The pages of the announcement area by their path; each is its own chunk. The shell guards and frames them. */
export const routes: Readonly<Record<string, ComponentType>> = {
  '/admin/announcements': lazy(() =>
    import('./announcements/announcements-page.tsx').then((part) => ({ default: part.AnnouncementsPage })),
  ),
  '/admin/announcements/create': lazy(() =>
    import('./announcements/create-page.tsx').then((part) => ({ default: part.CreatePage })),
  ),
  '/admin/announcements/edit/:id': lazy(() =>
    import('./announcements/edit-page.tsx').then((part) => ({ default: part.EditPage })),
  ),
  '/announcement/:id': lazy(() =>
    import('./announcements/detail-page.tsx').then((part) => ({ default: part.DetailPage })),
  ),
  '/admin/messages': lazy(() =>
    import('./messages/messages-page.tsx').then((part) => ({ default: part.MessagesPage })),
  ),
  // No page of its own: the shell's dashboard draws it among its cards.
  '/dashboard': lazy(() =>
    import('./dashboard/dashboard-cards.tsx').then((part) => ({ default: part.DashboardCards })),
  ),
};
