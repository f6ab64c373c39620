import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { Button } from '@gerbang/ui/button';
import { Stack } from '@gerbang/ui/layout';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { PageTools } from '@gerbang/web-kit/lists/page-tools.tsx';
import { WholeList } from '@gerbang/web-kit/lists/whole-list.tsx';
import { lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { refusalText } from '@gerbang/web-kit/api/stale-words';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { Files, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { bodyOf, type DocumentType, useDocumentTypes, useSaveType } from './document-types.api.ts';
import { columnsOf } from './type-columns.tsx';
import { typesCopy as copy } from './document-types.copy.ts';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const TypeForm = lazySheet(() => import('./type-form.tsx').then((file) => file.TypeForm));

/** Asks before a document is asked no more, or again. */
function RetireDialog({ type, onClose }: { type: DocumentType; onClose: () => void }) {
  const revives = type.retired_at !== null;
  const { send, pending } = useDecision(useSaveType(), {
    done: () => [copy.success, revives ? copy.revivedToast(type.label) : copy.retiredToast(type.label)],
    failed: copy.failed,
    failureText: (error) => refusalText(error, copy.failed),
    onClose,
  });
  return (
    <AlertDialog
      title={revives ? copy.reviveTitle(type.label) : copy.retireTitle(type.label)}
      confirmLabel={revives ? copy.revive : copy.retire}
      pendingLabel={copy.pending}
      pending={pending}
      destructive={!revives}
      onConfirm={() => send({ of: type, body: bodyOf(type), retired: !revives })}
      onCancel={onClose}
    >
      <p>{revives ? copy.reviveText : copy.retireText}</p>
    </AlertDialog>
  );
}

type Above =
  | { readonly kind: 'form'; readonly type: DocumentType | null }
  | { readonly kind: 'retire'; readonly type: DocumentType }
  | null;

/** /admin/document-types, 'Jenis dokumen': what the school asks of families, and why. */
export function DocumentTypesPage() {
  const types = useDocumentTypes();
  const writes = useCan('document_types.write');
  const [above, setAbove] = useState<Above>(null);
  const close = () => setAbove(null);
  const add = (
    <Button
      small
      icon={<Plus size={16} aria-hidden="true" />}
      onClick={() => setAbove({ kind: 'form', type: null })}
    >
      {copy.add}
    </Button>
  );
  return (
    <Stack $gap={12}>
      {writes ? <PageTools>{add}</PageTools> : null}
      <WholeList
        read={types}
        lines={10}
        icon={<Files size={28} />}
        texts={copy}
        rowKey={({ id }) => id}
        columns={columnsOf(
          writes
            ? {
                change: (type) => setAbove({ kind: 'form', type }),
                retire: (type) => setAbove({ kind: 'retire', type }),
              }
            : null,
        )}
      />
      <Suspense fallback={null}>
        {above?.kind === 'form' ? (
          <TypeForm
            type={above.type}
            after={Math.max(0, ...(types.data ?? []).map(({ position }) => position))}
            onClose={close}
          />
        ) : null}
        {above?.kind === 'retire' ? <RetireDialog type={above.type} onClose={close} /> : null}
      </Suspense>
    </Stack>
  );
}
