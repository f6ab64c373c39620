import { Banner } from '@gerbang/ui/banner';
import { Link } from '@gerbang/web-kit/page/router';
import { daysCopy as copy } from './school-days.copy.ts';

/** The slots of the observation on days that became days off; nothing where there are none. */
export function SlotWarnings({
  warnings = [],
}: {
  warnings?: readonly { readonly day: string; readonly count: number }[] | undefined;
}) {
  const [first] = warnings;
  if (!first) return null;
  return (
    <Banner tone="attention" role="status">
      {warnings.map(({ day, count }) => (
        <p key={day}>{copy.hasSlots(count, day)}</p>
      ))}
      <p>
        {copy.slotsStay} <Link to={`/admin/calendar?minggu=${first.day}`}>{copy.toSlots}</Link>
      </p>
    </Banner>
  );
}
