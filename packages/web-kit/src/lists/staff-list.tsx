import { Checkbox } from '@gerbang/ui/checkbox';
import { CountTabs } from '@gerbang/ui/count-tabs';
import { DataTable, isFitted, type Column } from '@gerbang/ui/data-table';
import { FittedTables } from '@gerbang/ui/fitted-tables';
import type { Tone } from '@gerbang/ui/status-tag';
import { useRef, type ReactNode } from 'react';
import { type KeyList, useKeyList, useShortcuts } from '@gerbang/web-kit/desk/shortcuts';
import type { Filters, UsedList } from './use-staff-list.ts';
import type { Selection } from './use-selection.ts';
import { ExportButton } from './export-button.tsx';
import { Chips, Fields } from './list-fields.tsx';
import { arranged, isOptional, useListLayout } from './list-layout.ts';
import { ListFrame } from './list-frame.tsx';
import { ViewsButton } from './views-button.tsx';

/** More parts stand closer to each other, and leave little room beside them. */
const FEW_VIEWS = 6;

/** The single keys of a list whose rows open, where the page names no others. */
const ROW_KEYS: KeyList = [
  ['/', 'Cari; Enter membuka baris pertama'],
  ['J', 'Baris berikutnya; Enter membukanya'],
  ['K', 'Baris sebelumnya'],
];
const NO_KEYS: KeyList = [];

/** Moves the focus to the row below or above; to the first one where none has it. */
function toRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('#tabel tr[data-opens]')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  rows[at < 0 ? 0 : at + step]?.focus();
}

interface Identified {
  readonly id: string;
}

/** A part of the list under a name of its own. */
export interface View<F> {
  readonly key: string;
  readonly label: string;
  /** Null while it is loading; absent where nothing is counted. */
  readonly count?: number | null;
  /** Draws a dot before its label. */
  readonly tone?: Tone;
  /** Its filters; none = the whole list. */
  readonly filters: Readonly<Partial<Record<keyof F & string, string>>>;
  /** Said where nothing is in it, when that is the end of the work and no fruitless filter. */
  readonly none?: { readonly title: string; readonly text: string };
}

interface Views<F> {
  readonly label: string;
  readonly views: readonly View<F>[];
}

/** Counts that are a filter: one part a value, in the order of the work. */
interface Counters<F> {
  readonly label: string;
  readonly filter: F;
  readonly values: readonly string[];
  readonly toneOf: (value: string) => Tone;
  /** Undefined while they are loading. */
  readonly counts: Readonly<Partial<Record<string, number>>> | undefined;
}

interface StaffListProps<Row extends Identified, F extends Filters, S extends string> {
  /** From `useStaffList`. */
  readonly list: UsedList<Row, F, S>;
  readonly columns: readonly Column<Row>[];
  /** Shown above the text of an empty list. */
  readonly icon: ReactNode;
  readonly counters?: Counters<keyof F & string>;
  /** In place of `counters`: parts of the list that take more than one filter. */
  readonly views?: Views<F>;
  /** Fields that are drawn by the page instead of by their filter. */
  readonly fields?: Readonly<Partial<Record<keyof F, ReactNode>>>;
  /** On phones the filters are folded behind a button with this label. */
  readonly fold?: string;
  /** Filters of one width, one a line on phones. */
  readonly wide?: boolean;
  /** Between the filters and the list: sums. */
  readonly sums?: ReactNode;
  /** Beside the search: making a new one. */
  readonly beside?: ReactNode;
  /** Beside the search, where the list does not name its download: the export. */
  readonly tools?: ReactNode;
  /** With it, rows can be ticked; `labels` name the boxes. */
  readonly selection?: (Selection<Row> & { readonly labels: SelectionLabels<Row> }) | null;
  /** In place of the filters: what is done with the ticked rows. */
  readonly marked?: ReactNode;
  /** The key '/' goes to the search: false while a dialog is open; absent = the list has no keys. */
  readonly keys?: boolean;
  /** The row that is open; absent where it does not stand beside the list: then J and K go from row to row. */
  readonly current?: string | null;
  /** A click anywhere in a row opens it. */
  readonly onOpen?: (row: Row) => void;
  /** Reads everything again that the page shows; as the list does where absent. */
  readonly onReload?: () => unknown;
}

/** The names of the boxes that tick rows. */
export interface SelectionLabels<Row> {
  readonly column: string;
  readonly all: string;
  readonly one: (row: Row) => string;
}

/** The view whose filters are the ones that are set; null = none. */
function viewOf<F extends Filters>(
  views: readonly View<F>[] | undefined,
  set: Readonly<Record<string, string | null>>,
): View<F> | null {
  const names = new Set(views?.flatMap(({ filters }) => Object.keys(filters)));
  const fits = ({ filters }: View<F>) =>
    [...names].every((name) => (filters[name] ?? null) === (set[name] ?? null));
  return views?.find(fits) ?? null;
}

