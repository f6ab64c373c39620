import type { Announcement } from '@gerbang/contracts/announcement.types';
import type { StaleState } from '@gerbang/contracts/problem';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { LinkButton } from '@gerbang/web-kit/components/link-button';
import { whoChanged } from '@gerbang/web-kit/stale';
import { editorCopy, staleCopy as copy } from './editor.copy.ts';

/** Two people, one draft: who was faster, and whose state is kept; closing it loses nothing. */
export function StaleDialog({
  stale,
  onMine,
  onTheirs,
  onClose,
}: {
  stale: StaleState;
  onMine: (present: Announcement) => void;
  onTheirs: (present: Announcement) => void;
  onClose: () => void;
}) {
  const present = stale.present as Announcement;
  const locked = present.status !== 'draft';
  return (
    <Dialog title={copy.title} isOpen dismissable={false} onClose={onClose}>
      <p>{whoChanged(stale)}</p>
      <p>{locked ? copy.locked : copy.kept}</p>
      <DialogActions>
        {locked ? (
          <LinkButton to={`/announcement/${present.id}`}>{editorCopy.view}</LinkButton>
        ) : (
          <>
            <Button variant="secondary" onClick={() => onTheirs(present)}>
              {copy.theirs}
            </Button>
            <Button onClick={() => onMine(present)}>{copy.mine}</Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}
