import { STATEMENT_DATE_FORMATS } from '@gerbang/domain/statement-profiles';
import { Banner } from '@gerbang/ui/banner';
import { DataTable } from '@gerbang/ui/data-table';
import { Dialog } from '@gerbang/ui/dialog';
import { Scroll, Stack, Text } from '@gerbang/ui/layout';
import { Select } from '@gerbang/ui/select';
import { TextField } from '@gerbang/ui/text-field';
import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { ApiError, messageOf } from '@gerbang/web-kit/api/client';
import { formatDateShort, formatRupiah } from '@gerbang/web-kit/page/format';
import { toast } from '@gerbang/web-kit/page/toast';
import { type FormEvent, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { RawSample } from './raw-sample.ts';
import { type Mapping, PLACES, type Place, previewOf, suggestedMapping } from './preview.ts';
import { useCreateProfile } from './statement-profiles.api.ts';
import { copy } from './statement-profiles.copy.ts';

const Fields = styled.div`
  display: grid;
  gap: 12px 16px;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 220px), 1fr));
  align-items: start;
`;

const Columns = styled.ul`
  display: grid;
  gap: 8px;
  li {
    display: grid;
    gap: 4px 16px;
    align-items: center;
    padding-block-end: 8px;
    border-block-end: 1px solid var(--border-subtle);
    font-size: 0.875rem;
    @media (min-width: 640px) {
      grid-template-columns: minmax(0, 268px) minmax(0, 1fr);
    }
  }
`;

/** Columns that a text may be joined of. */
const MOST_DESCRIPTIONS = 5;

/** What is missing before the mapping can be kept. */
function problemOf({ places }: Mapping, name: string): string | null {
  const has = (place: Place) => places.includes(place);
  if (!has('date')) return copy.dateRequired;
  if (!has('description')) return copy.descriptionRequired;
  const apart = has('credit') || has('debit');
  if (places.filter((place) => place === 'description').length > MOST_DESCRIPTIONS)
    return copy.descriptionMost;
  if (has('amount') && apart) return copy.moneyTwice;
  if (!has('amount') && !(has('credit') && has('debit'))) return copy.moneyRequired;
  return name.trim() === '' ? copy.nameRequired : null;
}

function Preview({ shape, mapping }: { shape: RawSample; mapping: Mapping }) {
  const rows = shape.sample.map((row, at) => ({ id: at, ...previewOf(row, mapping) }));
  const words = copy.previewColumns;
  return (
    <section aria-label={copy.preview}>
      <h3>{copy.preview}</h3>
      <Scroll>
        <DataTable
          caption={copy.preview}
          rows={rows}
          rowKey={({ id }) => String(id)}
          columns={[
            {
              key: 'date',
              header: words.date,
              rowHeader: true,
              render: ({ date }) => (date === null ? copy.unread : formatDateShort(date)),
            },
            {
              key: 'direction',
              header: words.direction,
              render: ({ direction }) =>
                direction === null ? copy.unread : direction === 'in' ? copy.in : copy.out,
            },
            {
              key: 'amount',
              header: words.amount,
              numeric: true,
              render: ({ amount }) => (amount === null ? copy.unread : formatRupiah(amount)),
            },
            { key: 'text', header: words.text, render: ({ text }) => text || copy.unread },
          ]}
        />
      </Scroll>
    </section>
  );
}

/** Says of a file of an unknown shape what each column holds; the rows below show at once how they are read. */
export function ColumnMapper({
  accountKey,
  shape,
  onSaved,
  onClose,
}: {
  accountKey: string;
  shape: RawSample;
  onSaved: () => void;
  onClose: () => void;
}) {
  const [mapping, setMapping] = useState(() => suggestedMapping(shape.headers, shape.sample));
  const [name, setName] = useState('');
  const [touched, setTouched] = useState(false);
  const [asked, setAsked] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const create = useCreateProfile();
  const change = (next: Partial<Mapping>) => {
    setTouched(true);
    setMapping({ ...mapping, ...next });
  };
  const place = (at: number, value: Place) =>
    change({
      places: shape.headers.map((_, index) => {
        const before = mapping.places[index] ?? 'none';
        if (index === at) return value;
        // Each place but the description is one column's.
        return before === value && value !== 'description' ? 'none' : before;
      }),
    });
  const unread = shape.sample
    .map((row) => previewOf(row, mapping))
    .some(({ date, amount, direction }) => date === null || amount === null || direction === null);
  const problem = problemOf(mapping, name) ?? (unread ? copy.rowsUnread : null);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (problem === copy.nameRequired) nameField.current?.focus();
    if (problem !== null || create.isPending) return;
    create.mutate(
      { accountKey, name: name.trim(), shape, mapping },
      {
        onSuccess: () => {
          toast(copy.success, copy.saved);
          onSaved();
        },
      },
    );
  };
  const details = create.error instanceof ApiError ? create.error.body?.details : undefined;
  const row = (details as { row?: number } | undefined)?.row;
  return (
    <Dialog title={copy.title} wide dismissable={false} onClose={onClose}>
      <form noValidate onSubmit={send} data-unsaved={touched || name !== '' ? '' : undefined}>
        <Stack>
          <Text>{copy.lead}</Text>
          <Columns>
            {shape.headers.map((header, at) => (
              <li key={`${String(at)} ${header}`}>
                <Select
                  filters
                  label={copy.column(at + 1, header)}
                  value={mapping.places[at] ?? 'none'}
                  options={PLACES.map((value) => ({ value, label: copy.places[value] }))}
                  onChange={({ target }) => place(at, target.value as Place)}
                />
                <span>
                  {shape.sample
                    .flatMap((cells) => cells[at]?.trim() || [])
                    .slice(0, 3)
                    .join(' · ')}
                </span>
              </li>
            ))}
          </Columns>
          <Fields>
            <Select
              filters
              label={copy.dateFormat}
              value={mapping.dateFormat}
              options={STATEMENT_DATE_FORMATS.map((value) => ({ value, label: value }))}
              onChange={({ target }) => change({ dateFormat: target.value as Mapping['dateFormat'] })}
            />
            <Select
              filters
              label={copy.decimal}
              value={mapping.decimal}
              options={([',', '.'] as const).map((value) => ({ value, label: copy.decimals[value] }))}
              onChange={({ target }) => change({ decimal: target.value as Mapping['decimal'] })}
            />
            <TextField
              ref={nameField}
              label={copy.name}
              hint={copy.nameHint}
              maxLength={50}
              value={name}
              error={asked && name.trim() === '' ? copy.nameRequired : undefined}
              onChange={({ target }) => setName(target.value)}
            />
          </Fields>
          <Preview shape={shape} mapping={mapping} />
          {asked && problem !== null && problem !== copy.nameRequired ? (
            <Banner tone="danger" role="alert">
              {problem}
            </Banner>
          ) : create.error ? (
            <Banner tone="danger" role="alert">
              {messageOf(create.error)} {row === undefined ? '' : copy.badRow(row)}
            </Banner>
          ) : null}
          <FormActions
            label={copy.save}
            pending={create.isPending}
            pendingLabel={copy.saving}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
