import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { Alert } from '@gerbang/ui/banner';
import { Checkbox } from '@gerbang/ui/checkbox';
import { Dialog } from '@gerbang/ui/dialog';
import { TextArea } from '@gerbang/ui/text-area';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { useState } from 'react';
import { useAskErasure } from './erasure-requests.api.ts';
import { askCopy as copy } from './erasure-requests.copy.ts';

/** Asks for the erasure of an account; the family confirms it by a tick and a button. */
export function AskErasureDialog({ onClose }: { onClose: () => void }) {
  const [note, setNote] = useState('');
  const [understood, setUnderstood] = useState(false);
  const [tried, setTried] = useState(false);
  const { send, pending } = useDecision(useAskErasure(), {
    done: [copy.done, copy.doneText],
    failed: copy.failed,
    onClose,
    onFailure: () => undefined,
  });
  return (
    <Dialog title={copy.title} dismissable={false} onClose={onClose}>
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
      <Alert>{tried && !understood && copy.mustUnderstand}</Alert>
      <FormActions
        label={copy.confirm}
        variant="danger"
        pending={pending}
        pendingLabel={copy.pending}
        onCancel={onClose}
        onClick={() => (understood ? send(note.trim()) : setTried(true))}
      />
    </Dialog>
  );
}
