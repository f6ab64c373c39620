import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { BookingSource } from '@gerbang/domain/observation-bookings';
import type { openSlots } from './slots.repository.ts';

/** So many slots are read at once, by whole days; a later day, or the rest of a long one, when it is asked for. */
const SLOTS_SHOWN = 50;

type Open = Awaited<ReturnType<typeof openSlots>>[number];

/** More places left than these are many: families read no number. */
const FEW = 3;
const leftFor = (by: BookingSource, left: number) => (by === 'staff' || left <= FEW ? left : null);

/** The first slots of a day; of one time all, because the next are those that start later. */
function firstOf(slots: readonly Open[]): readonly Open[] {
  const [first, next] = [slots[0], slots[SLOTS_SHOWN]];
  if (!first || !next) return slots;
  const isOneTime = first.starts_at.getTime() === next.starts_at.getTime();
  return slots.filter(({ starts_at }) =>
    isOneTime ? starts_at <= next.starts_at : starts_at < next.starts_at,
  );
}

interface Shown {
  readonly by: BookingSource;
  readonly mine?: string | undefined;
  readonly from?: string | undefined;
  /** Behind this moment. */
  readonly after?: Date | undefined;
}

/** Open slots by day, as they are chosen from: the first days whole, of later ones the count. */
export function openDays(open: readonly Open[], { by, mine, from = '', after }: Shown) {
  const days = Map.groupBy(
    open.filter(({ starts_at }) => after === undefined || starts_at > after),
    ({ starts_at }) => jakartaDay(starts_at),
  );
  let shown = 0;
  return [...days]
    .filter(([day]) => day >= from)
    .map(([day, slots], at) => {
      const count = slots.length;
      shown += count;
      const some = at === 0 ? firstOf(slots) : shown <= SLOTS_SHOWN ? slots : [];
      const hint = slots[0]?.day_off;
      return {
        day,
        ...(hint && { name_hint: hint }),
        count,
        slots: some.map(({ capacity, booked, starts_at, ends_at, day_off: _hint, ...one }) => ({
          ...one,
          starts_at: starts_at.toISOString(),
          ends_at: ends_at.toISOString(),
          left: leftFor(by, capacity - booked),
          mine: one.id === mine,
        })),
      };
    });
}
