import type { Page } from '@gerbang/contracts/page.types';
import { ALIASES, GALLERY_PATH, PAGES } from '@gerbang/contracts/pages';
import { CHECK_PATH } from '@gerbang/contracts/public-pages';
import { PageSpinner } from '@gerbang/ui/spinner';
import { Navigate, Outlet, Route, Routes, useLocation, BrowserRouter } from '@gerbang/web-kit/page/router';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { useSession } from '@gerbang/web-kit/session/session';
import { Suspense, startTransition } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { AuthPage } from './auth/auth-page.tsx';
import { copy } from './copy.ts';
import { OnlyWithoutUser, RequireRole, RequireUser } from './guards.tsx';
import { LandingPage } from './landing/landing-page.tsx';
import { PublicFrame } from './layout/public-frame.tsx';
import { RouteAnnouncer } from './layout/route-announcer.tsx';
import { publicInfo } from './public-info.ts';
import { FailurePanel, RemotePage } from './remotes/remote-page.tsx';
import { ToastRegion } from '@gerbang/ui/toast';
import { type QueryClient, QueryClientProvider } from '@gerbang/web-kit/api/query-client';
import { createRoot } from 'react-dom/client';

const AppFrame = lazyPart(() => import('./layout/app-frame.tsx').then((file) => file.AppFrame));
const DashboardPage = lazyPart(() =>
  import('./dashboard/dashboard-page.tsx').then((file) => file.DashboardPage),
);
const StatusPage = lazyPart(() => import('./status/status-page.tsx').then((file) => file.StatusPage));
const NotificationsPage = lazyPart(() =>
  import('./notifications/notifications-page.tsx').then((file) => file.NotificationsPage),
);
const GalleryPage = lazyPart(() => import('./gallery/gallery-page.tsx').then((file) => file.GalleryPage));
const CheckPaperPage = lazyPart(() =>
  import('./papers/check-paper-page.tsx').then((file) => file.CheckPaperPage),
);
const NotFoundPage = lazyPart(() => import('./not-found-page.tsx').then((file) => file.NotFoundPage));
const ComingSoonPage = lazyPart(() => import('./coming-soon-page.tsx').then((file) => file.ComingSoonPage));

const OWN_PAGES: Readonly<Record<string, typeof DashboardPage>> = {
  '/dashboard': DashboardPage,
  '/status': StatusPage,
  '/notifications': NotificationsPage,
};

/** In place of everything, where the frame of the pages could not be fetched. */
const LOST = (
  <FailurePanel
    title={copy.failure.remoteTitle}
    words={copy.failure.remoteText}
    onRetry={() => location.reload()}
  />
);

/** Leads to the page itself, with what the address asks of it and what the page before says. */
function Alias({ to }: { to: string }) {
  const { search, state } = useLocation();
  return <Navigate to={`${to}${search}`} state={state} replace />;
}

function Auth() {
  const { isLoading } = useSession();
  return (
    <OnlyWithoutUser>
      <PublicFrame waiting={isLoading}>
        <AuthPage />
      </PublicFrame>
    </OnlyWithoutUser>
  );
}

function PublicRemote({ path }: { path: string }) {
  return (
    <PublicFrame>
      <RemotePage area="auth" path={path} />
    </PublicFrame>
  );
}

function PageContent({ page }: { page: Page }) {
  if (page.comingSoon) return <ComingSoonPage />;
  if (page.remote) return <RemotePage area={page.remote} path={page.path} />;
  const Own = OWN_PAGES[page.path];
  return Own ? <Own /> : <NotFoundPage />;
}

function Inside() {
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

/** The route table: public pages, the pages of the table behind their guards, aliases, and everything else. */
export function App() {
  return (
    <ErrorBoundary fallback={LOST}>
      <RouteAnnouncer />
      <Routes>
        <Route
          path="/"
          element={
            <OnlyWithoutUser>
              <LandingPage />
            </OnlyWithoutUser>
          }
        />
        <Route path="/auth" element={<Auth />} />
        <Route path="/forgot-password" element={<PublicRemote path="/forgot-password" />} />
        <Route path="/reset-password" element={<PublicRemote path="/reset-password" />} />
        <Route path="/email/verify" element={<PublicRemote path="/email/verify" />} />
        <Route path="/number-requests/stop" element={<PublicRemote path="/number-requests/stop" />} />
        {[CHECK_PATH, `${CHECK_PATH}/:code`].map((path) => (
          <Route
            key={path}
            path={path}
            element={
              <PublicFrame>
                <Suspense fallback={<PageSpinner label={copy.loading} />}>
                  <CheckPaperPage />
                </Suspense>
              </PublicFrame>
            }
          />
        ))}
        <Route element={<Inside />}>
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
        {publicInfo.local ? (
          <Route
            path={GALLERY_PATH}
            element={
              <PublicFrame wide>
                <Suspense fallback={<PageSpinner label={copy.loading} />}>
                  <GalleryPage />
                </Suspense>
              </PublicFrame>
            }
          />
        ) : null}
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
    </ErrorBoundary>
  );
}

/** Renders the program in slices, because the visitor may be typing into the first paint already. */
export function show(client: QueryClient): void {
  const element = document.getElementById('root');
  if (!element) throw new Error('The page has no #root');
  const root = createRoot(element);
  startTransition(() =>
    root.render(
      <QueryClientProvider client={client}>
        <BrowserRouter>
          <App />
          <ToastRegion />
        </BrowserRouter>
      </QueryClientProvider>,
    ),
  );
}
