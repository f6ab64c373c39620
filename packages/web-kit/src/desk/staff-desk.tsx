import { Button } from '@gerbang/ui/button';
import { type ComponentProps, type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { BulkBar } from '../lists/bulk-bar.tsx';
import { type SelectionLabels, StaffList } from '../lists/staff-list.tsx';
import { useOpenedAmong } from '../lists/use-opened.ts';
import { useSelection } from '../lists/use-selection.ts';
import { type Filters, type ListDescriptor, useStaffList } from '../lists/use-staff-list.ts';
import { deskCopy as copy } from './desk.copy.ts';
import { DeskFrame } from './desk-frame.tsx';
import { type KeyList, useKeyList, useShortcuts } from '@gerbang/web-kit/desk/shortcuts';

interface Identified {
  readonly id: string;
}

/** The state of a list that is worked on in place: its page, the open row, the ticked rows, and the dialog above it. */
export function useStaffDesk<Row extends Identified, F extends Filters, S extends string>(
  descriptor: ListDescriptor<Row, F, S>,
) {
  const list = useStaffList(descriptor);
  const opened = useOpenedAmong(list);
  const selection = useSelection(JSON.stringify(list.query), list.rows);
  const [above, setAbove] = useState<string | null>(null);
  return {
    list,
    opened,
    selection,
    /** The open row; undefined where the page of the list does not have it. */
    row: list.rows.find(({ id }) => id === opened.id),
    open: (row: Row) => opened.open(row.id),
    /** The name of the dialog that is open above the list; null = none. */
    above,
    setAbove,
    close: () => setAbove(null),
  };
}

type Desk<Row extends Identified, F extends Filters, S extends string> = ReturnType<
  typeof useStaffDesk<Row, F, S>
>;

/** What is done with the ticked rows: each act opens the dialog of its name. */
interface Ticks<Row> {
  readonly labels: SelectionLabels<Row>;
  readonly acts: readonly {
    readonly name: string;
    readonly label: string;
    readonly Icon: ComponentType<{ size: number; 'aria-hidden': 'true' }>;
    readonly variant?: 'secondary';
  }[];
}

type ListProps<Row extends Identified, F extends Filters, S extends string> = Omit<
  ComponentProps<typeof StaffList<Row, F, S>>,
  'list' | 'keys' | 'current' | 'onOpen' | 'selection' | 'marked' | 'wide'
>;

/** A list of the staff with its open row beside it, or in its place where there is no room; its keys and dialogs. */
export function StaffDesk<Row extends Identified, F extends Filters, S extends string>({
  desk,
  sheet,
  free,
  shortcuts,
  ticks = null,
  panel,
  loading = copy.loading,
  wide,
  undo,
  children,
  ...list
}: ListProps<Row, F, S> & {
  /** From `useStaffDesk`. */
  readonly desk: Desk<Row, F, S>;
  /** The single keys in words. */
  readonly sheet: KeyList;
  /** Whether the keys of the list work now. */
  readonly free: boolean;
  /** Besides '/', and 'J' where it opens the first row. */
  readonly shortcuts: Readonly<Record<string, () => void>>;
  /** Null where nothing can be ticked. */
  readonly ticks?: Ticks<Row> | null;
  /** The open row. */
  readonly panel: (id: string) => ReactNode;
  /** Said while the panel loads. */
  readonly loading?: string;
  /** Which of list and panel takes the room that is left. */
  readonly wide?: ComponentProps<typeof DeskFrame>['wide'];
  /** What can be taken back. */
  readonly undo: ReactNode;
  /** The dialogs above the list. */
  readonly children?: ReactNode;
}) {
  const { opened, selection, setAbove } = desk;
  useKeyList(sheet);
  const [first] = desk.list.rows;
  const isBegun = opened.id !== null || !first;
  useShortcuts(isBegun ? shortcuts : { j: () => desk.open(first), ...shortcuts }, free);
  return (
    <>
      <DeskFrame
        wide={wide}
        list={
          <StaffList
            {...list}
            list={desk.list}
            keys={free}
            current={opened.id}
            onOpen={desk.open}
            selection={ticks ? { ...selection, labels: ticks.labels } : null}
            marked={
              ticks && selection.size > 0 ? (
                <BulkBar count={selection.size} onClear={selection.clear}>
                  {ticks.acts.map(({ name, label, Icon, variant }) => (
                    <Button
                      key={name}
                      small
                      variant={variant}
                      icon={<Icon size={16} aria-hidden="true" />}
                      onClick={() => setAbove(name)}
                    >
                      {label}
                    </Button>
                  ))}
                </BulkBar>
              ) : null
            }
          />
        }
        panel={
          opened.id === null ? null : (
            <Suspense fallback={<section aria-label={loading} />}>{panel(opened.id)}</Suspense>
          )
        }
        undo={undo}
      />
      <Suspense fallback={null}>{children}</Suspense>
    </>
  );
}
