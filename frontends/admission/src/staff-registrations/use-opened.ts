import type { StaffRegistrationRow } from '@gerbang/contracts/admission.types';
import { useLocation, useNavigate, useSearchParams } from '@gerbang/web-kit/router';
import { useEffect, useRef, useState } from 'react';
import type { MonitoringPlace } from './use-list-state.ts';

interface Shown {
  readonly rows: readonly StaffRegistrationRow[];
  readonly next: string | null;
  readonly prev: string | null;
  /** Whether the rows are still those of the page before. */
  readonly loading: boolean;
}

/**
 * The registration that stands open, by `?id=` in the address, and the way to the next and the one before in the
 * present result, over the ends of its page. One that left the result (verified, while those that wait are shown) keeps
 * its place, so that the next one is the one that came there.
 */
export function useOpened(place: MonitoringPlace, { rows, next, prev, loading }: Shown) {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const turning = useRef<{ cursor: string; end: 'first' | 'last' } | null>(null);
  const [kept, setKept] = useState(-1);
  const id = params.get('id');
  const index = rows.findIndex((row) => row.id === id);
  if (index >= 0 && index !== kept) setKept(index);

  const write = (wanted: string | null, options: { replace: boolean; state?: unknown }) => {
    const address = new URLSearchParams(params);
    if (wanted === null) address.delete('id');
    else address.set('id', wanted);
    setParams(address, options);
  };
  const show = (wanted: string) => write(wanted, { replace: true, state });

  useEffect(() => {
    const wanted = turning.current;
    if (wanted === null || loading || place.cursor !== wanted.cursor) return;
    turning.current = null;
    const row = wanted.end === 'first' ? rows[0] : rows.at(-1);
    if (row) show(row.id);
  });

  const after = rows[index >= 0 ? index + 1 : Math.max(0, kept)];
  const before = rows[(index >= 0 ? index : kept) - 1];
  const step = (row: StaffRegistrationRow | undefined, cursor: string | null, by: 1 | -1) => {
    if (turning.current !== null || id === null) return;
    if (row) show(row.id);
    else if (cursor !== null) {
      turning.current = { cursor, end: by === 1 ? 'first' : 'last' };
      place.turn(cursor, place.page + by);
    }
  };
  const opened = typeof state === 'object' && state !== null && 'opened' in state;

  return {
    id,
    open: (wanted: string) => write(wanted, { replace: false, state: { opened: true } }),
    // Opened from the list: back to where it was, so that the browser's own Back does not open it again.
    close: () => (opened ? void navigate(-1) : write(null, { replace: true })),
    hasNext: after !== undefined || next !== null,
    hasPrevious: before !== undefined || prev !== null,
    toNext: () => step(after, next, 1),
    toPrevious: () => step(before, prev, -1),
  };
}

export type Opened = ReturnType<typeof useOpened>;
