import { FIELD_LABELS } from '@gerbang/domain/school-parts';
import { REGISTRATION_DAYS } from '@gerbang/domain/school-settings';
import { partRoleNames } from '@gerbang/domain/school-versions';
import { FormSection } from '@gerbang/ui/form-section';
import { Quiet } from '@gerbang/ui/layout';
import { Day, useSetup, Whole } from './setup-fields.tsx';
import { AddRow, DropRow, Pair } from './setup-rows.tsx';
import { partCopy as copy, setupCopy } from './school-versions.copy.ts';

const { most, families } = REGISTRATION_DAYS;
const USUAL = 100;

/** The days on which families register at the school, behind one network, and how many the school expects. */
export function RegistrationDaysPart() {
  const { form, readOnly } = useSetup();
  const { registration_days: days = [] } = form.settings;
  return (
    <FormSection
      title={FIELD_LABELS.registration_days}
      state={readOnly ? setupCopy.readOnly(partRoleNames(false)) : undefined}
    >
      <p>{copy.registrationDays}</p>
      {days.length === 0 ? null : <Quiet>{copy.familiesHint(families.min, families.max)}</Quiet>}
      {days.length === 0 ? <p>{copy.noRegistrationDays}</p> : null}
      {days.map((_day, index) => {
        const path = `registration_days.${index}`;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a day that is still typed has no name of its own
          <Pair key={index}>
            <Day path={`${path}.day`} label={copy.registrationDay} />
            <Whole path={`${path}.families`} label={copy.families} most={families.max} optional={false} />
            <DropRow
              path="registration_days"
              at={index}
              label={copy.removeRegistrationDay(index + 1)}
              optional
            />
          </Pair>
        );
      })}
      {!readOnly && days.length >= most ? <p>{copy.mostRegistrationDays(most)}</p> : null}
      <AddRow
        path="registration_days"
        most={most}
        label={copy.addRegistrationDay}
        onNew={() => ({ day: '', families: USUAL })}
      />
    </FormSection>
  );
}
