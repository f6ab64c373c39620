import { KeysDialog } from '@gerbang/web-kit/desk/keys-button.tsx';
import type { StaffRegistrationRow } from '@gerbang/contracts/staff-registrations';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogClose } from '@gerbang/ui/dialog';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Row } from '@gerbang/ui/layout';
import { useShortcuts } from '@gerbang/web-kit/desk/shortcuts';
import { ChevronLeft, ChevronRight, FileQuestion } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Opened } from '@gerbang/web-kit/lists/use-opened';
import { RegistrationDetail } from './registration-detail.tsx';
import { isMissing, useHasDocuments } from './registration-parts.tsx';
import { detailCopy as copy } from './registration-detail.copy.ts';
import { KEYS } from './staff-registrations.copy.ts';
import { useStaffRegistration } from './staff-registrations.api.ts';
import type { Above } from '../registration-payments/payment-actions.tsx';

/** A registration with an address of its own (`?id=`), and the way to its neighbours in the list. */
export function RegistrationDialog({
  id,
  row,
  opened,
}: {
  id: string;
  /** The row of the list; undefined where the list does not have it. */
  row: StaffRegistrationRow | undefined;
  opened: Opened;
}) {
  const hasDocuments = useHasDocuments(row);
  const [above, setAbove] = useState<Above>(null);
  const record = useStaffRegistration(id);
  useShortcuts({ j: opened.toNext, k: opened.toPrevious, '?': () => setAbove('keys') }, above === null);

  return (
    <Dialog title={copy.title} wide backCloses={false} onClose={opened.close}>
      <Row as="nav" aria-label={copy.steps}>
        <Button
          small
          variant="secondary"
          aria-keyshortcuts="k"
          aria-disabled={!opened.hasPrevious}
          icon={<ChevronLeft size={16} aria-hidden="true" />}
          onClick={opened.toPrevious}
        >
          {copy.previous}
        </Button>
        <Button
          small
          variant="secondary"
          aria-keyshortcuts="j"
          aria-disabled={!opened.hasNext}
          icon={<ChevronRight size={16} aria-hidden="true" />}
          onClick={opened.toNext}
        >
          {copy.next}
        </Button>
      </Row>
      {record.data ? (
        <RegistrationDetail
          key={id}
          registration={record.data}
          hasDocuments={hasDocuments}
          above={above}
          setAbove={setAbove}
        />
      ) : isMissing(record.error) ? (
        <EmptyState icon={<FileQuestion size={28} />} title={copy.missing} />
      ) : (
        <Loading of={record} lines={10} label={copy.loading} failed={copy.loadFailed} />
      )}
      <DialogClose onClose={opened.close} />
      {above === 'keys' ? (
        <Suspense fallback={null}>
          <KeysDialog keys={KEYS} onClose={() => setAbove(null)} />
        </Suspense>
      ) : null}
    </Dialog>
  );
}
