import { ROLE_LABELS, type Role } from '@gerbang/domain/roles';
import { AccessDenied } from '@gerbang/ui/access-denied';
import { PageSpinner } from '@gerbang/ui/spinner';
import { messageOf } from '@gerbang/web-kit/client';
import { Navigate, useLocation } from '@gerbang/web-kit/router';
import { useSaidFarewell, useSession } from '@gerbang/web-kit/session';
import { useEffect, type ReactNode } from 'react';
import { copy } from './copy.ts';
import { PublicFrame } from './layout/public-frame.tsx';
import { FailurePanel } from './remotes/remote-page.tsx';
import { remember } from './storage.ts';

const HOME = '/dashboard';

/** Where a login leads: the page that was wanted, if it is one of ours, else the dashboard. */
export function wantedPath(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return HOME;
  const { from } = state;
  return typeof from === 'string' && /^\/(?![/\\])/u.test(from) ? from : HOME;
}

/** The next page load shows the spinner instead of the landing markup to somebody who was logged in. */
function useRememberKnown(known: boolean | undefined): void {
  useEffect(() => {
    if (known !== undefined) remember('known', known ? '1' : null);
  }, [known]);
}

/** Public pages of people without an account; who is logged in goes on to where he wanted (accounts §2). */
export function OnlyWithoutUser({ children }: { children: ReactNode }) {
  const { user, error } = useSession();
  const { state } = useLocation();
  useRememberKnown(error ? undefined : user === undefined ? undefined : user !== null);
  return user ? <Navigate to={wantedPath(state)} replace /> : children;
}

/** Pages of logged-in users: spinner while loading, /auth without a user, /password while it must be changed. */
export function RequireUser({ children }: { children: ReactNode }) {
  const { user, isLoading, error, reload } = useSession();
  const { pathname, search } = useLocation();
  const saidFarewell = useSaidFarewell();
  useRememberKnown(error ? undefined : user === undefined ? undefined : user !== null);
  if (isLoading) return <PageSpinner label={copy.loading} />;
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
    return <Navigate to="/auth" replace state={saidFarewell ? null : { from: `${pathname}${search}` }} />;
  }
  if (user.must_change_password && pathname !== '/password') return <Navigate to="/password" replace />;
  return children;
}

/** Pages of some roles; the others see 'Akses Ditolak', staff are led away from families' pages (authorization, "Screens"). */
export function RequireRole({
  roles,
  words,
  children,
}: {
  roles: readonly Role[] | undefined;
  words: string;
  children: ReactNode;
}) {
  const { user } = useSession();
  if (!user) return null;
  if (roles && !roles.includes(user.role)) {
    if (roles.join() === 'wali_murid') return <Navigate to={HOME} replace />;
    return (
      <AccessDenied>
        <p>{words}</p>
        <p>{copy.denied.role(ROLE_LABELS[user.role])}</p>
      </AccessDenied>
    );
  }
  return children;
}
