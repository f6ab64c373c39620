import { Banner, Alert } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { Text } from '@gerbang/ui/layout';
import { BulkNames } from '@gerbang/web-kit/lists/bulk-progress.tsx';
import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { messageOf } from '@gerbang/web-kit/api/client';
import { useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { useRemind } from './staff-documents.api.ts';
import { staffDocumentsCopy as copy } from './staff-documents.copy.ts';

/** Most registrations of one call. */
const MOST = 200;

/** Reminds the families of several registrations, and says how many of them were reminded a short while ago. */
export function RemindDialog({
  rows,
  onClose,
}: {
  rows: readonly { readonly id: string; readonly name: string }[];
  /** With whether the call was sent. */
  onClose: (sent: boolean) => void;
}) {
  const remind = useRemind();
  const keyOf = useRepeatKey();
  const asked = rows.slice(0, MOST);
  const { data } = remind;
  const send = () => {
    const body = { registration_ids: asked.map(({ id }) => id) };
    if (!remind.isPending) remind.mutate({ key: keyOf(body), body });
  };
  return (
    <Dialog
      title={copy.remindTitle(asked.length)}
      dismissable={false}
      onClose={() => onClose(data !== undefined)}
    >
      {data ? (
        <>
          <Banner tone={data.sent > 0 ? 'success' : 'attention'} role="status">
            <p>{copy.remindSent(data.sent)}</p>
            {data.skipped > 0 ? <p>{copy.remindSkipped(data.skipped)}</p> : null}
          </Banner>
          <DialogActions>
            <Button onClick={() => onClose(true)}>{copy.close}</Button>
          </DialogActions>
        </>
      ) : (
        <>
          <Text>{copy.remindText}</Text>
          <BulkNames>
            {asked.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </BulkNames>
          <Alert>{remind.error && messageOf(remind.error)}</Alert>
          <FormActions
            label={copy.remind}
            pending={remind.isPending}
            pendingLabel={copy.reminding}
            onClick={send}
            onCancel={() => onClose(false)}
          />
        </>
      )}
    </Dialog>
  );
}
