import type { ProofCheck } from '@gerbang/contracts/proof-checks';
import { PAYMENT_LABELS } from '@gerbang/domain/registration-payments';
import { Quiet } from '@gerbang/ui/layout';
import { useId } from 'react';
import { styled } from 'styled-components';
import { deskCopy as copy } from './desk.copy.ts';
import { formatRupiah } from '../page/format.ts';

const Box = styled.section`
  display: grid;
  gap: 4px;
  margin-block-start: 12px;
  font-size: 0.875rem;
  line-height: 1.43;
  font-feature-settings: 'tnum';
  ul {
    display: grid;
  }
  li,
  p[data-total] {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 2px 12px;
    padding-block: 6px;
  }
  li {
    border-block-end: 1px solid var(--border-subtle);
  }
  small {
    display: block;
    font-size: 0.8125rem;
    color: var(--text-secondary);
  }
`;

/** The fees that a family paid with this one slip, with their sum: what the slip must show. */
export function SlipFees({
  slip: { fees, total },
  current,
}: {
  slip: NonNullable<ProofCheck['slip']>;
  /** The registration that is decided now. */
  current: string;
}) {
  const heading = useId();
  return (
    <Box aria-labelledby={heading}>
      <h4 id={heading}>{copy.slip(fees.length)}</h4>
      <Quiet $small>{copy.slipText}</Quiet>
      <ul>
        {fees.map((fee) => (
          <li key={fee.id} aria-current={fee.id === current ? 'true' : undefined}>
            <span>
              {fee.child_name}
              <small>
                {fee.number} · {fee.id === current ? copy.slipCurrent : PAYMENT_LABELS[fee.payment_status]}
              </small>
            </span>
            <span>{formatRupiah(fee.amount)}</span>
          </li>
        ))}
      </ul>
      <p data-total>
        <strong>{copy.slipTotal}</strong>
        <strong>{formatRupiah(total)}</strong>
      </p>
    </Box>
  );
}
