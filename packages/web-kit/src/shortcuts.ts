import { useEffect, useRef, useSyncExternalStore } from 'react';

const KEPT = 'gerbang.shortcuts';
const listeners = new Set<() => void>();

// Storage may be forbidden: then the keys are on, and turning them off lasts as long as the page.
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

/** Whether single-key shortcuts work here, and the switch for them (WCAG 2.1.4; ux, "Keyboard"). */
export function useShortcutSwitch() {
  const isOff = useSyncExternalStore(
    subscribe,
    () => off,
    () => false,
  );
  return { on: !isOff, setOn: (on: boolean) => keep(!on) };
}

const TYPING =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="spinbutton"]';

/** Single keys and what they do; none while somebody types, none with Ctrl, Alt or Meta, none when switched off. */
export function useShortcuts(keys: Readonly<Record<string, () => void>>, enabled = true): void {
  const { on } = useShortcutSwitch();
  const present = useRef(keys);
  useEffect(() => {
    present.current = keys;
  });
  useEffect(() => {
    if (!on || !enabled) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.repeat) return;
      if (event.target instanceof Element && event.target.closest(TYPING)) return;
      const act = present.current[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act();
    };
    // While the event goes down: open dialogs keep keys to themselves on its way up.
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [on, enabled]);
}
