import type { SchoolChange } from '@gerbang/domain/school-changes';
import { DataTable, titled } from '@gerbang/ui/data-table';
import { CellNote, Scroll } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { styled } from 'styled-components';
import { activateCopy as copy } from './activate.copy.ts';

// On phones the label beside it keeps its width.
const Value = styled.span`
  flex: 1 1 0;
  min-width: 0;
  overflow-wrap: anywhere;
  white-space: pre-line;
`;

/** What a version changes: before and after, money marked. */
export function ChangesTable({ changes }: { changes: readonly SchoolChange[] }) {
  return (
    <Scroll tabIndex={0} role="group" aria-label={copy.changes}>
      <DataTable
        caption={copy.changes}
        columns={titled<SchoolChange, 'label' | 'before' | 'after'>(
          { label: copy.label, before: copy.before, after: copy.after },
          [
            {
              key: 'label',
              rowHeader: true,
              render: ({ label, money }) => (
                <>
                  {label}
                  {money ? (
                    <CellNote>
                      <StatusTag tone="attention">{copy.money}</StatusTag>
                    </CellNote>
                  ) : null}
                </>
              ),
            },
            { key: 'before', render: ({ before }) => <Value>{before ?? '-'}</Value> },
            { key: 'after', render: ({ after }) => <Value>{after ?? '-'}</Value> },
          ],
        )}
        rows={changes}
        rowKey={({ path }) => path}
        empty={<p>{copy.none}</p>}
      />
    </Scroll>
  );
}
