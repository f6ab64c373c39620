import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { TextArea } from '@gerbang/ui/text-area';
import { useEffect, useRef, useState } from 'react';
import { paymentActionCopy as copy } from './detail.copy.ts';

/** Asks for the reason, without which nothing is rejected; the button says so rather than staying silent (decisions, Registrations). */
export function RejectDialog({
  label,
  reason: before,
  pending,
  onReject,
  onClose,
}: {
  label: string;
  reason: string;
  pending: boolean;
  onReject: (reason: string) => void;
  onClose: () => void;
}) {
  const [reason, setReason] = useState(before);
  const [asked, setAsked] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  // The dialog is about this one field. As an attribute it would come before the dialog lets the focus in.
  useEffect(() => field.current?.focus(), []);
  const empty = reason.trim() === '';
  const send = () => {
    if (!empty) {
      onReject(reason.trim());
      return;
    }
    setAsked(true);
    field.current?.focus();
  };
  return (
    <Dialog title={copy.rejectTitle} isOpen dismissable={false} onClose={onClose}>
      <TextArea
        ref={field}
        label={copy.reason}
        hint={copy.reasonHint}
        error={asked && empty ? copy.reasonRequired : undefined}
        maxLength={2000}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        }}
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
          {label}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
