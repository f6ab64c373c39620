import { TextField } from '@gerbang/ui/text-field';
import type { useTextForm } from '../forms/text-form.ts';

const LENGTH = 16;

/** A number of 16 digits (KTP, NIK, KK): typed or pasted in groups, kept as digits; its width suggests the length. */
export function DigitsField({
  field,
  label,
  hint,
  optional,
  onPasted,
}: {
  field: ReturnType<ReturnType<typeof useTextForm>['field']>;
  label: string;
  hint: string;
  optional?: boolean;
  onPasted: (digits: string) => void;
}) {
  return (
    <TextField
      {...field}
      label={label}
      hint={hint}
      optional={optional}
      inputMode="numeric"
      autoComplete="off"
      maxLength={LENGTH}
      style={{ maxWidth: 240, fontFeatureSettings: "'tnum'" }}
      onPaste={(event) => {
        // "3174 0512 3456 0001" is longer than the field takes; its digits are not.
        const pasted = event.clipboardData.getData('text');
        const digits = pasted.replace(/\D/gu, '');
        if (digits === pasted || digits === '') return;
        event.preventDefault();
        onPasted(digits.slice(0, LENGTH));
      }}
    />
  );
}
