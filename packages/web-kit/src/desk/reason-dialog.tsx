import { Dialog } from '@gerbang/ui/dialog';
import { Text } from '@gerbang/ui/layout';
import { TextArea } from '@gerbang/ui/text-area';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { FormActions } from '../forms/form-actions.tsx';

/** Asks for the required reason of a refusal, or of another decision by its `variant`; without one, the button shows an error instead of being disabled. */
export function ReasonDialog({
  title,
  lead,
  hint,
  label,
  required,
  action,
  variant = 'danger',
  reason: before = '',
  minLength = 1,
  maxLength = 2000,
  children,
  pending,
  pendingLabel = 'Menyimpan...',
  onSend,
  onClose,
}: {
  title: string;
  /** What will happen, above the field. */
  lead?: string;
  hint: string;
  label: string;
  /** The error when the reason is missing. */
  required: string;
  /** Label of the button that refuses. */
  action: string;
  /** `primary` where nothing is refused or taken away. */
  variant?: 'primary' | 'danger';
  /** The initial reason. */
  reason?: string;
  /** Shorter ones are as good as none. */
  minLength?: number;
  maxLength?: number;
  /** Above the field: what else is to be chosen. */
  children?: ReactNode;
  pending: boolean;
  pendingLabel?: string;
  onSend: (reason: string) => void;
  onClose: () => void;
}) {
  const [reason, setReason] = useState(before);
  const [asked, setAsked] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  // Focused here because `autoFocus` would run before the dialog allows focus inside.
  useEffect(() => field.current?.focus(), []);
  const empty = reason.trim().length < minLength;
  const send = () => {
    if (!empty) {
      onSend(reason.trim());
      return;
    }
    setAsked(true);
    field.current?.focus();
  };
  return (
    <Dialog title={title} dismissable={false} onClose={onClose}>
      {lead === undefined ? null : <Text>{lead}</Text>}
      {children}
      <TextArea
        ref={field}
        label={label}
        hint={hint}
        error={asked && empty ? required : undefined}
        maxLength={maxLength}
        value={reason}
        data-unsaved={reason === before ? undefined : ''}
        onChange={({ target }) => setReason(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        }}
      />
      <FormActions
        label={action}
        variant={variant}
        aria-disabled={empty}
        pending={pending}
        pendingLabel={pendingLabel}
        onClick={send}
        onCancel={onClose}
      />
    </Dialog>
  );
}
