import type { Slot, WithoutSlot } from '@gerbang/contracts/observation-slots';
import { daysText } from '@gerbang/domain/date-text';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { JENJANG } from '@gerbang/domain/levels';
import { weekOf } from '@gerbang/domain/observation-slots';
import { addDays } from '@gerbang/domain/reports';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Row, Stack } from '@gerbang/ui/layout';
import { Select } from '@gerbang/ui/select';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { FilterRow } from '@gerbang/web-kit/lists/list-filters.tsx';
import { PageTools } from '@gerbang/web-kit/lists/page-tools.tsx';
import { isYearChoice, useYearChoice } from '@gerbang/web-kit/lists/year-choice';
import { YearSelect } from '@gerbang/web-kit/lists/year-select.tsx';
import { useAddressParams } from '@gerbang/web-kit/lists/use-address-params';
import { lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { CalendarClock, ChevronLeft, ChevronRight, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { FeedPart } from '../calendar-links/feed-part.tsx';
import { SlotTable } from './slot-table.tsx';
import { useSlots } from './slots.api.ts';
import { calendarCopy as copy } from './slots.copy.ts';
import { TypedList } from './typed-list.tsx';
import { WeekGrid } from './week-grid.tsx';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const SlotDialog = lazySheet(() => import('./slot-dialog.tsx').then((file) => file.SlotDialog));
const PlanForm = lazySheet(() => import('./plan-form.tsx').then((file) => file.PlanForm));
const SlotForm = lazySheet(() => import('./slot-form.tsx').then((file) => file.SlotForm));

type Opened =
  | { readonly kind: 'new' }
  | { readonly kind: 'plan' }
  | { readonly kind: 'typed'; readonly typed: WithoutSlot }
  | { readonly kind: 'edit'; readonly slot: Slot }
  | { readonly kind: 'slot'; readonly id: string };

const ID = /^[0-9a-f-]{36}$/u;
const WEEK = 'minggu';
const VIEWS = Object.entries(copy.views).map(([value, label]) => ({ value, label }));
const LEVELS = [
  { value: '', label: copy.allLevels },
  ...JENJANG.map((value) => ({ value, label: levelLabel(value) })),
];

/** The day that the address names, or today. */
function dayIn(params: URLSearchParams): string {
  const day = params.get('minggu') ?? '';
  return /^20\d\d-\d\d-\d\d$/u.test(day) && !Number.isNaN(Date.parse(day)) ? day : jakartaDay(new Date());
}

/** The year that the address names. */
function yearIn(params: URLSearchParams): string | null {
  const named = params.get('tahun');
  return named !== null && isYearChoice(named) ? named : null;
}

/** /admin/calendar, 'Jadwal observasi': a week of slots, a column a day or a place, or as a list. */
export function CalendarPage() {
  const { params, write } = useAddressParams();
  const writes = useCan('slots.write');
  const subscribes = useCan('calendar.own');
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const days = weekOf(dayIn(params));
  const [from = '', to = from] = [days[0], days[6]];
  const jenjang = JENJANG.find((one) => one === params.get('jenjang')) ?? '';
  const view = VIEWS.find(({ value }) => value === params.get('tampilan'))?.value ?? WEEK;
  const named = params.get('penilai') ?? '';
  const assessor = ID.test(named) ? named : '';
  const choice = useYearChoice(yearIn(params));
  const year = choice.year ?? null;
  const read = useSlots({ from, to, jenjang, assessor, year: choice.year });
  const people = (read.data?.assessors ?? []).map(({ id, name }) => ({ value: id, label: name ?? id }));
  const show = (change: Record<string, string | null>) => write(change, { replace: true });
  const open = ({ id }: Slot) => setOpened({ kind: 'slot', id });
  const slots = read.data?.slots ?? [];
  const shown = opened?.kind === 'slot' ? slots.find(({ id }) => id === opened.id) : undefined;
  return (
    <Stack>
      {writes ? (
        <PageTools>
          <Button small variant="secondary" onClick={() => setOpened({ kind: 'plan' })}>
            {copy.plan}
          </Button>
          <Button
            small
            icon={<Plus size={16} aria-hidden="true" />}
            onClick={() => setOpened({ kind: 'new' })}
          >
            {copy.add}
          </Button>
        </PageTools>
      ) : null}
      <FilterRow>
        <YearSelect choice={choice} onChange={(tahun) => show({ tahun })} />
        <Select
          filters
          compact
          label={copy.jenjang}
          value={jenjang}
          options={LEVELS}
          onChange={({ target }) => show({ jenjang: target.value || null })}
        />
        <Select
          filters
          compact
          label={copy.assessor}
          value={people.some(({ value }) => value === assessor) ? assessor : ''}
          options={[{ value: '', label: copy.allAssessors }, ...people]}
          onChange={({ target }) => show({ penilai: target.value || null })}
        />
        <Select
          filters
          compact
          label={copy.view}
          value={view}
          options={VIEWS}
          onChange={({ target }) => show({ tampilan: target.value === WEEK ? null : target.value })}
        />
      </FilterRow>
      <Card as="section" aria-label={copy.list}>
        <Stack>
          <Row $justify="between" $align="center">
            <CardTitle aria-live="polite">{copy.week(daysText(from, to))}</CardTitle>
            <Row>
              <Button
                small
                variant="secondary"
                aria-label={copy.before}
                icon={<ChevronLeft size={18} aria-hidden="true" />}
                onClick={() => show({ minggu: addDays(from, -7) })}
              />
              <Button small variant="secondary" onClick={() => show({ minggu: null })}>
                {copy.today}
              </Button>
              <Button
                small
                variant="secondary"
                aria-label={copy.after}
                icon={<ChevronRight size={18} aria-hidden="true" />}
                onClick={() => show({ minggu: addDays(from, 7) })}
              />
            </Row>
          </Row>
          {!read.data ? (
            <Loading of={read} lines={8} label={copy.loading} failed={copy.loadFailed} />
          ) : slots.length === 0 ? (
            <EmptyState icon={<CalendarClock size={28} />} title={copy.empty}>
              {copy.emptyText}
            </EmptyState>
          ) : view === 'daftar' ? (
            <SlotTable slots={slots} onOpen={open} />
          ) : (
            <WeekGrid days={days} slots={slots} byPlace={view === 'tempat'} onOpen={open} />
          )}
          {read.data?.without_slot ? (
            <TypedList
              typed={read.data.without_slot}
              onMake={(typed) => setOpened({ kind: 'typed', typed })}
            />
          ) : null}
        </Stack>
      </Card>
      {subscribes && read.data ? <FeedPart since={read.data.feed_since} /> : null}
      <Suspense fallback={null}>
        {shown ? (
          <SlotDialog slot={shown} onEdit={() => setOpened({ kind: 'edit', slot: shown })} onClose={close} />
        ) : null}
        {read.data && opened?.kind === 'plan' ? (
          <PlanForm from={from} jenjang={jenjang} year={year} people={read.data.assessors} onClose={close} />
        ) : null}
        {read.data && (opened?.kind === 'new' || opened?.kind === 'edit' || opened?.kind === 'typed') ? (
          <SlotForm
            slot={opened.kind === 'edit' ? opened.slot : null}
            typed={opened.kind === 'typed' ? opened.typed : null}
            jenjang={jenjang}
            year={year}
            people={read.data.assessors}
            onClose={close}
          />
        ) : null}
      </Suspense>
    </Stack>
  );
}
