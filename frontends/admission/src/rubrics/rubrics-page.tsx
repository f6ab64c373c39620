import type { Rubric } from '@gerbang/contracts/rubrics';
import { RUBRIC_STATUS_LABELS } from '@gerbang/domain/rubrics';
import { Button } from '@gerbang/ui/button';
import { type Column, titled } from '@gerbang/ui/data-table';
import { CellPair, Row, Stack } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { AddButton } from '@gerbang/web-kit/lists/add-button.tsx';
import { PageTools } from '@gerbang/web-kit/lists/page-tools.tsx';
import { WholeList } from '@gerbang/web-kit/lists/whole-list.tsx';
import { lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { ClipboardList } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useRubrics } from './rubrics.api.ts';
import { rubricsCopy as copy } from './rubrics.copy.ts';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const RubricForm = lazySheet(() => import('./rubric-form.tsx').then((file) => file.RubricForm));
const ActivateRubric = lazySheet(() => import('./activate-rubric.tsx').then((file) => file.ActivateRubric));

type Above =
  | { readonly kind: 'form'; readonly rubric: Rubric | null }
  | { readonly kind: 'activate'; readonly rubric: Rubric }
  | null;

const TONES = { draft: 'neutral', active: 'success', retired: 'neutral' } as const;

const nameOf = ({ title, version_no }: Rubric) => copy.named(title, version_no);
const writerOf = ({ created_by }: Rubric) =>
  created_by === null ? copy.seeded : (created_by.name ?? copy.unnamed);

const columnsOf = (activates: boolean, open: (above: Above) => void): Column<Rubric>[] =>
  titled(copy.columns, [
    {
      key: 'rubric',
      rowHeader: true,
      render: (rubric) => (
        <CellPair>
          <span>{rubric.title}</span>
          <small>
            <span>{copy.version(rubric.version_no, writerOf(rubric))}</span>
          </small>
          {rubric.flagged_words.length > 0 ? (
            <small>
              <span>{copy.flagged(rubric.flagged_words.join(', '))}</span>
            </small>
          ) : null}
        </CellPair>
      ),
    },
    { key: 'level', width: '110px', render: ({ jenjang }) => levelLabel(jenjang) },
    { key: 'items', width: '80px', numeric: true, from: 720, render: ({ items }) => items.length },
    {
      key: 'status',
      width: '160px',
      render: ({ status }) => <StatusTag tone={TONES[status]}>{RUBRIC_STATUS_LABELS[status]}</StatusTag>,
    },
    {
      key: 'actions',
      width: '220px',
      actions: true,
      render: (rubric) => (
        <Row as="span" $align="center" $justify="end">
          <Button
            small
            variant="secondary"
            aria-label={copy.openOf(nameOf(rubric))}
            onClick={() => open({ kind: 'form', rubric })}
          >
            {copy.open}
          </Button>
          {activates && rubric.status === 'draft' ? (
            <Button
              small
              aria-label={copy.activateOf(nameOf(rubric))}
              onClick={() => open({ kind: 'activate', rubric })}
            >
              {copy.activate}
            </Button>
          ) : null}
        </Row>
      ),
    },
  ]);

/** /admin/rubrics, 'Rubrik observasi': what assessors look at, by level. */
export function RubricsPage() {
  const read = useRubrics();
  const activates = useCan('rubrics.activate');
  const [above, setAbove] = useState<Above>(null);
  const close = () => setAbove(null);
  return (
    <Stack $gap={12}>
      <PageTools>
        <AddButton label={copy.add} onClick={() => setAbove({ kind: 'form', rubric: null })} />
      </PageTools>
      <WholeList
        read={read}
        lines={8}
        icon={<ClipboardList size={28} />}
        texts={copy}
        rowKey={({ id }) => id}
        columns={columnsOf(activates, setAbove)}
      />
      <Suspense fallback={null}>
        {above?.kind === 'form' ? <RubricForm rubric={above.rubric} onClose={close} /> : null}
        {above?.kind === 'activate' ? <ActivateRubric rubric={above.rubric} onClose={close} /> : null}
      </Suspense>
    </Stack>
  );
}