/** The download that a list names. */
function Download({
  of: { download, exportAddress },
}: {
  of: Pick<UsedList<never, Filters, string>, 'download' | 'exportAddress'>;
}) {
  if (!download) return null;
  const { path, ...words } = download;
  return <ExportButton {...words} address={() => exportAddress(path)} />;
}

/** A list of the staff by its descriptor: search, parts with their counts, filters, table and pages. */
export function StaffList<Row extends Identified, F extends Filters, S extends string>({
  list,
  columns,
  selection,
  counters,
  views,
  keys,
  current,
  onOpen,
  ...frame
}: StaffListProps<Row, F, S>) {
  const { texts } = list;
  const find = useRef<HTMLInputElement>(null);
  // A desk opens its rows by keys of its own.
  const walks = onOpen !== undefined && current === undefined;
  const search = { '/': () => find.current?.focus() };
  useShortcuts(walks ? { ...search, j: () => toRow(1), k: () => toRow(-1) } : search, keys === true);
  useKeyList(walks ? ROW_KEYS : NO_KEYS);
  const { icon, sums, beside, tools, marked, onReload = list.reload } = frame;
  const { state } = list;
  // Of one year, the queue is less than what waits.
  const isNarrowed = state.isQueue && Boolean(list.year?.choice.year);
  const view = isNarrowed ? null : viewOf(views?.views, state.filters);
  // What the marked part of the list says is said once.
  const counted = isNarrowed || !counters ? null : state.filters[counters.filter];
  const part = counters?.values.includes(counted ?? '') ? counters.filter : undefined;
  const sayable = part === undefined ? columns : columns.filter(({ says }) => says !== part);
  const [layout, setLayout] = useListLayout(list.key);
  const told = arranged(sayable, layout);
  const sorts = told.some(({ sort }) => sort);
  const isChosen = Object.entries(state.filters).some(
    ([name, value]) => value !== null && name !== list.scope && !(name in (view?.filters ?? {})),
  );
  const isMany = (views?.views.length ?? 0) > FEW_VIEWS;
  const isLean = views !== undefined && list.fields.every((name) => name === 'sort') && !isChosen;
  return (
    <ListFrame
      list={list}
      icon={icon}
      beside={beside}
      tools={list.download ? <Download of={list} /> : tools}
      views={
        <ViewsButton list={list} columns={sayable.filter(isOptional)} layout={layout} onLayout={setLayout} />
      }
      marked={marked}
      sums={sums}
      fitted={isFitted(told)}
      none={isChosen ? undefined : view?.none}
      lean={isLean ? (isMany ? 'many parts' : 'few parts') : null}
      findRef={keys === undefined ? undefined : find}
      onFound={onOpen}
      onReload={() => void onReload()}
      parts={
        views ? (
          <CountTabs
            label={views.label}
            close={isMany}
            tabs={views.views}
            value={view?.key ?? null}
            onChange={(key) => {
              const chosen = views.views.find((one) => one.key === key);
              if (chosen) state.show(chosen.filters);
              else state.clearFilters();
            }}
          />
        ) : counters ? (
          <Counted list={list} counters={counters} value={counted} />
        ) : null
      }
      filters={
        <>
          <Fields list={list} sortsByHead={sorts} {...frame} />
          <Chips list={list} named={view?.filters ?? (part && { [part]: '' })} />
        </>
      }
    >
      {(rows) => (
        <FittedTables>
          <DataTable
            dense={!isFitted(told)}
            caption={texts.caption}
            rows={rows}
            rowKey={(row) => row.id}
            columns={selection ? [selectColumn(selection), ...told] : told}
            marked={selection ? (row) => selection.has(row) : undefined}
            current={current}
            onOpen={onOpen}
            sort={state.sort}
            onSort={sorts ? (next) => state.setSort(next as S) : undefined}
          />
        </FittedTables>
      )}
    </ListFrame>
  );
}

function Counted<Row, F extends Filters, S extends string>({
  list: { state, filters },
  counters: { label, filter, values, toneOf, counts },
  value,
}: {
  list: UsedList<Row, F, S>;
  counters: Counters<keyof F & string>;
  value: string | null;
}) {
  return (
    <CountTabs
      label={label}
      value={value}
      onChange={(next) => state.setFilter(filter, next)}
      tabs={values.map((one) => ({
        key: one,
        label: filters[filter]?.wordOf(one) ?? one,
        tone: toneOf(one),
        count: counts ? (counts[one] ?? 0) : null,
      }))}
    />
  );
}

function selectColumn<Row extends Identified>(
  selection: Selection<Row> & { readonly labels: SelectionLabels<Row> },
): Column<Row> {
  const { labels } = selection;
  return {
    key: 'select',
    header: labels.column,
    corner: true,
    head: (
      <Checkbox
        label={labels.all}
        hideLabel
        checked={selection.all}
        some={selection.some}
        onChange={selection.togglePage}
      />
    ),
    render: (row) => (
      <Checkbox
        label={labels.one(row)}
        hideLabel
        checked={selection.has(row)}
        onChange={() => selection.toggle(row)}
      />
    ),
  };
}
