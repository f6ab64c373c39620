import type { Import, ImportRow } from '@gerbang/contracts/import-shapes';
import { ROW_STATUS_LABELS, ROW_STATUSES, type RowStatus } from '@gerbang/domain/imports';
import { Button } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { CountTabs } from '@gerbang/ui/count-tabs';
import { type Column, DataTable, titled } from '@gerbang/ui/data-table';
import { CellLines, CellNote, CellPair, Quiet, Row, Stack } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { RowButton } from '@gerbang/ui/table-style';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { formatDayText } from '@gerbang/web-kit/page/format';
import { toastFailure } from '@gerbang/web-kit/page/toast';
import { useState } from 'react';
import { useImportChanges, useImportRows } from './imports.api.ts';
import { importsCopy as copy } from './imports.copy.ts';
import { RowEditor, type Typed } from './row-editor.tsx';

const TONES = {
  new: 'success',
  family: 'info',
  registered: 'neutral',
  look: 'attention',
  impossible: 'danger',
} as const;

const shownText = (value: ImportRow['values'][keyof ImportRow['values']] | undefined): string =>
  typeof value === 'string' ? value : '';

/** A day as people read it; one that is none as the list has it. */
const dayText = (text: string): string => (/^\d{4}-\d{2}-\d{2}$/u.test(text) ? formatDayText(text) : text);

/** What can be done with a row before the start. */
function RowActions({ importId, row, onEdit }: { importId: string; row: ImportRow; onEdit: () => void }) {
  const { row: change } = useImportChanges(importId);
  const send = (left_out: boolean) =>
    change.mutate({ row, left_out }, { onError: (error) => toastFailure(copy.rowFailed, error) });
  const undecided = row.status === 'look' && !row.decided && !row.left_out;
  return (
    <Row>
      <RowButton small variant="secondary" aria-label={copy.editOf(row.n)} onClick={onEdit}>
        {copy.edit}
      </RowButton>
      {undecided ? (
        <RowButton small variant="secondary" aria-label={copy.ownOf(row.n)} onClick={() => send(false)}>
          {copy.own}
        </RowButton>
      ) : null}
      {row.status === 'registered' || row.status === 'impossible' ? null : (
        <RowButton
          small
          variant="ghost"
          aria-label={row.left_out ? copy.takeOf(row.n) : copy.leaveOf(row.n)}
          onClick={() => send(!row.left_out)}
        >
          {row.left_out ? copy.take : copy.leave}
        </RowButton>
      )}
    </Row>
  );
}

function Remarks({ of: { reasons, warnings, outcome_text } }: { of: ImportRow }) {
  return (
    <CellLines>
      {outcome_text === null ? null : <span>{outcome_text}</span>}
      {reasons.map(({ cell, text }) => (
        <span key={`${cell} ${text}`}>
          <strong>{cell}</strong> {text}
        </span>
      ))}
      {warnings.map(({ text }) => (
        <CellNote key={text}>{text}</CellNote>
      ))}
    </CellLines>
  );
}

/** The line that is being mended, and what is typed into each and not saved yet: it outlives another person's change. */
interface Editing {
  readonly n: number | null;
  readonly typed: Readonly<Record<number, Typed>>;
}

function columnsOf(of: Import, onEdit: (n: number) => void): Column<ImportRow>[] {
  return titled(copy.columns, [
    { key: 'n', numeric: true, render: ({ n }) => n },
    {
      key: 'child',
      rowHeader: true,
      render: ({ values, hidden }) => (
        <CellPair>
          <span>{shownText(values.full_name) || copy.noName}</span>
          <small>
            <span>
              {[
                dayText(shownText(values.birth_date)),
                values.jenjang,
                values.kelas,
                values.academic_year,
                hidden ? copy.hidden : '',
              ]
                .map(shownText)
                .filter(Boolean)
                .join(' · ')}
            </span>
          </small>
        </CellPair>
      ),
    },
    {
      key: 'status',
      render: ({ status, left_out, decided, outcome }) => (
        <CellLines>
          <StatusTag tone={TONES[status]}>{ROW_STATUS_LABELS[status]}</StatusTag>
          {left_out ? <span>{copy.leftOut}</span> : null}
          {decided && status === 'look' ? <span>{copy.decided}</span> : null}
          {outcome === null ? null : <span>{copy.outcomes[outcome]}</span>}
        </CellLines>
      ),
    },
    {
      key: 'reasons',
      long: true,
      render: (row) => <Remarks of={row} />,
    },
    ...(of.state === 'preview'
      ? [
          {
            key: 'actions' as const,
            actions: true,
            render: (row: ImportRow) => (
              <RowActions importId={of.id} row={row} onEdit={() => onEdit(row.n)} />
            ),
          },
        ]
      : []),
  ]);
}

/** The rows of a list by their statuses, page by page; each can be mended where it stands. */
export function RowsPart({ of }: { of: Import }) {
  const [status, setStatus] = useState<RowStatus | null>(null);
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [editing, setEditing] = useState<Editing>({ n: null, typed: {} });
  const read = useImportRows(of, { status, cursor: cursors.at(-1) ?? null });
  const next = read.data?.next_cursor ?? null;
  const edited = read.data?.rows.find(({ n }) => n === editing.n);
  const type = (n: number | null, texts: Typed) =>
    edited && setEditing({ n, typed: { ...editing.typed, [edited.n]: texts } });
  return (
    <Stack $gap={8}>
      <CountTabs
        label={copy.counts}
        value={status}
        tabs={ROW_STATUSES.map((key) => ({
          key,
          label: ROW_STATUS_LABELS[key],
          count: of.counts[key],
          tone: TONES[key],
        }))}
        onChange={(key) => {
          setStatus(key as RowStatus | null);
          setCursors([]);
          setEditing({ ...editing, n: null });
        }}
      />
      {!read.data ? (
        <Loading of={read} card lines={6} row={44} label={copy.loading} failed={copy.loadFailed} />
      ) : (
        <DataTable
          dense
          caption={copy.rows}
          rows={read.data.rows}
          rowKey={({ n }) => String(n)}
          columns={columnsOf(of, (n) => setEditing({ ...editing, n }))}
          empty={
            <Card as="div">
              <Quiet>{copy.noRows}</Quiet>
            </Card>
          }
        />
      )}
      {edited ? (
        <RowEditor
          importId={of.id}
          row={edited}
          typed={editing.typed[edited.n] ?? {}}
          onType={(texts) => type(edited.n, texts)}
          onClose={() => setEditing({ ...editing, n: null })}
          onDone={() => type(null, {})}
        />
      ) : null}
      <Row>
        {cursors.length > 0 ? (
          <Button small variant="secondary" onClick={() => setCursors(cursors.slice(0, -1))}>
            {copy.previous}
          </Button>
        ) : null}
        {next === null ? null : (
          <Button small variant="secondary" onClick={() => setCursors([...cursors, next])}>
            {copy.next}
          </Button>
        )}
      </Row>
    </Stack>
  );
}
