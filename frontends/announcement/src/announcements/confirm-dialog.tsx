import { StoppedResults } from './facts.tsx';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import type { AnnouncementRow, Announcement } from '@gerbang/contracts/announcement-shapes';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { SKIP_LABELS } from '@gerbang/domain/announcements';
import { SummaryList } from '@gerbang/ui/summary-list';
import { useState } from 'react';
import { DONE, failureOf } from './say.ts';
import { Examination, NameList, unexaminedOf, UnexaminedQuestion } from './examination.tsx';
import { markOf } from './child-name.tsx';
import { ReachNote } from './reach-note.tsx';
import { useAnnouncement, useAnnouncementChanges } from './announcements.api.ts';
import { actionCopy, confirmCopy as copy } from './announcements.copy.ts';
import type { Acting } from './use-acting.ts';

/** Counts, the names of those not accepted, and what would not be applied. */
function ResultsSummary({ announcement }: { announcement: Announcement }) {
  const { results } = announcement;
  const failed = results.filter(({ result }) => result === 'failed');
  const waitlisted = results.filter(({ result }) => result === 'waitlisted').length;
  const stopped = results.filter(({ obstacle }) => obstacle !== null);
  return (
    <>
      <SummaryList
        rows={[
          { label: copy.total, value: results.length.toLocaleString('id-ID') },
          {
            label: copy.passed,
            value: (results.length - failed.length - waitlisted).toLocaleString('id-ID'),
          },
          { label: copy.failed, value: failed.length.toLocaleString('id-ID') },
          ...(waitlisted > 0 ? [{ label: copy.waitlisted, value: waitlisted.toLocaleString('id-ID') }] : []),
        ]}
      />
      {failed.length > 0 ? (
        <NameList title={copy.names(failed.length)} results={failed} />
      ) : waitlisted === 0 ? (
        <p>{copy.allPassed}</p>
      ) : null}
      <StoppedResults
        results={stopped}
        title={copy.obstacles}
        textOf={({ child, registration, obstacle }) =>
          `${child.full_name} (${markOf({ child, number: registration.registration_number })}): ${obstacle && SKIP_LABELS[obstacle]}`
        }
      />
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

/** The body of a submission whose sender vouches for the unexamined results. */
const STATED = { body: { examined_outside: true } };

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
  const [stated, setStated] = useState(false);
  const announcement = record.data;
  const empty = announcement?.results.length === 0;
  const missed = kind === 'submit' && announcement ? unexaminedOf(announcement) : [];
  const waits = missed.length > 0 && !stated;

  const { send, pending } = useDecision(change, {
    done: DONE[words.done],
    ...failureOf(kind),
    onDone: acting.onDone,
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
          <>
            <ResultsSummary announcement={announcement} />
            {missed.length > 0 ? (
              <UnexaminedQuestion
                announcement={announcement}
                results={missed}
                stated={stated}
                onState={setStated}
                onExamine={acting.close}
              />
            ) : (
              <Examination announcement={announcement} />
            )}
            {kind === 'publish' ? <ReachNote announcement={announcement} /> : null}
          </>
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
            aria-disabled={!announcement || waits}
            // The state that was just read and is on the screen, not the older one of the list.
            onClick={() =>
              announcement && !waits ? send({ of: announcement, ...(stated && STATED) }) : undefined
            }
          >
            {words.label}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
