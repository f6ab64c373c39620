import { useContext, useEffect, useRef, useState, type ContextType } from 'react';
import { NavigationContext } from '@gerbang/web-kit/page/router';

type Navigator = ContextType<typeof NavigationContext>['navigator'];
type Step = () => void;

/** Position in the router's own history, which it keeps in the entry's state. */
function indexOf(state: unknown): number | null {
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? state.idx
    : null;
}

/** Has `ask` decide on every navigation by links and code; returns the function that ends this. */
function guardSteps(navigator: Navigator, ask: (step: Step) => void): () => void {
  const push = navigator.push.bind(navigator);
  navigator.push = (...step) => ask(() => push(...step));
  return () => {
    navigator.push = push;
  };
}

/** Has `ask` decide on the back and forward buttons: the address is put back before the router notices. */
function guardHistory(ask: (step: Step) => void, isFree: () => boolean): () => void {
  const here = indexOf(window.history.state);
  let returning = false;
  const onBack = (event: PopStateEvent) => {
    const there = indexOf(event.state);
    if (returning) {
      returning = false;
      event.stopImmediatePropagation();
      return;
    }
    if (isFree() || here === null || there === null || there === here) return;
    event.stopImmediatePropagation();
    returning = true;
    window.history.go(here - there);
    ask(() => window.history.go(there - here));
  };
  window.addEventListener('popstate', onBack, true);
  return () => window.removeEventListener('popstate', onBack, true);
}

/**
 * Asks before unsaved work is left: by links and code, by the back button, by closing the page. The router's own
 * `useBlocker` needs a data router, which adds 13 KB to the first load and so breaks its budget. `asked` = show the
 * question; `leave` continues the navigation, `stay` cancels it.
 */
export function useLeaveGuard(unsaved: boolean) {
  const { navigator } = useContext(NavigationContext);
  const [wanted, setWanted] = useState<Step | null>(null);
  const free = useRef(false);

  useEffect(() => {
    if (!unsaved) return;
    free.current = false;
    const ask = (step: Step) => {
      if (free.current) step();
      else setWanted(() => step);
    };
    const freeSteps = guardSteps(navigator, ask);
    const freeHistory = guardHistory(ask, () => free.current);
    const onClose = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', onClose);
    return () => {
      freeSteps();
      freeHistory();
      window.removeEventListener('beforeunload', onClose);
    };
  }, [unsaved, navigator]);

  return {
    asked: wanted !== null,
    leave: () => {
      free.current = true;
      wanted?.();
      setWanted(null);
    },
    stay: () => setWanted(null),
  };
}
