import { RemoveButton } from '@gerbang/ui/table-style';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { Suspense, useState } from 'react';
import type { SetupChanges } from './school-versions.api.ts';

const AlertDialog = lazyPart(() => import('@gerbang/ui/alert-dialog').then((file) => file.AlertDialog));
interface Texts {
  readonly open: string;
  readonly title: string;
  readonly text: string;
  readonly pending: string;
  readonly done: readonly [title: string, text: string];
  readonly failed: string;
}

/** The button that drops a draft, or cancels what waits, after a question. */
export function DiscardDraft({
  discard,
  texts,
  small = false,
  onDone,
}: {
  discard: SetupChanges['discard'];
  texts: Texts;
  small?: boolean;
  onDone?: () => void;
}) {
  const [asked, setAsked] = useState(false);
  const { send, pending } = useDecision(discard, {
    done: texts.done,
    failed: texts.failed,
    onClose: (done) => {
      setAsked(false);
      if (done) onDone?.();
    },
  });
  return (
    <>
      <RemoveButton variant="secondary" small={small} onClick={() => setAsked(true)}>
        {texts.open}
      </RemoveButton>
      <Suspense fallback={null}>
        {asked ? (
          <AlertDialog
            title={texts.title}
            confirmLabel={texts.open}
            pendingLabel={texts.pending}
            pending={pending}
            onConfirm={() => send()}
            onCancel={() => setAsked(false)}
          >
            <p>{texts.text}</p>
          </AlertDialog>
        ) : null}
      </Suspense>
    </>
  );
}
