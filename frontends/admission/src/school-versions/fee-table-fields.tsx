import { RemoveButton } from '@gerbang/ui/table-style';
import type { FeeTable } from '@gerbang/domain/school-settings';
import { DataTable } from '@gerbang/ui/data-table';
import { FormSection } from '@gerbang/ui/form-section';
import { Scroll } from '@gerbang/ui/layout';
import { TextArea } from '@gerbang/ui/text-area';
import { useState } from 'react';
import { fieldId, Line, useSetup } from './setup-fields.tsx';
import { partCopy as copy } from './school-versions.copy.ts';

const textOf = ({ columns, rows }: FeeTable) =>
  [columns, ...rows]
    .filter((cells) => cells.length > 0)
    .map((cells) => cells.join(' | '))
    .join('\n');

/** What was typed or pasted from a spreadsheet: a line a row, the first one the heads. */
function tableOf(typed: string): Pick<FeeTable, 'columns' | 'rows'> {
  const [columns = [], ...rows] = typed
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(/\t|\|/u).map((cell) => cell.trim()));
  return { columns, rows };
}

/** One table of education fees, typed as text and shown as families read it. */
export function FeeTableFields({
  table,
  index,
  onRemove,
}: {
  table: FeeTable;
  index: number;
  onRemove: () => void;
}) {
  const { form, readOnly } = useSetup();
  const [typed, setTyped] = useState<string | null>(null);
  const path = `fee_tables.${index}`;
  const error = Object.entries(form.errors).find(
    ([key]) => key.startsWith(`${path}.columns`) || key.startsWith(`${path}.rows`),
  )?.[1];
  return (
    <FormSection title={table.title || copy.tableName(index + 1)}>
      <Line path={`${path}.title`} label={copy.tableTitle} max={200} />
      <TextArea
        id={fieldId(`${path}.columns`)}
        label={copy.tableBody}
        error={error}
        rows={6}
        readOnly={readOnly}
        value={typed ?? textOf(table)}
        onChange={({ target }) => {
          setTyped(target.value);
          form.put(path, { ...table, ...tableOf(target.value) });
        }}
        onBlur={() => setTyped(null)}
      />
      {table.columns.length > 0 && table.rows.length > 0 ? (
        <Scroll tabIndex={0} role="region" aria-label={table.title || copy.tableName(index + 1)}>
          <DataTable
            caption={table.title || copy.tableName(index + 1)}
            columns={table.columns.map((header, at) => ({
              key: `${at}`,
              header,
              rowHeader: at === 0,
              render: (row: readonly string[]) => row[at] ?? '',
            }))}
            rows={table.rows}
            rowKey={(row) => row.join('|')}
          />
        </Scroll>
      ) : null}
      {readOnly ? null : (
        <div>
          <RemoveButton small variant="secondary" onClick={onRemove}>
            {copy.removeTable}
          </RemoveButton>
        </div>
      )}
    </FormSection>
  );
}
