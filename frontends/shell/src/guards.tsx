import type { User } from '@gerbang/contracts/users';
import { PageSpinner } from '@gerbang/ui/spinner';
import { messageOf } from '@gerbang/web-kit/api/client';
import { Navigate, useLocation } from '@gerbang/web-kit/page/router';
import { useSession, useSessionEnd } from '@gerbang/web-kit/session/session';
import { useDeferredValue, useEffect, type ReactNode } from 'react';
import { copy } from './copy.ts';
import { PublicFrame } from './layout/public-frame.tsx';
import { FailurePanel } from './remotes/remote-page.tsx';
import { remember } from './storage.ts';

/** The page that a user begins on. */
export const HOME = '/dashboard';

/** The page after a login: the wanted one if it is one of ours, else the dashboard. */
export function wantedPath(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return HOME;
  const { from } = state;
  return typeof from === 'string' && /^\/(?![/\\])/u.test(from) ? from : HOME;
}

/** Remembers whose frame the next page load draws before the program runs; after a logout the landing page. */
function useRememberKnown({ user, error }: ReturnType<typeof useSession>): void {
  const known = user ? (user.role === 'wali_murid' ? 'family' : 'staff') : user;
  useEffect(() => {
    if (known !== undefined && !error) remember('known', known);
  }, [known, error]);
}

/** Public pages: a user who is logged in is sent on to the wanted page. */
export function OnlyWithoutUser({ children }: { children: ReactNode }) {
  const session = useSession();
  const { user } = session;
  const { state } = useLocation();
  useRememberKnown(session);
  return user ? <Navigate to={wantedPath(state)} replace /> : children;
}

/** The page of what the user must do before anything else: a password of his own, a second factor; null: nothing. */
export function dutyOf({ must_change_password: password, must_add_factor: factor }: User): string | null {
  return password ? '/password' : factor ? '/security' : null;
}

/** Pages of logged-in users: spinner while loading, /auth without a user, the page of a duty while there is one. */
export function RequireUser({ children }: { children: ReactNode }) {
  const session = useSession();
  const { user, isLoading, error, reload } = session;
  const { pathname, search } = useLocation();
  const end = useSessionEnd();
  useRememberKnown(session);
  // Deferred, so that frame and page are drawn in slices when the user comes.
  const waits = useDeferredValue(isLoading);
  if (isLoading || waits) return <PageSpinner label={copy.loading} />;
  if (user === undefined) {
    return (
      <PublicFrame>
        <FailurePanel
          title={copy.failure.sessionTitle}
          words={messageOf(error)}
          onRetry={() => void reload()}
        />
      </PublicFrame>
    );
  }
  if (user === null) {
    const from = `${pathname}${search}`;
    const state = end === 'left' ? null : { from, ...(end === 'idle' && { idle: true }) };
    return <Navigate to="/auth" replace state={state} />;
  }
  const duty = dutyOf(user);
  // With a password of his own the user may change it also before there is a second factor.
  const open = duty === null || pathname === duty || (duty === '/security' && pathname === '/password');
  if (!open) return <Navigate to={duty} replace />;
  return children;
}
