import { useId, type Ref, type SelectHTMLAttributes } from 'react';
import { styled } from 'styled-components';
import { controlCss, describedBy, Field, type FieldTexts } from './field.tsx';

const Native = styled.select`
  ${controlCss}
`;

export interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement>, FieldTexts {
  options: readonly { readonly value: string; readonly label: string }[];
  placeholder?: string;
  ref?: Ref<HTMLSelectElement>;
}

/** A choice among few: the phone's own picker. */
export function Select({ label, hint, error, optional, id, options, placeholder, ...rest }: SelectProps) {
  const made = useId();
  const own = id ?? made;
  const texts = { label, hint, error, optional };
  return (
    <Field id={own} {...texts}>
      <Native
        {...rest}
        id={own}
        aria-required={!optional}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(own, texts)}
      >
        {placeholder ? <option value="">{placeholder}</option> : null}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Native>
    </Field>
  );
}
