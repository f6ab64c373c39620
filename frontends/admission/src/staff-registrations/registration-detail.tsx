import type { StaffRegistration } from '@gerbang/contracts/staff-registrations';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { useState } from 'react';
import { styled } from 'styled-components';
import { type Above, PaymentActions } from '../registration-payments/payment-actions.tsx';
import { PrioritiesPart } from '../waitlists/priorities-part.tsx';
import { conflictText } from './conflict-text.ts';
import { detailCopy as copy } from './registration-detail.copy.ts';
import {
  Conflict,
  CorrectionsPart,
  DocumentsPart,
  factsOf,
  HeldFee,
  History,
  RegistrationDialogs,
  Tags,
} from './registration-parts.tsx';
import {
  ChildPart,
  FeeProof,
  ParentPart,
  Part,
  PaymentSummary,
  RegistrationPart,
} from './registration-sections.tsx';

const Head = styled.header`
  display: grid;
  gap: 6px;
  h3 {
    font-size: 1.125rem;
    line-height: 1.45;
  }
`;

/** The proof beside the data: first on phones, to the right on desktops. */
const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  align-items: start;
  @media (min-width: 900px) {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    > :first-child {
      order: 2;
    }
  }
`;

/** A registration where there is no room beside the list: the proof with its actions beside the data, the stages below. */
export function RegistrationDetail({
  registration,
  hasDocuments,
  above,
  setAbove,
}: {
  registration: StaffRegistration;
  hasDocuments: boolean;
  above: Above;
  setAbove: (above: Above) => void;
}) {
  const [conflict, setConflict] = useState<string | null>(null);
  const [showsDocuments, setShowsDocuments] = useState(false);
  const showConflict = (error: unknown) => setConflict(conflictText(error, registration));

  return (
    <>
      <Head>
        <h3>{registration.child.full_name}</h3>
        <Quiet $figures>{factsOf(registration)}</Quiet>
        <Tags of={registration} />
      </Head>
      <Conflict text={conflict} />
      <Columns>
        <Stack>
          <Part title={copy.payment}>
            <Stack>
              <HeldFee registration={registration} />
              <PaymentSummary registration={registration} />
              <FeeProof registration={registration} />
              <PaymentActions
                registration={registration}
                above={above}
                setAbove={setAbove}
                onConflict={showConflict}
              />
            </Stack>
          </Part>
          {hasDocuments ? (
            <Part title={copy.documents}>
              <DocumentsPart
                id={registration.id}
                opened={showsDocuments}
                onOpen={() => setShowsDocuments(true)}
                setAbove={setAbove}
              />
            </Part>
          ) : null}
          <Part title={copy.stage}>
            <History
              registration={registration}
              onMove={() => {
                setConflict(null);
                setAbove('stage');
              }}
            />
          </Part>
        </Stack>
        <Stack>
          <ChildPart child={registration.child} />
          <ParentPart parent={registration.parent} />
          <RegistrationPart registration={registration} />
          <PrioritiesPart registration={registration} />
          <CorrectionsPart id={registration.id} />
        </Stack>
      </Columns>
      <RegistrationDialogs
        registration={registration}
        above={above}
        onConflict={showConflict}
        onDocuments={() => {
          setAbove(null);
          setShowsDocuments(true);
        }}
        onClose={() => setAbove(null)}
      />
    </>
  );
}
