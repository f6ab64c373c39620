import { ANY_DAY } from '@gerbang/domain/day-limits';
import { FIELD_LABELS } from '@gerbang/domain/school-parts';
import { partRoleNames } from '@gerbang/domain/school-versions';
import { Button, IconButton } from '@gerbang/ui/button';
import { DateField } from '@gerbang/ui/date-field';
import { FormSection } from '@gerbang/ui/form-section';
import { Row } from '@gerbang/ui/layout';
import { Plus, X } from 'lucide-react';
import { Columns, fieldId, Fieldset, Line, useSetup } from './setup-fields.tsx';
import { partCopy as copy, setupCopy } from './school-versions.copy.ts';

const MOST_RAMADAN = 10;

/** From and to of a pause in the day. */
function Pause({ path, label }: { path: string; label: string }) {
  return (
    <Fieldset>
      <legend>{label}</legend>
      <Columns>
        <Line path={`${path}.0`} label={copy.from} type="time" />
        <Line path={`${path}.1`} label={copy.to} type="time" />
      </Columns>
    </Fieldset>
  );
}

/** The hours of a day, its prayers, and the shorter days of Ramadan. */
export function HoursPart() {
  const { form, readOnly } = useSetup();
  const { ramadan } = form.settings.hours;
  const put = (next: typeof ramadan) => form.put('hours.ramadan', next);
  return (
    <FormSection title={copy.hours} state={readOnly ? setupCopy.readOnly(partRoleNames(false)) : undefined}>
      <Columns>
        <Line path="hours.day_start" label={FIELD_LABELS['hours.day_start']} type="time" />
        <Line path="hours.day_end" label={FIELD_LABELS['hours.day_end']} type="time" />
      </Columns>
      <Pause path="hours.midday_prayer" label={FIELD_LABELS['hours.midday_prayer']} />
      <Pause path="hours.friday_prayer" label={FIELD_LABELS['hours.friday_prayer']} />
      <Fieldset>
        <legend>{copy.ramadan}</legend>
        {ramadan.map((time, index) => {
          const path = `hours.ramadan.${index}`;
          return (
            // oxlint-disable-next-line react/no-array-index-key -- a span of days has no name of its own
            <Row key={index} $gap={12} $align="end">
              {(['from', 'to'] as const).map((side) => (
                <DateField
                  key={side}
                  id={fieldId(`${path}.${side}`)}
                  label={copy[side]}
                  limits={ANY_DAY}
                  readOnly={readOnly}
                  error={form.errors[`${path}.${side}`]}
                  value={time[side]}
                  onChange={(day) => form.put(`${path}.${side}`, day)}
                />
              ))}
              <Line path={`${path}.day_end`} label={FIELD_LABELS['hours.day_end']} type="time" />
              {readOnly ? null : (
                <IconButton
                  label={copy.removeRamadan(index + 1)}
                  onClick={() => put(ramadan.filter((_one, at) => at !== index))}
                >
                  <X size={20} aria-hidden="true" />
                </IconButton>
              )}
            </Row>
          );
        })}
        {readOnly || ramadan.length >= MOST_RAMADAN ? null : (
          <div>
            <Button
              small
              variant="ghost"
              icon={<Plus size={16} aria-hidden="true" />}
              onClick={() => put([...ramadan, { from: '', to: '', day_end: '13:00' }])}
            >
              {copy.addRamadan}
            </Button>
          </div>
        )}
      </Fieldset>
    </FormSection>
  );
}
