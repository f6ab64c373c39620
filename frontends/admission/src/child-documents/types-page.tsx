import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { Button } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { type Column, DataTable, titled } from '@gerbang/ui/data-table';
import { EmptyState } from '@gerbang/ui/empty-state';
import { FittedTables } from '@gerbang/ui/fitted-tables';
import { CellPair, Row, Stack } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { useCan } from '@gerbang/web-kit/abilities';
import { Loading } from '@gerbang/web-kit/components/loading';
import { PageTools } from '@gerbang/web-kit/components/page-tools';
import { lazySheet } from '@gerbang/web-kit/lazy-page';
import { levelLabel } from '@gerbang/web-kit/level-labels';
import { refusalText } from '@gerbang/web-kit/stale';
import { useDecision } from '@gerbang/web-kit/use-decision';
import { Files, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { bodyOf, type DocumentType, useDocumentTypes, useSaveType } from './types.api.ts';
import { GATE_LABELS, MOMENT_LABELS, typesCopy as copy } from './types.copy.ts';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const TypeForm = lazySheet(() => import('./types-form.tsx').then((file) => file.TypeForm));

function Asked({ of: { jenjang, classes } }: { of: DocumentType }) {
  return (
    <CellPair>
      <span>{jenjang.map(levelLabel).join(' · ')}</span>
      {classes ? <small>{copy.classes(classes.join(', '))}</small> : null}
    </CellPair>
  );
}

function Status({ of: { required, retired_at } }: { of: DocumentType }) {
  if (retired_at) return <StatusTag>{copy.retired}</StatusTag>;
  return (
    <StatusTag tone={required ? 'info' : 'neutral'}>{required ? copy.required : copy.optional}</StatusTag>
  );
}

const columnsOf = (
  on: {
    change: (type: DocumentType) => void;
    retire: (type: DocumentType) => void;
  } | null,
): Column<DocumentType>[] =>
  titled(copy.columns, [
    {
      key: 'label',
      rowHeader: true,
      render: ({ label, purpose }) => (
        <CellPair>
          <span>{label}</span>
          <small>
            <span>{purpose}</span>
          </small>
        </CellPair>
      ),
    },
    { key: 'levels', width: '190px', from: 720, render: (type) => <Asked of={type} /> },
    { key: 'needed', width: '140px', from: 840, render: ({ needed_by }) => MOMENT_LABELS[needed_by] },
    { key: 'gate', width: '130px', from: 960, render: ({ gate }) => GATE_LABELS[gate] },
    { key: 'status', width: '110px', render: (type) => <Status of={type} /> },
    ...(on
      ? [
          {
            key: 'actions' as const,
            width: '200px',
            actions: true,
            render: (type: DocumentType) => (
              <Row as="span" $align="center">
                <Button
                  small
                  variant="secondary"
                  aria-label={copy.changeOf(type.label)}
                  onClick={() => on.change(type)}
                >
                  {copy.change}
                </Button>
                <Button
                  small
                  variant="ghost"
                  aria-label={type.retired_at ? copy.reviveOf(type.label) : copy.retireOf(type.label)}
                  onClick={() => on.retire(type)}
                >
                  {type.retired_at ? copy.revive : copy.retire}
                </Button>
              </Row>
            ),
          },
        ]
      : []),
  ]);

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
      {!types.data ? (
        <Loading of={types} card lines={10} row={44} label={copy.loading} failed={copy.loadFailed} />
      ) : types.data.length === 0 ? (
        <Card as="div">
          <EmptyState icon={<Files size={28} />} title={copy.empty}>
            {copy.emptyText}
          </EmptyState>
        </Card>
      ) : (
        <FittedTables>
          <DataTable
            caption={copy.caption}
            rows={types.data}
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
        </FittedTables>
      )}
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
