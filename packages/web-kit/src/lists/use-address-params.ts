// By the package's name: the shell shares the router with the remotes.
import { useSearchParams } from '@gerbang/web-kit/page/router';
import { useEffect, useRef } from 'react';

interface WriteOptions {
  readonly replace?: boolean;
  readonly state?: unknown;
}

/**
 * The parameters of the address, and a way to change some of them (null removes one). A change builds on the one before it
 * even when that is not drawn yet: on a slow computer a second choice comes before the page shows the first.
 */
export function useAddressParams() {
  const [params, setParams] = useSearchParams();
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);
  const write = (changes: Readonly<Record<string, string | null>>, options?: WriteOptions) => {
    const next = new URLSearchParams(latest.current);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    latest.current = next;
    setParams(next, options);
  };
  return { params, write };
}
