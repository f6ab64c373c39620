import type { AdmissionArea } from '@gerbang/contracts/admission.types';
import { Card, CardTitle } from '@gerbang/ui/card';
import { LinkButton } from '@gerbang/web-kit/components/link-button';
import { WaitingCounts } from '@gerbang/web-kit/components/waiting-counts';
import { waitingCopy as copy } from './dashboard.copy.ts';

type Waiting = NonNullable<AdmissionArea['staff']>['waiting'];

/** The list that shows what a count is about; the names in its address are those of its filters. */
function wayTo(filter: Waiting[number]['filter']): string {
  const query = new URLSearchParams(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return `/admin/registration${query.size > 0 ? `?${query}` : ''}`;
}

/** What waits for this role in admission, as counts that lead to the filtered lists. */
export function WaitingCard({ waiting }: { waiting: Waiting }) {
  return (
    <Card>
      <CardTitle>{copy.title}</CardTitle>
      <WaitingCounts
        waiting={waiting.map(({ kind, count, filter }) => ({
          key: kind,
          to: wayTo(filter),
          label: copy.kinds[kind],
          count,
        }))}
        none={copy.none}
        noneText={copy.noneText}
      />
      <LinkButton to="/admin/registration" $variant="secondary">
        {copy.all}
      </LinkButton>
    </Card>
  );
}
