import { StoppedResults } from './facts.tsx';
import { Loading } from '@gerbang/web-kit/components/loading';
import type {
  AnnouncementRow,
  Announcement,
  AnnouncementResult,
} from '@gerbang/contracts/announcement.types';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { useSession } from '@gerbang/web-kit/session';
import { useDecision } from '@gerbang/web-kit/use-decision';
import { SKIP_LABELS } from '@gerbang/domain/announcements';
import { SummaryList } from '@gerbang/ui/summary-list';
import { useId } from 'react';
import { styled } from 'styled-components';
import { levelText } from '@gerbang/web-kit/format';
import { DONE, failureOf } from './say.ts';
import { useSeen } from './use-seen.ts';
import { useAnnouncement, useAnnouncementChanges } from './announcements.api.ts';
import { actionCopy, confirmCopy as copy } from './announcements.copy.ts';
import type { Acting } from './use-acting.ts';

const Names = styled.section`
  display: grid;
  gap: 8px;
  h3 {
    font-size: 1rem;
    line-height: 1.5;
  }
  ol {
    max-height: 40vh;
    margin: 0;
    padding: 12px 16px 12px 40px;
    overflow: auto;
    border: 1px solid var(--border-subtle);
    border-radius: 10px;
    list-style: decimal;
    font-feature-settings: 'tnum';
  }
  li {
    padding-block: 2px;
  }
  small {
    font-size: 0.875rem;
    color: var(--text-secondary);
  }
`;

function NameList({ title, results }: { title: string; results: readonly AnnouncementResult[] }) {
  const id = useId();
  return (
    <Names aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {/* Scrolled by the keyboard where it is long. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ol tabIndex={0} aria-labelledby={id}>
        {results.map((result) => (
          <li key={result.id}>
            {result.child.full_name}{' '}
            <small>{levelText(result.registration.jenjang, result.registration.kelas)}</small>
          </li>
        ))}
      </ol>
    </Names>
  );
}

/** Counts, the names of those not accepted, and what would not be applied. */
function ResultsSummary({
  announcement,
  unseen,
}: {
  announcement: Announcement;
  /** How many were not looked at, where that is known. */
  unseen: number;
}) {
  const { results } = announcement;
  const failed = results.filter(({ result }) => result === 'failed');
  const stopped = results.filter(({ obstacle }) => obstacle !== null);
  return (
    <>
      <SummaryList
        rows={[
          { label: copy.total, value: results.length.toLocaleString('id-ID') },
          { label: copy.passed, value: (results.length - failed.length).toLocaleString('id-ID') },
          { label: copy.failed, value: failed.length.toLocaleString('id-ID') },
        ]}
      />
      {failed.length === 0 ? (
        <p>{copy.allPassed}</p>
      ) : (
        <NameList title={copy.names(failed.length)} results={failed} />
      )}
      <StoppedResults
        results={stopped}
        title={copy.obstacles}
        textOf={({ child, obstacle }) => `${child.full_name}: ${obstacle && SKIP_LABELS[obstacle]}`}
      />
      {unseen > 0 ? <Banner tone="attention">{copy.unseen(unseen)}</Banner> : null}
    </>
  );
}

const KINDS = {
  submit: {
    title: copy.submitTitle,
    text: copy.submitText,
    label: actionCopy.submit,
    pending: copy.submitting,
    done: 'submitted',
  },
  publish: {
    title: copy.publishTitle,
    text: copy.publishText,
    label: actionCopy.publish,
    pending: copy.publishing,
    done: 'published',
  },
} as const;

/** Asks before an announcement is submitted or published, with what is at stake. */
export function ConfirmDialog({
  kind,
  row,
  acting,
}: {
  kind: keyof typeof KINDS;
  row: AnnouncementRow;
  acting: Acting;
}) {
  const words = KINDS[kind];
  const record = useAnnouncement(row.id);
  const change = useAnnouncementChanges()[kind];
  const { user } = useSession();
  const seen = useSeen(user?.id, row.id);
  const announcement = record.data;
  const empty = announcement?.results.length === 0;
  const unseen =
    kind === 'submit' && seen && announcement
      ? announcement.results.filter((result) => !seen.has(result.registration_id)).length
      : 0;

  const { send, pending } = useDecision(change, {
    done: DONE[words.done],
    ...failureOf(kind),
    onClose: acting.close,
    onFailure: (error) => acting.refused(error, announcement ?? row),
  });

  return (
    <Dialog title={words.title} dismissable={false} onClose={acting.close}>
      <p>
        <strong>{row.title}</strong>
      </p>
      {empty ? <Banner tone="attention">{copy.none}</Banner> : <p>{words.text}</p>}
      {announcement ? (
        empty ? null : (
          <ResultsSummary announcement={announcement} unseen={unseen} />
        )
      ) : (
        <Loading of={record} lines={4} label={copy.loading} failed={copy.loadFailed} />
      )}
      <DialogActions>
        <Button variant="secondary" autoFocus onClick={pending ? undefined : acting.close}>
          {empty ? copy.close : copy.cancel}
        </Button>
        {empty ? null : (
          <Button
            pending={pending}
            pendingLabel={words.pending}
            aria-disabled={!announcement}
            // The state that was just read and is on the screen, not the older one of the list.
            onClick={() => (announcement ? send({ of: announcement }) : undefined)}
          >
            {words.label}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
