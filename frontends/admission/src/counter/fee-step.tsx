import type { CounterCard } from '@gerbang/contracts/counter';
import { FormSection } from '@gerbang/ui/form-section';
import { Quiet, Row } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { formatRupiah, levelText } from '@gerbang/web-kit/page/format';
import { PAYMENT_LABELS } from '@gerbang/domain/registration-payments';
import { paymentTone } from '@gerbang/domain/status-tones';
import { Lines } from '../families/family-parts.tsx';
import { counterCopy as copy } from './counter.copy.ts';

/** What each registration costs, and whether it is paid. */
export function FeeStep({ family: { children, registrations } }: { family: CounterCard }) {
  const nameOf = (id: string) => children.find((child) => child.id === id)?.full_name ?? '';
  return (
    <FormSection title={copy.steps.fee}>
      {registrations.length === 0 ? <Quiet>{copy.noFee}</Quiet> : null}
      <Lines>
        {registrations.map((one) => (
          <li key={one.id}>
            <Row $justify="between" $align="center">
              <span>
                <strong>{nameOf(one.child_id)}</strong>
                <Quiet $small $figures>
                  {one.registration_number} · {levelText(one.jenjang, one.kelas)} · {one.academic_year}
                </Quiet>
                <Quiet $small $figures>
                  {copy.fee(formatRupiah(one.payment_amount))}
                </Quiet>
              </span>
              <StatusTag tone={paymentTone(one.payment_status, 'staff')}>
                {PAYMENT_LABELS[one.payment_status]}
              </StatusTag>
            </Row>
          </li>
        ))}
      </Lines>
    </FormSection>
  );
}
