import type { MessageRow } from '@gerbang/contracts/messages';
import { MESSAGE_STATUS_LABELS, MESSAGE_STATUSES } from '@gerbang/domain/messages';
import { messageTrouble } from '@gerbang/domain/message-errors';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { Stack } from '@gerbang/ui/layout';
import { messageOf } from '@gerbang/web-kit/api/client';
import { staleOf } from '@gerbang/web-kit/api/stale';
import { changerOf } from '@gerbang/web-kit/api/stale-words';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { useState } from 'react';
import { whoOf, useResend } from './messages.api.ts';
import { MESSAGE_KIND_LABELS } from '@gerbang/contracts/message-kinds.copy';
import { resendCopy as copy } from './messages.copy.ts';

/** Another user or the worker was faster: who and when, or the message's present state. */
function refusedText(error: unknown): string {
  const stale = staleOf(error);
  if (!stale) return messageOf(error);
  const { present } = stale;
  const value =
    typeof present === 'object' && present !== null && 'status' in present ? present.status : null;
  const status = MESSAGE_STATUSES.find((one) => one === value);
  const changer = changerOf(stale);
  if (changer) return copy.faster(changer.who, changer.when);
  return status ? copy.moved(MESSAGE_STATUS_LABELS[status]) : messageOf(error);
}

/** Asks before a message goes out a second time; the key lets a repeat after a lost response send nothing more. */
export function ResendDialog({ message, onClose }: { message: MessageRow; onClose: () => void }) {
  const [key] = useState(() => crypto.randomUUID());
  const trouble = messageTrouble(message);
  const { send, pending } = useDecision(useResend(), {
    done: [copy.success, copy.done],
    failed: copy.failed,
    failureText: refusedText,
    onClose,
  });
  return (
    <AlertDialog
      destructive={false}
      title={copy.title}
      confirmLabel={copy.confirm}
      pendingLabel={copy.pending}
      pending={pending}
      onConfirm={() => send({ of: message, key })}
      onCancel={onClose}
    >
      <Stack $gap={12}>
        <p>{copy.question(MESSAGE_KIND_LABELS[message.kind], whoOf(message))}</p>
        {trouble ? <p>{trouble.remedy}</p> : null}
      </Stack>
    </AlertDialog>
  );
}
