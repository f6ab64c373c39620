import { Card } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Stack } from '@gerbang/ui/layout';
import { SearchBox } from '@gerbang/ui/search-box';
import { Loading } from '@gerbang/web-kit/components/loading';
import { LinkButton } from '@gerbang/web-kit/components/link-button';
import { GraduationCap } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { useOwnConfirmations } from '../billing.api.ts';
import { useAccepted } from './confirmation.api.ts';
import { EnrollmentTable, type Accepted, copy } from './enrollment-table.tsx';

const Scroll = styled.div`
  @media (min-width: 640px) {
    overflow-x: auto;
  }
  /* Families read no values below 16 px on a phone. */
  @media (max-width: 639.98px) {
    table {
      font-size: 1rem;
    }
  }
`;

/** Whether a row has the typed text in its child's names or its level. */
function matches({ registration }: Accepted, search: string): boolean {
  const { child, jenjang, kelas } = registration;
  return [child.full_name, child.nick_name ?? '', `${jenjang} ${kelas ?? ''}`].some((text) =>
    text.toLocaleLowerCase('id-ID').includes(search.toLocaleLowerCase('id-ID')),
  );
}

/** /enrollment 'Daftar Ulang': the accepted children and how far their re-enrolment is. */
export function EnrollmentPage() {
  const accepted = useAccepted();
  const confirmations = useOwnConfirmations();
  const [search, setSearch] = useState('');

  if (accepted.isError || confirmations.isError || !accepted.data || !confirmations.data) {
    const reads = [accepted, confirmations];
    return <Loading card of={reads} lines={5} label={copy.loading} failed={copy.loadFailed} />;
  }
  if (accepted.data.length === 0) {
    return (
      <Card as="div">
        <EmptyState
          icon={<GraduationCap size={28} />}
          title={copy.empty}
          action={
            <LinkButton to="/registrations" $variant="secondary">
              {copy.toRegistrations}
            </LinkButton>
          }
        >
          {copy.emptyText}
        </EmptyState>
      </Card>
    );
  }
  const byRegistration = new Map(confirmations.data.map((one) => [one.registration_id, one]));
  const shown = accepted.data
    .map((registration) => ({ registration, confirmation: byRegistration.get(registration.id) ?? null }))
    .filter((row) => matches(row, search));
  return (
    <Stack>
      <SearchBox label={copy.searchLabel} placeholder={copy.search} onSearch={setSearch} />
      {shown.length > 0 ? (
        <Scroll>
          <EnrollmentTable rows={shown} />
        </Scroll>
      ) : (
        <Card as="div" role="status">
          <EmptyState icon={<GraduationCap size={28} />} title={copy.noMatch} />
        </Card>
      )}
    </Stack>
  );
}
