import { lazyPage } from '@gerbang/web-kit/page/lazy-page';
import type { ComponentType } from 'react';

/** The pages of the account area by their path (each is its own chunk, named by the path). The shell guards and frames them. */
export const routes: Readonly<Record<string, ComponentType>> = {
  // Only the second tab: the shell draws the page and its login, which need nothing of this remote.
  '/auth': lazyPage(() => import('./accounts/register-form.tsx').then((file) => file.RegisterForm)),
  '/forgot-password': lazyPage(() =>
    import('./password-resets/forgot-password-page.tsx').then((file) => file.ForgotPasswordPage),
  ),
  '/reset-password': lazyPage(() =>
    import('./password-resets/reset-password-page.tsx').then((file) => file.ResetPasswordPage),
  ),
  '/number-requests/stop': lazyPage(() =>
    import('./number-requests/stop-request-page.tsx').then((file) => file.StopRequestPage),
  ),
  '/email/verify': lazyPage(() =>
    import('./emails/verify-email-page.tsx').then((file) => file.VerifyEmailPage),
  ),
  '/password': lazyPage(() =>
    import('./passwords/change-password-page.tsx').then((file) => file.ChangePasswordPage),
  ),
  '/phone': lazyPage(() => import('./phones/phone-page.tsx').then((file) => file.PhonePage)),
  '/security': lazyPage(() => import('./factors/security-page.tsx').then((file) => file.SecurityPage)),
  '/admin/users': lazyPage(() => import('./users/users-page.tsx').then((file) => file.UsersPage)),
  '/admin/number-requests': lazyPage(() =>
    import('./number-requests/number-requests-page.tsx').then((file) => file.NumberRequestsPage),
  ),
};
