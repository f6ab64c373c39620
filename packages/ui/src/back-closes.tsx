import { useEffect, useLayoutEffect, useRef } from 'react';

interface Overlay {
  close: () => void;
}

interface Entry {
  /** The router's number of the entry; absent without a router. */
  readonly idx: unknown;
  /** How many overlays have entries up to this one. */
  readonly depth: number;
}

/** The open overlays, the lowest first. Each has a history entry of the same address, so that Back closes it. */
const open: Overlay[] = [];
/** The present entry, known here because the router drops the depth where it replaces an entry. */
let here = entryOf(window.history.state);
/** On the way back to the entry below closed overlays; the present state and address are carried there. */
let carried: {
  readonly to: Entry;
  readonly state: unknown;
  readonly href: string;
  /** Whether the router has gone on to another page meanwhile. */
  readonly pushed: boolean;
} | null = null;
let timer: ReturnType<typeof setTimeout> | null = null;

function entryOf(state: unknown): Entry {
  const { idx, overlays } = (state ?? {}) as { idx?: unknown; overlays?: unknown };
  return { idx, depth: typeof overlays === 'number' ? overlays : 0 };
}

/** Makes the history fit the open overlays: an entry more for each that opened, back for those that closed. */
function settle(): void {
  timer = null;
  if (carried) return;
  const { state } = window.history;
  const now = entryOf(state);
  if (now.idx !== here.idx) here = now;
  if (here.depth < open.length) {
    for (let depth = here.depth + 1; depth <= open.length; depth += 1) {
      window.history.pushState({ ...state, overlays: depth }, '');
    }
    here = { idx: now.idx, depth: open.length };
  } else if (here.depth > open.length) {
    carried = {
      to: { idx: now.idx, depth: open.length },
      state,
      href: window.location.href,
      pushed: false,
    };
    window.history.go(open.length - here.depth);
  }
}

/** Remembers what is written on the way back, because the browser still arrives below, as if it had not been. */
function remember(method: 'pushState' | 'replaceState'): void {
  const write = window.history[method].bind(window.history);
  window.history[method] = (...entry) => {
    write(...entry);
    if (!carried) return;
    const pushed = carried.pushed || method === 'pushState';
    carried = { ...carried, pushed, state: window.history.state, href: window.location.href };
  };
}

remember('pushState');
remember('replaceState');

/** After the present task, because a closing overlay is often followed by another one or by a navigation. */
function settleSoon(): void {
  timer ??= setTimeout(settle);
}

/** Arrived below the closed overlays: writes there what the router has already, its present entry or one after it. */
function arrive({ to, state, href, pushed }: NonNullable<typeof carried>): void {
  if (pushed) window.history.pushState(state, '', href);
  else window.history.replaceState({ ...(state as object), overlays: to.depth }, '', href);
  here = entryOf(window.history.state);
}

function onPop(event: PopStateEvent): void {
  here = entryOf(event.state);
  const wanted = carried;
  carried = null;
  // A browser may drop a step back when a page is opened right after it; the next one is then the user's.
  if (wanted && here.idx === wanted.to.idx && here.depth === wanted.to.depth) {
    event.stopImmediatePropagation();
    arrive(wanted);
  } else if (here.depth < open.length) {
    open.at(-1)?.close();
  }
  settleSoon();
}

window.addEventListener('popstate', onPop);

/** While `isOpen`, the browser's Back calls `onClose` instead of leaving the page; one that stays open is asked again. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  // In the commit itself: between a sheet's leaving the page and a later effect its entry would be made once more.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const overlay: Overlay = { close: () => latest.current() };
    open.push(overlay);
    settleSoon();
    return () => {
      open.splice(open.indexOf(overlay), 1);
      settleSoon();
    };
  }, [isOpen]);
}
