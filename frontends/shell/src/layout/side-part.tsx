import { toastFailure } from '@gerbang/web-kit/page/toast';
import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

// Here and not with the other texts: the first page has no such part.
export const lostCopy = {
  title: 'Bagian ini gagal dimuat',
  text: 'Periksa sambungan internet, lalu muat ulang halaman.',
} as const;

/** Says that a part could not be fetched. */
export const tellLost = () => toastFailure(lostCopy.title, lostCopy.text);

/** A part beside the page, fetched when it is wanted: where it cannot be had, the page and what is typed in it stay. */
export function SidePart({ instead = null, children }: { instead?: ReactNode; children: ReactNode }) {
  return (
    <ErrorBoundary fallback={instead} onError={tellLost}>
      <Suspense fallback={instead}>{children}</Suspense>
    </ErrorBoundary>
  );
}
