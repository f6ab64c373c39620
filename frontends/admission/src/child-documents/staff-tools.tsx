import { downloadDocuments } from '@gerbang/contracts/document-reviews';
import { Button } from '@gerbang/ui/button';
import { Row } from '@gerbang/ui/layout';
import { useCan } from '@gerbang/web-kit/abilities';
import { download } from '@gerbang/web-kit/download';
import { toastFailure } from '@gerbang/web-kit/toast';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { staffDocumentsCopy as copy } from './staff-documents.copy.ts';

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
  accepted,
}: {
  registrationId: string;
  /** Whether there are accepted pages. */
  accepted: boolean;
}) {
  const downloads = useCan('documents.download');
  return downloads && accepted ? (
    <Row>
      <DownloadAll registrationId={registrationId} />
    </Row>
  ) : null;
}
