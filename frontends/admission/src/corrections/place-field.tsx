import { Quiet } from '@gerbang/ui/layout';
import { Select } from '@gerbang/ui/select';
import type { FamilyForm } from '@gerbang/web-kit/family/use-family-form';
import { asOptions, classesOf } from '../registrations/registration-values.ts';
import { useSchool } from '@gerbang/web-kit/api/school';
import { correctionsCopy as copy } from './corrections.copy.ts';

/** Level, class or year of a registration, as the school offers them; another level wants its own class. */
export function PlaceField({
  field,
  label,
  form,
}: {
  field: string;
  label: string;
  form: FamilyForm<string>;
}) {
  const school = useSchool().data;
  const props = form.field(field);
  if (!school) return <Quiet>{copy.loading}</Quiet>;
  const stored = form.stored[field] ?? '';
  const classes = classesOf(school, form.value('jenjang'));
  if (field === 'kelas' && classes.length === 0) return <Quiet $small>{copy.noClasses}</Quiet>;
  const options = {
    jenjang: school.levels
      .filter(({ offered, jenjang }) => offered || jenjang === stored)
      .map(({ jenjang, unit_name }) => ({ value: jenjang, label: `${jenjang} - ${unit_name}` })),
    kelas: asOptions(classes),
    academic_year: asOptions([...new Set([stored, ...school.academic_years])]),
  }[field as 'jenjang' | 'kelas' | 'academic_year'];
  return (
    <Select
      {...props}
      label={label}
      placeholder={copy.choose}
      options={options}
      onChange={(event) => {
        void props.onChange(event);
        if (field === 'jenjang') form.set('kelas', '');
      }}
    />
  );
}
