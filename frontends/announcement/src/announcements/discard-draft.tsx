import type { Announcement } from '@gerbang/contracts/announcement-shapes';
import { Button } from '@gerbang/ui/button';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { PageTools } from '@gerbang/web-kit/lists/page-tools.tsx';
import { Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useAnnouncementChanges } from './announcements.api.ts';
import { discardCopy as copy } from './editor.copy.ts';

const AlertDialog = lazyPart(() => import('@gerbang/ui/alert-dialog').then((file) => file.AlertDialog));

/** Throws the draft away after a question. */
export function DiscardDraft({ of, onDone }: { of: Announcement; onDone: () => void }) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const { send, pending } = useDecision(useAnnouncementChanges().discard, {
    done: copy.done,
    failed: copy.failed,
    onDone,
    onClose: close,
  });
  return (
    <>
      <PageTools>
        <Button
          small
          variant="ghost"
          icon={<Trash2 size={16} aria-hidden="true" />}
          onClick={() => setAsking(true)}
        >
          {copy.discard}
        </Button>
      </PageTools>
      {asking ? (
        <Suspense fallback={null}>
          <AlertDialog
            title={copy.title}
            confirmLabel={copy.discard}
            pendingLabel={copy.pending}
            pending={pending}
            onConfirm={() => send({ of })}
            onCancel={close}
          >
            <p>
              <strong>{of.title}</strong>
            </p>
            <p>{copy.text(of.counts.total)}</p>
          </AlertDialog>
        </Suspense>
      ) : null}
    </>
  );
}
