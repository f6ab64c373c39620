import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Checkbox } from '@gerbang/ui/checkbox';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { TextArea } from '@gerbang/ui/text-area';
import { toast, toastFailure } from '@gerbang/web-kit/toast';
import { useState } from 'react';
import { useAskErasure } from './erasure-requests.api.ts';
import { askCopy as copy } from './erasure-requests.copy.ts';

/** Asks twice before a request that ends an account: in words, and by a tick. */
export function AskDialog({ onClose }: { onClose: () => void }) {
  const ask = useAskErasure();
  const [note, setNote] = useState('');
  const [understood, setUnderstood] = useState(false);
  const [tried, setTried] = useState(false);
  const send = () => {
    if (!understood) {
      setTried(true);
      return;
    }
    ask.mutate(note.trim(), {
      onSuccess: () => {
        toast(copy.done, copy.doneText);
        onClose();
      },
      onError: (error) => toastFailure(copy.failed, error),
    });
  };
  return (
    <Dialog title={copy.title} isOpen dismissable={false} onClose={onClose}>
      <p>{copy.text}</p>
      <TextArea
        label={copy.note}
        optional
        maxLength={1000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <Checkbox
        label={copy.understood}
        checked={understood}
        onChange={({ target }) => setUnderstood(target.checked)}
      />
      {tried && !understood ? (
        <Banner tone="danger" role="alert">
          {copy.mustUnderstand}
        </Banner>
      ) : null}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {copy.cancel}
        </Button>
        <Button variant="danger" pending={ask.isPending} pendingLabel={copy.pending} onClick={send}>
          {copy.confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
