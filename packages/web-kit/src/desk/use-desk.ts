import { useState } from 'react';
import { useShortcuts } from '@gerbang/web-kit/desk/shortcuts';
import { useHeld } from './use-held.ts';
import type { Opened } from '../lists/use-opened.ts';

interface Desk<Row, Decision> {
  readonly rows: readonly Row[];
  readonly opened: Opened;
  /** What a decision is about; null where nothing of the row can be decided. */
  readonly keyOf: (row: Row) => string | null;
  /** The row of a decision, and what it is about. */
  readonly aboutOf: (decision: Decision) => { readonly row: string; readonly key: string };
  /** Whether a row waits, after what was decided about it here. */
  readonly waits: (row: Row, made: Decision | undefined) => boolean;
  /** Sends a decision that can be taken back no more; with `drop` its row waits again. */
  readonly leave: (decision: Decision, drop: () => void) => Promise<void>;
}

/**
 * Rows that are decided one after the other: a decision can be taken back for a few seconds by Z, and the next row that waits
 * opens by itself. What was decided stays decided here: the list is drawn a moment after it is read.
 */
export function useDesk<Row extends { readonly id: string }, Decision>(desk: Desk<Row, Decision>) {
  const { rows, opened, keyOf, aboutOf, waits, leave } = desk;
  const [made, setMade] = useState<ReadonlyMap<string, Decision>>(new Map());
  const [finished, setFinished] = useState(false);
  const keep = (decision: Decision, present: boolean) =>
    setMade((before) => {
      const next = new Map(before);
      if (present) next.set(aboutOf(decision).key, decision);
      else next.delete(aboutOf(decision).key);
      return next;
    });
  const { held, hold, undo } = useHeld((decision: Decision) => leave(decision, () => keep(decision, false)));

  const madeOf = (row: Row): Decision | undefined => made.get(keyOf(row) ?? '');
  const isOpen = (row: Row) => waits(row, madeOf(row));
  const at = rows.findIndex(({ id }) => id === opened.id);
  const next = rows.slice(at + 1).find(isOpen);
  const first = [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at))].find(isOpen);

  const advance = () => {
    if (next) opened.show(next.id);
    else if (opened.hasNext && at === rows.length - 1) opened.toNext();
    else if (first) opened.show(first.id);
    else {
      opened.close();
      setFinished(true);
    }
  };
  const takeBack = () => {
    const decision = undo();
    if (!decision) return;
    keep(decision, false);
    const { row } = aboutOf(decision);
    if (opened.id === null) opened.open(row);
    else opened.show(row);
  };
  useShortcuts({ z: takeBack }, held.length > 0);

  return {
    /** Holds the decision and goes on to the next row that waits. */
    decide: (decision: Decision) => {
      keep(decision, true);
      setFinished(false);
      hold(decision);
      advance();
    },
    advance,
    takeBack,
    /** What was decided here about the row, whether it has left or not. */
    madeOf,
    /** Whether something was decided here about what has this key. */
    isMade: (key: string) => made.has(key),
    isOpen,
    /** The last decision that can be taken back. */
    last: held.at(-1),
    /** Nothing waits any more in what the list shows. */
    finished: finished && opened.id === null,
    /** The next row that waits below the open one, and the one that follows wherever it stands. */
    next,
    ahead: next ?? first,
    /** Opens the first row that waits. */
    begin: () => {
      const row = rows.find(isOpen) ?? rows[0];
      if (row) opened.open(row.id);
    },
  };
}
