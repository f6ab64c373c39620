import type { SchoolChange } from '@gerbang/domain/school-changes';
import { DataTable, titled } from '@gerbang/ui/data-table';
import { CellNote, Scroll } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { activateCopy as copy } from './school-versions.copy.ts';

/** What a version changes: before and after, money marked. */
export function ChangesTable({ changes }: { changes: readonly SchoolChange[] }) {
  return (
    <Scroll>
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
            { key: 'before', render: ({ before }) => before ?? '-' },
            { key: 'after', render: ({ after }) => after ?? '-' },
          ],
        )}
        rows={changes}
        rowKey={({ path }) => path}
        empty={<p>{copy.none}</p>}
      />
    </Scroll>
  );
}
