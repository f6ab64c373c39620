import {
  REVERSAL_CAUSE_LABELS,
  REVERSAL_CAUSES,
  type ReversalCause,
} from '@gerbang/domain/payment-reversals';
import { Alert } from '@gerbang/ui/banner';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { Select } from '@gerbang/ui/select';
import { messageOf } from '@gerbang/web-kit/api/client';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { ReasonDialog } from '@gerbang/web-kit/desk/reason-dialog.tsx';
import { useState } from 'react';
import { Follows } from './follows.tsx';
import { copy } from './payment-reversals.copy.ts';

const REASON_MIN = 10;

/** Takes booked money back with a reason: what follows and who must agree stand above it. */
export function ReversalDialog<Sent>({
  title,
  lead,
  action,
  variant,
  cause,
  onCause,
  follows,
  agrees,
  change,
  done,
  sentOf,
  onClose,
}: {
  title: string;
  lead: string;
  /** Label of the button. */
  action: string;
  /** 'danger' where it is left out. */
  variant?: 'primary';
  /** Null until one is chosen; left out where there is one cause only. */
  cause?: ReversalCause | null;
  onCause?: (cause: ReversalCause) => void;
  follows: readonly string[];
  agrees: string;
  change: Parameters<typeof useDecision<object, Sent>>[0];
  /** The toast where it was done at once. */
  done: string;
  sentOf: (reason: string) => Sent | null;
  onClose: () => void;
}) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  const { send, pending } = useDecision(change, {
    done: (data) => ('request_id' in data ? [copy.asked, copy.askedText] : [copy.success, done]),
    failed: copy.failed,
    onClose,
    onFailure: (error) => setRefusal(messageOf(error)),
  });
  return (
    <ReasonDialog
      title={title}
      lead={lead}
      hint={copy.reasonHint}
      label={copy.reason}
      required={copy.reasonRequired}
      minLength={REASON_MIN}
      maxLength={300}
      action={action}
      variant={variant}
      pending={pending}
      onSend={(reason) => {
        setAsked(true);
        const sent = sentOf(reason);
        if (sent !== null) send(sent);
      }}
      onClose={onClose}
    >
      <Stack $gap={12}>
        {cause === undefined ? null : (
          <Select
            label={copy.cause}
            value={cause ?? ''}
            placeholder={copy.causeChoose}
            error={asked && cause === null ? copy.causeRequired : undefined}
            options={REVERSAL_CAUSES.map((value) => ({ value, label: REVERSAL_CAUSE_LABELS[value] }))}
            onChange={({ target }) => onCause?.(target.value as ReversalCause)}
          />
        )}
        <Follows of={follows} />
        <Quiet>{agrees}</Quiet>
        <Alert>{refusal}</Alert>
      </Stack>
    </ReasonDialog>
  );
}
