import { toastFailure } from '@gerbang/web-kit/toast';
import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { copy } from '../copy.ts';

const text = copy.failure;
const tell = () => toastFailure(text.partTitle, text.partText);

/** A part beside the page, fetched when it is wanted: where it cannot be had, the page and what is typed in it stay. */
export function SidePart({ instead = null, children }: { instead?: ReactNode; children: ReactNode }) {
  return (
    <ErrorBoundary fallback={instead} onError={tell}>
      <Suspense fallback={instead}>{children}</Suspense>
    </ErrorBoundary>
  );
}
