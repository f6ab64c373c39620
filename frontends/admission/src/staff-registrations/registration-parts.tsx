import type { StaffRegistration, StaffRegistrationRow } from '@gerbang/contracts/staff-registrations';
import { PAYMENT_LABELS } from '@gerbang/domain/registration-payments';
import { hasAcceptance, nextStages, STAFF_STAGE_LABELS } from '@gerbang/domain/registration-stages';
import { wayOut } from '@gerbang/domain/withdrawals';
import { paymentTone, stageTone } from '@gerbang/domain/status-tones';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { HeldProof } from '@gerbang/web-kit/desk/proof-likeness.tsx';
import { levelText, parentOf } from '@gerbang/web-kit/page/format';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { proofAlertsCopy } from '@gerbang/web-kit/desk/proof-alerts.copy';
import { Suspense } from 'react';
import type { Above } from '../registration-payments/payment-actions.tsx';
import { StageHistory } from '../registration-stages/stage-history.tsx';
import { stageCopy } from '../registration-stages/stage.copy.ts';
import { detailCopy as copy } from './registration-detail.copy.ts';
import { readCheck } from './staff-registrations.api.ts';
import { AGE_NOTED, NIK_DUPLICATE, SAME_CHILD } from './staff-registrations.copy.ts';

const StageDialog = lazyPart(() =>
  import('../registration-stages/stage-dialog.tsx').then((file) => file.StageDialog),
);
const LeaveForFamily = lazyPart(() =>
  import('../withdrawals/leave-for-family.tsx').then((file) => file.LeaveForFamily),
);
const ProofOnBehalf = lazyPart(() =>
  import('../registration-payments/proof-on-behalf.tsx').then((file) => file.ProofOnBehalf),
);

/** Whether the family of a registration may have left, or asked to after its re-enrolment. */
export function mayHaveLeft(of: Pick<StaffRegistrationRow, 'current_stage'> | undefined): boolean {
  return of !== undefined && (of.current_stage === 'withdrawn' || hasAcceptance(of.current_stage));
}

/** Whether the viewer reads documents and some are asked of this registration; unknown where the list does not have it. */
export function useHasDocuments(row: StaffRegistrationRow | undefined): boolean {
  const reads = useCan('documents.read');
  return reads && (row === undefined || row.documents !== undefined);
}

/** Below the child's name, so that namesakes are told apart: `SD · Kelas 1 · PSB-2026-SD-00103 · Bambang Suryanto`. */
export const factsOf = (of: StaffRegistrationRow | StaffRegistration): string =>
  [levelText(of.jenjang, of.kelas), of.registration_number, parentOf(of.parent)].filter(Boolean).join(' · ');

/** Fee, stage, and what needs a look: the proof, the NIK, the child. */
export function Tags({ of }: { of: StaffRegistrationRow | StaffRegistration }) {
  const { payment_status: status, current_stage: stage } = of;
  return (
    <Row>
      <StatusTag tone={paymentTone(status, 'staff')}>{PAYMENT_LABELS[status]}</StatusTag>
      <StatusTag tone={stageTone(stage, 'staff')}>{STAFF_STAGE_LABELS[stage]}</StatusTag>
      {of.proof_alert ? (
        <StatusTag tone="attention" urgent>
          {proofAlertsCopy.mark}
        </StatusTag>
      ) : null}
      {of.nik_duplicate ? (
        <StatusTag tone="attention" urgent>
          {NIK_DUPLICATE}
        </StatusTag>
      ) : null}
      {of.same_child ? (
        <StatusTag tone="attention" urgent>
          {SAME_CHILD}
        </StatusTag>
      ) : null}
      {of.age_note === undefined ? null : (
        <>
          <StatusTag tone="attention">{AGE_NOTED}</StatusTag>
          <Quiet $small>{of.age_note}.</Quiet>
        </>
      )}
    </Row>
  );
}

/** Above a fee's proof that is not verified because it is like another one. */
export function HeldFee({ registration: { id, proof_alert } }: { registration: StaffRegistration }) {
  const verifies = useCan('registrations.verify_fee');
  if (!proof_alert || !verifies) return null;
  return (
    <HeldProof queryKey={['staff-registrations', 'check', id]} read={(signal) => readCheck(id, signal)} />
  );
}

/** Who changed the registration first. */
export function Conflict({ text }: { text: string | null }) {
  return text === null ? null : (
    <Banner tone="attention" role="alert">
      <p>{text}</p>
      <p>{copy.refreshed}</p>
    </Banner>
  );
}

/** The history of the stages, and the ways to the next one and out. */
export function History({
  registration,
  onMove,
  onLeave,
}: {
  registration: StaffRegistration;
  onMove: () => void;
  onLeave: () => void;
}) {
  const leaves = useCan('withdrawals.write');
  const moves = useCan('registrations.move_stage');
  const { id, current_stage: stage, payment_status: status } = registration;
  return (
    <Stack>
      <StageHistory id={id} viewer="staff" />
      {moves && nextStages(stage, status === 'verified').length > 0 ? (
        <Button variant="secondary" onClick={onMove}>
          {stageCopy.open}
        </Button>
      ) : moves ? (
        <Quiet>{stage === 'withdrawn' ? stageCopy.left : stageCopy.none}</Quiet>
      ) : null}
      {leaves && wayOut(registration) !== 'no' ? (
        <Button variant="ghost" onClick={onLeave}>
          {stageCopy.leave}
        </Button>
      ) : null}
    </Stack>
  );
}

/** The forms above a registration: its next stage, a proof on the family's behalf. */
export function RegistrationDialogs({
  registration,
  above,
  onConflict,
  onDocuments,
  onClose,
}: {
  registration: StaffRegistration;
  above: Above;
  onConflict: (error: unknown) => void;
  onDocuments: () => void;
  onClose: () => void;
}) {
  return (
    <Suspense fallback={null}>
      {above === 'stage' ? (
        <StageDialog
          registration={registration}
          onConflict={onConflict}
          onDocuments={onDocuments}
          onClose={onClose}
        />
      ) : null}
      {above === 'proof' ? (
        <ProofOnBehalf registration={registration} onConflict={onConflict} onClose={onClose} />
      ) : null}
      {above === 'leave' ? <LeaveForFamily registration={registration} onClose={onClose} /> : null}
    </Suspense>
  );
}
