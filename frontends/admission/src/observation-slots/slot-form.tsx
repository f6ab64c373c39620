import type { Slot, SlotCalendar, WithoutSlot } from '@gerbang/contracts/observation-slots';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { Checkbox } from '@gerbang/ui/checkbox';
import { DatePicker } from '@gerbang/ui/date-picker';
import { Dialog } from '@gerbang/ui/dialog';
import { Columns } from '@gerbang/ui/layout';
import { TextArea } from '@gerbang/ui/text-area';
import { TextField } from '@gerbang/ui/text-field';
import { useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { ApiError } from '@gerbang/web-kit/api/client';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import type { SchoolConfig } from '@gerbang/contracts/school';
import { useState } from 'react';
import { useSchool } from '@gerbang/web-kit/api/school';
import {
  changeOf,
  creationOf,
  openYearOf,
  renamed,
  slotDays,
  slotRules,
  type SlotValues,
  valuesOf,
  valuesOfTyped,
} from './slot-values.ts';
import { LevelAndYear, PeopleField } from './slot-fields.tsx';
import { useSlotChanges } from './slots.api.ts';
import { calendarCopy, slotFormCopy as copy } from './slots.copy.ts';

/** What is refused at a time that the school keeps free, unless a reason is given. */
const FREE = ['day_off', 'prayer_time', 'outside_hours'];

interface Props {
  /** Null = new ones. */
  slot: Slot | null;
  /** The child for whose typed appointment it is made. */
  typed?: WithoutSlot | null;
  jenjang: string;
  /** The year that the calendar shows; null = all. */
  year: string | null;
  people: SlotCalendar['assessors'];
  onClose: () => void;
}

/** Makes slots one after the other, or changes one. */
export function SlotForm(props: Props) {
  const school = useSchool();
  if (school.data) return <Form {...props} school={school.data} />;
  return (
    <Dialog title={copy.addTitle} onClose={props.onClose}>
      <Loading of={school} lines={6} label={calendarCopy.loading} failed={calendarCopy.loadFailed} />
    </Dialog>
  );
}

function Form({
  slot,
  typed = null,
  jenjang,
  year,
  people,
  school,
  onClose,
}: Props & { school: SchoolConfig }) {
  const [now] = useState(() => new Date());
  const form = useTextForm(
    slotRules,
    typed ? valuesOfTyped(typed) : valuesOf(slot, jakartaDay(now), openYearOf(school, year), jenjang),
  );
  const [chosen, setChosen] = useState<readonly string[]>(slot?.assessors.map(({ id }) => id) ?? []);
  const [dayOff, setDayOff] = useState(false);
  const { make, change, book } = useSlotChanges();
  const keyOf = useRepeatKey();
  const pending = make.isPending || change.isPending || book.isPending;
  const say = (text: string) => {
    toast(copy.saved, text);
    onClose();
  };
  const place = (child: WithoutSlot, made: Slot) =>
    book.mutate(
      { registration: child.registration_id, slot: made.id },
      {
        onSuccess: () => toast(copy.saved, copy.placed),
        onError: (error) => toastFailure(copy.notPlaced, error),
        onSettled: onClose,
      },
    );
  const settled = (done: (made: readonly Slot[]) => void) => ({
    onSuccess: (made: Slot | readonly Slot[]) => done([made].flat()),
    onError: (error: Error) => {
      if (error instanceof ApiError && FREE.includes(error.body?.code ?? '')) setDayOff(true);
      form.fail(renamed(error));
      toastFailure(copy.failed, error);
    },
  });
  const send = (values: SlotValues) => {
    if (pending) return;
    if (slot) {
      change.mutate(
        { id: slot.id, body: changeOf(slot, values, chosen) },
        settled(() => say(copy.changed)),
      );
      return;
    }
    const body = creationOf(values, chosen);
    make.mutate(
      { key: keyOf(body), body },
      settled(([first]) => (typed && first ? place(typed, first) : say(copy.made(body.slots.length)))),
    );
  };
  return (
    <Dialog title={slot ? copy.editTitle : copy.addTitle} dismissable={false} onClose={onClose}>
      <FormFrame
        form={form}
        onSubmit={form.onSubmit(send)}
        actions={<FormActions label={copy.save} pending={pending} onCancel={onClose} />}
      >
        {slot ? (
          <TextField
            label={copy.jenjang}
            value={`${levelLabel(slot.jenjang)} · ${slot.academic_year}`}
            readOnly
          />
        ) : (
          <LevelAndYear field={form.field} school={school} />
        )}
        <DatePicker {...form.choice('day')} label={copy.day} limits={slotDays(now)} />
        <Columns $from={360} $tracks="1fr 1fr">
          <TextField {...form.field('begins')} label={copy.begins} type="time" />
          <TextField {...form.field('ends')} label={copy.ends} type="time" />
        </Columns>
        <TextField {...form.field('place')} label={copy.place} hint={copy.placeHint} autoComplete="off" />
        <TextField {...form.field('capacity')} label={copy.capacity} inputMode="numeric" autoComplete="off" />
        {slot || typed ? null : (
          <TextField
            {...form.field('count')}
            label={copy.count}
            hint={copy.countHint}
            inputMode="numeric"
            autoComplete="off"
          />
        )}
        <PeopleField people={people} chosen={chosen} onChange={setChosen} />
        <TextArea {...form.field('instructions')} label={copy.instructions} optional maxLength={500} />
        <Checkbox {...form.tick('published')} label={copy.published} />
        {slot && slot.booked > 0 ? <Checkbox {...form.tick('notify')} label={copy.notify} /> : null}
        {dayOff ? (
          <TextField
            {...form.field('reason')}
            label={copy.reason}
            hint={copy.reasonHint}
            autoComplete="off"
          />
        ) : null}
      </FormFrame>
    </Dialog>
  );
}
