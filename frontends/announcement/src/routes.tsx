import { lazy, type ComponentType } from 'react';

/** The pages of the announcement area by their path; each is its own chunk. The shell guards and frames them. */
export const routes: Readonly<Record<string, ComponentType>> = {
  '/admin/messages': lazy(() =>
    import('./messages/messages-page.tsx').then((part) => ({ default: part.MessagesPage })),
  ),
};
