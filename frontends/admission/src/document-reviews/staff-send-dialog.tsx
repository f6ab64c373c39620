import type { StaffDocuments, StaffDocument } from '@gerbang/contracts/document-reviews';
import { sendDocumentOnBehalf } from '@gerbang/contracts/child-documents';
import { Dialog } from '@gerbang/ui/dialog';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { call } from '@gerbang/web-kit/api/client';
import { useQueryClient } from '@gerbang/web-kit/api/query-client';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { useState } from 'react';
import { PagePicker } from '../child-documents/page-picker.tsx';
import { refreshDocuments } from './document-reviews.api.ts';
import { staffDocumentsCopy as copy } from './staff-documents.copy.ts';

/** Sends a document on the family's behalf: a scan made at the counter. */
export function SendDialog({
  registration,
  document: { type },
  onClose,
}: {
  registration: StaffDocuments['registration'];
  document: StaffDocument;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const [unsent, setUnsent] = useState(false);
  const close = () => {
    onClose();
    return refreshDocuments(client, registration.id);
  };
  return (
    <Dialog title={copy.sendOf(type.label)} dismissable={false} onClose={onClose}>
      <Stack data-unsaved={unsent ? '' : undefined}>
        <Quiet>{type.help}</Quiet>
        <PagePicker
          document={type.label}
          max={type.max_files}
          accepts={type.accepts}
          send={({ files }, key) =>
            call(sendDocumentOnBehalf, {
              params: { childId: registration.child_id, typeKey: type.key },
              headers: { 'idempotency-key': key },
              body: { files },
            })
          }
          onUnsent={setUnsent}
          onSent={(hints) => {
            toast(copy.success, [copy.sentToast(type.label), ...hints].join(' '));
            void close();
          }}
          onRefused={(error) => {
            toastFailure(copy.failed, error);
            void close();
          }}
        />
      </Stack>
    </Dialog>
  );
}
