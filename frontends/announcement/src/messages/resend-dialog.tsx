import type { MessageRow } from '@gerbang/contracts/messages.types';
import { MESSAGE_STATUS_LABELS, MESSAGE_STATUSES } from '@gerbang/domain/messages';
import { messageTrouble } from '@gerbang/domain/message-errors';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { messageOf } from '@gerbang/web-kit/client';
import { changerOf, staleOf } from '@gerbang/web-kit/stale';
import { toast, toastFailure } from '@gerbang/web-kit/toast';
import { useState } from 'react';
import { styled } from 'styled-components';
import { KIND_LABELS, resendCopy as copy } from './messages.copy.ts';
import { useResend } from './messages.api.ts';
import { whoOf } from './messages-table.tsx';

const Words = styled.div`
  display: grid;
  gap: 12px;
`;

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

/** Asks before a message goes out a second time; the key lets a repeat after a lost answer send nothing more. */
export function ResendDialog({ message, onClose }: { message: MessageRow; onClose: () => void }) {
  const resend = useResend();
  const [key] = useState(() => crypto.randomUUID());
  const trouble = messageTrouble(message);
  const send = () => {
    if (resend.isPending) return;
    resend.mutate(
      { of: message, key },
      {
        onSuccess: () => {
          toast(copy.success, copy.done);
          onClose();
        },
        onError: (error) => {
          toastFailure(copy.failed, refusedText(error));
          onClose();
        },
      },
    );
  };
  return (
    <AlertDialog
      isOpen
      destructive={false}
      title={copy.title}
      confirmLabel={copy.confirm}
      pendingLabel={copy.pending}
      pending={resend.isPending}
      cancelLabel={copy.cancel}
      onConfirm={send}
      onCancel={onClose}
    >
      <Words>
        <p>{copy.question(KIND_LABELS[message.kind], whoOf(message))}</p>
        {trouble ? <p>{trouble.remedy}</p> : null}
      </Words>
    </AlertDialog>
  );
}
