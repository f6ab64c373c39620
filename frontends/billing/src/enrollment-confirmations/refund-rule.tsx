import type { School } from '@gerbang/contracts/school';
import type { FeeEstimate } from '@gerbang/contracts/enrollment-confirmations';
import { FEE_BACK_LABELS, limitText, refundByRow } from '@gerbang/domain/refund-rule';
import { Checkbox } from '@gerbang/ui/checkbox';
import { Problem } from '@gerbang/ui/field';
import { FormSection } from '@gerbang/ui/form-section';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { styled } from 'styled-components';
import { confirmationCopy } from './confirmation.copy.ts';

const copy = confirmationCopy.refund;

const Rule = styled.p`
  white-space: pre-line;
`;

/** What the school gives back to a family that leaves, in its own words and in rupiah, to be read before the family confirms. */
export function RefundRuleSection({
  rule,
  academicYear,
  estimate,
  read: { id, error, value, onChange },
}: {
  rule: NonNullable<School['refund_rule']>;
  academicYear: string;
  /** Null where the school's tables do not say the fee: the example is then in percent. */
  estimate: FeeEstimate | null;
  /** The tick: '1', or empty. */
  read: {
    readonly id: string;
    readonly error: string | undefined;
    readonly value: string;
    readonly onChange: (value: string) => void;
  };
}) {
  const { education, registration_fee: fee, contact } = rule;
  const percent = fee.back === 'percent' ? ` (${fee.percent}%)` : '';
  return (
    <FormSection title={copy.title}>
      <Rule>{rule.text}</Rule>
      <Stack as="ul" $gap={4}>
        <li>{copy.fee(`${FEE_BACK_LABELS[fee.back]}${percent}`)}</li>
        {education.length === 0 ? <li>{copy.nothing}</li> : null}
        {education.map((row) => {
          const limit = limitText(row, academicYear);
          return (
            <li key={limit}>
              {estimate
                ? copy.example(
                    limit,
                    formatRupiah(refundByRow(rule, row, estimate.full)),
                    formatRupiah(estimate.full),
                  )
                : copy.share(limit, row.percent)}
            </li>
          );
        })}
      </Stack>
      {contact === '' ? null : <Quiet>{copy.contact(contact)}</Quiet>}
      <div>
        <Checkbox
          id={id}
          label={copy.read}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          checked={value !== ''}
          onChange={({ target }) => onChange(target.checked ? '1' : '')}
        />
        {error ? <Problem id={`${id}-error`}>{error}</Problem> : null}
      </div>
    </FormSection>
  );
}
