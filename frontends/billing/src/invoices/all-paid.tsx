import { Star } from '@gerbang/ui/star';
import { formatRupiah, initialsOf } from '@gerbang/web-kit/format';
import { styled } from 'styled-components';
import { tagihanCopy as copy } from './invoices-page.copy.ts';

const Surface = styled.div`
  display: grid;
  justify-items: center;
  gap: 4px;
  padding: 16px 20px 20px;
  border-radius: 20px;
  background: linear-gradient(170deg, var(--hero-from), var(--hero-to));
  color: var(--hero-text);
  text-align: center;
  text-wrap: balance;
  font-feature-settings: 'tnum';
  strong {
    font-size: 1.5rem;
    line-height: 1.33;
  }
  p {
    color: var(--hero-quiet);
  }
  @media (forced-colors: active) {
    border: 1px solid;
  }
`;

/** The last installment is paid: the star once more. The set-up names no first day of school, so none is promised. */
export function AllPaid({ name, total }: { name: string; total: number }) {
  return (
    <Surface>
      <Star initials={initialsOf(name)} />
      <strong>{copy.allPaid}</strong>
      <p>{copy.allPaidText(formatRupiah(total))}</p>
    </Surface>
  );
}
