import { FormActions } from '@gerbang/web-kit/components/form-actions';
import type { StaffRegistrationRow } from '@gerbang/contracts/admission.types';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { ProgressBar } from '@gerbang/ui/progress-bar';
import { styled } from 'styled-components';
import type { Selection } from '@gerbang/web-kit/use-selection';
import { staleOf } from '@gerbang/web-kit/stale';
import { useQueryClient } from '@gerbang/web-kit/query-client';
import { useEffect, useRef, useState } from 'react';
import type { BulkKind } from './bulk-bar.tsx';
import { stageCall, verifyCall, refreshLists } from './staff-registrations.api.ts';
import { StageForm } from '../registration-stages/stage-form.tsx';
import { offerForAll } from '../registration-stages/stage-values.ts';
import { bulkCopy as copy } from '../registration-stages/stage.copy.ts';
import { conflictText } from './conflict-text.ts';

interface BulkResult {
  readonly row: StaffRegistrationRow;
  /** Why it failed; null = it worked. */
  readonly problem: string | null;
  /** The row was changed meanwhile, so that another try with its version would fail too. */
  readonly stale: boolean;
}

interface BulkState {
  readonly total: number;
  readonly results: readonly BulkResult[];
  readonly running: boolean;
}

/** Runs the call of a single row for one row after the other; a failure does not stop the others. */
function useBulk() {
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

const Names = styled.ul`
  max-height: 240px;
  margin: 0;
  padding-inline-start: 20px;
  overflow: auto;
`;

/** Verifies several fees, or moves several registrations to the same next stage, and lists the failures. */
export function BulkDialog({
  kind,
  selection,
  onClose,
}: {
  kind: BulkKind;
  selection: Selection<StaffRegistrationRow>;
  onClose: () => void;
}) {
  const bulk = useBulk();
  const { rows } = selection;
  const title =
    kind === 'verify'
      ? copy.verifyTitle(bulk.state?.total ?? rows.length)
      : copy.moveTitle(bulk.state?.total ?? rows.length);
  const run = (act: (row: StaffRegistrationRow) => Promise<unknown>) =>
    void bulk
      .run(rows, act)
      // A failed row stays ticked where another try can help.
      .then((results) =>
        selection.drop(
          results.filter(({ problem, stale }) => problem === null || stale).map(({ row }) => row.id),
        ),
      );
  const leave = bulk.state?.running ? bulk.stop : onClose;

  return (
    <Dialog title={title} dismissable={false} onClose={leave}>
      {bulk.state ? (
        <Progress state={bulk.state} onStop={bulk.stop} onClose={onClose} />
      ) : kind === 'verify' ? (
        <>
          <p>{copy.verifyText}</p>
          <NameList rows={rows} />
          <FormActions
            label={copy.start}
            onCancel={onClose}
            onClick={() => run((row) => verifyCall({ of: row, body: { payment_status: 'verified' } }))}
          />
        </>
      ) : (
        <Move rows={rows} run={run} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Move({
  rows,
  run,
  onClose,
}: {
  rows: readonly StaffRegistrationRow[];
  run: (act: (row: StaffRegistrationRow) => Promise<unknown>) => void;
  onClose: () => void;
}) {
  const offer = offerForAll(rows);
  if (offer.offered.length === 0) {
    return (
      <>
        <Banner tone="attention">{copy.noCommon}</Banner>
        <DialogActions>
          <Button onClick={onClose}>{copy.close}</Button>
        </DialogActions>
      </>
    );
  }
  return (
    <>
      <NameList rows={rows} />
      <StageForm
        offer={offer}
        present={null}
        // A file belongs to one record.
        attaches={false}
        draftName="stages"
        pending={false}
        saveLabel={copy.startMove}
        onCancel={onClose}
        onSend={(body, { forgetDraft }) => {
          forgetDraft();
          run((row) => stageCall({ of: row, body }));
        }}
      />
    </>
  );
}

function NameList({ rows }: { rows: readonly StaffRegistrationRow[] }) {
  return (
    <Names>
      {rows.map((row) => (
        <li key={row.id}>
          {row.child.full_name} · {row.registration_number}
        </li>
      ))}
    </Names>
  );
}

function Progress({ state, onStop, onClose }: { state: BulkState; onStop: () => void; onClose: () => void }) {
  const failed = state.results.filter(({ problem }) => problem !== null);
  const left = state.total - state.results.length;
  return (
    <>
      <ProgressBar percent={(100 * state.results.length) / state.total} label={copy.progressLabel} />
      <p role="status">
        {state.running
          ? copy.progress(state.results.length, state.total)
          : copy.result(state.results.length - failed.length, failed.length)}
      </p>
      {!state.running && left > 0 ? <p>{copy.stopped(left)}</p> : null}
      {failed.length > 0 ? (
        <section>
          <h3>{copy.failedTitle}</h3>
          <Names>
            {failed.map(({ row, problem }) => (
              <li key={row.id}>
                {row.child.full_name} · {row.registration_number}: {problem}
              </li>
            ))}
          </Names>
        </section>
      ) : null}
      <DialogActions>
        {state.running ? (
          <Button variant="secondary" onClick={onStop}>
            {copy.stop}
          </Button>
        ) : (
          <Button onClick={onClose}>{copy.close}</Button>
        )}
      </DialogActions>
    </>
  );
}
