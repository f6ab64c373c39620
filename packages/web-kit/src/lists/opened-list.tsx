import { type ComponentProps, type ReactNode, Suspense, useState } from 'react';
import { StaffList } from './staff-list.tsx';
import { type Filters, type ListDescriptor, useStaffList } from './use-staff-list.ts';

/** A list of the staff whose rows open in a dialog above it. */
export function OpenedList<Row extends { readonly id: string }, F extends Filters, S extends string>({
  of,
  columnsOf,
  dialog,
  ...list
}: {
  readonly of: ListDescriptor<Row, F, S>;
  readonly columnsOf: (onOpen: (row: Row) => void) => ComponentProps<typeof StaffList<Row, F, S>>['columns'];
  readonly dialog: (row: Row, onClose: () => void) => ReactNode;
} & Pick<ComponentProps<typeof StaffList<Row, F, S>>, 'icon'>) {
  const [opened, setOpened] = useState<Row | null>(null);
  return (
    <>
      <StaffList
        {...list}
        list={useStaffList(of)}
        columns={columnsOf(setOpened)}
        keys={opened === null}
        onOpen={setOpened}
      />
      <Suspense fallback={null}>{opened === null ? null : dialog(opened, () => setOpened(null))}</Suspense>
    </>
  );
}
