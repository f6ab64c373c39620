import { callName, type FamilyStep, type StepPayment } from '@gerbang/domain/family-steps';
import { Button } from '@gerbang/ui/button';
import { Quiet, Row, Stack, Text } from '@gerbang/ui/layout';
import { LinkRow, LinkRows } from '@gerbang/ui/link-rows';
import { ProgressRing } from '@gerbang/ui/progress-ring';
import { StatusTag } from '@gerbang/ui/status-tag';
import { TransferAmount } from '@gerbang/web-kit/payment/transfer-amount.tsx';
import { formatDayText, formatRupiah } from '@gerbang/web-kit/page/format';
import { useTransferAmount } from '@gerbang/web-kit/payment/use-transfer-amount';
import { Link } from '@gerbang/web-kit/page/router';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { type FeesOfAccount, sumOf } from '../registration-payments/fees-together.ts';
import { homeCopy as copy, names, stepCopy } from './home.copy.ts';
import { billOf, billOfPayment, type Home, type Profile, profileWords, wayTo } from './steps.ts';

/** So many rows are shown at first. */
const FEW = 3;

const Reason = styled(Text)`
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 4;
  overflow: hidden;
`;

const URGENT: ReadonlySet<FamilyStep['kind']> = new Set([
  'fee_rejected',
  'invoice_rejected',
  'invoice_due',
  'confirm',
  'fee_unpaid',
  'document_returned',
  'phone_unverified',
]);

function StepRow({ step, profile }: { step: FamilyStep; profile: Profile | undefined }) {
  const text = stepCopy[step.kind](step, useTransferAmount(billOf(step)));
  if (step.kind === 'profile_incomplete' && profile) {
    const { title, to, left } = profileWords(profile);
    const { filled, total } = profile;
    return (
      <LinkRow>
        <ProgressRing filled={filled} total={total} label={copy.ring(filled, total)} />
        <div>
          <Link to={to}>{title}</Link>
          <Quiet $small>{left}</Quiet>
        </div>
        <ChevronRight size={20} aria-hidden="true" />
      </LinkRow>
    );
  }
  // An observation is a day, a payment an amount: what is said first there.
  const isFact = step.kind === 'observation' || step.kind === 'fee_unpaid' || step.kind === 'invoice_due';
  return (
    <LinkRow>
      <div>
        <Link to={wayTo(step)}>{isFact ? text.about : text.action}</Link>
        <Row $gap={2} $apart={8} $align="center">
          {isFact || text.about ? (
            <Quiet $small $figures>
              {isFact ? names(text.title, text.note) : text.about}
            </Quiet>
          ) : null}
          {URGENT.has(step.kind) ? <StatusTag tone="attention">{text.tag}</StatusTag> : null}
        </Row>
        {step.reason ? <Reason $small>{step.reason}</Reason> : null}
      </div>
      <ChevronRight size={20} aria-hidden="true" />
    </LinkRow>
  );
}

/** The new results and the other steps as rows, the first three of these at once, and the payment that comes later. */
export function StepRows({
  news,
  together,
  exactly,
  steps,
  later,
  profile,
}: {
  news: Home['news'];
  /** Open fees that one transfer can pay, in place of a row each. */
  together: readonly FeesOfAccount[];
  /** The school asks for exact amounts: only the page of the payment names what is to be transferred. */
  exactly: boolean;
  steps: readonly FamilyStep[];
  later: StepPayment | null;
  profile: Profile | undefined;
}) {
  const [all, setAll] = useState(false);
  if (news.length === 0 && together.length === 0 && steps.length === 0 && !later) return null;
  const [only] = news;
  const shown = all ? steps : steps.slice(0, FEW);
  return (
    <Stack as="section" $gap={4} aria-label={copy.tasks}>
      <LinkRows>
        {only ? (
          <LinkRow>
            <div>
              <Link to={news.length === 1 ? `/hasil/${only.registration.id}` : '/hasil'}>{copy.news}</Link>
              <Quiet $small>{news.map(({ child }) => callName(child)).join(', ')}</Quiet>
            </div>
            <StatusTag tone="info">{copy.isNew}</StatusTag>
            <ChevronRight size={20} aria-hidden="true" />
          </LinkRow>
        ) : null}
        {together.map(({ key, fees }) => (
          <LinkRow key={key}>
            <div>
              <Link to="/registrations/bayar">{copy.together}</Link>
              <Quiet $small $figures>
                {names(
                  copy.fees(fees.length),
                  exactly ? copy.sumOfFees(formatRupiah(sumOf(fees))) : formatRupiah(sumOf(fees)),
                )}
              </Quiet>
            </div>
            <ChevronRight size={20} aria-hidden="true" />
          </LinkRow>
        ))}
        {shown.map((step) => (
          <StepRow key={`${step.kind} ${step.registration_id} ${step.child}`} step={step} profile={profile} />
        ))}
        {later ? (
          <LinkRow>
            <div>
              <Link to={`/tagihan?bayar=${later.invoice_id}`}>{copy.next}</Link>
              <Quiet $small $figures>
                {later.installment_name} · {later.child_name} · {formatDayText(later.due_date)}
              </Quiet>
            </div>
            <Text as="b" $figures>
              <TransferAmount bill={billOfPayment(later)} />
            </Text>
          </LinkRow>
        ) : null}
      </LinkRows>
      {steps.length > FEW ? (
        <Button variant="ghost" block aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? copy.fewer : copy.all(steps.length)}
        </Button>
      ) : null}
    </Stack>
  );
}
