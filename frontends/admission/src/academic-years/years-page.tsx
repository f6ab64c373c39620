import type { AcademicYear } from '@gerbang/contracts/academic-years';
import { YEAR_STATE_LABELS } from '@gerbang/domain/academic-years';
import { dayText } from '@gerbang/domain/date-text';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { Button } from '@gerbang/ui/button';
import { type Column, titled } from '@gerbang/ui/data-table';
import { CellPair, Stack } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { PageTools } from '@gerbang/web-kit/lists/page-tools.tsx';
import { WholeList } from '@gerbang/web-kit/lists/whole-list.tsx';
import { useYears } from '@gerbang/web-kit/lists/use-years';
import { lazyPart, lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { CalendarRange, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { yearsCopy as copy } from './years.copy.ts';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const PlanYear = lazySheet(() => import('./plan-year.tsx').then((file) => file.PlanYear));
const YearClosing = lazySheet(() => import('./year-closing.tsx').then((file) => file.YearClosing));
const OpenYear = lazySheet(() => import('./open-year.tsx').then((file) => file.OpenYear));

// Children who go on to the next class have a part of their own below the years.
const ContinuationsPanel = lazyPart(() =>
  import('../continuations/continuations-panel.tsx').then((file) => file.ContinuationsPanel),
);

const TONES = { planned: 'neutral', open: 'success', closed: 'neutral', archived: 'neutral' } as const;

/** The year after the newest one; this one where there is none. */
function nextYear([newest]: readonly AcademicYear[]): string {
  const first = newest ? Number(newest.label.slice(0, 4)) + 1 : Number(jakartaDay(new Date()).slice(0, 4));
  return `${first}/${first + 1}`;
}

function openedText({ opened }: AcademicYear): readonly [string, string | null] {
  if (!opened) return [copy.never, null];
  return [
    dayText(jakartaDay(new Date(opened.at))),
    opened.by ? (opened.by.name ?? copy.unnamed) : copy.bySetup,
  ];
}

/** What is open above the page. */
type Above = { readonly what: 'open' | 'closing'; readonly label: string } | 'plan';

const columnsOf = (onOpen: ((above: Above) => void) | null): Column<AcademicYear>[] =>
  titled(copy.columns, [
    {
      key: 'year',
      rowHeader: true,
      render: ({ label, starts_on }) => (
        <CellPair>
          <span>{label}</span>
          <small>
            <span>{copy.starts(dayText(starts_on))}</span>
          </small>
        </CellPair>
      ),
    },
    {
      key: 'state',
      width: '130px',
      render: ({ state }) => <StatusTag tone={TONES[state]}>{YEAR_STATE_LABELS[state]}</StatusTag>,
    },
    {
      key: 'opened',
      width: '200px',
      from: 840,
      render: (year) => {
        const [day, by] = openedText(year);
        return (
          <CellPair>
            <span>{day}</span>
            {by === null ? null : (
              <small>
                <span>{by}</span>
              </small>
            )}
          </CellPair>
        );
      },
    },
    { key: 'registrations', width: '112px', numeric: true, render: ({ registrations }) => registrations },
    ...(onOpen === null
      ? []
      : [
          {
            key: 'actions' as const,
            width: '210px',
            actions: true,
            render: ({ label, state, registrations }: AcademicYear) => (
              <>
                {state === 'planned' ? (
                  <Button
                    small
                    aria-label={copy.openOf(label)}
                    onClick={() => onOpen({ what: 'open', label })}
                  >
                    {copy.open}
                  </Button>
                ) : null}
                {state === 'planned' && registrations === 0 ? null : (
                  <Button
                    small
                    variant="secondary"
                    aria-label={copy.closingOf(label)}
                    onClick={() => onOpen({ what: 'closing', label })}
                  >
                    {copy.closing}
                  </Button>
                )}
              </>
            ),
          },
        ]),
  ]);

/** /admin/years, 'Tahun ajaran': the school years and which of them families can choose. */
export function YearsPage() {
  const read = useYears();
  const writes = useCan('years.write');
  const [above, setAbove] = useState<Above | null>(null);
  const close = () => setAbove(null);
  const shown = above === null || above === 'plan' ? null : above;
  const year = read.data?.find(({ label }) => label === shown?.label);
  return (
    <Stack $gap={12}>
      {writes ? (
        <PageTools>
          <Button small icon={<Plus size={16} aria-hidden="true" />} onClick={() => setAbove('plan')}>
            {copy.add}
          </Button>
        </PageTools>
      ) : null}
      <WholeList
        read={read}
        lines={4}
        icon={<CalendarRange size={28} />}
        texts={copy}
        rowKey={({ label }) => label}
        columns={columnsOf(writes ? setAbove : null)}
      />
      <Suspense fallback={null}>
        {read.data && read.data.length > 0 ? <ContinuationsPanel years={read.data} /> : null}
      </Suspense>
      <Suspense fallback={null}>
        {above === 'plan' ? <PlanYear suggested={nextYear(read.data ?? [])} onClose={close} /> : null}
        {year && shown?.what === 'open' ? <OpenYear year={year} onClose={close} /> : null}
        {year && shown?.what === 'closing' ? <YearClosing year={year} onClose={close} /> : null}
      </Suspense>
    </Stack>
  );
}
