import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls the chosen one of a row into sight, to the middle where there is room, at each change of `chosen`; the page stays where it is. */
export function useInSight(chosen: string | null): RefObject<HTMLDivElement | null> {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const line = row.current;
    const one = line?.querySelector<HTMLElement>('[aria-pressed="true"], [aria-selected="true"]');
    if (chosen !== null && line && one)
      line.scrollLeft = one.offsetLeft - (line.clientWidth - one.offsetWidth) / 2;
  }, [chosen]);
  return row;
}
