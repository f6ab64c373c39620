import { ToastRegion } from '@gerbang/ui/toast';
import { type QueryClient, QueryClientProvider } from '@gerbang/web-kit/query-client';
import { BrowserRouter } from '@gerbang/web-kit/router';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

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
