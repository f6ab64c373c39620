import { getFeeReceipt } from '@gerbang/contracts/papers';
import { PaperActions } from '@gerbang/web-kit/files/paper-actions.tsx';
import type { RegistrationRow } from '@gerbang/contracts/registrations';
import { callName } from '@gerbang/domain/family-steps';
import { PAYMENT_LABELS } from '@gerbang/domain/registration-payments';
import { mayDeleteRegistration } from '@gerbang/domain/registrations';
import { wayOut } from '@gerbang/domain/withdrawals';
import { STAGE_LABELS } from '@gerbang/domain/registration-stages';
import { paymentTone, stageTone } from '@gerbang/domain/status-tones';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Quiet } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { SummaryList } from '@gerbang/ui/summary-list';
import { TransferAmount } from '@gerbang/web-kit/payment/transfer-amount.tsx';
import { formatDateLong, formatRupiah, levelText } from '@gerbang/web-kit/page/format';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { Suspense, useEffect, useId, useRef, type ComponentProps } from 'react';
import { styled } from 'styled-components';
import { Appointment } from '../dashboard/appointment.tsx';
import { DocumentsLink } from '../child-documents/documents-link.tsx';
import { StageHistory } from '../registration-stages/stage-history.tsx';
import { showsSeat } from '../seats/shows-seat.ts';
import { registrationsCopy as copy } from './registrations.copy.ts';

// Few families have a seat or wait for one.
const SeatPart = lazyPart(() => import('../seats/seat-part.tsx').then((file) => file.SeatPart));

// Read below the history, which few families open often.
const OwnCorrections = lazyPart(() =>
  import('../corrections/own-corrections.tsx').then((file) => file.OwnCorrections),
);

// Few families leave.
const LeftPart = lazyPart(() => import('../withdrawals/left-part.tsx').then((file) => file.LeftPart));

// Few years are closed while a fee is due.
const MoveYear = lazyPart(() => import('./move-year.tsx').then((file) => file.MoveYear));

// Only where the school lets families choose a slot of the observation.
const ChoosePart = lazyPart(() =>
  import('../observation-slots/choose-part.tsx').then((file) => file.ChoosePart),
);

const hasLeft = ({ current_stage }: RegistrationRow) => current_stage === 'withdrawn';
const isDue = (row: RegistrationRow) =>
  (row.payment_status === 'pending' || row.payment_status === 'rejected') && !hasLeft(row);

const payLabel = (row: RegistrationRow): string => {
  if (row.fee_asked !== undefined) return copy.payRest;
  if (row.payment_status === 'rejected') return copy.payAgain;
  return isDue(row) ? copy.pay : copy.seePayment;
};

export type RegistrationAction = 'pay' | 'edit' | 'remove' | 'leave';

/** Leaves room for the header, which stays in view. */
const Region = styled.div`
  scroll-margin-block: 96px;
  &:focus {
    outline: none;
  }
`;

const Box = styled(Card)`
  display: grid;
  gap: 12px;
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  @media (max-width: 639.98px) {
    > * {
      flex: 1 1 auto;
    }
    > :first-child {
      flex-basis: 100%;
    }
  }
`;

/** The fee: while it is to be paid as what is to be transferred. */
function Fee({ row }: { row: RegistrationRow }) {
  if (!isDue(row)) return formatRupiah(row.payment_amount);
  return <Transfer row={row} amount={row.payment_amount} />;
}

/** What is to be transferred. */
function Transfer({ row, amount }: { row: RegistrationRow; amount: number }) {
  return (
    // One element: a line of the list would set amount and words as columns.
    <span>
      <TransferAmount bill={{ kind: 'registration_fee', id: row.id, amount, keep: true }} />
    </span>
  );
}

