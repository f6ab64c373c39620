import { useLayoutEffect } from 'react';

/** React's inputs notice a value only when it is set by the prototype's setter and followed by the event. */
function typeInto(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

const signOf = (part: Element) =>
  [
    part.getAttribute('name'),
    part.getAttribute('href'),
    part.getAttribute('aria-label') ?? part.textContent,
  ].join();

/** The program's field, button or link that is the same as this one of the first paint. */
function successorOf<Part extends HTMLElement>(part: Part): Part | undefined {
  const same = document.querySelectorAll<Part>(`#root ${part.localName}`);
  return [...same].find((next) => signOf(next) === signOf(part));
}

/** Moves the focus, and in a field the caret, to the program's part. */
function moveFocus(from: HTMLElement): void {
  const next = successorOf(from);
  next?.focus({ preventScroll: true });
  if (!(from instanceof HTMLInputElement && next instanceof HTMLInputElement)) return;
  if (from.selectionStart !== null) next.setSelectionRange(from.selectionStart, from.selectionEnd);
}

/**
 * Removes the markup of the first paint and shows the program. What the visitor did meanwhile is kept: typed text, the
 * focused part with its caret, the chosen tab, a pressed button, and a form that was sent before the program listened.
 */
export function endFirstPaint(): void {
  const first = document.getElementById('first-paint');
  if (!first) return;
  const page = document.documentElement;
  const { sent, tab } = page.dataset;
  const typed = [...first.querySelectorAll<HTMLInputElement>('input[name]')].filter(
    (input) => input.value !== '',
  );
  const pressed = [...first.querySelectorAll<HTMLElement>('[data-pressed]')];
  const active = document.activeElement;

  for (const mark of ['first', 'frame', 'side', 'sent', 'tab', 'task', 'list']) delete page.dataset[mark];
  for (const input of typed) {
    const next = successorOf(input);
    if (next && next.value !== input.value) typeInto(next, input.value);
  }
  // While the focused field is still there: a phone closes its keyboard when the focus is on nothing.
  if (active instanceof HTMLElement && first.contains(active)) moveFocus(active);
  first.remove();

  // Before the next paint, but after the router listens: the tab is part of the address.
  queueMicrotask(() => {
    if (tab)
      document
        .querySelector<HTMLElement>(`#root [data-tab="${CSS.escape(tab)}"][aria-selected="false"]`)
        ?.click();
    for (const button of pressed) successorOf(button)?.click();
  });
  // After React has processed the typed text.
  const [filled] = typed;
  if (sent && filled) setTimeout(() => successorOf(filled)?.form?.requestSubmit());
}

/** Rendered by every screen that can take over from the first paint. */
export function FirstPaintEnd() {
  useLayoutEffect(endFirstPaint, []);
  return null;
}
