import type { Page } from '@gerbang/contracts/page.types';
import { ALIASES, PAGES, pageAt, rolesOf } from '@gerbang/contracts/pages';
import { ROLE_LABELS } from '@gerbang/domain/roles';
import { AccessDenied } from '@gerbang/ui/empty-state';
import { langOf } from '@gerbang/ui/lang';
import { PageSpinner } from '@gerbang/ui/spinner';
import type { askForDashboard } from '@gerbang/web-kit/api/dashboard';
import { newResults } from '@gerbang/web-kit/api/new-results';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { Navigate, Outlet, Route, Routes, useLocation } from '@gerbang/web-kit/page/router';
import { useSession } from '@gerbang/web-kit/session/session';
import { Suspense, type ReactNode } from 'react';
import { copy } from './copy.ts';
import { HOME, RequireUser } from './guards.tsx';
import { PublicFrame } from './layout/public-frame.tsx';
import { RemotePage } from './remotes/remote-page.tsx';
import { loadPage } from './remotes/remotes.ts';

const AppFrame = lazyPart(() =>
  import(/* webpackChunkName: "inside" */ './layout/app-frame.tsx').then((file) => file.appFrame()),
);
const DashboardPage = lazyPart(() =>
  import(/* webpackChunkName: "inside" */ './dashboard/dashboard-page.tsx').then(
    (file) => file.DashboardPage,
  ),
);
const StatusPage = lazyPart(() => import('./status/status-page.tsx').then((file) => file.StatusPage));
const NotificationsPage = lazyPart(() =>
  import('./notifications/notifications-page.tsx').then((file) => file.NotificationsPage),
);
const NotFoundPage = lazyPart(() => import('./not-found-page.tsx').then((file) => file.NotFoundPage));
const ComingSoonPage = lazyPart(() => import('./coming-soon-page.tsx').then((file) => file.ComingSoonPage));

const OWN_PAGES: Readonly<Record<string, typeof DashboardPage>> = {
  [HOME]: DashboardPage,
  '/status': StatusPage,
  '/notifications': NotificationsPage,
};

/** Leads to the page itself, with what the address asks of it and what the page before says. */
function Alias({ to }: { to: string }) {
  const { search, state } = useLocation();
  return <Navigate to={`${to}${search}`} state={state} replace />;
}

/** Pages of some roles: the others see 'Akses Ditolak', staff are sent from families' pages to the dashboard. */
function RequireRole({ page, words, children }: { page: Page; words: string; children: ReactNode }) {
  const { user } = useSession();
  const roles = rolesOf(page);
  if (!user) return null;
  if (roles && !roles.includes(user.role)) {
    if (roles.join() === 'wali_murid') return <Navigate to={HOME} replace />;
    return (
      <AccessDenied action={<LinkButton to={HOME}>{copy.denied.home}</LinkButton>}>
        <p lang={langOf(words)}>{words}</p>
        <p lang={langOf(ROLE_LABELS[user.role])}>{copy.denied.role(ROLE_LABELS[user.role])}</p>
      </AccessDenied>
    );
  }
  return children;
}

function PageContent({ page }: { page: Page }) {
  if (page.comingSoon) return <ComingSoonPage />;
  if (page.remote) return <RemotePage area={page.remote} path={page.path} />;
  const Own = OWN_PAGES[page.path];
  return Own ? <Own /> : <NotFoundPage />;
}

function Framed() {
  return (
    <RequireUser>
      <Suspense fallback={<PageSpinner label={copy.loading} />}>
        <AppFrame>
          <Outlet />
        </AppFrame>
      </Suspense>
    </RequireUser>
  );
}

/** The title of an address that is no public one. */
export const titleInside = (pathname: string): string => pageAt(pathname)?.title ?? copy.notFound.title;

/** Loads the page of new results, to which the dashboard leads on. */
async function loadNews(dashboard: ReturnType<typeof askForDashboard>): Promise<unknown> {
  const { length } = newResults(await dashboard);
  return length > 0 && loadPage('announcement', length === 1 ? '/hasil/:registrationId' : '/hasil');
}

/** A task of its own for each part: what is in one file would be evaluated in one, long on a slow phone. */
const turn = () => new Promise((resolve) => setTimeout(resolve));

/** Loads what the page at an address is drawn in, and the page itself where it is the shell's own. */
export async function loadFrame(
  pathname: string,
  dashboard: ReturnType<typeof askForDashboard> | undefined,
): Promise<void> {
  const news = dashboard && loadNews(dashboard);
  await turn();
  await AppFrame.load();
  await turn();
  await OWN_PAGES[pathname]?.load();
  await news;
}

/** What is behind the login: the pages of the table behind their guards, aliases, and the page of an unknown address. */
export function Inside() {
  return (
    <Routes>
      <Route element={<Framed />}>
        {PAGES.map((page) => (
          <Route
            key={page.path}
            path={page.path}
            element={
              <RequireRole
                page={page}
                words={page.path === '/admin/users' ? copy.denied.users : copy.denied.default}
              >
                <PageContent page={page} />
              </RequireRole>
            }
          />
        ))}
        {Object.entries(ALIASES).map(([from, to]) => (
          <Route key={from} path={from} element={<Alias to={to} />} />
        ))}
      </Route>
      <Route
        path="*"
        element={
          <PublicFrame>
            <Suspense fallback={null}>
              <NotFoundPage />
            </Suspense>
          </PublicFrame>
        }
      />
    </Routes>
  );
}
