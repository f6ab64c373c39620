import { Loading } from '@gerbang/web-kit/components/loading';
import type { MessageRow } from '@gerbang/contracts/messages.types';
import { RESEND_REFUSAL_TEXTS } from '@gerbang/domain/messages';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Quiet } from '@gerbang/ui/layout';
import { ApiError } from '@gerbang/web-kit/client';
import { FileQuestion } from 'lucide-react';
import { MessageDetail } from './message-detail.tsx';
import { useMessage } from './messages.api.ts';
import { detailCopy as copy, messagesCopy } from './messages.copy.ts';

/** Whether the address names nothing that there is. */
const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/** One message, with an address of its own. */
export function DetailDialog({
  id,
  onClose,
  onResend,
}: {
  id: string;
  onClose: () => void;
  onResend: (row: MessageRow) => void;
}) {
  const { data: message, ...asked } = useMessage(id);
  const refusal = message?.resend_refusal ?? null;
  return (
    <Dialog title={copy.title} onClose={onClose}>
      {message ? (
        <MessageDetail message={message} />
      ) : isMissing(asked.error) ? (
        <EmptyState icon={<FileQuestion size={28} />} title={copy.missing} />
      ) : (
        <Loading of={asked} lines={8} label={copy.loading} failed={copy.loadFailed} />
      )}
      {message && refusal !== null && refusal !== 'arrived' ? (
        <Quiet $small>{RESEND_REFUSAL_TEXTS[refusal]}</Quiet>
      ) : null}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {copy.close}
        </Button>
        {message && refusal === null ? (
          <Button onClick={() => onResend(message)}>{messagesCopy.resend}</Button>
        ) : null}
      </DialogActions>
    </Dialog>
  );
}
