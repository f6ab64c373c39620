import { lazy, type ComponentType } from 'react';

/** The pages of the admission area by their path; each is its own chunk. The shell guards and frames them. */
export const routes: Readonly<Record<string, ComponentType>> = {
  '/profile': lazy(() => import('./profile/profile-page.tsx').then((part) => ({ default: part.ProfilePage }))),
};
