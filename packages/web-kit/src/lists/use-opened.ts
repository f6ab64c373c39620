// By the package's name: the shell shares the router with the remotes.
import { useLocation, useNavigate } from '@gerbang/web-kit/page/router';
import { useEffect, useRef, useState } from 'react';
import { useAddressParams } from './use-address-params.ts';

/** The row that is open, by `?id=` in the address: it can be sent to a colleague, and Back closes it. */
export function useOpened() {
  const { params, write } = useAddressParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const fromList = typeof state === 'object' && state !== null && 'opened' in state;
  const id = params.get('id');
  const open = (next: string) => write({ id: next }, { state: { opened: true } });
  /** While the browser goes back, what is to be shown after it; null = nothing. */
  const leaving = useRef<{ next: string | null } | null>(null);
  useEffect(() => {
    if (id !== null) return;
    const next = leaving.current?.next ?? null;
    leaving.current = null;
    if (next !== null) open(next);
  });
  return {
    id,
    open,
    /** Opens another one in its place; one that is just being closed is opened again. */
    show: (next: string) => {
      if (leaving.current) leaving.current.next = next;
      else write({ id: next }, { replace: true, state });
    },
    // Opened from the list: back to where it was, so that the browser's own Back does not open it again.
    close: () => {
      if (!fromList) return write({ id: null }, { replace: true });
      leaving.current = { next: null };
      void navigate(-1);
    },
  };
}

interface Listed<Row> {
  readonly rows: readonly Row[];
  readonly data:
    | { readonly next: string | null; readonly prev: string | null; readonly total: number }
    | undefined;
  readonly pageSize: number;
  readonly isPlaceholderData: boolean;
  readonly isPending: boolean;
  readonly state: {
    readonly cursor: string | null;
    readonly page: number;
    readonly turn: (cursor: string, page: number) => void;
  };
}

/**
 * The open row with the way to its neighbours in the present result, over the ends of its page. A row that left the
 * result (verified, while the waiting ones are shown) keeps its position, so that the next one is the row there now.
 */
export function useOpenedAmong<Row extends { readonly id: string }>(list: Listed<Row>) {
  const { id, open, show, close } = useOpened();
  const { rows, state } = list;
  const turning = useRef<{ cursor: string; end: 'first' | 'last' } | null>(null);
  const [kept, setKept] = useState(-1);
  const index = rows.findIndex((row) => row.id === id);
  if (index >= 0 && index !== kept) setKept(index);
  const loading = list.isPlaceholderData || list.isPending;

  useEffect(() => {
    const wanted = turning.current;
    if (wanted === null || loading || state.cursor !== wanted.cursor) return;
    turning.current = null;
    const row = wanted.end === 'first' ? rows[0] : rows.at(-1);
    if (row) show(row.id);
  });

  const after = rows[index >= 0 ? index + 1 : Math.max(0, kept)];
  const before = rows[(index >= 0 ? index : kept) - 1];
  const next = list.data?.next ?? null;
  const prev = list.data?.prev ?? null;
  const step = (row: Row | undefined, cursor: string | null, by: 1 | -1) => {
    if (turning.current !== null || id === null) return;
    if (row) show(row.id);
    else if (cursor !== null) {
      turning.current = { cursor, end: by === 1 ? 'first' : 'last' };
      state.turn(cursor, state.page + by);
    }
  };
  return {
    id,
    open,
    show,
    close,
    /** Its place in the whole result, from 1; null where the page does not have it. */
    position:
      index < 0 || !list.data
        ? null
        : { at: (state.page - 1) * list.pageSize + index + 1, of: list.data.total },
    hasNext: after !== undefined || next !== null,
    hasPrevious: before !== undefined || prev !== null,
    toNext: () => step(after, next, 1),
    toPrevious: () => step(before, prev, -1),
  };
}

export type OpenedAmong = ReturnType<typeof useOpenedAmong>;
export type Opened = Omit<OpenedAmong, 'position'>;
