import type { PlannedSlots, SlotCalendar } from '@gerbang/contracts/observation-slots';
import type { SchoolConfig } from '@gerbang/contracts/school';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { SLOTS_AT_ONCE } from '@gerbang/domain/observation-slots';
import { addDays } from '@gerbang/domain/reports';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Checkbox } from '@gerbang/ui/checkbox';
import { DataTable, titled } from '@gerbang/ui/data-table';
import { DatePicker } from '@gerbang/ui/date-picker';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { Columns, Stack } from '@gerbang/ui/layout';
import { TextArea } from '@gerbang/ui/text-area';
import { TextField } from '@gerbang/ui/text-field';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { formatWeekday } from '@gerbang/web-kit/page/days';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { useState } from 'react';
import { useSchool } from '@gerbang/web-kit/api/school';
import {
  daysOf,
  planFrom,
  type PlannedDay,
  plannedOf,
  planRules,
  type PlanValues,
  reasonsOf,
  wishOf,
} from './plan-values.ts';
import { LevelAndYear, PeopleField } from './slot-fields.tsx';
import { openYearOf, slotDays } from './slot-values.ts';
import { useSlotChanges } from './slots.api.ts';
import { calendarCopy, planCopy as copy, slotFormCopy } from './slots.copy.ts';

interface Props {
  /** The first day. */
  from: string;
  jenjang: string;
  /** The year that the calendar shows; null = all. */
  year: string | null;
  people: SlotCalendar['assessors'];
  onClose: () => void;
}

/** A plan by day: when slots begin, and what is left out and why. */
function Preview({ plan }: { plan: PlannedSlots }) {
  const places = plan.slots.reduce((sum, { capacity }) => sum + capacity, 0);
  return (
    <Stack>
      <Banner tone={plan.slots.length === 0 ? 'attention' : 'info'} role="status">
        <p>{copy.summary(plan.slots.length, plan.skipped.length, reasonsOf(plan.skipped))}</p>
        <p>{copy.enough(places, plan.waiting)}</p>
        {plan.slots.length > SLOTS_AT_ONCE ? <p>{copy.tooMany(SLOTS_AT_ONCE)}</p> : null}
      </Banner>
      <DataTable
        caption={copy.preview}
        rows={daysOf(plan)}
        rowKey={({ day }) => day}
        columns={titled(copy.columns, [
          { key: 'day', rowHeader: true, render: ({ day }: PlannedDay) => formatWeekday(day) },
          { key: 'times', render: ({ times, count }: PlannedDay) => copy.times(times, count) },
          { key: 'skipped', render: ({ skipped }: PlannedDay) => reasonsOf(skipped) || '–' },
        ])}
      />
    </Stack>
  );
}

/** Plans slots over several days, shows what they would be, and makes them. */
export function PlanForm(props: Props) {
  const school = useSchool();
  if (school.data) return <Form {...props} school={school.data} />;
  return (
    <Dialog title={copy.title} onClose={props.onClose}>
      <Loading of={school} lines={6} label={calendarCopy.loading} failed={calendarCopy.loadFailed} />
    </Dialog>
  );
}

function Form({ from, jenjang, year, people, school, onClose }: Props & { school: SchoolConfig }) {
  const [now] = useState(() => new Date());
  const today = jakartaDay(now);
  const first = from < today ? today : from;
  const begins = planFrom(first, addDays(first, 4), openYearOf(school, year), jenjang);
  const form = useTextForm(planRules, begins);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [planned, setPlanned] = useState<{ plan: PlannedSlots; values: PlanValues } | null>(null);
  const { plan, make } = useSlotChanges();
  const keyOf = useRepeatKey();
  const read = (values: PlanValues) =>
    plan.mutate(wishOf(values, chosen), {
      onSuccess: (made) => setPlanned({ plan: made, values }),
      onError: (error) => form.fail(error),
    });
  const settled = (count: number) => ({
    onSuccess: () => {
      toast(slotFormCopy.saved, slotFormCopy.made(count));
      onClose();
    },
    onError: (error: Error) => toastFailure(slotFormCopy.failed, error),
  });
  if (planned) {
    const body = plannedOf(planned.plan, planned.values);
    const count = body.slots.length;
    return (
      <Dialog title={copy.title} dismissable={false} onClose={onClose}>
        <Preview plan={planned.plan} />
        <DialogActions>
          <Button variant="secondary" onClick={() => setPlanned(null)}>
            {copy.back}
          </Button>
          <Button
            disabled={count === 0 || count > SLOTS_AT_ONCE}
            pending={make.isPending}
            pendingLabel={copy.making}
            onClick={() => make.mutate({ key: keyOf(body), body }, settled(count))}
          >
            {copy.make(count)}
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <Dialog title={copy.title} dismissable={false} onClose={onClose}>
      <FormFrame
        form={form}
        onSubmit={form.onSubmit(read)}
        actions={
          <FormActions
            label={copy.read}
            pending={plan.isPending}
            pendingLabel={copy.reading}
            onCancel={onClose}
          />
        }
      >
        <LevelAndYear field={form.field} school={school} />
        <Columns $from={480} $tracks="1fr 1fr">
          <DatePicker {...form.choice('first')} label={copy.first} limits={slotDays(now)} />
          <DatePicker {...form.choice('last')} label={copy.last} limits={slotDays(now)} />
        </Columns>
        <Columns $from={360} $tracks="1fr 1fr">
          <TextField {...form.field('begins')} label={slotFormCopy.begins} type="time" />
          <TextField {...form.field('ends')} label={copy.ends} type="time" />
          <TextField {...form.field('minutes')} label={copy.minutes} inputMode="numeric" />
          <TextField {...form.field('gap')} label={copy.gap} inputMode="numeric" />
        </Columns>
        <TextArea {...form.field('places')} label={copy.places} hint={copy.placesHint} rows={3} />
        <TextField {...form.field('capacity')} label={copy.capacity} inputMode="numeric" autoComplete="off" />
        <PeopleField people={people} chosen={chosen} onChange={setChosen} />
        <TextArea
          {...form.field('instructions')}
          label={slotFormCopy.instructions}
          optional
          maxLength={500}
        />
        <Checkbox {...form.tick('weekends')} label={copy.weekends} />
        <Checkbox {...form.tick('published')} label={slotFormCopy.published} />
      </FormFrame>
    </Dialog>
  );
}
