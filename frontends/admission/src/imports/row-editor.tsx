import type { ImportRow } from '@gerbang/contracts/import-shapes';
import { IMPORT_FIELD_NAMES, IMPORT_FIELDS, type ImportField } from '@gerbang/domain/imports';
import { Button } from '@gerbang/ui/button';
import { Dialog } from '@gerbang/ui/dialog';
import { Row } from '@gerbang/ui/layout';
import { TextField } from '@gerbang/ui/text-field';
import { toastFailure } from '@gerbang/web-kit/page/toast';
import { type FormEvent, useId } from 'react';
import { styled } from 'styled-components';
import { useImportChanges } from './imports.api.ts';
import { importsCopy as copy } from './imports.copy.ts';

const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(160px, 100%), 1fr));
  gap: 8px 12px;
  padding-block: 8px;
`;

/** What is typed into a row and not saved yet. */
export type Typed = Partial<Record<ImportField, string>>;

const textOf = (value: ImportRow['values'][ImportField]): string =>
  typeof value === 'boolean' ? (value ? 'ya' : 'tidak') : (value ?? '');

/** Writes over what a row says, beside what is wrong with it; only what was changed is sent. */
export function RowEditor({
  importId,
  row,
  typed,
  onType,
  onClose,
  onDone,
}: {
  importId: string;
  row: ImportRow;
  typed: Typed;
  onType: (typed: Typed) => void;
  /** What is typed stays for the next time. */
  onClose: () => void;
  /** The row is saved, or what was typed is dropped. */
  onDone: () => void;
}) {
  const { row: change } = useImportChanges(importId);
  const prefix = useId();
  const fields = IMPORT_FIELD_NAMES.filter((field) => field in row.values);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (Object.keys(typed).length === 0) {
      onDone();
      return;
    }
    change.mutate(
      { row, values: typed },
      { onSuccess: onDone, onError: (error) => toastFailure(copy.rowFailed, error) },
    );
  };
  return (
    <Dialog title={copy.editOf(row.n)} dismissable={false} onClose={onClose}>
      <form onSubmit={save} noValidate aria-label={copy.editOf(row.n)}>
        {row.reasons.map(({ cell, text }) => (
          <p key={`${cell} ${text}`}>
            <strong>{cell}</strong> {text}
          </p>
        ))}
        <Grid>
          {fields.map((field) => (
            <TextField
              key={field}
              id={`${prefix}-${field}`}
              label={IMPORT_FIELDS[field].label}
              value={typed[field] ?? textOf(row.values[field])}
              autoComplete="off"
              maxLength={500}
              onChange={({ target }) => onType({ ...typed, [field]: target.value })}
            />
          ))}
        </Grid>
        <Row>
          <Button type="submit" small pending={change.isPending} pendingLabel={copy.saving}>
            {copy.save}
          </Button>
          <Button small variant="secondary" onClick={onDone}>
            {copy.cancel}
          </Button>
        </Row>
      </form>
    </Dialog>
  );
}
