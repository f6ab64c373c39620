import type { AcademicYear, YearClosing as Closing } from '@gerbang/contracts/academic-years';
import { dayText } from '@gerbang/domain/date-text';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { Stack } from '@gerbang/ui/layout';
import { ProgressBar } from '@gerbang/ui/progress-bar';
import { SummaryList } from '@gerbang/ui/summary-list';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { useState } from 'react';
import { ArchivePart } from './archive-part.tsx';
import { CloseYear } from './close-year.tsx';
import { useClosing, useClosingChanges } from './closing.api.ts';
import { closingCopy as copy } from './closing.copy.ts';
import { StopOrGoOn } from './stop-or-go-on.tsx';

const RESULTS = Object.entries(copy.results) as [keyof typeof copy.results, string][];

/** How far the closing is, and what became of the registrations. */
function Progress({ of }: { of: Closing }) {
  const percent = of.total === 0 ? 100 : (of.done / of.total) * 100;
  const results = RESULTS.filter(([key]) => of[key] > 0);
  return (
    <Stack>
      <p role="status">{copy.statuses[of.status]}</p>
      <ProgressBar percent={percent} label={copy.title('')} />
      <p>{copy.progress(of.done, of.total)}</p>
      {results.length === 0 ? null : (
        <SummaryList rows={results.map(([key, label]) => ({ label, value: String(of[key]) }))} />
      )}
    </Stack>
  );
}

/** A closed year: how its closing goes on, and the way back while there is one. */
function Closed({
  year,
  closing,
  version,
  until,
  onClose,
}: {
  year: AcademicYear;
  closing: Closing | null;
  version: number;
  until: string | null;
  onClose: () => void;
}) {
  const changes = useClosingChanges(year);
  const [asks, setAsks] = useState(false);
  const [today] = useState(() => jakartaDay(new Date()));
  const mayReopen = until !== null && until >= today;
  const stay = { onClose: () => setAsks(false), onFailure: () => {} };
  const stop = useDecision(changes.stop, { done: copy.stopped, failed: copy.stopFailed, ...stay });
  const goOn = useDecision(changes.close, { done: copy.done.running, failed: copy.failed, ...stay });
  const reopen = useDecision(changes.reopen, {
    done: copy.reopened(year.label),
    failed: copy.reopenFailed,
    onClose,
    onFailure: () => setAsks(false),
  });
  return (
    <Stack>
      {closing ? <Progress of={closing} /> : null}
      {mayReopen ? <p>{copy.until(dayText(until))}</p> : null}
      <DialogActions>
        {closing ? (
          <StopOrGoOn
            status={closing.status}
            copy={copy}
            stop={{ pending: stop.pending, send: () => stop.send() }}
            goOn={{ pending: goOn.pending, send: () => goOn.send({ choices: closing.choices, version }) }}
          />
        ) : null}
        {mayReopen && closing?.status !== 'running' ? (
          <Button variant="secondary" onClick={() => setAsks(true)}>
            {copy.reopen}
          </Button>
        ) : null}
      </DialogActions>
      {asks ? (
        <AlertDialog
          title={copy.reopenTitle(year.label)}
          confirmLabel={copy.reopen}
          pendingLabel={copy.pending}
          pending={reopen.pending}
          destructive={false}
          onConfirm={() => reopen.send(version)}
          onCancel={() => setAsks(false)}
        >
          <p>{copy.reopenText}</p>
        </AlertDialog>
      ) : null}
    </Stack>
  );
}

/** The closing of a year: what is left before it, and how it goes on after. */
export function YearClosing({ year, onClose }: { year: AcademicYear; onClose: () => void }) {
  const read = useClosing(year.label);
  return (
    <Dialog title={copy.title(year.label)} onClose={onClose}>
      {!read.data ? (
        <Loading of={read} lines={5} row={24} label={copy.loading} failed={copy.loadFailed} />
      ) : year.state === 'open' || year.state === 'planned' ? (
        <CloseYear
          key={read.data.closing?.asked.at ?? 'new'}
          year={year}
          closing={read.data}
          onClose={onClose}
        />
      ) : (
        <>
          <Closed
            year={year}
            closing={read.data.closing}
            version={read.data.version}
            until={read.data.reopen_until}
            onClose={onClose}
          />
          <ArchivePart
            year={year}
            version={read.data.version}
            archive={read.data.archive}
            from={read.data.archive_from}
          />
        </>
      )}
    </Dialog>
  );
}
