import type { Import } from '@gerbang/contracts/import-shapes';
import { IMPORT_FIELD_NAMES, IMPORT_FIELDS, type ImportField } from '@gerbang/domain/imports';
import { Disclosure } from '@gerbang/ui/disclosure';
import { Select } from '@gerbang/ui/select';
import { toastFailure } from '@gerbang/web-kit/page/toast';
import { styled } from 'styled-components';
import { useImportChanges } from './imports.api.ts';
import { importsCopy as copy } from './imports.copy.ts';

const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(220px, 1fr));
  gap: 12px;
  padding-block-start: 12px;
`;

const OPTIONS = [
  { value: '', label: copy.unread },
  ...IMPORT_FIELD_NAMES.map((field) => ({ value: field, label: IMPORT_FIELDS[field].label })),
];

/** Which field each column of the file is read as. */
export function MappingPart({ of }: { of: Import }) {
  const { map } = useImportChanges(of.id);
  return (
    <Disclosure label={copy.mapping}>
      <Grid>
        {of.headings.map((heading) => (
          <Select
            key={heading}
            label={heading}
            aria-label={copy.mappingOf(heading)}
            disabled={of.state !== 'preview' || map.isPending}
            value={of.mapping[heading] ?? ''}
            options={OPTIONS}
            onChange={({ target }) =>
              map.mutate(
                {
                  mapping: { [heading]: target.value === '' ? null : (target.value as ImportField) },
                  version: of.mapping_version,
                },
                { onError: (error) => toastFailure(copy.mapFailed, error) },
              )
            }
          />
        ))}
      </Grid>
    </Disclosure>
  );
}
