import type { RegistrationRow } from '@gerbang/contracts/admission.types';
import { PAYMENT_LABELS } from '@gerbang/domain/registration-payments';
import { mayDeleteRegistration } from '@gerbang/domain/registrations';
import { STAGE_LABELS } from '@gerbang/domain/registration-stages';
import { paymentTone, stageTone } from '@gerbang/domain/status-tones';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Quiet } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { SummaryList } from '@gerbang/ui/summary-list';
import { formatDateLong, formatRupiah, levelText } from '@gerbang/web-kit/format';
import { styled } from 'styled-components';
import { registrationsCopy as copy } from './registrations.copy.ts';

export type RegistrationAction = 'pay' | 'edit' | 'remove';

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

/** One registration: its status, its fee, and the actions that the family has now. */
export function RegistrationCard({
  row,
  onAction,
}: {
  row: RegistrationRow;
  onAction: (action: RegistrationAction) => void;
}) {
  const due = row.payment_status === 'pending' || row.payment_status === 'rejected';
  const pay = row.payment_status === 'rejected' ? copy.payAgain : due ? copy.pay : copy.seePayment;
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
      {row.payment_status === 'rejected' ? (
        <Banner tone="attention">
          <strong>{copy.rejectedTitle}</strong>
          <p>{row.rejection_reason ?? copy.rejectedNoReason}</p>
        </Banner>
      ) : null}
      <SummaryList
        rows={[
          { label: copy.number, value: row.registration_number },
          { label: copy.fee, value: formatRupiah(row.payment_amount) },
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
      <Actions>
        {button('pay', pay)}
        {button('edit', row.locked ? copy.see : copy.edit)}
        {mayDeleteRegistration(row) ? button('remove', copy.remove) : null}
      </Actions>
    </Box>
  );
}
