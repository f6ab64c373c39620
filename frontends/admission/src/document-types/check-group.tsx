import { Fieldset } from '@gerbang/ui/form-section';
import { Checkbox } from '@gerbang/ui/checkbox';
import { Hint, Optional, Problem } from '@gerbang/ui/field';
import { Row } from '@gerbang/ui/layout';

/** Several of a few values, each a tick. */
export function CheckGroup({
  id,
  label,
  hint,
  error,
  optional = false,
  options,
  values,
  onChange,
}: {
  id: string;
  label: string;
  hint?: string;
  error?: string | undefined;
  optional?: boolean;
  options: readonly { readonly value: string; readonly label: string }[];
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
}) {
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <Fieldset id={id} tabIndex={-1} aria-describedby={described || undefined}>
      <legend>
        {label}
        {optional ? <Optional> (opsional)</Optional> : null}
      </legend>
      {hint ? <Hint id={`${id}-hint`}>{hint}</Hint> : null}
      <Row $gap={2} $apart={20}>
        {options.map(({ value, label: words }) => (
          <Checkbox
            key={value}
            label={words}
            checked={values.includes(value)}
            onChange={({ target }) =>
              onChange(target.checked ? [...values, value] : values.filter((one) => one !== value))
            }
          />
        ))}
      </Row>
      {error ? <Problem id={`${id}-error`}>{error}</Problem> : null}
    </Fieldset>
  );
}
