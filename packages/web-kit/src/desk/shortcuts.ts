import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';

const KEPT = 'gerbang.shortcuts';
const listeners = new Set<() => void>();

// Without storage the keys are on, and turning them off lasts as long as the page.
let off = readOff();

function readOff(): boolean {
  try {
    return localStorage.getItem(KEPT) === 'off';
  } catch {
    return false;
  }
}

function keep(next: boolean): void {
  off = next;
  try {
    if (next) localStorage.setItem(KEPT, 'off');
    else localStorage.removeItem(KEPT);
  } catch {
    // nothing to keep it in
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether single-key shortcuts are on in this browser, and their switch (WCAG 2.1.4). */
export function useShortcutSwitch() {
  const isOff = useSyncExternalStore(
    subscribe,
    () => off,
    () => false,
  );
  return { on: !isOff, setOn: (on: boolean) => keep(!on) };
}

/** Single keys with what they do. */
export type KeyList = readonly (readonly [key: string, words: string])[];

const NO_KEYS: KeyList = [];
/** The keys of the page that is drawn. */
let named = NO_KEYS;
/** Whether the sheet that shows them is open: then none acts. */
let covered = false;

/** Names the single keys of the page, for its help. */
export function useKeyList(keys: KeyList): void {
  useEffect(() => {
    named = keys;
    return () => {
      named = NO_KEYS;
    };
  }, [keys]);
}

/** The keys that the page below names. They rest while the sheet that shows them is open. */
export function useNamedKeys(): KeyList {
  useLayoutEffect(() => {
    covered = true;
    return () => {
      covered = false;
    };
  }, []);
  return useState(() => named)[0];
}

const TYPING =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="spinbutton"], [data-unsaved]';

/** What does its own work with Enter, or with the arrows. */
const PRESSED = 'a, button, summary, [role="tab"], [role="option"]';
const MOVED = '[type="radio"], [role="tab"], [role="option"], [role="menuitem"]';

function isControls(key: string, target: Element): boolean {
  if (key === 'Enter') return target.closest(PRESSED) !== null;
  return key.startsWith('Arrow') && target.closest(MOVED) !== null;
}

/** Binds single keys to actions. Ignored while typing and in a form that has not been sent, on a control that takes the key itself (Enter on a button, arrows among radio buttons), with Ctrl, Alt or Meta, and when switched off. */
export function useShortcuts(keys: Readonly<Record<string, () => void>>, enabled = true): void {
  const { on } = useShortcutSwitch();
  const present = useRef(keys);
  // Before the browser draws: a key that is shown works from its first frame on.
  useLayoutEffect(() => {
    present.current = keys;
  });
  useLayoutEffect(() => {
    if (!on || !enabled) return;
    const press = (event: KeyboardEvent) => {
      if (covered || event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.repeat)
        return;
      if (event.target instanceof Element && event.target.closest(TYPING)) return;
      if (event.target instanceof Element && isControls(event.key, event.target)) return;
      const act = present.current[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      // A row of a table would open by the same press.
      if (event.key === 'Enter') event.stopPropagation();
      act();
    };
    // In the capture phase: open dialogs stop the event from bubbling.
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [on, enabled]);
}
