import type { Confirmation } from '@gerbang/contracts/enrollment-confirmations';
import { GENDER_LABELS } from '@gerbang/domain/family-options';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Columns, Text } from '@gerbang/ui/layout';
import { SummaryList, type SummaryRow } from '@gerbang/ui/summary-list';
import { familyPhone, formatDateLong, formatRupiah } from '@gerbang/web-kit/page/format';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { styled } from 'styled-components';
import { detailCopy as copy } from './detail.copy.ts';

const Stack = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  @media (min-width: 1024px) {
    gap: 24px;
  }
`;

function Part({ title, rows }: { title: string; rows: readonly SummaryRow[] }) {
  return (
    <Card>
      <CardTitle>{title}</CardTitle>
      <SummaryList rows={rows} />
    </Card>
  );
}

/** What the family gives: an amount, or goods in its own words. */
function contributionOf(confirmation: Confirmation): string | null {
  if (confirmation.contribution_type === 'goods') return confirmation.contribution_description;
  return confirmation.contribution_amount > 0
    ? formatRupiah(confirmation.contribution_amount)
    : copy.noContribution;
}

/** Child, parents, and what the family chose. */
export function InfoCards({ confirmation }: { confirmation: Confirmation }) {
  const { child, parent, registration } = confirmation;
  return (
    <Columns $from={1024} $tracks="repeat(2, minmax(0, 1fr))" $gap={24}>
      <Part
        title={copy.childTitle}
        rows={[
          { label: copy.child, value: child.full_name },
          { label: copy.nick, value: child.nick_name },
          { label: copy.gender, value: child.gender ? GENDER_LABELS[child.gender] : null },
          { label: copy.jenjang, value: levelLabel(registration.jenjang) },
          { label: copy.kelas, value: registration.kelas },
          { label: copy.year, value: registration.academic_year },
          { label: copy.number, value: registration.registration_number },
        ]}
      />
      <Stack>
        <Part
          title={copy.parentTitle}
          rows={[
            { label: copy.father, value: parent.father_name },
            { label: copy.mother, value: parent.mother_name },
            ...(parent.name_from_account
              ? [{ label: copy.accountName, value: parent.name_from_account }]
              : []),
            { label: copy.phone, value: familyPhone(parent) || null },
            { label: copy.confirmedOn, value: formatDateLong(confirmation.submitted_at) },
          ]}
        />
        <Part
          title={copy.choiceTitle}
          rows={[
            { label: copy.preference, value: copy.preferences[confirmation.payment_preference] },
            {
              label: copy.contribution,
              value: (
                <Text as="span" $lines>
                  {contributionOf(confirmation)}
                </Text>
              ),
            },
            {
              label: copy.notes,
              value: confirmation.additional_notes ? (
                <Text as="span" $lines>
                  {confirmation.additional_notes}
                </Text>
              ) : null,
            },
          ]}
        />
      </Stack>
    </Columns>
  );
}
