import type { SlotCalendar } from '@gerbang/contracts/observation-slots';
import type { SchoolConfig } from '@gerbang/contracts/school';
import { Checkbox } from '@gerbang/ui/checkbox';
import { Fieldset } from '@gerbang/ui/form-section';
import { Columns, Quiet } from '@gerbang/ui/layout';
import { Select } from '@gerbang/ui/select';
import type { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { styled } from 'styled-components';
import { slotFormCopy as copy } from './slots.copy.ts';

const Group = styled(Fieldset)`
  display: grid;
  gap: 4px;
`;

/** What a form gives a field, whatever its other fields are called. */
type FieldProps = Omit<ReturnType<ReturnType<typeof useTextForm>['field']>, 'name'> & {
  readonly name: string;
};

/** Level and year of new slots. */
export function LevelAndYear({
  field,
  school,
}: {
  field: (name: 'jenjang' | 'academic_year') => FieldProps;
  school: SchoolConfig;
}) {
  return (
    <Columns $from={480} $tracks="1fr 1fr">
      <Select
        {...field('jenjang')}
        label={copy.jenjang}
        placeholder={copy.chooseJenjang}
        options={school.levels
          .filter(({ offered }) => offered)
          .map(({ jenjang: value, label }) => ({ value, label }))}
      />
      <Select
        {...field('academic_year')}
        label={copy.year}
        options={school.academic_years.map((value) => ({ value, label: value }))}
      />
    </Columns>
  );
}

/** The people who observe. */
export function PeopleField({
  people,
  chosen,
  onChange,
}: {
  people: SlotCalendar['assessors'];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}) {
  return (
    <Group>
      <legend>{copy.people}</legend>
      {people.length === 0 ? <Quiet $small>{copy.noPeople}</Quiet> : null}
      {people.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name ?? '–'}
          checked={chosen.includes(id)}
          onChange={() =>
            onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
          }
        />
      ))}
    </Group>
  );
}
