import { Banner } from '@gerbang/ui/banner';
import { useSyncExternalStore } from 'react';
import { copy } from '../copy.ts';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Says that the device has no connection, as long as it has none. */
export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return <div role="status">{online ? null : <Banner tone="attention">{copy.offline}</Banner>}</div>;
}
