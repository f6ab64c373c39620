import { isPlaceField } from '@gerbang/domain/corrections';
import { birthDays } from '@gerbang/domain/day-range';
import { DateField } from '@gerbang/ui/date-field';
import { Select } from '@gerbang/ui/select';
import { TextArea } from '@gerbang/ui/text-area';
import { TextField } from '@gerbang/ui/text-field';
import type { FamilyForm } from '@gerbang/web-kit/family/use-family-form';
import { useState } from 'react';
import { choicesOf } from './correction-words.ts';
import { correctionsCopy as copy } from './corrections.copy.ts';
import { PlaceField } from './place-field.tsx';

/** One field that is corrected in place, as its kind wants it. */
export function CorrectionField({
  field,
  label,
  form,
}: {
  field: string;
  label: string;
  form: FamilyForm<string>;
}) {
  const [born] = useState(() => birthDays(new Date()));
  const choices = choicesOf(field);
  if (isPlaceField(field)) return <PlaceField field={field} label={label} form={form} />;
  if (field === 'birth_date') return <DateField {...form.choice(field)} label={label} limits={born} />;
  if (field === 'information') return <TextArea {...form.field(field)} label={label} maxLength={2000} />;
  if (choices) {
    return (
      <Select
        {...form.field(field)}
        label={label}
        placeholder={copy.choose}
        options={Object.entries(choices).map(([value, word]) => ({ value, label: word }))}
      />
    );
  }
  return <TextField {...form.field(field)} label={label} autoComplete="off" maxLength={150} />;
}
