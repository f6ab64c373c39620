import { useContext, useEffect, useRef, useState, type ContextType } from 'react';
import { NavigationContext } from '@gerbang/web-kit/router';

type Navigator = ContextType<typeof NavigationContext>['navigator'];
type Step = () => void;

/** Position in the router's own history, which it keeps in the entry's state. */
function indexOf(state: unknown): number | null {
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? state.idx
    : null;
}

/** Has `ask` decide about every step of links and programs; answers how to end that. */
function guardSteps(navigator: Navigator, ask: (step: Step) => void): () => void {
  const push = navigator.push.bind(navigator);
  navigator.push = (...step) => ask(() => push(...step));
  return () => {
    navigator.push = push;
  };
}

/** Has `ask` decide about the back and forward buttons: the address is put back before the router hears of it. */
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
 * Asks before unsaved work is left: by links and programs, by the back button, by closing the page. The router's own
 * blocker needs its data routers, which the shell does without. `asked` = show the question; `leave` goes on to where
 * the visitor wanted, `stay` does not.
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
