import { lazy, type ComponentType } from 'react';

/** The pages of the account area by their path (accounts §2); each is its own chunk. The shell guards and frames them. */
export const routes: Readonly<Record<string, ComponentType>> = {
  // Only the second tab: the shell draws the page and its login, which need nothing of this remote.
  '/auth': lazy(() =>
    import('./accounts/register-form.tsx').then((part) => ({ default: part.RegisterForm })),
  ),
  '/forgot-password': lazy(() =>
    import('./password-resets/forgot-password-page.tsx').then((part) => ({
      default: part.ForgotPasswordPage,
    })),
  ),
  '/reset-password': lazy(() =>
    import('./password-resets/reset-password-page.tsx').then((part) => ({ default: part.ResetPasswordPage })),
  ),
  '/password': lazy(() =>
    import(/* webpackChunkName: "/password" */ './passwords/change-password-page.tsx').then((part) => ({
      default: part.ChangePasswordPage,
    })),
  ),
  '/admin/users': lazy(() =>
    import(/* webpackChunkName: "/admin/users" */ './users/users-page.tsx').then((part) => ({
      default: part.UsersPage,
    })),
  ),
};
