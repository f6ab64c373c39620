import { CHECK_PATH, GALLERY_PATH } from '@gerbang/contracts/public-pages';
import { PageSpinner } from '@gerbang/ui/spinner';
import { Route, Routes, BrowserRouter } from '@gerbang/web-kit/page/router';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { useSession } from '@gerbang/web-kit/session/session';
import { Suspense, startTransition } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { AuthPage } from './auth/auth-page.tsx';
import { copy } from './copy.ts';
import { OnlyWithoutUser } from './guards.tsx';
import { LandingPage } from './landing/landing-page.tsx';
import { PublicFrame } from './layout/public-frame.tsx';
import { RouteAnnouncer } from './layout/route-announcer.tsx';
import { publicInfo } from './public-info.ts';
import { FailurePanel, RemotePage } from './remotes/remote-page.tsx';
import { ToastRegion } from '@gerbang/ui/toast';
import { type QueryClient, QueryClientProvider } from '@gerbang/web-kit/api/query-client';
import { createRoot } from 'react-dom/client';

/** The pages behind the login. */
export const Inside = lazyPart(() =>
  import(/* webpackChunkName: "inside" */ './inside.tsx').then((file) => file.Inside),
);
const GalleryPage = lazyPart(() => import('./gallery/gallery-page.tsx').then((file) => file.GalleryPage));
const CheckPaperPage = lazyPart(() =>
  import('./papers/check-paper-page.tsx').then((file) => file.CheckPaperPage),
);
/** In place of everything, where the frame of the pages could not be fetched. */
const LOST = (
  <FailurePanel
    title={copy.failure.remoteTitle}
    words={copy.failure.remoteText}
    onRetry={() => location.reload()}
  />
);

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

/** The route table: the public pages; every other address belongs to what is behind the login, which a visitor does not load. */
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
            <Suspense fallback={<PageSpinner label={copy.loading} />}>
              <Inside />
            </Suspense>
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
