import type { StaffRegistrationRow } from '@gerbang/contracts/admission.types';
import { staleOf } from '@gerbang/web-kit/stale';
import { useQueryClient } from '@gerbang/web-kit/query-client';
import { useEffect, useRef, useState } from 'react';
import { conflictText } from './conflict-text.ts';
import { refreshLists } from './staff-registrations.api.ts';

export interface BulkResult {
  readonly row: StaffRegistrationRow;
  /** Why it failed; null = it worked. */
  readonly problem: string | null;
  /** The row was changed meanwhile, so that another try with its version would fail too. */
  readonly stale: boolean;
}

export interface BulkState {
  readonly total: number;
  readonly results: readonly BulkResult[];
  readonly running: boolean;
}

/** Runs the call of a single row for one row after the other; a failure does not stop the others. */
export function useBulk() {
  const [state, setState] = useState<BulkState | null>(null);
  const stopped = useRef(false);
  const client = useQueryClient();
  useEffect(() => () => void (stopped.current = true), []);

  const run = async (
    rows: readonly StaffRegistrationRow[],
    act: (row: StaffRegistrationRow) => Promise<unknown>,
  ) => {
    stopped.current = false;
    const results: BulkResult[] = [];
    const show = (running: boolean) => setState({ total: rows.length, results: [...results], running });
    show(true);
    for (const row of rows) {
      if (stopped.current) break;
      const result = await act(row).then(
        () => ({ problem: null, stale: false }),
        (error: unknown) => ({ problem: conflictText(error, row), stale: staleOf(error) !== null }),
      );
      results.push({ row, ...result });
      show(true);
    }
    show(false);
    await refreshLists(client);
    return results;
  };

  return {
    state,
    run,
    stop: () => {
      stopped.current = true;
    },
  };
}
