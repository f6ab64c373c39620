import { Star, StarSurface } from '@gerbang/ui/star';
import { formatRupiah, initialsOf } from '@gerbang/web-kit/page/format';
import { tagihanCopy as copy } from './invoices-page.copy.ts';

/** The last installment is paid: the star once more. The set-up names no first day of school, so none is promised. */
export function AllPaid({ name, total }: { name: string; total: number }) {
  return (
    <StarSurface>
      <Star initials={initialsOf(name)} />
      <strong>{copy.allPaid}</strong>
      <p>{copy.allPaidText(formatRupiah(total))}</p>
    </StarSurface>
  );
}
