import type { LatePart } from '@gerbang/web-kit/page/lazy-page';
import type { ComponentType } from 'react';
import { pageData } from '../page-data.ts';

/** The address of a remote's entry; the one without a hash is revalidated at every visit. */
function entryOf(area: string): string {
  return pageData().entries?.[area] ?? `/remotes/${area}/entry.js`;
}

export type Area = 'auth' | 'admission' | 'announcement' | 'billing';

/** What a remote's `./routes` exports: its pages by the path of the page table. */
export interface RemoteRoutes {
  readonly routes: Readonly<Record<string, ComponentType & Partial<Pick<LatePart<object>, 'load'>>>>;
}

const loading = new Map<Area, Promise<RemoteRoutes>>();
/** Remotes by the pages of theirs that are here, `area path`. */
const loaded = new Map<string, RemoteRoutes>();
let attempts = 0;

async function fetchRoutes(area: Area, entry: string): Promise<RemoteRoutes> {
  // The federation runtime is a chunk of its own: the landing page does without it.
  const { loadFrom } = await import(/* webpackChunkName: "federation" */ './federation.ts');
  const module = await loadFrom<RemoteRoutes>(area, entry, 'routes');
  if (!module) throw new Error(`${area} has no routes`);
  return module;
}

/**
 * Loads a remote once. After a failure the next call uses another address, because the
 * federation runtime keeps a failed entry by its address, and a page that is older than the installation knows a hash
 * that is gone.
 */
function loadRoutes(area: Area): Promise<RemoteRoutes> {
  const known = loading.get(area);
  if (known) return known;
  const entry = attempts === 0 ? entryOf(area) : `/remotes/${area}/entry.js?try=${attempts}`;
  const promise = fetchRoutes(area, `${location.origin}${entry}`);
  loading.set(area, promise);
  promise.catch(() => forgetRoutes(area));
  return promise;
}

/** The remote of a page that can be drawn at once. */
export const remoteOf = (area: Area, path: string): RemoteRoutes | undefined => loaded.get(`${area} ${path}`);

/** Loads a remote and one of its pages. */
export async function loadPage(area: Area, path: string): Promise<RemoteRoutes> {
  const remote = await loadRoutes(area);
  // A failure is met again, and shown, where the page is drawn.
  await remote.routes[path]?.load?.().catch(() => undefined);
  loaded.set(`${area} ${path}`, remote);
  return remote;
}

/** Lets the next call load the remote again. */
export function forgetRoutes(area: Area): void {
  attempts += 1;
  loading.delete(area);
  loaded.clear();
}
