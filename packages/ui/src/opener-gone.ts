import { useEffect, useState } from 'react';

/**
 * After an overlay whose opener went with what it did, such as the row of a removed record, the focus is in the content again:
 * of the overlay below, whose keys would else go nowhere, or of the page.
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
