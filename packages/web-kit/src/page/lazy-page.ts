import { type ComponentType, lazy } from 'react';

type Load = () => Promise<unknown>;

/** What will probably be opened, in the order of its pages. */
const ahead: Load[] = [];

/** Fetches a part ahead. A failure says nothing here: the part is loaded again when it is drawn, and then tells it. */
export const quietly = (load: Load): Promise<unknown> => load().catch(() => null);

/** Loads one part after the other while nothing else is to be done; on a line that saves data the pointer alone decides. */
function loadWhenIdle(): void {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  if (connection?.saveData) return;
  globalThis.requestIdleCallback?.(() => {
    const load = ahead.shift();
    if (load) void quietly(load).then(loadWhenIdle);
  });
}

/** A pointer that goes down is about a tenth of a second before its click. */
function loadAtPointer(): void {
  for (const load of ahead.splice(0)) void quietly(load);
}

function loadAhead(load: Load): void {
  ahead.push(load);
  if (ahead.length > 1) return;
  globalThis.addEventListener('pointerdown', loadAtPointer, { capture: true, passive: true });
  loadWhenIdle();
}

/** Between the first and the second, the second and the third try. */
const PAUSES_MS = [500, 2000];

/**
 * Loads a part of the program, in three tries: a phone loses a request now and then, and what `lazy` keeps is the last
 * failure, for as long as the page lives.
 */
export async function loadPersistently<Part>(load: () => Promise<Part>): Promise<Part> {
  for (const pause of PAUSES_MS) {
    try {
      return await load();
    } catch {
      // The last try below throws what it meets.
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return load();
}

/** A page of a remote, loaded when it is first drawn: `lazyPage(() => import('../page.tsx').then((file) => file.Page))`. */
export function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  return lazy(() => loadPersistently(load).then((page) => ({ default: page })));
}

/** A dialog or a section, loaded when it is first drawn: `lazyPart(() => import('../x.tsx').then((file) => file.X))`. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() => loadPersistently(load).then((part) => ({ default: part })));
}

/** A sheet that its page is there to open: like `lazyPart`, but loaded while the page is at rest, or with the first touch. */
export function lazySheet<Props>(load: () => Promise<ComponentType<Props>>) {
  loadAhead(load);
  return lazyPart(load);
}
