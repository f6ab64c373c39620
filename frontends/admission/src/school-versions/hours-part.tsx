import { FIELD_LABELS } from '@gerbang/domain/school-parts';
import { partRoleNames } from '@gerbang/domain/school-versions';
import { FormSection, Beside } from '@gerbang/ui/form-section';
import { Row } from '@gerbang/ui/layout';
import { Day, Group, Line, useSetup } from './setup-fields.tsx';
import { AddRow, DropRow } from './setup-rows.tsx';
import { partCopy as copy, setupCopy } from './school-versions.copy.ts';

const MOST_RAMADAN = 10;

/** From and to of a pause in the day. */
function Pause({ path }: { path: 'hours.midday_prayer' | 'hours.friday_prayer' }) {
  return (
    <Group>
      <legend>{FIELD_LABELS[path]}</legend>
      <Beside>
        <Line path={`${path}.0`} label={copy.from} type="time" />
        <Line path={`${path}.1`} label={copy.to} type="time" />
      </Beside>
    </Group>
  );
}

/** The hours of a day, its prayers, and the shorter days of Ramadan. */
export function HoursPart() {
  const { form, readOnly } = useSetup();
  const { ramadan } = form.settings.hours;
  return (
    <FormSection title={copy.hours} state={readOnly ? setupCopy.readOnly(partRoleNames(false)) : undefined}>
      <Beside>
        <Line path="hours.day_start" type="time" />
        <Line path="hours.day_end" type="time" />
      </Beside>
      <Pause path="hours.midday_prayer" />
      <Pause path="hours.friday_prayer" />
      <Group>
        <legend>{copy.ramadan}</legend>
        {ramadan.map((_time, index) => {
          const path = `hours.ramadan.${index}`;
          return (
            // oxlint-disable-next-line react/no-array-index-key -- a span of days has no name of its own
            <Row key={index} $gap={12} $align="end">
              <Day path={`${path}.from`} label={copy.from} />
              <Day path={`${path}.to`} label={copy.to} />
              <Line path={`${path}.day_end`} label={FIELD_LABELS['hours.day_end']} type="time" />
              <DropRow path="hours.ramadan" at={index} label={copy.removeRamadan(index + 1)} />
            </Row>
          );
        })}
        <AddRow
          path="hours.ramadan"
          most={MOST_RAMADAN}
          label={copy.addRamadan}
          onNew={() => ({ from: '', to: '', day_end: '13:00' })}
        />
      </Group>
    </FormSection>
  );
}
