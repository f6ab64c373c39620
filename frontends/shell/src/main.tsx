import { PAGES } from '@gerbang/contracts/pages';
import { ToastRegion } from '@gerbang/ui/toast';
import { createQueryClient, QueryClientProvider } from '@gerbang/web-kit/query-client';
import { BrowserRouter } from '@gerbang/web-kit/router';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { loadRoutes } from './remotes/remotes.ts';

const PUBLIC_REMOTE = new Set(['/auth', '/forgot-password', '/reset-password']);

/** Fetches the remote of the first page while the user state is still loading: one round less. */
function startFirstRemote(pathname: string): void {
  const page = PAGES.find((one) => one.path === pathname);
  const area = PUBLIC_REMOTE.has(pathname) ? 'auth' : page?.comingSoon ? undefined : page?.remote;
  // A failure is shown by the page itself, which asks again.
  if (area) loadRoutes(area).catch(() => undefined);
}

startFirstRemote(location.pathname);
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <QueryClientProvider client={createQueryClient()}>
    <BrowserRouter>
      <App />
      <ToastRegion />
    </BrowserRouter>
  </QueryClientProvider>,
);
