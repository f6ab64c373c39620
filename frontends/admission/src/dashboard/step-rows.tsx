import type { FamilyStep, StepPayment } from '@gerbang/domain/family-steps';
import { Button } from '@gerbang/ui/button';
import { Quiet, Text } from '@gerbang/ui/layout';
import { ProgressRing } from '@gerbang/ui/progress-ring';
import { StatusTag } from '@gerbang/ui/status-tag';
import { formatDayText, formatRupiah } from '@gerbang/web-kit/format';
import { Link } from '@gerbang/web-kit/router';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { homeCopy as copy, stepCopy } from './home.copy.ts';
import { type Profile, profileWords, wayTo } from './steps.ts';

/** So many rows are shown at first. */
const FEW = 3;

const Box = styled.section`
  overflow: hidden;
  border: 1px solid var(--border-subtle);
  border-radius: 14px;
  background: var(--bg-surface);
`;

const Row = styled.li`
  position: relative;
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 60px;
  padding: 10px 14px;
  & + & {
    border-block-start: 1px solid var(--border-subtle);
  }
  &:hover {
    background: var(--bg-subtle);
  }
  a {
    color: var(--text-primary);
    font-weight: 650;
    text-decoration: none;
  }
  a::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  > div {
    flex: 1;
    min-width: 0;
  }
`;

const Reason = styled(Text)`
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  overflow: hidden;
`;

const More = styled.div`
  border-block-start: 1px solid var(--border-subtle);
  > button {
    border-radius: 0;
  }
`;

const URGENT: ReadonlySet<FamilyStep['kind']> = new Set([
  'fee_rejected',
  'invoice_rejected',
  'invoice_due',
  'confirm',
  'fee_unpaid',
  'phone_unverified',
]);

function StepRow({ step, profile }: { step: FamilyStep; profile: Profile | undefined }) {
  const text = stepCopy[step.kind](step);
  if (step.kind === 'profile_incomplete' && profile) {
    const { title, to, left } = profileWords(profile);
    const { filled, total } = profile;
    return (
      <Row>
        <ProgressRing filled={filled} total={total} label={copy.ring(filled, total)} />
        <div>
          <Link to={to}>{title}</Link>
          <Quiet $small>{left}</Quiet>
        </div>
        <ChevronRight size={20} aria-hidden="true" />
      </Row>
    );
  }
  // An observation is a day, a payment an amount: what is said first there.
  const isFact = step.kind === 'observation' || step.kind === 'fee_unpaid' || step.kind === 'invoice_due';
  return (
    <Row>
      <div>
        <Link to={wayTo(step)}>{isFact ? text.about : text.action}</Link>
        {isFact || text.about ? (
          <Quiet $small $figures>
            {isFact ? text.title : text.about}
          </Quiet>
        ) : null}
        {step.reason ? <Reason $small>{step.reason}</Reason> : null}
      </div>
      <StatusTag tone={URGENT.has(step.kind) ? 'attention' : 'neutral'}>{text.tag}</StatusTag>
    </Row>
  );
}

/** The other steps as rows, the first three at once, and the payment that comes later. */
export function StepRows({
  steps,
  later,
  profile,
}: {
  steps: readonly FamilyStep[];
  later: StepPayment | null;
  profile: Profile | undefined;
}) {
  const [all, setAll] = useState(false);
  if (steps.length === 0 && !later) return null;
  const shown = all ? steps : steps.slice(0, FEW);
  return (
    <Box aria-label={copy.tasks}>
      <ul>
        {shown.map((step) => (
          <StepRow key={`${step.kind} ${step.registration_id} ${step.child}`} step={step} profile={profile} />
        ))}
        {later ? (
          <Row>
            <div>
              <Link to={`/tagihan?bayar=${later.invoice_id}`}>{copy.next}</Link>
              <Quiet $small $figures>
                {later.installment_name} · {later.child_name} · {formatDayText(later.due_date)}
              </Quiet>
            </div>
            <Text as="b" $figures $whole>
              {formatRupiah(later.remaining)}
            </Text>
          </Row>
        ) : null}
      </ul>
      {steps.length > FEW ? (
        <More>
          <Button variant="ghost" block aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? copy.fewer : copy.all(steps.length)}
          </Button>
        </More>
      ) : null}
    </Box>
  );
}