/** One registration: its status, its fee, its history where that is open, and the actions that the family has now. */
export function RegistrationCard({
  row,
  child,
  observation,
  onAction,
  isOpen,
  wasLinked,
  openYears,
  onToggle,
}: {
  row: RegistrationRow;
  /** The child as the list of children has it, with its documents. */
  child: ComponentProps<typeof DocumentsLink>['child'];
  /** Its newest observation, shown while it is the appointment to come. */
  observation: ComponentProps<typeof Appointment>['observation'] | undefined;
  onAction: (action: RegistrationAction) => void;
  isOpen: boolean;
  /** A message leads to the seat, or else to the history: it is brought into view and has the focus. */
  wasLinked: boolean;
  /** The school years that families can choose; undefined while they are not known. */
  openYears: readonly string[] | undefined;
  onToggle: () => void;
}) {
  const nextYear =
    isDue(row) && row.current_stage === 'registered' && openYears?.includes(row.academic_year) === false
      ? openYears.find((year) => year > row.academic_year)
      : undefined;
  const region = useId();
  const history = useRef<HTMLDivElement>(null);
  const seat = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!wasLinked) return;
    const shown = seat.current ?? history.current;
    shown?.focus({ preventScroll: true });
    shown?.scrollIntoView?.({ block: 'start' });
  }, [wasLinked]);
  const label = isOpen ? copy.closeHistory : copy.history;
  const due = isDue(row) || row.fee_asked !== undefined;
  const button = (action: RegistrationAction, label: string) => (
    <Button
      variant={action === 'pay' && due ? 'primary' : 'secondary'}
      aria-label={copy.actionOn(label, row.child.full_name)}
      onClick={() => onAction(action)}
    >
      {label}
    </Button>
  );
  return (
    <Box as="article">
      <div>
        <CardTitle>{row.child.full_name}</CardTitle>
        <Quiet $figures>
          {levelText(row.jenjang, row.kelas)} · {copy.year(row.academic_year)}
        </Quiet>
      </div>
      {hasLeft(row) || row.leaving ? (
        <Suspense fallback={null}>
          <LeftPart registrationId={row.id} />
        </Suspense>
      ) : null}
      {row.payment_status === 'rejected' && isDue(row) ? (
        <Banner tone="attention">
          <strong>{copy.rejectedTitle}</strong>
          <p>{row.rejection_reason ?? copy.rejectedNoReason}</p>
        </Banner>
      ) : null}
      {nextYear === undefined ? null : (
        <Suspense fallback={null}>
          <MoveYear row={row} to={nextYear} />
        </Suspense>
      )}
      {row.slots ? (
        <Suspense fallback={null}>
          <ChoosePart row={row} observation={observation} />
        </Suspense>
      ) : observation && row.current_stage === 'obs_scheduled' ? (
        <Appointment observation={observation} child={callName(row.child)} />
      ) : null}
      {showsSeat(row) ? (
        <Region ref={seat} tabIndex={-1}>
          <Suspense fallback={null}>
            <SeatPart registrationId={row.id} child={callName(row.child)} />
          </Suspense>
        </Region>
      ) : null}
      <SummaryList
        rows={[
          { label: copy.number, value: row.registration_number },
          { label: copy.fee, value: <Fee row={row} /> },
          ...(row.fee_asked === undefined
            ? []
            : [{ label: copy.feeAsked, value: <Transfer row={row} amount={row.fee_asked} /> }]),
          ...(row.fee_returned === undefined
            ? []
            : [{ label: copy.feeReturned, value: formatRupiah(row.fee_returned) }]),
          {
            label: copy.payment,
            value: (
              <StatusTag tone={paymentTone(row.payment_status, 'parent')}>
                {PAYMENT_LABELS[row.payment_status]}
              </StatusTag>
            ),
          },
          {
            label: copy.stage,
            value: (
              <StatusTag tone={stageTone(row.current_stage, 'parent')}>
                {STAGE_LABELS[row.current_stage]}
              </StatusTag>
            ),
          },
          { label: copy.registeredOn, value: formatDateLong(row.created_at) },
        ]}
      />
      {row.payment_status === 'verified' ? (
        <PaperActions address={getFeeReceipt.path.replace('{id}', row.id)} label={copy.receipt} />
      ) : null}
      <Region id={region} ref={history} tabIndex={-1} hidden={!isOpen}>
        {isOpen ? (
          <>
            <StageHistory id={row.id} viewer="parent" />
            <Suspense fallback={null}>
              <OwnCorrections registrationId={row.id} />
            </Suspense>
          </>
        ) : null}
      </Region>
      <Actions>
        {hasLeft(row) && row.payment_status !== 'verified' ? null : button('pay', payLabel(row))}
        <Button
          variant="secondary"
          aria-expanded={isOpen}
          aria-controls={region}
          aria-label={copy.actionOn(label, row.child.full_name)}
          icon={
            isOpen ? <ChevronUp size={18} aria-hidden="true" /> : <ChevronDown size={18} aria-hidden="true" />
          }
          onClick={onToggle}
        >
          {label}
        </Button>
        <DocumentsLink child={child} />
        {button('edit', row.locked ? copy.see : copy.edit)}
        {mayDeleteRegistration(row)
          ? button('remove', copy.remove)
          : wayOut(row) !== 'no' && row.leaving !== 'requested'
            ? button('leave', copy.leave)
            : null}
      </Actions>
    </Box>
  );
}
