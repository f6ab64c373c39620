import { GENDER_LABELS } from '@gerbang/domain/family-options';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Text } from '@gerbang/ui/layout';
import { SummaryList, type SummaryRow } from '@gerbang/ui/summary-list';
import { formatDayText } from '@gerbang/web-kit/format';
import { Pencil } from 'lucide-react';
import { styled } from 'styled-components';
import { Pair } from './info-cards.tsx';
import type { Family } from './confirmation.api.ts';
import { confirmationCopy as copy } from './confirmation.copy.ts';

const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  margin-block-end: 8px;
`;

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
      <SummaryList rows={rows} />
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

/** The school's data of child and registration, for a last check. */
export function DataCards({
  family,
  onEdit,
}: {
  family: Family;
  onEdit: (what: 'child' | 'registration') => void;
}) {
  return (
    <Pair>
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
    </Pair>
  );
}
