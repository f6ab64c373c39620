import { staleOf } from '@gerbang/web-kit/api/stale';
import type { Selection } from '@gerbang/web-kit/lists/use-selection';
import { useEffect, useRef, useState } from 'react';

interface BulkResult<Row> {
  readonly row: Row;
  /** Why it failed; null = it worked. */
  readonly problem: string | null;
}

/** How far the work on several rows is. */
export interface BulkState<Row> {
  readonly total: number;
  readonly results: readonly BulkResult<Row>[];
  readonly running: boolean;
}

/**
 * Runs the call of a single row for one row after the other; a failure does not stop the others, and keeps its row ticked
 * where another try can help.
 */
export function useBulk<Row extends { readonly id: string }>(
  selection: Pick<Selection<Row>, 'drop'>,
  of: {
    readonly refusal: (error: unknown, row: Row) => string;
    readonly refresh: () => Promise<unknown>;
  },
) {
  const [state, setState] = useState<BulkState<Row> | null>(null);
  const stopped = useRef(false);
  useEffect(() => () => void (stopped.current = true), []);

  const run = async (rows: readonly Row[], act: (row: Row) => Promise<unknown>): Promise<void> => {
    stopped.current = false;
    const results: BulkResult<Row>[] = [];
    const finished: string[] = [];
    const show = (running: boolean) => setState({ total: rows.length, results: [...results], running });
    show(true);
    for (const row of rows) {
      if (stopped.current) break;
      const problem = await act(row).then(
        () => null,
        (error: unknown) => {
          // With its version another try would fail too.
          if (staleOf(error) !== null) finished.push(row.id);
          return of.refusal(error, row);
        },
      );
      if (problem === null) finished.push(row.id);
      results.push({ row, problem });
      show(true);
    }
    show(false);
    await of.refresh();
    selection.drop(finished);
  };

  return {
    state,
    run,
    stop: () => {
      stopped.current = true;
    },
  };
}
