import { useLayoutEffect } from 'react';

/** Takes the page's own markup away and shows the program; the field that was being filled keeps the focus. */
export function endFirstPaint(): void {
  const first = document.getElementById('first-paint');
  if (!first) return;
  const active = document.activeElement;
  const name = active instanceof HTMLInputElement && first.contains(active) ? active.name : null;
  delete document.documentElement.dataset.first;
  first.remove();
  document.getElementById('first-paint-css')?.remove();
  if (name) document.querySelector<HTMLInputElement>(`#root input[name="${CSS.escape(name)}"]`)?.focus();
}

/** Stands in every screen that can take over from the first paint. */
export function FirstPaintEnd() {
  useLayoutEffect(endFirstPaint, []);
  return null;
}
