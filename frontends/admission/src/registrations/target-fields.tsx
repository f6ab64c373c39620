import type { ChildRow } from '@gerbang/contracts/children';
import type { RegistrationRow } from '@gerbang/contracts/registrations';
import type { SchoolConfig } from '@gerbang/contracts/school';
import type { WaveOfLevel } from '@gerbang/contracts/waves';
import { ageNote } from '@gerbang/domain/level-ages';
import { Banner } from '@gerbang/ui/banner';
import { Quiet } from '@gerbang/ui/layout';
import { Select } from '@gerbang/ui/select';
import type { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { WaveNote } from '../waves/wave-note.tsx';
import { asOptions, classesOf, type RegistrationValues } from './registration-values.ts';
import { registrationFormCopy as copy } from './registrations.copy.ts';

/** That the child is younger or older than the school suggests for the level; the family may register all the same. */
function AgeNote({
  child,
  level,
  year,
}: {
  child: Pick<ChildRow, 'birth_date'> | undefined;
  level: SchoolConfig['levels'][number] | undefined;
  year: string;
}) {
  const note = child && level && year ? ageNote(level, child.birth_date, year) : null;
  return note === null ? null : (
    <Banner tone="attention" role="status">
      <p>{note}.</p>
      <p>{copy.ageMayGoOn}</p>
    </Banner>
  );
}

/** What a registration is for: child, level, class and year; the classes depend on the level. */
export function TargetFields({
  form,
  school,
  options,
  suggested = null,
  present = null,
  wave,
  fixed = false,
}: {
  form: ReturnType<typeof useTextForm<keyof RegistrationValues>>;
  school: SchoolConfig;
  options: readonly Pick<ChildRow, 'id' | 'full_name' | 'birth_date'>[];
  /** The level that fits the child's age, where the form began with it. */
  suggested?: string | null;
  /** The registration that is changed; its level and year stay among the choices. */
  present?: Pick<RegistrationRow, 'jenjang' | 'academic_year'> | null;
  /** What decides about level and year; null without waves. */
  wave: WaveOfLevel | null;
  fixed?: boolean;
}) {
  const jenjangField = form.field('jenjang');
  const [jenjang, year] = [form.value('jenjang'), form.value('academic_year')];
  const level = school.levels.find((one) => one.jenjang === jenjang);
  const classes = classesOf(school, jenjang);
  // A registration that stays where it is keeps its wave and its fee.
  const shown = jenjang !== present?.jenjang || year !== present.academic_year ? wave : null;
  const years = new Set([present?.academic_year ?? '', ...school.academic_years]);
  return (
    <>
      <Select
        {...form.field('child_id')}
        label={copy.child}
        placeholder={copy.chooseChild}
        options={options.map(({ id, full_name }) => ({ value: id, label: full_name }))}
      />
      {suggested !== null && jenjang === suggested ? <Quiet $small>{copy.suggested}</Quiet> : null}
      <Select
        {...jenjangField}
        label={copy.jenjang}
        placeholder={copy.chooseJenjang}
        hint={level ? copy.fee(formatRupiah(shown?.fee ?? level.fee)) : undefined}
        options={school.levels
          .filter((one) => one.offered || one.jenjang === present?.jenjang)
          .map((one) => ({ value: one.jenjang, label: copy.levelOption(one.label, one.unit_name) }))}
        onChange={(event) => {
          void jenjangField.onChange(event);
          form.set('kelas', '');
        }}
      />
      {classes.length > 0 ? (
        <Select
          {...form.field('kelas')}
          label={copy.kelas}
          placeholder={copy.chooseKelas}
          options={asOptions(classes)}
        />
      ) : null}
      <Select
        {...form.field('academic_year')}
        label={copy.year}
        options={asOptions([...years].filter(Boolean))}
      />
      {shown ? <WaveNote wave={shown} /> : null}
      {fixed ? null : (
        <AgeNote child={options.find(({ id }) => id === form.value('child_id'))} level={level} year={year} />
      )}
    </>
  );
}
