import { ALIVE_STATUSES, EDUCATION, INCOMES, JOBS } from '@gerbang/domain/family-options';
import { FormSection } from '@gerbang/ui/form-section';
import { RadioGroup } from '@gerbang/ui/radio-group';
import { Select } from '@gerbang/ui/select';
import { TextField } from '@gerbang/ui/text-field';
import type { ReactNode } from 'react';
import { DigitsField } from '@gerbang/web-kit/components/family/digits-field';
import type { FamilyForm } from '@gerbang/web-kit/family/use-family-form';
import type { ProfileField } from './profile-values.ts';
import { profileCopy as copy } from './profile.copy.ts';

const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** Father or mother. A parent who has died needs no phone, job or income. */
export function PersonSection({
  who,
  form,
  state,
}: {
  who: 'father' | 'mother';
  form: FamilyForm<ProfileField>;
  state: ReactNode;
}) {
  const deceased = form.values[`${who}_alive_status`] === 'MENINGGAL';
  const { value: aliveStatus, ...alive } = form.choice(`${who}_alive_status`);
  return (
    <FormSection title={copy.sections[who]} state={state}>
      <TextField {...form.field(`${who}_name`)} label={copy.person.name} autoComplete="off" maxLength={100} />
      <RadioGroup
        id={alive.id}
        error={alive.error}
        name={`${who}_alive_status`}
        label={copy.person.alive_status}
        options={asOptions(ALIVE_STATUSES)}
        value={aliveStatus}
        onChange={(event) => alive.onChange(event.target.value)}
      />
      <DigitsField
        field={form.field(`${who}_ktp`)}
        label={copy.person.ktp}
        hint={copy.ktpHint}
        onPasted={(digits) => form.set(`${who}_ktp`, digits)}
      />
      <Select
        {...form.field(`${who}_education`)}
        label={copy.person.education}
        placeholder={copy.choose}
        options={asOptions(EDUCATION)}
      />
      <Select
        {...form.field(`${who}_job`)}
        label={copy.person.job}
        optional={deceased}
        placeholder={copy.choose}
        options={asOptions(JOBS)}
      />
      <TextField
        {...form.field(`${who}_phone`)}
        label={copy.person.phone}
        optional={deceased}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        placeholder={copy.phonePlaceholder}
      />
      <Select
        {...form.field(`${who}_income`)}
        label={copy.person.income}
        optional={deceased}
        placeholder={copy.choose}
        options={asOptions(INCOMES)}
      />
    </FormSection>
  );
}
