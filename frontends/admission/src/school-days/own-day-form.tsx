import { DAYS_OFF } from '@gerbang/domain/day-limits';
import { DAY_OFF_KINDS, DAY_OFF_LABELS, type DayOffKind } from '@gerbang/domain/school-days';
import { Button } from '@gerbang/ui/button';
import { DateField } from '@gerbang/ui/date-field';
import { Row } from '@gerbang/ui/layout';
import { Select } from '@gerbang/ui/select';
import { TextField } from '@gerbang/ui/text-field';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { dayWithin } from '@gerbang/web-kit/forms/day-rule';
import { z } from '@gerbang/web-kit/forms/form';
import { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { useAddDaysOff } from './school-days.api.ts';
import { daysCopy as copy } from './school-days.copy.ts';
import { SlotWarnings } from './slot-warnings.tsx';

const schema = z.object({
  day: z.string().check(
    z.minLength(1, copy.dayMissing),
    dayWithin(() => DAYS_OFF),
  ),
  name: z.string().check(z.trim(), z.minLength(1, copy.nameMissing), z.maxLength(100, copy.nameLong)),
  kind: z.string(),
});
const EMPTY = { day: '', name: '', kind: 'school' };
const KINDS = DAY_OFF_KINDS.map((kind) => ({ value: kind, label: DAY_OFF_LABELS[kind] }));

/** A day off that no calendar suggests. */
export function OwnDayForm() {
  const form = useTextForm(schema, EMPTY);
  const add = useAddDaysOff();
  const send = ({ day, name, kind }: { day: string; name: string; kind: string }) => {
    if (add.isPending) return;
    add.mutate([{ day, name, kind: kind as DayOffKind }], {
      onSuccess: () => {
        form.reset();
        toast(copy.added, copy.addedText(1));
      },
      onError: (error) => {
        toastFailure(copy.addFailed, error);
        form.fail(error);
      },
    });
  };
  const { ref: _ref, onChange: _change, onBlur: _blur, ...day } = form.field('day');
  return (
    <FormFrame
      form={form}
      onSubmit={form.onSubmit(send)}
      actions={
        <Row>
          <Button type="submit" variant="secondary" pending={add.isPending} pendingLabel={copy.pending}>
            {copy.add}
          </Button>
        </Row>
      }
    >
      <h3>{copy.own}</h3>
      <DateField
        {...day}
        label={copy.day}
        limits={DAYS_OFF}
        value={form.value('day')}
        onChange={(typed) => form.set('day', typed)}
      />
      <TextField {...form.field('name')} label={copy.name} maxLength={100} />
      <Select {...form.field('kind')} label={copy.kind} options={KINDS} />
      <SlotWarnings warnings={add.data?.warnings} />
    </FormFrame>
  );
}
