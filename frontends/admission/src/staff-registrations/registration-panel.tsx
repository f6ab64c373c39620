import type { StaffRegistration, StaffRegistrationRow } from '@gerbang/contracts/staff-registrations';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { Tabs } from '@gerbang/ui/tabs';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { DeskPanel } from '@gerbang/web-kit/desk/desk-panel.tsx';
import { FamilyLink } from '@gerbang/web-kit/desk/family-link.tsx';
import { BenchButtons, ProofBench } from '@gerbang/web-kit/desk/proof-bench.tsx';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { isMissing } from '@gerbang/web-kit/api/records';
import { ReasonDialog } from '@gerbang/web-kit/desk/reason-dialog.tsx';
import { lazyPart, lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { useShortcuts } from '@gerbang/web-kit/desk/shortcuts';
import type { Opened } from '@gerbang/web-kit/lists/use-opened';
import type { ProofQueue } from '@gerbang/web-kit/desk/use-proof-queue';
import { FileQuestion } from 'lucide-react';
import { Suspense, useState } from 'react';
import { type Above, PaymentActions } from '../registration-payments/payment-actions.tsx';
import { ScoreLink } from '../observation-scores/score-link.tsx';
import { PrioritiesPart } from '../waitlists/priorities-part.tsx';
import { conflictText } from './conflict-text.ts';
import {
  Conflict,
  factsOf,
  HeldFee,
  History,
  mayHaveLeft,
  RegistrationDialogs,
  Tags,
  useHasDocuments,
} from './registration-parts.tsx';
import { detailCopy as copy, paymentActionCopy } from './registration-detail.copy.ts';
import {
  ChildPart,
  FeeProof,
  ParentPart,
  PaymentSummary,
  RegistrationPart,
} from './registration-sections.tsx';
import { useStaffRegistration } from './staff-registrations.api.ts';

type Tab = keyof typeof copy.tabs;
const TABS = Object.entries(copy.tabs).map(([id, label]) => ({ id: id as Tab, label }));
const StaffDocuments = lazySheet(() =>
  import('../document-reviews/staff-documents.tsx').then((file) => file.StaffDocuments),
);

const MessagesTab = lazyPart(() =>
  import(/* webpackChunkName: 'staff-sheet' */ './messages-tab.tsx').then((file) => file.MessagesTab),
);

const FeeDifferencePart = lazyPart(() =>
  import(/* webpackChunkName: 'staff-sheet' */ '../registration-payments/fee-difference-part.tsx').then(
    (file) => file.FeeDifferencePart,
  ),
);

const CorrectionsTab = lazyPart(() =>
  import(/* webpackChunkName: 'staff-sheet' */ '../corrections/corrections-tab.tsx').then(
    (file) => file.CorrectionsTab,
  ),
);

const WithdrawalsTab = lazyPart(() =>
  import(/* webpackChunkName: 'staff-sheet' */ '../withdrawals/withdrawals-tab.tsx').then(
    (file) => file.WithdrawalsTab,
  ),
);

/**
 * The open registration. While its proof is being compared the record with its personal numbers is not read: only
 * the tabs about it, and a fee that does not wait, want it.
 */
export function RegistrationPanel({
  id,
  row,
  opened,
  queue,
}: {
  id: string;
  /** The row of the list; undefined where the list does not have it. */
  row: StaffRegistrationRow | undefined;
  opened: Opened;
  queue: ProofQueue;
}) {
  const verifies = useCan('registrations.verify_fee');
  const hasDocuments = useHasDocuments(row);
  const watches = useCan('messages.watch');
  const [chosen, setTab] = useState<Tab>('payment');
  const tab = chosen === 'documents' && !hasDocuments ? 'payment' : chosen;
  // What was taken back opens its own row below a dialog: a dialog ends with the row that it is about.
  const [asked, setAsked] = useState<{ readonly of: string; readonly what: Above }>({ of: id, what: null });
  const above = asked.of === id ? asked.what : null;
  const setAbove = (what: Above) => setAsked({ of: id, what });
  const benches = verifies && row?.payment_status === 'paid' && queue.check.data?.waiting !== false;
  const atBench = benches && tab === 'payment';
  // Documents are read by themselves; a child that the list does not have is named by its record.
  const record = useStaffRegistration(
    atBench || ((tab === 'documents' || tab === 'corrections' || tab === 'withdrawal') && row) ? null : id,
  );
  const skip = atBench ? queue.advance : opened.toNext;
  const close = () => (document.querySelector('[data-full]') ? undefined : opened.close());
  useShortcuts({ j: skip, k: opened.toPrevious, escape: close }, above === null && queue.compared === null);
  const shown = row ?? record.data;
  const askReason = () => setAbove('reject');

  return (
    <DeskPanel
      label={copy.title}
      title={shown?.child.full_name ?? copy.title}
      about={shown ? <About of={shown} /> : null}
      opened={opened}
      position={queue.position}
      foot={atBench ? <BenchButtons queue={queue} onReject={askReason} /> : null}
    >
      <Tabs
        label={copy.title}
        tabs={TABS.filter(({ id: one }) =>
          one === 'documents'
            ? hasDocuments
            : one === 'withdrawal'
              ? mayHaveLeft(shown)
              : one !== 'messages' || watches,
        )}
        value={tab}
        onChange={setTab}
      >
        {atBench ? (
          <ProofBench queue={queue} keys={above === null} onReject={askReason} />
        ) : tab === 'documents' ? (
          <Suspense fallback={null}>
            <StaffDocuments
              key={id}
              registrationId={id}
              onBusy={(busy) => setAbove(busy ? 'documents' : null)}
            />
          </Suspense>
        ) : tab === 'corrections' ? (
          <Suspense fallback={null}>
            <CorrectionsTab key={id} registrationId={id} />
          </Suspense>
        ) : tab === 'withdrawal' ? (
          <Suspense fallback={null}>
            <WithdrawalsTab key={id} registrationId={id} />
          </Suspense>
        ) : record.data?.id === id ? (
          <Inside
            key={id}
            tab={tab}
            registration={record.data}
            above={above}
            setAbove={setAbove}
            onDocuments={() => {
              setAbove(null);
              setTab('documents');
            }}
          />
        ) : isMissing(record.error) ? (
          <EmptyState icon={<FileQuestion size={28} />} title={copy.missing} />
        ) : (
          <Loading of={record} lines={10} label={copy.loading} failed={copy.loadFailed} />
        )}
      </Tabs>
      {atBench && above === 'reject' ? (
        <ReasonDialog
          title={paymentActionCopy.rejectTitle}
          hint={paymentActionCopy.reasonHint}
          required={paymentActionCopy.reasonRequired}
          label={paymentActionCopy.reason}
          action={paymentActionCopy.reject}
          pending={false}
          onSend={(reason) => {
            setAbove(null);
            queue.decide(reason);
          }}
          onClose={() => setAbove(null)}
        />
      ) : null}
    </DeskPanel>
  );
}

function About({ of }: { of: StaffRegistrationRow | StaffRegistration }) {
  return (
    <>
      <Quiet $figures $small>
        {factsOf(of)} <FamilyLink id={of.id} /> <ScoreLink of={of} />
      </Quiet>
      <Tags of={of} />
    </>
  );
}

function Inside({
  tab,
  registration,
  above,
  setAbove,
  onDocuments,
}: {
  tab: Tab;
  registration: StaffRegistration;
  above: Above;
  setAbove: (above: Above) => void;
  onDocuments: () => void;
}) {
  const [conflict, setConflict] = useState<string | null>(null);
  const showConflict = (error: unknown) => setConflict(conflictText(error, registration));
  return (
    <Stack>
      <Conflict text={conflict} />
      {tab === 'payment' ? (
        <>
          <HeldFee registration={registration} />
          <PaymentSummary registration={registration} />
          {registration.fee_difference ? (
            <Suspense fallback={null}>
              <FeeDifferencePart registration={registration} difference={registration.fee_difference} />
            </Suspense>
          ) : null}
          <FeeProof registration={registration} />
          <PaymentActions
            registration={registration}
            above={above}
            setAbove={setAbove}
            onConflict={showConflict}
          />
        </>
      ) : null}
      {tab === 'child' ? (
        <>
          <ChildPart child={registration.child} />
          <RegistrationPart registration={registration} />
          <PrioritiesPart registration={registration} />
        </>
      ) : null}
      {tab === 'parent' ? <ParentPart parent={registration.parent} /> : null}
      {tab === 'history' ? (
        <>
          <PaymentSummary registration={registration} />
          <History
            registration={registration}
            onMove={() => setAbove('stage')}
            onLeave={() => setAbove('leave')}
          />
        </>
      ) : null}
      {tab === 'messages' && registration.parent.user_id !== undefined ? (
        <Suspense fallback={null}>
          <MessagesTab accountId={registration.parent.user_id} />
        </Suspense>
      ) : null}
      <RegistrationDialogs
        registration={registration}
        above={above}
        onConflict={showConflict}
        onDocuments={onDocuments}
        onClose={() => setAbove(null)}
      />
    </Stack>
  );
}
