import { Banner } from '@gerbang/ui/banner';
import { useSyncExternalStore } from 'react';
import { styled } from 'styled-components';
import { copy } from '../copy.ts';

// Always there, so that screen readers hear it; without words it takes no line of the page.
const Place = styled.div`
  &:empty {
    position: absolute;
  }
`;

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
  return <Place role="status">{online ? null : <Banner tone="attention">{copy.offline}</Banner>}</Place>;
}
