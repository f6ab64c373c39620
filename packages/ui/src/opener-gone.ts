import { useEffect, useState } from 'react';

/**
 * When an overlay closes and the element that opened it no longer exists, such as a button in the row of a deleted record,
 * moves the focus to the dialog below, else to the page's main part.
 */
export function useOpenerGone(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Where the opener is still there, it has the focus by then.
      requestAnimationFrame(() => {
        if (opener?.isConnected !== false || document.activeElement !== document.body) return;
        const below = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1);
        (below ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}
