import { Button } from '@gerbang/ui/button';
import { DialogActions } from '@gerbang/ui/dialog';
import { ProgressBar } from '@gerbang/ui/progress-bar';
import { styled } from 'styled-components';
import { Link } from '@gerbang/web-kit/page/router';
import { bulkCopy as copy } from './bulk.copy.ts';
import type { BulkState } from './use-bulk.ts';

/** What is or was worked on, by name. */
export const BulkNames = styled.ul`
  max-height: 240px;
  padding-inline-start: 20px;
  overflow: auto;
`;

/** How far the work on several rows is, and what of it failed. */
export function BulkProgress<Row extends { readonly id: string }>({
  state,
  nameOf,
  addressOf,
  onStop,
  onClose,
}: {
  state: BulkState<Row>;
  nameOf: (row: Row) => string;
  /** Where a row that failed is mended. */
  addressOf?: (row: Row) => string;
  onStop: () => void;
  onClose: () => void;
}) {
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
          <BulkNames>
            {failed.map(({ row, problem }) => (
              <li key={row.id}>
                {nameOf(row)}: {problem}{' '}
                {addressOf ? (
                  <Link to={addressOf(row)} aria-label={copy.openOf(nameOf(row))} onClick={onClose}>
                    {copy.open}
                  </Link>
                ) : null}
              </li>
            ))}
          </BulkNames>
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
