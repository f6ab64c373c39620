import type { AcademicYear, YearArchive } from '@gerbang/contracts/academic-years';
import { dayText } from '@gerbang/domain/date-text';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { DialogActions } from '@gerbang/ui/dialog';
import { Stack } from '@gerbang/ui/layout';
import { ProgressBar } from '@gerbang/ui/progress-bar';
import { SummaryList } from '@gerbang/ui/summary-list';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { useSession } from '@gerbang/web-kit/session/session';
import { useState } from 'react';
import { archiveCopy as copy } from './archive.copy.ts';
import { useArchivePreview, useClosingChanges } from './closing.api.ts';
import { StopOrGoOn } from './stop-or-go-on.tsx';

interface Archiving {
  readonly year: AcademicYear;
  readonly version: number;
  /** The last archiving; null before the first word. */
  readonly archive: YearArchive | null;
}

const ROWS = Object.entries(copy.counts) as [keyof typeof copy.counts, string][];

/** What archiving ends, and the first or second word. */
function Ask({ year, version, archive }: Archiving) {
  const read = useArchivePreview(year.label, version);
  const { user } = useSession();
  const [confirms, setConfirms] = useState(false);
  const { send, pending } = useDecision(useClosingChanges(year).archive, {
    done: ({ archive: { status } }) => (status === 'running' ? copy.done.running : copy.done.asked),
    failed: copy.failed,
    onClose: () => setConfirms(false),
    onFailure: () => setConfirms(false),
  });
  if (!read.data) {
    return <Loading of={read} lines={4} row={20} label={copy.loading} failed={copy.loadFailed} />;
  }
  const { data: counts } = read;
  return (
    <>
      <p>{copy.lead}</p>
      {archive ? <Banner tone="info">{copy.askedBy(archive.asked.by.name ?? copy.unnamed)}</Banner> : null}
      <SummaryList rows={ROWS.map(([key, label]) => ({ label, value: String(counts[key]) }))} />
      <DialogActions>
        <Button
          variant={archive ? 'danger' : 'primary'}
          disabled={archive?.asked.by.id === user?.id}
          pending={pending && !confirms}
          pendingLabel={copy.pending}
          onClick={() => (archive ? setConfirms(true) : send(version))}
        >
          {archive ? copy.agree : copy.ask}
        </Button>
      </DialogActions>
      {confirms ? (
        <AlertDialog
          title={copy.title(year.label)}
          confirmLabel={copy.agree}
          pendingLabel={copy.pending}
          pending={pending}
          onConfirm={() => send(version)}
          onCancel={() => setConfirms(false)}
        >
          <p>{copy.warning(counts.families)}</p>
        </AlertDialog>
      ) : null}
    </>
  );
}

/** How far the archiving is; it can be stopped and goes on where it was. */
function Progress({ year, version, archive }: Archiving & { readonly archive: YearArchive }) {
  const changes = useClosingChanges(year);
  const stay = { onClose: () => {}, onFailure: () => {} };
  const stop = useDecision(changes.stop, { done: copy.stopped, failed: copy.stopFailed, ...stay });
  const goOn = useDecision(changes.archive, { done: copy.done.running, failed: copy.failed, ...stay });
  const { status, done, total } = archive;
  return (
    <>
      <p role="status">{copy.statuses[status]}</p>
      <ProgressBar percent={total === 0 ? 100 : (done / total) * 100} label={copy.part} />
      <p>{copy.progress(done, total)}</p>
      {status === 'running' || status === 'stopped' ? (
        <DialogActions>
          <StopOrGoOn
            status={status}
            copy={copy}
            stop={{ pending: stop.pending, send: () => stop.send() }}
            goOn={{ pending: goOn.pending, send: () => goOn.send(version) }}
          />
        </DialogActions>
      ) : null}
    </>
  );
}

/** The archiving of a closed year: from when on, what it ends, and how it goes on. */
export function ArchivePart({ from, ...of }: Archiving & { readonly from: string | null }) {
  const { archive } = of;
  const [today] = useState(() => jakartaDay(new Date()));
  return (
    <Stack as="section" aria-label={copy.part}>
      <h3>{copy.part}</h3>
      {archive && archive.status !== 'asked' ? (
        <Progress {...of} archive={archive} />
      ) : from !== null && from <= today ? (
        <Ask {...of} />
      ) : from === null ? null : (
        <p>{copy.from(dayText(from))}</p>
      )}
    </Stack>
  );
}
