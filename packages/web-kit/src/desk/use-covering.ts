import { type RefObject, useEffect } from 'react';

const REACHED = ':is([data-full], [data-undo]) :is(a[href], button, [tabindex="0"])';

/**
 * While a part of the page covers the window: the focus goes into it, Tab stays in it and in what can be taken back, and
 * Escape calls `onClose`, which stays the same. Afterwards the focus goes back to where it was.
 */
export function useCovering(part: RefObject<HTMLElement | null>, covers: boolean, onClose: () => void): void {
  useEffect(() => {
    const element = part.current;
    if (!covers || !element) return;
    const opener = document.activeElement;
    if (!element.contains(opener)) element.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    const press = (event: KeyboardEvent) => {
      const above = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]');
      if (above && above !== element) return;
      if (event.key === 'Escape') onClose();
      if (event.key !== 'Tab') return;
      event.preventDefault();
      const reached = [...document.querySelectorAll<HTMLElement>(REACHED)];
      const at = reached.findIndex((one) => one === document.activeElement);
      const next = event.shiftKey ? Math.max(at, 0) - 1 : (at + 1) % reached.length;
      reached.at(next)?.focus();
    };
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', press);
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, [part, covers, onClose]);
}
