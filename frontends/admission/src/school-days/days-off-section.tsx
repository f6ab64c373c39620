import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { DAY_OFF_LABELS } from '@gerbang/domain/school-days';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { LoadFailed } from '@gerbang/ui/load-failed';
import { Select } from '@gerbang/ui/select';
import { Skeleton } from '@gerbang/ui/skeleton';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { formatDayText } from '@gerbang/web-kit/page/format';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { useState } from 'react';
import { OwnDayForm } from './own-day-form.tsx';
import { type DayOff, useDaysOff, useDeleteDayOff } from './school-days.api.ts';
import { daysCopy as copy } from './school-days.copy.ts';
import { SuggestedDays } from './suggested-days.tsx';

const thisYear = () => Number(jakartaDay(new Date()).slice(0, 4));

function DayList({ days, year, writes }: { days: readonly DayOff[]; year: number; writes: boolean }) {
  const remove = useDeleteDayOff();
  if (days.length === 0) return <Quiet>{copy.none(year)}</Quiet>;
  const send = (id: string, day: string) =>
    remove.mutate(id, {
      onSuccess: () => toast(copy.removed, day),
      onError: (error) => toastFailure(copy.removeFailed, error),
    });
  return (
    <Stack as="ul" $gap={8} aria-label={copy.list(year)}>
      {days.map(({ id, day, name, kind }) => (
        <Row as="li" key={id} $justify="between" $align="center">
          <span>
            <b>{formatDayText(day)}</b> · {name} · {DAY_OFF_LABELS[kind]}
          </span>
          {writes ? (
            <Button
              small
              variant="ghost"
              aria-label={copy.removeOf(formatDayText(day))}
              pending={remove.isPending && remove.variables === id}
              onClick={() => send(id, formatDayText(day))}
            >
              {copy.remove}
            </Button>
          ) : null}
        </Row>
      ))}
    </Stack>
  );
}

/** The days off of a year: what is confirmed, what may be, and a form for others. */
export function DaysOffSection() {
  const [year, setYear] = useState(thisYear);
  const { data, isError, isFetching, refetch } = useDaysOff(year);
  const writes = useCan('days_off.write');
  const years = [-1, 0, 1, 2].map((step) => String(thisYear() + step));
  return (
    <Card as="section">
      <Stack $gap={20}>
        <CardTitle>{copy.title}</CardTitle>
        <Select
          label={copy.year}
          value={String(year)}
          options={years.map((value) => ({ value, label: value }))}
          onChange={(event) => setYear(Number(event.target.value))}
        />
        {data ? (
          <>
            <DayList days={data.days} year={year} writes={writes} />
            {writes ? <SuggestedDays key={year} days={data.suggestions} /> : null}
          </>
        ) : isError ? (
          <LoadFailed title={copy.loadFailed} retrying={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={5} />
        )}
        {writes ? <OwnDayForm /> : null}
      </Stack>
    </Card>
  );
}
