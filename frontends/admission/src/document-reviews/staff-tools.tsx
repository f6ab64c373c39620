import { downloadDocuments } from '@gerbang/contracts/document-reviews';
import { Button } from '@gerbang/ui/button';
import { Row } from '@gerbang/ui/layout';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { download } from '@gerbang/web-kit/files/download';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { BellRing, Download } from 'lucide-react';
import { useState } from 'react';
import { useRemind } from './staff-documents.api.ts';
import { staffDocumentsCopy as copy } from './staff-documents.copy.ts';

/** Reminds the family of what is missing. */
function Remind({ registrationId }: { registrationId: string }) {
  const remind = useRemind();
  const keyOf = useRepeatKey();
  const send = () => {
    const body = { registration_ids: [registrationId] };
    remind.mutate(
      { key: keyOf(body), body },
      {
        onSuccess: ({ sent }) => toast(copy.success, sent > 0 ? copy.reminded : copy.remindedBefore),
        onError: (error) => toastFailure(copy.remindFailed, error),
      },
    );
  };
  return (
    <Button
      small
      variant="secondary"
      icon={<BellRing size={16} aria-hidden="true" />}
      pending={remind.isPending}
      pendingLabel={copy.reminding}
      onClick={send}
    >
      {copy.remind}
    </Button>
  );
}

/** All accepted pages as one file. */
function DownloadAll({ registrationId }: { registrationId: string }) {
  const [running, setRunning] = useState(false);
  const start = () => {
    setRunning(true);
    download(downloadDocuments.path.replace('{id}', registrationId), copy.file)
      .catch((error: unknown) => toastFailure(copy.downloadFailed, error))
      .finally(() => setRunning(false));
  };
  return (
    <Button
      small
      variant="secondary"
      icon={<Download size={16} aria-hidden="true" />}
      pending={running}
      pendingLabel={copy.downloading}
      onClick={start}
    >
      {copy.download}
    </Button>
  );
}

/** What is done with all documents of a registration. */
export function StaffTools({
  registrationId,
  missing,
  accepted,
}: {
  registrationId: string;
  /** Whether something is missing that the family could be reminded of. */
  missing: boolean;
  /** Whether there are accepted pages. */
  accepted: boolean;
}) {
  const reminds = useCan('documents.review');
  const downloads = useCan('documents.download');
  return (
    <Row>
      {reminds && missing ? <Remind registrationId={registrationId} /> : null}
      {downloads && accepted ? <DownloadAll registrationId={registrationId} /> : null}
    </Row>
  );
}
