import type { Slot } from '@gerbang/contracts/observation-slots';
import { Button } from '@gerbang/ui/button';
import { DataTable, titled } from '@gerbang/ui/data-table';
import { CellNote } from '@gerbang/ui/layout';
import { formatWeekday } from '@gerbang/web-kit/page/days';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { dayOf, peopleOf, timesOf } from './slot-words.ts';
import { calendarCopy as copy } from './slots.copy.ts';

/** The slots of a week as a list. */
export function SlotTable({ slots, onOpen }: { slots: readonly Slot[]; onOpen: (slot: Slot) => void }) {
  return (
    <DataTable
      caption={copy.list}
      rows={slots}
      rowKey={({ id }) => id}
      columns={titled(copy.columns, [
        {
          key: 'time',
          rowHeader: true,
          render: (slot: Slot) => (
            <Button
              small
              variant="secondary"
              aria-label={copy.open(`${formatWeekday(dayOf(slot))} ${timesOf(slot)} ${slot.place}`)}
              onClick={() => onOpen(slot)}
            >
              {formatWeekday(dayOf(slot))} · {timesOf(slot)}
            </Button>
          ),
        },
        { key: 'place', render: (slot: Slot) => slot.place },
        { key: 'level', render: (slot: Slot) => levelLabel(slot.jenjang) },
        {
          key: 'filled',
          render: (slot: Slot) => (
            <>
              {copy.filled(slot.booked, slot.capacity)}
              {slot.published ? null : <CellNote>{copy.draft}</CellNote>}
            </>
          ),
        },
        { key: 'people', render: (slot: Slot) => peopleOf(slot, copy.noPeople) },
      ])}
    />
  );
}
