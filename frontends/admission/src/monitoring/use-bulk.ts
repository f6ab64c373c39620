import type { StaffRegistrationRow } from '@gerbang/contracts/admission.types';
import { messageOf } from '@gerbang/web-kit/client';
import { useQueryClient } from '@gerbang/web-kit/query-client';
import { useEffect, useRef, useState } from 'react';
import { refreshLists } from './monitoring.api.ts';

export interface BulkResult {
  readonly row: StaffRegistrationRow;
  /** Why it failed; null = it worked. */
  readonly problem: string | null;
}

export interface BulkState {
  readonly total: number;
  readonly results: readonly BulkResult[];
  readonly running: boolean;
}

/** Runs the ordinary call for one row after the other; one that fails stops none of the others (ux, "Bulk actions"). */
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
      const problem = await act(row).then(() => null, messageOf);
      results.push({ row, problem });
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
