import { Button } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { PageSpinner } from '@gerbang/ui/spinner';
import { TriangleAlert } from 'lucide-react';
import { createContext, startTransition, Suspense, useContext, useEffect, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { copy } from '../copy.ts';
import { FirstPaintEnd } from '@gerbang/first-paint/take-over';
import { type Area, forgetRoutes, loadPage, type RemoteRoutes, remoteOf } from './remotes.ts';

const text = copy.failure;

/** What stands in place of a page that loads; the frame of logged-in pages, which guests do not load, has rows for it. */
export const PendingPage = createContext(<PageSpinner label={copy.loading} />);

const RELOAD_FROM = 2;

/** The panel of a failed part; the shell around it keeps working. */
export function FailurePanel({
  title,
  words,
  onRetry,
  tries = 0,
}: {
  title: string;
  words: string;
  onRetry: () => void;
  /** How often it was tried again in vain: from the second time on the page can be loaded anew. */
  tries?: number;
}) {
  return (
    <Card role="alert">
      <FirstPaintEnd />
      <EmptyState
        icon={navigator.onLine ? <TriangleAlert size={28} /> : undefined}
        picture={navigator.onLine ? undefined : 'offline'}
        title={title}
        action={
          <>
            <Button onClick={onRetry}>{text.retry}</Button>
            {tries < RELOAD_FROM ? null : (
              <Button variant="secondary" onClick={() => location.reload()}>
                {text.reload}
              </Button>
            )}
          </>
        }
      >
        {words}
      </EmptyState>
    </Card>
  );
}

type State = { kind: 'loading' } | { kind: 'failed' } | { kind: 'ready'; remote: RemoteRoutes };

interface PageOfRemote {
  area: Area;
  path: string;
  onRetry: () => void;
  tries: number;
}

function LoadedPage({ area, path, onRetry, tries }: PageOfRemote) {
  const pending = useContext(PendingPage);
  const [state, setState] = useState<State>(() => {
    const remote = remoteOf(area, path);
    return remote ? { kind: 'ready', remote } : { kind: 'loading' };
  });
  useEffect(() => {
    if (state.kind !== 'loading') return undefined;
    let current = true;
    // A transition is drawn in slices: a page in one go would hold a slow phone up for a tenth of a second.
    const show = (next: State) => startTransition(() => (current ? setState(next) : undefined));
    loadPage(area, path).then(
      (remote) => show({ kind: 'ready', remote }),
      () => show({ kind: 'failed' }),
    );
    return () => {
      current = false;
    };
  }, [area, path, state.kind]);

  if (state.kind === 'loading') return pending;
  const Page = state.kind === 'ready' ? state.remote.routes[path] : undefined;
  if (!Page) {
    const words = navigator.onLine ? text.remoteText : text.offlineText;
    return <FailurePanel title={text.remoteTitle} words={words} onRetry={onRetry} tries={tries} />;
  }
  return (
    <ErrorBoundary
      fallback={
        <FailurePanel title={text.threwTitle} words={text.threwText} onRetry={onRetry} tries={tries} />
      }
    >
      <Suspense fallback={pending}>
        <Page />
        <FirstPaintEnd />
      </Suspense>
    </ErrorBoundary>
  );
}

/** One page of a remote: loading, failed to load (with retry), threw; each inside its own place. */
export function RemotePage({ area, path }: { area: Area; path: string }) {
  const [attempt, setAttempt] = useState(0);
  const retry = () => {
    forgetRoutes(area);
    setAttempt((before) => before + 1);
  };
  return (
    <LoadedPage key={`${area}${path}-${attempt}`} area={area} path={path} onRetry={retry} tries={attempt} />
  );
}
