import { lazyPart } from '@gerbang/web-kit/lazy-page';
import type { StaffRegistration } from '@gerbang/contracts/admission.types';
import { PAYMENT_LABELS } from '@gerbang/domain/registration-payments';
import { nextStages, STAGE_LABELS } from '@gerbang/domain/registration-stages';
import { paymentTone, stageTone } from '@gerbang/domain/status-tones';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { useCan } from '@gerbang/web-kit/abilities';
import { Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { FileView } from '@gerbang/web-kit/components/files/file-view';
import { levelText } from '@gerbang/web-kit/format';
import { StageHistory } from '../registration-stages/stage-history.tsx';
import { ChildPart, ParentPart, Part, PaymentSummary, RegistrationPart } from './registration-sections.tsx';
import { detailCopy as copy } from './registration-detail.copy.ts';
import { NIK_DUPLICATE } from './staff-registrations.copy.ts';
import { conflictText } from './conflict-text.ts';
import { PaymentActions, type Above } from '../registration-payments/payment-actions.tsx';
import { stageCopy } from '../registration-stages/stage.copy.ts';

const StageDialog = lazyPart(() =>
  import('../registration-stages/stage-dialog.tsx').then((file) => file.StageDialog),
);
const ProofOnBehalf = lazyPart(() =>
  import('../registration-payments/proof-on-behalf.tsx').then((file) => file.ProofOnBehalf),
);

const Head = styled.header`
  display: grid;
  gap: 6px;
  h3 {
    font-size: 1.125rem;
    line-height: 1.45;
  }
  div {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
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

/** A registration: the proof with its actions beside the data, the stage with its history. */
export function RegistrationDetail({
  registration,
  above,
  setAbove,
}: {
  registration: StaffRegistration;
  above: Above;
  setAbove: (above: Above) => void;
}) {
  const moves = useCan('registrations.move_stage');
  const [conflict, setConflict] = useState<string | null>(null);
  const { child, payment_status: status, current_stage: stage } = registration;
  const { payment_evidence_url: url, payment_evidence_filename: name } = registration;
  const open = (next: Above) => {
    setConflict(null);
    setAbove(next);
  };
  const showConflict = (error: unknown) => setConflict(conflictText(error, registration));
  const close = () => setAbove(null);

  return (
    <>
      <Head>
        <h3>{child.full_name}</h3>
        <Quiet $figures>
          {levelText(registration.jenjang, registration.kelas)} · {registration.registration_number}
        </Quiet>
        <div>
          <StatusTag tone={paymentTone(status, 'staff')}>{PAYMENT_LABELS[status]}</StatusTag>
          <StatusTag tone={stageTone(stage, 'staff')}>{STAGE_LABELS[stage]}</StatusTag>
          {registration.nik_duplicate ? (
            <StatusTag tone="attention" urgent>
              {NIK_DUPLICATE}
            </StatusTag>
          ) : null}
        </div>
      </Head>
      {conflict ? (
        <Banner tone="attention" role="alert">
          <p>{conflict}</p>
          <p>{copy.refreshed}</p>
        </Banner>
      ) : null}
      <Columns>
        <Stack>
          <Part title={copy.payment}>
            <Stack>
              <PaymentSummary registration={registration} />
              {url ? <FileView key={url} url={url} name={name} zoom /> : <Quiet>{copy.noProof}</Quiet>}
              <PaymentActions
                registration={registration}
                above={above}
                setAbove={setAbove}
                onConflict={showConflict}
              />
            </Stack>
          </Part>
          <Part title={copy.stage}>
            <Stack>
              <StageHistory id={registration.id} viewer="staff" />
              {moves && nextStages(stage, status === 'verified').length > 0 ? (
                <Button variant="secondary" onClick={() => open('stage')}>
                  {stageCopy.open}
                </Button>
              ) : moves ? (
                <Quiet>{stageCopy.none}</Quiet>
              ) : null}
            </Stack>
          </Part>
        </Stack>
        <Stack>
          <ChildPart child={child} />
          <ParentPart parent={registration.parent} />
          <RegistrationPart registration={registration} />
        </Stack>
      </Columns>
      <Suspense fallback={null}>
        {above === 'stage' ? (
          <StageDialog registration={registration} onConflict={showConflict} onClose={close} />
        ) : null}
        {above === 'proof' ? (
          <ProofOnBehalf registration={registration} onConflict={showConflict} onClose={close} />
        ) : null}
      </Suspense>
    </>
  );
}
