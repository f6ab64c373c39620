import { type ComponentType, createElement, lazy, useState } from 'react';

type Load = () => Promise<unknown>;

/** What will probably be opened, in the order of its pages. */
const ahead: Load[] = [];

const WAITING_MS = 250;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** A page that waits for its data is left alone for a while. */
const rest = () => pause(WAITING_MS);

/** Fetches a part ahead. A failure says nothing here: the part is loaded again when it is drawn, and then tells it. */
export const quietly = (load: Load): Promise<unknown> => load().catch(() => null);

/**
 * Loads one part after the other while nothing else is to be done; on a line that saves data the pointer alone decides, and
 * without a line nothing is tried.
 */
function loadWhenIdle(): void {
  const { connection, onLine } = navigator as Navigator & { connection?: { readonly saveData?: boolean } };
  if (connection?.saveData || !onLine) return;
  globalThis.requestIdleCallback?.(() => {
    // What the page shows comes first.
    const load = document.querySelector('[data-waiting]') ? rest : ahead.shift();
    if (load) void quietly(load).then(loadWhenIdle);
  });
}

/** A pointer that goes down is about a tenth of a second before its click. */
function loadAtPointer(): void {
  if (!navigator.onLine) return;
  for (const load of ahead.splice(0)) void quietly(load);
}

/** So long a page is looked at before it counts as used, so that its sheets are there when a phone loses its line. */
const LOOKED_AT_MS = 10_000;
/** Signs that the page is used. One that is waited for on a slow line brings nothing that it does not show. */
const SIGNS = ['pointermove', 'touchstart', 'wheel', 'keydown'];
let isUsed = false;

function begin(): void {
  if (isUsed) return;
  isUsed = true;
  for (const sign of SIGNS) globalThis.removeEventListener(sign, begin, true);
  loadWhenIdle();
}

function loadAhead(load: Load): void {
  ahead.push(load);
  if (ahead.length > 1) return;
  globalThis.addEventListener('pointerdown', loadAtPointer, { capture: true, passive: true });
  if (isUsed) return loadWhenIdle();
  for (const sign of SIGNS) globalThis.addEventListener(sign, begin, { capture: true, passive: true });
  setTimeout(begin, LOOKED_AT_MS);
}

/** Between the first and the second, the second and the third try. */
const PAUSES_MS = [500, 2000];

/**
 * Loads a part of the program, in three tries: a phone loses a request now and then, and what `lazy` keeps is the last
 * failure, for as long as the page lives.
 */
export async function loadPersistently<Part>(load: () => Promise<Part>): Promise<Part> {
  for (const ms of PAUSES_MS) {
    try {
      return await load();
    } catch {
      // The last try below throws what it meets.
      await pause(ms);
    }
  }
  return load();
}

/** A component whose code is loaded when it is first drawn, or before that by `load`. */
export type LatePart<Props> = ComponentType<Props> & { readonly load: () => Promise<unknown> };

/**
 * A dialog or a section, loaded when it is first drawn: `lazyPart(() => import('../x.tsx').then((file) => file.X))`. What was
 * loaded before is drawn at once: React shows what it had to wait for only 0.3 s after its placeholder.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LatePart<Props> {
  let loaded: ComponentType<Props> | undefined;
  const begin = async () => ({ default: (loaded = await loadPersistently(load)) });
  const Late = lazy(begin);
  // Chosen once: another component in its place would lose what was typed.
  const Part = (props: Props) =>
    createElement(useState(() => loaded ?? (Late as ComponentType<Props>))[0], props);
  Part.load = begin;
  return Part;
}

/** A page of a remote, loaded when it is first drawn: `lazyPage(() => import('../page.tsx').then((file) => file.Page))`. */
export const lazyPage = (load: () => Promise<ComponentType>): LatePart<object> => lazyPart(load);

/** A sheet that its page is there to open: like `lazyPart`, but loaded while a page in use is at rest, or with a touch. */
export function lazySheet<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  loadAhead(load);
  return lazyPart(load);
}
