import { ANY_DAY } from '@gerbang/domain/day-limits';
import { FIELD_LABELS } from '@gerbang/domain/school-parts';
import { REGISTRATION_DAYS } from '@gerbang/domain/school-settings';
import { partRoleNames } from '@gerbang/domain/school-versions';
import { Button, IconButton } from '@gerbang/ui/button';
import { DateField } from '@gerbang/ui/date-field';
import { FormSection } from '@gerbang/ui/form-section';
import { Quiet } from '@gerbang/ui/layout';
import { Plus, X } from 'lucide-react';
import { styled } from 'styled-components';
import { fieldId, useSetup, Whole } from './setup-fields.tsx';
import { partCopy as copy, setupCopy } from './school-versions.copy.ts';

const { most, families } = REGISTRATION_DAYS;
const USUAL = 100;

// The button stays beside the boxes, whatever stands under one of them.
const Day = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 12px;
  align-items: start;
  > button {
    grid-area: 1 / 2;
    margin-block-start: 30px;
  }
  > :nth-child(2) {
    grid-column: 1;
  }
  @media (min-width: 640px) {
    grid-template-columns: minmax(0, 220px) minmax(0, 180px) auto;
    > button {
      grid-area: 1 / 3;
    }
    > :nth-child(2) {
      grid-column: 2;
    }
  }
`;

/** The days on which families register at the school, behind one network, and how many the school expects. */
export function RegistrationDaysPart() {
  const { form, readOnly } = useSetup();
  const { registration_days: days = [] } = form.settings;
  // Without any day the settings are those of a school that never named one.
  const put = (next: typeof days) => form.put('registration_days', next.length > 0 ? next : undefined);
  return (
    <FormSection
      title={FIELD_LABELS.registration_days}
      state={readOnly ? setupCopy.readOnly(partRoleNames(false)) : undefined}
    >
      <p>{copy.registrationDays}</p>
      {days.length === 0 ? null : <Quiet>{copy.familiesHint(families.min, families.max)}</Quiet>}
      {days.length === 0 ? <p>{copy.noRegistrationDays}</p> : null}
      {days.map(({ day }, index) => {
        const path = `registration_days.${index}`;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a day that is still typed has no name of its own
          <Day key={index}>
            <DateField
              id={fieldId(`${path}.day`)}
              label={copy.registrationDay}
              limits={ANY_DAY}
              readOnly={readOnly}
              error={form.errors[`${path}.day`]}
              value={day}
              onChange={(next) => form.put(`${path}.day`, next)}
            />
            <Whole path={`${path}.families`} label={copy.families} most={families.max} optional={false} />
            {readOnly ? null : (
              <IconButton
                label={copy.removeRegistrationDay(index + 1)}
                onClick={() => put(days.filter((_one, at) => at !== index))}
              >
                <X size={20} aria-hidden="true" />
              </IconButton>
            )}
          </Day>
        );
      })}
      {!readOnly && days.length >= most ? <p>{copy.mostRegistrationDays(most)}</p> : null}
      {readOnly || days.length >= most ? null : (
        <div>
          <Button
            small
            variant="ghost"
            icon={<Plus size={16} aria-hidden="true" />}
            onClick={() => put([...days, { day: '', families: USUAL }])}
          >
            {copy.addRegistrationDay}
          </Button>
        </div>
      )}
    </FormSection>
  );
}
