import { Loading } from '@gerbang/web-kit/components/loading';
import type { AnnouncementRow } from '@gerbang/contracts/announcement.types';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { useSession } from '@gerbang/web-kit/session';
import { useDecision } from '@gerbang/web-kit/use-decision';
import { DONE, failureOf } from './say.ts';
import { useSeen } from './use-seen.ts';
import { useAnnouncement, useAnnouncementChanges } from './announcements.api.ts';
import { actionCopy, confirmCopy as copy } from './announcements.copy.ts';
import { ResultsSummary } from './results-summary.tsx';
import type { Acting } from './use-acting.ts';

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
