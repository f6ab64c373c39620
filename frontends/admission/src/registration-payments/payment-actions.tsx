import type { StaffRegistration } from '@gerbang/contracts/staff-registrations';
import { nextPayments, type PaymentStatus, type SettlementKind } from '@gerbang/domain/registration-payments';
import { hasResult, isFeeFixed, takesFee } from '@gerbang/domain/registration-stages';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { Button, type ButtonVariant } from '@gerbang/ui/button';
import { Quiet, Row } from '@gerbang/ui/layout';
import { Menu } from '@gerbang/ui/menu';
import { SaveBar } from '@gerbang/ui/save-bar';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { WhoMay } from '@gerbang/web-kit/session/who-may.tsx';
import { ReasonDialog } from '@gerbang/web-kit/desk/reason-dialog.tsx';
import { useNavigate } from '@gerbang/web-kit/page/router';
import { useShortcuts } from '@gerbang/web-kit/desk/shortcuts';
import { useDecision, failureText } from '@gerbang/web-kit/api/use-decision';
import { styled } from 'styled-components';
import {
  paymentActionCopy as copy,
  reverseFeeCopy,
  takeCashCopy,
} from '../staff-registrations/registration-detail.copy.ts';
import { ReverseFeeDialog } from './reverse-fee-dialog.tsx';
import { TakeCashDialog } from './take-cash-dialog.tsx';
import { useStaffChanges } from '../staff-registrations/staff-registrations.api.ts';

const Buttons = styled(Row)`
  > button {
    flex: 1 1 auto;
  }
`;

/** The dialogs above the detail; one at a time. */
export type Above =
  | 'reject'
  | 'revert'
  | 'reverse'
  | 'cash'
  | 'stage'
  | 'proof'
  | 'documents'
  | 'leave'
  | null;

type Target = 'verified' | 'rejected' | 'paid';

const LABELS: Readonly<
  Record<Target, { readonly move: string; readonly keep: string; readonly key?: string }>
> = {
  verified: { move: copy.verify, keep: copy.keepVerified, key: 'v' },
  rejected: { move: copy.reject, keep: copy.keepRejected, key: 't' },
  paid: { move: copy.revert, keep: copy.revert },
};
/** What taking a fee back does to money that no slip proves. */
const SETTLED: Readonly<Record<SettlementKind, string>> = {
  bank_line: copy.settled,
  pay_request: copy.settledOnline,
  cash: copy.settledInCash,
  import: copy.settled,
};

const VARIANTS: Readonly<Record<Target, ButtonVariant>> = {
  verified: 'primary',
  rejected: 'secondary',
  paid: 'ghost',
};

/** The payment statuses that may follow: the edges of the state machine, without a proof only the rejection. */
function targetsOf(registration: StaffRegistration): Target[] {
  if (isFeeFixed(registration.current_stage, registration.payment_status)) return [];
  const next: readonly PaymentStatus[] = nextPayments(registration.payment_status, 'verification');
  return (['verified', 'rejected', 'paid'] as const).filter(
    (target) =>
      next.includes(target) && (target === 'rejected' || registration.payment_evidence_url !== null),
  );
}

