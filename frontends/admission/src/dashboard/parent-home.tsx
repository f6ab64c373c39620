import { useQuery } from '@gerbang/web-kit/api/query-client';
import { call } from '@gerbang/web-kit/api/client';
import type { FamilyStep } from '@gerbang/domain/family-steps';
import * as payments from '@gerbang/contracts/invoice-payments';
import type { Dashboard } from '@gerbang/contracts/dashboard';
import { hasResult } from '@gerbang/domain/registration-stages';
import { Card } from '@gerbang/ui/card';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { asksExactly } from '@gerbang/domain/payment-expectations';
import { LoadFailed } from '@gerbang/ui/load-failed';
import { SkeletonRows } from '@gerbang/ui/skeleton';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { exactCopy } from '@gerbang/web-kit/payment/exact-words';
import { newResults } from '@gerbang/web-kit/api/new-results';
import { styled } from 'styled-components';
import { feesTogether } from '../registration-payments/fees-together.ts';
import { useSchool } from '@gerbang/web-kit/api/school';
import { ChildPanel } from './child-panel.tsx';
import { CalmHero, FeesHero, HeroCard } from './hero-card.tsx';
import { homeCopy as copy } from './home.copy.ts';
import { StatusCard } from './status-card.tsx';
import { StepRows } from './step-rows.tsx';
import { type Parent, stepsOf } from './steps.ts';

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  align-items: start;
  @media (min-width: 1024px) {
    grid-template: auto 1fr / repeat(2, minmax(0, 1fr));
    gap: 24px;
    > :nth-child(2) {
      grid-row: 1 / span 2;
      grid-column: 2;
    }
  }
  @media (min-width: 1280px) {
    grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
  }
`;

/** Whether the school still has to say something of this registration: on its fee, its observation, its result or its place. */
const isWaiting = ({ current_stage: stage, payment_status: fee }: Parent['registrations'][number]) =>
  fee === 'paid' || !hasResult(stage) || stage === 'waitlisted';

/** The steps with the reason why the payment of an invoice was rejected; it is read from billing only where one was. */
function useRejectionReason(steps: readonly FamilyStep[]): readonly FamilyStep[] {
  const invoiceId = steps.find(({ kind }) => kind === 'invoice_rejected')?.payment?.invoice_id ?? '';
  const { data } = useQuery({
    queryKey: ['rejected-payment', invoiceId],
    queryFn: ({ signal }) => call(payments.listInvoicePayments, { params: { invoiceId }, signal }),
    enabled: invoiceId !== '',
  });
  const reason = data?.find((one) => one.verification_status === 'rejected')?.rejection_reason ?? null;
  return steps.map((step) => (step.kind === 'invoice_rejected' ? { ...step, reason } : step));
}

/** A parent's dashboard: what to do next with the other tasks, beside it the chosen child's way; below it every registration. */
export function ParentHome({
  dashboard,
  parent,
  tasks,
  retrying,
  onRetry,
}: {
  dashboard: Dashboard;
  parent: Parent;
  tasks: Parent['tasks'];
  retrying: boolean;
  onRetry: () => void;
}) {
  const billing = dashboard.billing?.parent ?? undefined;
  const results = dashboard.announcement?.parent?.results ?? [];
  const news = newResults(dashboard);
  const home = { parent, tasks, billing, results, news };
  const { steps, later } = stepsOf(home);
  const [next, ...others] = useRejectionReason(steps);
  const several = steps.filter(({ kind }) => kind === 'fee_unpaid').length > 1;
  const { data: school, isPending } = useSchool(several);
  const groups = several && school ? feesTogether(parent.registrations, school) : [];
  const groupOf = ({ kind, registration_id: id }: FamilyStep) =>
    kind === 'fee_unpaid' ? groups.find(({ fees }) => fees.some((fee) => fee.id === id)) : undefined;
  const first = next && groupOf(next);
  // One of these fees alone would be another amount a moment later.
  const waits = ({ kind }: FamilyStep) => several && isPending && kind === 'fee_unpaid';
  const rows = others.filter((step) => !waits(step) && groupOf(step) === undefined);
  const exactly = school !== undefined && asksExactly(school);
  // Without billing the family may owe something.
  const unknown = dashboard.unavailable.includes('billing');
  const { invoices = 0, amount = 0 } = billing?.outstanding ?? {};
  return (
    <Columns>
      <Stack $gap={12}>
        {first ? (
          <FeesHero fees={first.fees} exactly={exactly} />
        ) : next && waits(next) ? (
          <Card as="div">
            <SkeletonRows rows={3} label={exactCopy.preparing} />
          </Card>
        ) : next ? (
          <HeroCard step={next} profile={parent.profile} />
        ) : null}
        {next || unknown ? null : <CalmHero later={later} waits={parent.registrations.some(isWaiting)} />}
        {unknown ? <LoadFailed title={copy.billingFailed} retrying={retrying} onRetry={onRetry} /> : null}
        <StepRows
          news={news}
          together={groups.filter((group) => group !== first)}
          exactly={exactly}
          steps={rows}
          later={next ? later : null}
          profile={parent.profile}
        />
        {invoices > 1 ? (
          <Quiet $small $figures>
            {copy.outstanding(invoices, formatRupiah(amount))}
          </Quiet>
        ) : null}
      </Stack>
      <ChildPanel home={home} first={next?.registration_id ?? null} />
      <StatusCard registrations={parent.registrations} hasChildren={parent.children_count > 0} />
    </Columns>
  );
}
