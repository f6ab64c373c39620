import { type ComponentType, lazy } from 'react';

/** A page of a remote, loaded when it is first drawn: `lazyPage(() => import('./page.tsx').then((file) => file.Page))`. */
export function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  return lazy(() => load().then((page) => ({ default: page })));
}
