// By the package's name: the shell shares it with the remotes.
import { beforeLogout } from '@gerbang/web-kit/session/session';
import { useCallback, useEffect, useRef, useState } from 'react';

/** How long a decision can be taken back, in milliseconds. */
const PAUSE = 5000;

interface Held<Decision> {
  readonly decision: Decision;
  readonly timer: ReturnType<typeof setTimeout>;
}

/**
 * Decisions that leave after five seconds, so that each can be taken back before the family is told. They leave at once when
 * the page is left, hidden or closed, and before a logout. Nothing is lost without a word: until a decision leaves, its
 * record still waits at the server, and `send` reports a failure. Nothing is decided twice: each leaves this list once, with
 * the version that was seen.
 */
export function useHeld<Decision>(send: (decision: Decision) => Promise<unknown>) {
  const [held, setHeld] = useState<readonly Held<Decision>[]>([]);
  const list = useRef<Held<Decision>[]>([]);
  const leaving = useRef(send);
  useEffect(() => {
    leaving.current = send;
  });

  const take = useCallback((one: Held<Decision>): boolean => {
    const at = list.current.indexOf(one);
    if (at < 0) return false;
    clearTimeout(one.timer);
    list.current.splice(at, 1);
    setHeld([...list.current]);
    return true;
  }, []);
  const flush = useCallback(
    () => Promise.all([...list.current].filter(take).map(({ decision }) => leaving.current(decision))),
    [take],
  );

  useEffect(() => {
    const leave = () => void flush();
    const hide = () => (document.visibilityState === 'hidden' ? leave() : undefined);
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hide);
    beforeLogout.add(flush);
    return () => {
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hide);
      beforeLogout.delete(flush);
      leave();
    };
  }, [flush]);

  return {
    /** The oldest first. */
    held: held.map(({ decision }) => decision),
    hold: (decision: Decision) => {
      const one: Held<Decision> = {
        decision,
        timer: setTimeout(() => (take(one) ? void leaving.current(decision) : undefined), PAUSE),
      };
      list.current.push(one);
      setHeld([...list.current]);
    },
    /** Takes the last one back and returns it; undefined where all have left. */
    undo: (): Decision | undefined => {
      const last = list.current.at(-1);
      return last && take(last) ? last.decision : undefined;
    },
  };
}
