import { GATE_LABELS } from '@gerbang/domain/child-documents';
import { Button } from '@gerbang/ui/button';
import { type Column, titled } from '@gerbang/ui/data-table';
import { CellPair, Row } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import type { DocumentType } from './document-types.api.ts';
import { MOMENT_LABELS, typesCopy as copy } from './document-types.copy.ts';

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

/** The columns of the school's documents; the buttons only for those who may change them. */
export const columnsOf = (
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
              <Row as="span" $align="center" $justify="end">
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
