import { type ComponentType, lazy } from 'react';

/** A page of a remote, loaded when it is first drawn: `lazyPage(() => import('./page.tsx').then((file) => file.Page))`. */
export function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  return lazy(() => load().then((page) => ({ default: page })));
}

/** A dialog or a section, loaded when it is first drawn: `lazyPart(() => import('./x.tsx').then((file) => file.X))`. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() => load().then((part) => ({ default: part })));
}