/** The buttons beside the proof, with their keys. */
export function PaymentActions({
  registration,
  above,
  setAbove,
  onConflict,
}: {
  registration: StaffRegistration;
  above: Above;
  setAbove: (above: Above) => void;
  onConflict: (error: unknown) => void;
}) {
  const verifies = useCan('registrations.verify_fee');
  const proves = useCan('registrations.prove_on_behalf');
  const { verify } = useStaffChanges();
  const navigate = useNavigate();
  const status = registration.payment_status;
  const verified = status === 'verified';
  const announced = verified && hasResult(registration.current_stage);
  const entries = [
    ...(useCan('payments.reverse') && announced
      ? [{ id: 'reverse', label: reverseFeeCopy.title, onAction: () => setAbove('reverse') }]
      : []),
    // Until then it is rejected instead.
    ...(useCan('refunds.write') && verified && isFeeFixed(registration.current_stage, status)
      ? [
          {
            id: 'refund',
            label: copy.refund,
            onAction: () => void navigate(`/admin/refunds?mulai=${registration.id}`),
          },
        ]
      : []),
  ];
  const targets = verifies ? targetsOf(registration) : [];

  const decision = useDecision(verify, {
    done: [copy.success, copy.updated],
    failed: copy.failed,
    failureText: (error) => failureText(error, copy.failed),
    onConflict,
    onClose: () => setAbove(null),
  });
  const send = (target: Target, reason?: string) =>
    decision.send({
      of: registration,
      body: { payment_status: target, ...(reason === undefined ? {} : { rejection_reason: reason }) },
    });
  const start = (target: Target) => {
    if (target === 'verified') send(target);
    else setAbove(target === 'rejected' ? 'reject' : 'revert');
  };
  const buttons = targets.map((target) => (
    <Button
      key={target}
      variant={VARIANTS[target]}
      aria-keyshortcuts={LABELS[target].key}
      pending={target === 'verified' && decision.pending}
      pendingLabel={copy.pending}
      onClick={() => start(target)}
    >
      {target === status ? LABELS[target].keep : LABELS[target].move}
    </Button>
  ));
  const key = (target: Target) => () => (targets.includes(target) ? start(target) : undefined);
  const isTaker = useCan('invoices.take_cash');
  const difference = registration.fee_difference;
  const rest = difference?.way === 'ask' ? difference.amount : undefined;
  const takesMoney = takesFee(registration.current_stage, status);
  const takesCash = isTaker && (rest !== undefined || (registration.payment_amount > 0 && takesMoney));
  useShortcuts({ v: key('verified'), t: key('rejected') }, above === null && targets.length > 0);
  useShortcuts({ b: () => setAbove('cash') }, above === null && takesCash);

  return (
    <>
      {verifies && isFeeFixed(registration.current_stage, status) && !takesMoney ? (
        <Quiet>{registration.current_stage === 'withdrawn' ? copy.left : copy.closed}</Quiet>
      ) : null}
      {announced ? <WhoMay ability="payments.reverse" action={reverseFeeCopy.title} /> : null}
      {entries.length > 0 ? (
        <Row $justify="end">
          <Menu outlined label={copy.menu} trigger="⋯" groups={[{ id: 'fee', entries }]} />
        </Row>
      ) : null}
      {targets.length > 0 && registration.settled_by ? (
        <Quiet>{SETTLED[registration.settled_by]}</Quiet>
      ) : null}
      {verifies && status === 'pending' ? <Quiet>{copy.unpaid}</Quiet> : null}
      {proves && takesMoney && registration.current_stage !== 'withdrawn' ? (
        <Buttons>
          <Button variant="secondary" onClick={() => setAbove('proof')}>
            {copy.onBehalf}
          </Button>
        </Buttons>
      ) : null}
      {takesCash ? (
        <Buttons>
          <Button variant="secondary" aria-keyshortcuts="b" onClick={() => setAbove('cash')}>
            {takeCashCopy.take}
          </Button>
        </Buttons>
      ) : null}
      {/* A waiting payment is decided without scrolling to the end of the proof. */}
      {status === 'paid' && targets.length > 0 ? <SaveBar>{buttons}</SaveBar> : <Buttons>{buttons}</Buttons>}
      {above === 'reject' ? (
        <ReasonDialog
          title={copy.rejectTitle}
          hint={copy.reasonHint}
          required={copy.reasonRequired}
          pendingLabel={copy.pending}
          label={copy.reason}
          action={status === 'rejected' ? copy.keepRejected : copy.reject}
          reason={registration.rejection_reason ?? ''}
          pending={decision.pending}
          onSend={(reason) => send('rejected', reason)}
          onClose={() => setAbove(null)}
        />
      ) : null}
      {above === 'cash' ? (
        <TakeCashDialog registration={{ ...registration, fee_asked: rest }} onClose={() => setAbove(null)} />
      ) : null}
      {above === 'reverse' ? (
        <ReverseFeeDialog registration={registration} onClose={() => setAbove(null)} />
      ) : null}
      {above === 'revert' ? (
        <AlertDialog
          destructive={false}
          title={copy.revertTitle}
          confirmLabel={copy.revert}
          pendingLabel={copy.pending}
          pending={decision.pending}
          onConfirm={() => send('paid')}
          onCancel={() => setAbove(null)}
        >
          <p>{copy.revertText}</p>
        </AlertDialog>
      ) : null}
    </>
  );
}
