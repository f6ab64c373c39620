import type { BillingArea } from '@gerbang/contracts/billing-dashboard';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { TransferAmount } from '@gerbang/web-kit/payment/transfer-amount.tsx';
import { formatDayText } from '@gerbang/web-kit/page/format';
import { styled } from 'styled-components';
import { resultCopy as copy } from './result.copy.ts';
import { useSchool } from '@gerbang/web-kit/api/school';

const List = styled.ol`
  display: grid;
  gap: 16px;
  li {
    display: grid;
    grid-template-columns: 28px minmax(0, 1fr);
    gap: 12px;
  }
`;

const Number = styled.span`
  display: grid;
  place-items: center;
  width: 28px;
  height: 28px;
  border-radius: 9px;
  background: var(--bg-selected);
  color: var(--action2-text);
  font-size: 0.875rem;
  font-weight: 650;
`;

export interface NextOfResult {
  /** Whether the re-enrolment is still to be confirmed. */
  readonly confirm: boolean;
  readonly payment: NonNullable<BillingArea['parent']>['next_payment'];
}

/** 'Selanjutnya': the steps after the acceptance, each with its day as far as it is known or the school says it. */
export function NextSteps({ next: { confirm, payment } }: { next: NextOfResult }) {
  const words = useSchool().data?.texts;
  const text = copy.next;
  const steps = [
    [text.confirm, confirm ? text.confirmNote : text.confirmed],
    [
      text.pay,
      payment && !confirm ? (
        <>
          <TransferAmount
            bill={{
              kind: 'invoice',
              id: payment.invoice_id,
              amount: payment.remaining,
              keep: true,
            }}
          />
          {text.payBy(formatDayText(payment.due_date))}
        </>
      ) : (
        `${text.payNote} ${words?.invoice_wait ?? ''}`.trim()
      ),
    ],
    ...(words?.first_day ? [[text.start, words.first_day]] : []),
  ] as const;
  return (
    <Stack as="section" $gap={8}>
      <CardTitle>{copy.nextTitle}</CardTitle>
      <Card as="div">
        <List>
          {steps.map(([title, note], index) => (
            <li key={title}>
              <Number aria-hidden="true">{index + 1}</Number>
              <div>
                <b>{title}</b>
                <Quiet $small $figures>
                  {note}
                </Quiet>
              </div>
            </li>
          ))}
        </List>
      </Card>
    </Stack>
  );
}
