import { useLayoutEffect } from 'react';

/** React's inputs notice a value only when it is set by the prototype's setter and followed by the event. */
function typeInto(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The program's field with the name of this field of the first paint. */
function successorOf(input: HTMLInputElement): HTMLInputElement | null {
  return document.querySelector(`#root input[name="${CSS.escape(input.name)}"]`);
}

/**
 * Removes the markup of the first paint and shows the program. What the visitor did meanwhile is kept: typed text, the
 * focused field with its caret, the chosen tab, and a form that was sent before the program listened.
 */
export function endFirstPaint(): void {
  const first = document.getElementById('first-paint');
  if (!first) return;
  const page = document.documentElement;
  const { sent, tab } = page.dataset;
  const typed = [...first.querySelectorAll<HTMLInputElement>('input[name]')].filter(
    (input) => input.value !== '',
  );
  const active = document.activeElement;
  const focused = active instanceof HTMLInputElement && first.contains(active) ? active : null;
  const caret = focused ? [focused.selectionStart, focused.selectionEnd] : [];

  for (const mark of ['first', 'frame', 'side', 'sent', 'tab']) delete page.dataset[mark];
  first.remove();

  for (const input of typed) {
    const next = successorOf(input);
    if (next && next.value !== input.value) typeInto(next, input.value);
  }
  if (tab) {
    const chosen = `#root [data-tab="${CSS.escape(tab)}"][aria-selected="false"]`;
    // Before the next paint, but after the router listens: the tab is part of the address.
    queueMicrotask(() => document.querySelector<HTMLElement>(chosen)?.click());
  }
  const next = focused && successorOf(focused);
  next?.focus();
  if (next && caret.length === 2) next.setSelectionRange(caret[0] ?? null, caret[1] ?? null);
  // After React has processed the typed text.
  const [filled] = typed;
  if (sent && filled) setTimeout(() => successorOf(filled)?.form?.requestSubmit());
}

/** Rendered by every screen that can take over from the first paint. */
export function FirstPaintEnd() {
  useLayoutEffect(endFirstPaint, []);
  return null;
}
