import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { TextArea } from '@gerbang/ui/text-area';
import { useEffect, useRef, useState } from 'react';
import { decideCopy as copy } from './data-rights.copy.ts';

/** Asks for the reason, without which nothing is refused; the family reads it. */
export function RefuseDialog({
  pending,
  onRefuse,
  onClose,
}: {
  pending: boolean;
  onRefuse: (reason: string) => void;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  // The dialog is about this one field. As an attribute it would come before the dialog lets the focus in.
  useEffect(() => field.current?.focus(), []);
  const empty = reason.trim() === '';
  const send = () => {
    if (!empty) {
      onRefuse(reason.trim());
      return;
    }
    setAsked(true);
    field.current?.focus();
  };
  return (
    <Dialog title={copy.refuseTitle} isOpen dismissable={false} onClose={onClose}>
      <TextArea
        ref={field}
        label={copy.refuseReason}
        hint={copy.refuseHint}
        error={asked && empty ? copy.refuseRequired : undefined}
        maxLength={1000}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {copy.cancel}
        </Button>
        <Button
          variant="danger"
          aria-disabled={empty}
          pending={pending}
          pendingLabel={copy.pending}
          onClick={send}
        >
          {copy.refuse}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
