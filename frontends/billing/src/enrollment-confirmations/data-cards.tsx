import { GENDER_LABELS } from '@gerbang/domain/family-options';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Disclosure } from '@gerbang/ui/disclosure';
import { Quiet, Stack, Text } from '@gerbang/ui/layout';
import { SummaryList, type SummaryRow } from '@gerbang/ui/summary-list';
import { formatDayText } from '@gerbang/web-kit/page/format';
import { Pencil } from 'lucide-react';
import { styled } from 'styled-components';
import type { Family } from './confirmation.api.ts';
import { confirmationCopy as copy } from './confirmation.copy.ts';

const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  margin-block-end: 8px;
`;

const isFilled = ({ value }: SummaryRow) => value !== null && value !== undefined && value !== '';

function DataCard({
  title,
  edit,
  rows,
  onEdit,
}: {
  title: string;
  edit: string;
  rows: readonly SummaryRow[];
  onEdit: () => void;
}) {
  const empty = rows.filter((row) => !isFilled(row));
  return (
    <Card>
      <Head>
        <CardTitle>{title}</CardTitle>
        <Button
          variant="secondary"
          aria-label={edit}
          icon={<Pencil size={16} aria-hidden="true" />}
          onClick={onEdit}
        >
          {copy.edit}
        </Button>
      </Head>
      <SummaryList rows={rows.filter(isFilled)} />
      {empty.length > 0 ? (
        <Disclosure label={copy.emptyRows(empty.length)}>
          <SummaryList rows={empty} />
        </Disclosure>
      ) : null}
    </Card>
  );
}

function childRows({ child }: Family): SummaryRow[] {
  const names = Object.keys(copy.childFields) as (keyof typeof copy.childFields)[];
  return names.map((name) => {
    const label = copy.childFields[name];
    if (name === 'gender') return { label, value: child.gender ? GENDER_LABELS[child.gender] : null };
    if (name === 'birth_date') return { label, value: formatDayText(child.birth_date) };
    return { label, value: child[name] };
  });
}

function registrationRows({ registration }: Family): SummaryRow[] {
  const names = Object.keys(copy.registrationFields) as (keyof typeof copy.registrationFields)[];
  return names.map((name) => ({
    label: copy.registrationFields[name],
    value:
      name === 'information' && registration.information ? (
        <Text as="span" $lines>
          {registration.information}
        </Text>
      ) : (
        registration[name]
      ),
  }));
}

const Missing = styled(Card)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px 16px;
  > div {
    flex: 1 1 240px;
  }
`;

/** What the school still lacks of child and registration, in one card with the way to fill it in. */
export function MissingData({
  family,
  onEdit,
}: {
  family: Family;
  onEdit: (what: 'child' | 'registration') => void;
}) {
  const child = childRows(family).filter((row) => !isFilled(row));
  const registration = registrationRows(family).filter(
    // What has no class, no school before or nothing special is complete as well.
    (row) => !isFilled(row) && row.label === copy.registrationFields.uniform_size,
  );
  const names = [...child, ...registration].map(({ label }) => label);
  if (names.length === 0) return null;
  const what = child.length > 0 ? 'child' : 'registration';
  return (
    <Missing as="div">
      <div>
        <strong>{copy.missingData(names.length)}</strong>
        <Quiet $small>{copy.missingList(names)}</Quiet>
      </div>
      <Button
        variant="secondary"
        aria-label={what === 'child' ? copy.completeChild : copy.completeRegistration}
        onClick={() => onEdit(what)}
      >
        {copy.complete}
      </Button>
    </Missing>
  );
}

/** The school's data of child and registration, for a last check. */
export function DataCards({
  family,
  onEdit,
}: {
  family: Family;
  onEdit: (what: 'child' | 'registration') => void;
}) {
  return (
    <Stack $gap={12}>
      <DataCard
        title={copy.childTitle}
        edit={copy.editChild}
        rows={childRows(family)}
        onEdit={() => onEdit('child')}
      />
      <DataCard
        title={copy.registrationTitle}
        edit={copy.editRegistration}
        rows={registrationRows(family)}
        onEdit={() => onEdit('registration')}
      />
    </Stack>
  );
}
